// Says when items of a batch may have ended: when the server sends an event, or after a pause if it sends no events.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RenderBatchSummary } from '../contract/engine.ts';
import { isFinal } from '../contract/job-states.ts';

/** Follows a batch by events. False at the end: the server has no streams, or its streams break off. */
export type BatchEvents = (batchUuid: string, signal: AbortSignal) => AsyncGenerator<RenderBatchSummary, boolean>;

export interface BatchNews {
  /**
   * Resolves when more than `ended` items may have ended. `awaited`: the number of items that the caller still waits for. Raises the fault of the
   * server, or the reason of the signal.
   */
  next(ended: number, awaited: number): Promise<void>;
  close(): void;
}

const firstPauseMs = 100;
/** Added to each pause for an item that is still awaited: an answer lists all items, so that a large batch is asked for in larger steps. */
const pauseMsPerItem = 1;
const longestPauseMs = 2_000;

/** Gives the function that opens the news of a batch. A server without events is asked for them once. */
export function createBatchListener(events: BatchEvents): (batchUuid: string, signal: AbortSignal) => BatchNews {
  let hasEvents = true;
  const noteEnd = (hasThem: boolean): void => {
    hasEvents &&= hasThem;
  };
  return (batchUuid, outer) => {
    const own = new AbortController();
    const signal = AbortSignal.any([outer, own.signal]);
    let heard: Heard | undefined;
    let pauseMs = firstPauseMs;
    let before = 0;
    return {
      async next(ended, awaited) {
        heard ??= hasEvents ? hear(events(batchUuid, signal), noteEnd) : nothing;
        if (ended > before) pauseMs = firstPauseMs;
        before = ended;
        const ms = Math.min(pauseMs + awaited * pauseMsPerItem, longestPauseMs);
        let pause: Promise<typeof over> | undefined;
        for (;;) {
          const news = heard.take();
          if (news && tellsMore(news, ended)) return;
          if (news) continue;
          // Until the first event, nobody knows whether events arrive at all.
          if (heard.isReliable()) await heard.more();
          else {
            pause ??= rest(ms, signal);
            if ((await Promise.race([pause, heard.more()])) === over) break;
          }
        }
        outer.throwIfAborted();
        pauseMs *= 1.5;
      },
      close: () => own.abort(),
    };
  };
}

const over = Symbol('over');

/** Ends early with the signal. */
async function rest(ms: number, signal: AbortSignal): Promise<typeof over> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  return over;
}

interface Heard {
  /** Takes the newest event that nobody has taken yet. Undefined: there is no new event. Raises the fault that ended the events. */
  take(): RenderBatchSummary | undefined;
  /** Whether events have come and more will. */
  isReliable(): boolean;
  /** Resolves at the next event, or when the events end. */
  more(): Promise<void>;
}

const nothing: Heard = { take: () => undefined, isReliable: () => false, more: () => new Promise(() => {}) };

/** Takes events as they come, so that the server need not wait for their reader. */
function hear(events: ReturnType<BatchEvents>, noteEnd: (hasEvents: boolean) => void): Heard {
  let untaken: RenderBatchSummary | undefined;
  let fault: { readonly error: unknown } | undefined;
  let [hasBegun, isOver] = [false, false];
  let wake = () => {};
  const listen = async (): Promise<void> => {
    try {
      let step = await events.next();
      for (; !step.done; step = await events.next()) {
        untaken = step.value;
        hasBegun = true;
        wake();
      }
      noteEnd(step.value);
    } catch (error) {
      fault = { error };
    }
    isOver = true;
    wake();
  };
  void listen();
  return {
    take() {
      const taken = untaken;
      untaken = undefined;
      if (!taken && fault) throw fault.error;
      return taken;
    },
    isReliable: () => hasBegun && !isOver,
    more: () =>
      isOver
        ? new Promise(() => {})
        : new Promise((resolve) => {
            wake = resolve;
          }),
  };
}

/** Whether more than `ended` items have ended. A server that does not count its items may always have more. */
function tellsMore({ state, counts: { total, queued, processing } }: RenderBatchSummary, ended: number): boolean {
  return isFinal(state) || !(total > 0) || !(total - queued - processing <= ended);
}
