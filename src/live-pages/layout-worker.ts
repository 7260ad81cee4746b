// Asks the worker, one request after the other, and ends it when it takes too long.
import { layoutWords as words } from '../editor-words/index.ts';
import type { ShowRequest, WaitNote, WorkerAnswer, WorkerRequest } from './protocol.ts';

/** Most time of work for one request, in ms. */
const mostWorkMs = 2_000;
/** For the first request of a worker: its code is not compiled yet. */
const mostFirstMs = 5_000;
/** Most time that one file may take to come, or the pictures of a sheet to be decoded, in ms. */
const mostWaitMs = 60_000;

interface Order {
  readonly request: WorkerRequest;
  /** Undefined: a newer request of the same kind has taken its place. */
  readonly answer: (given: WorkerAnswer | undefined) => void;
}

export class LayoutWorker {
  /** The document of all requests but `show`. It is laid out again if the worker has lost it or has another one. */
  shown: ShowRequest | undefined;
  readonly #startWorker: () => Worker;
  #worker: Worker | undefined;
  /** The document that the worker has. */
  #laidOut: ShowRequest | undefined;
  /** The worker has answered. */
  #isWarm = false;
  #current: Order | undefined;
  readonly #waiting = new Map<WorkerRequest['kind'], Order>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker;
    // It loads the engine while the page asks for the template.
    this.#start();
  }

  /** A request that still waits is replaced by a newer one of its kind. */
  ask(request: WorkerRequest): Promise<WorkerAnswer | undefined> {
    return new Promise((answer) => {
      this.#waiting.get(request.kind)?.answer(undefined);
      this.#waiting.set(request.kind, { request, answer });
      this.#next();
    });
  }

  #start(): Worker {
    this.#isWarm = false;
    const worker = this.#startWorker();
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer | WaitNote>) => {
      if (data.kind === 'waits') this.#time(!data.isWaiting);
      else {
        this.#isWarm = true;
        this.#finish(data);
      }
    };
    worker.onerror = (event) => {
      this.#stop();
      this.#finish(refused(words.ended(event.message || words.notLoaded)));
    };
    this.#worker = worker;
    return worker;
  }

  #next(): void {
    if (this.#current) return;
    const kinds = ['show', 'paint', 'print', 'digest', 'find'] as const;
    const order = kinds.map((kind) => this.#waiting.get(kind)).find((one) => one);
    if (!order) return;
    this.#waiting.delete(order.request.kind);
    const { shown } = this;
    if (!shown || shown === this.#laidOut || order.request.kind === 'show') this.#post(order);
    else this.#post({ request: shown, answer: (given) => this.#postAfter(given, order) });
  }

  /** Posts a request whose document is laid out again, if that has worked. */
  #postAfter(given: WorkerAnswer | undefined, order: Order): void {
    if (given?.kind === 'shown') {
      dropPainted(given);
      this.#post(order);
    } else order.answer(given);
  }

  #post(order: Order): void {
    this.#current = order;
    (this.#worker ?? this.#start()).postMessage(order.request);
    this.#time(true);
  }

  #time(isWorking: boolean): void {
    clearTimeout(this.#timer);
    if (!this.#current) return;
    const most = isWorking ? (this.#isWarm ? mostWorkMs : mostFirstMs) : mostWaitMs;
    this.#timer = setTimeout(() => this.#end((isWorking ? words.tooMuchWork : words.tooLongWait)(most / 1000)), most);
  }

  #end(why: string): void {
    this.#stop();
    this.#start();
    this.#finish(refused(why));
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#laidOut = undefined;
  }

  #finish(given: WorkerAnswer): void {
    clearTimeout(this.#timer);
    const done = this.#current;
    this.#current = undefined;
    if (done?.request.kind === 'show' && given.kind === 'shown') this.#laidOut = done.request;
    done?.answer(given);
    // After the caller has taken the answer, and has said which document is shown.
    queueMicrotask(() => this.#next());
  }
}

/** Frees the pixels of sheets that nobody will see. */
export function dropPainted(answer: WorkerAnswer): void {
  if ('painted' in answer) for (const { bitmap } of answer.painted) bitmap.close();
}

const refused = (message: string): WorkerAnswer => ({ kind: 'refused', faults: [], message });
