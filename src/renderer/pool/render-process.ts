// A child process of the pool that is started again when it is lost, later and later if it dies again and again.
import { type Child, type ChildOptions, startChild, type TaskMessage } from './child-process.ts';
import type { Task, ThreadGroup } from './messages.ts';

export interface RenderProcessEvents {
  /** The process is ready for tasks. */
  ready(): void;
  message(message: TaskMessage): void;
  /** The process has ended, with all its tasks. `start` starts it again. */
  lost(reason: string): void;
}

const longestBackOffMs = 5_000;
/** A child that lived this long was not lost at its start. */
const healthyMs = 10_000;

export class RenderProcess {
  readonly #options: ChildOptions;
  readonly #events: RenderProcessEvents;
  #child: Child | undefined;
  /** Counts the children, so that messages of an earlier child are ignored. */
  #generation = 0;
  #isReady = false;
  #startedMs = 0;
  #losses = 0;
  /** Consecutive losses, each soon after the start. */
  #earlyLosses = 0;
  #restart: NodeJS.Timeout | undefined;

  /** Does not start the process. */
  constructor(options: ChildOptions, events: RenderProcessEvents) {
    this.#options = options;
    this.#events = events;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** How often the process was lost. */
  get losses(): number {
    return this.#losses;
  }

  residentBytes(): number {
    return this.#child?.residentBytes() ?? 0;
  }

  /** Starts the process, unless it is running or starting. */
  start(): void {
    if (this.#child || this.#restart) return;
    const backOffMs = this.#earlyLosses <= 1 ? 0 : Math.min(longestBackOffMs, 50 * 2 ** this.#earlyLosses);
    if (this.#losses === 0) this.#open();
    else this.#restart = setTimeout(() => this.#open(), backOffMs);
  }

  /** Begins a task. Raises an error for a value that cannot be sent because it is not plain data. */
  run(id: number, task: Task, group: ThreadGroup): void {
    this.#child?.run(id, task, group);
  }

  takeBack(id: number): void {
    this.#child?.takeBack(id);
  }

  stop(id: number): void {
    this.#child?.stop(id);
  }

  /** Gives a function that ends the current child as lost. It does not end a later child. */
  killer(): (reason: string) => void {
    const child = this.#child;
    return (reason) => child?.kill(reason);
  }

  /** Ends the process. Resolves when it has ended. It may be started again. */
  async end(): Promise<void> {
    clearTimeout(this.#restart);
    this.#restart = undefined;
    const child = this.#child;
    this.#child = undefined;
    this.#generation++;
    this.#isReady = false;
    await child?.end();
  }

  #open(): void {
    this.#restart = undefined;
    this.#startedMs = performance.now();
    const generation = ++this.#generation;
    const isCurrent = () => generation === this.#generation;
    try {
      this.#child = startChild(this.#options, {
        ready: () => {
          if (!isCurrent()) return;
          this.#isReady = true;
          this.#events.ready();
        },
        message: (message) => isCurrent() && this.#events.message(message),
        lost: (reason) => isCurrent() && this.#lose(reason),
      });
    } catch (error) {
      // The system has no memory or no process left now. Try again later.
      this.#lose(error instanceof Error ? error.message : String(error));
    }
  }

  #lose(reason: string): void {
    this.#child = undefined;
    this.#isReady = false;
    this.#losses += 1;
    this.#earlyLosses = performance.now() - this.#startedMs < healthyMs ? this.#earlyLosses + 1 : 0;
    this.#options.log(`The render process was lost: ${reason}.`);
    this.#events.lost(reason);
  }
}
