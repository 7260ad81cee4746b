// Follows a job or batch of a server: by its stream of events where the server has one, otherwise with calls that wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, mayPass, PdfgenError } from '../contract/errors.ts';
import type { Followed, FollowOptions } from '../contract/follow.ts';
import { isFinal } from '../contract/job-states.ts';
import { readEvents, type ServerEvent } from './read-events.ts';

/** How a job or batch is read. */
export interface FollowSource<T extends Followed> {
  /** Opens the stream, or gives the state where the server answers with the state alone. Raises an error if the server does neither. */
  open(
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: AsyncIterable<Uint8Array> } | { readonly state: T }>;
  /** Reads the data of an event. */
  parse(data: string): T;
  /** Reads the state by a call. Takes the seconds that the server may wait for the end. */
  ask(waitSeconds: number, signal: AbortSignal | undefined): Promise<T>;
  /** Seconds that one call may wait where the server has no streams. */
  readonly patience: number;
}

/** The first bytes of a stream come at once. If they do not come, something on the way holds them back. */
const firstBytesMs = 10_000;
/** A server of pdfgen sends a byte every 15 s or more often. */
const silenceMs = 50_000;
/** A stream that lasted for this long was worth it, even if nothing changed. */
const goodMs = 20_000;
/** After this many streams in a row that ended early without an event, the client polls instead. */
const mostBreaks = 4;
const firstPauseMs = 250;
const longestPauseMs = 10_000;
/** Time between the beginnings of two calls to a server that answers at once although it was asked to wait. */
const firstCallMs = 100;
const longestCallMs = 2_000;

/**
 * Faults after which a stream may begin. After others, calls follow, which raise the fault if it is one. A caller whose quota of streams is used up
 * has none left for some time.
 */
const isPassing = (code: ErrorCode): boolean => (mayPass(code) && code !== 'QUOTA_EXCEEDED') || code === 'INTERNAL';

/** Gives the states up to the end. Raises the faults of `ask`, or the reason of the signal. */
export async function* follow<T extends Followed>(source: FollowSource<T>, { signal }: FollowOptions = {}): AsyncGenerator<T> {
  const isNew = createNewsCheck<T>();
  if (!(yield* followEvents(source, signal, isNew))) yield* poll(source, isNew, signal);
}

/**
 * Gives the states that the server sends as events. True: they went up to the end. False: the server has no streams, or its streams break off.
 * Raises as `follow` does.
 */
export async function* followEvents<T extends Followed>(
  source: FollowSource<T>,
  signal: AbortSignal | undefined,
  isNew: (state: T) => boolean = createNewsCheck<T>(),
): AsyncGenerator<T, boolean> {
  let lastEventId: string | undefined;
  for (let breaks = 0; breaks < mostBreaks; breaks++) {
    const startMs = performance.now();
    let pauseMs = firstPauseMs * 2 ** breaks;
    try {
      for await (const { state, event } of readStream(source, lastEventId, signal)) {
        lastEventId = event?.id;
        pauseMs = Math.max(pauseMs, event?.retryMs ?? 0);
        if (isNew(state)) {
          breaks = 0;
          yield state;
        }
        if (isFinal(state.state)) return true;
        if (!event) return false;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PdfgenError && !isPassing(error.code)) return false;
    }
    // The stream broke off or did not begin. A call finds the reason, or the state.
    const state = await source.ask(0, signal);
    if (isNew(state)) yield state;
    if (isFinal(state.state)) return true;
    if (performance.now() - startMs >= goodMs) breaks = 0;
    if (breaks + 1 < mostBreaks) await pause(Math.min(pauseMs, longestPauseMs) * (0.5 + Math.random() / 2), signal);
  }
  return false;
}

interface FollowReading<T> {
  readonly state: T;
  /** Undefined: the server has answered with the state alone. */
  readonly event: ServerEvent | undefined;
}

/** Raises an error if the stream does not begin, breaks off or is silent for too long. */
async function* readStream<T extends Followed>(
  { open, parse }: FollowSource<T>,
  lastEventId: string | undefined,
  outer: AbortSignal | undefined,
): AsyncGenerator<FollowReading<T>> {
  const silent = new AbortController();
  const signal = outer ? AbortSignal.any([outer, silent.signal]) : silent.signal;
  const timers = [firstBytesMs, silenceMs].map((ms) => setTimeout(() => silent.abort(new Error('the stream is silent')), ms));
  const [first, silence] = timers as [NodeJS.Timeout, NodeJS.Timeout];
  try {
    const opened = await open(lastEventId, signal);
    if ('state' in opened) yield { state: opened.state, event: undefined };
    else {
      const { bytes } = opened;
      const heard = async function* () {
        for await (const chunk of bytes) {
          clearTimeout(first);
          silence.refresh();
          yield chunk;
        }
      };
      for await (const event of readEvents(heard())) yield { state: parse(event.data), event };
    }
  } finally {
    for (const timer of timers) clearTimeout(timer);
    silent.abort();
  }
}

async function* poll<T extends Followed>(
  { ask, patience }: FollowSource<T>,
  isNew: (state: T) => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for (let calls = 0; ; calls++) {
    const startMs = performance.now();
    const state = await ask(patience, signal);
    if (isNew(state)) yield state;
    if (isFinal(state.state)) return;
    const leastMs = Math.min(firstCallMs * 1.5 ** calls, longestCallMs);
    await pause(leastMs - (performance.now() - startMs), signal);
  }
}

/** Whether a state differs from the one before: a server may repeat its last event when a stream is opened again. */
function createNewsCheck<T>(): (state: T) => boolean {
  let last: string | undefined;
  return (state) => {
    const before = last;
    last = JSON.stringify(state);
    return last !== before;
  };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(Math.max(0, ms), undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}
