// Sends a job or batch as server-sent events (WHATWG HTML, 9.2): as it is, after each change, and after its end. Then the stream closes.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PdfgenError } from '../contract/errors.ts';
import { eventIdOf, type Followed } from '../contract/follow.ts';
import { isFinal } from '../contract/job-states.ts';
import { describeError } from './describe-error.ts';

export const eventStreamType = 'text/event-stream';

/** A client whose stream ends before the event `end` opens another one after this time. */
const reconnectMs = 2_000;
/** Without a byte, proxies close connections after a while, some after 30 s. */
const longestSilenceMs = 15_000;

/** Raises INVALID_REQUEST for query parameters: a stream lasts until the end, and has no events of items. */
export function refuseQuery({ query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name === undefined) return;
  throw new PdfgenError('INVALID_REQUEST', `A stream of events takes no ${JSON.stringify(name).slice(0, 100)}. Leave it out.`);
}

export interface EventStreamContext {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Time without a byte after which the server closes a connection. */
  readonly stalledMs: number;
  /** Ends the stream. The client may then open another one. */
  readonly signal: AbortSignal;
}

/** Sends the states of a follower. Raises the fault of the first state, which then becomes a problem document. */
export async function sendEvents(
  states: AsyncIterable<Followed>,
  { request, reply, stalledMs, signal }: EventStreamContext,
): Promise<FastifyReply> {
  const iterator = states[Symbol.asyncIterator]();
  const first = (await iterator.next()).value as Followed;
  const isKnown = request.headers['last-event-id'] === eventIdOf(first);
  // The client has got the event `end`. After 204 it does not connect again (9.2.3).
  if (isKnown && isFinal(first.state)) {
    await iterator.return?.();
    return reply.code(204).send();
  }
  reply
    .code(200)
    .header('content-type', eventStreamType)
    .header('cache-control', 'private, no-store, no-transform')
    // nginx would hold events back until its buffer is full.
    .header('x-accel-buffering', 'no');
  if (request.method === 'HEAD') {
    await iterator.return?.();
    return reply.send();
  }
  const pulseMs = Math.min(longestSilenceMs, stalledMs / 3);
  async function* write(): AsyncGenerator<string> {
    yield `retry: ${reconnectMs}\n\n`;
    if (!isKnown) yield toEvent(first);
    let before = first;
    try {
      for await (const state of withPulse(iterator, pulseMs)) {
        yield state ? toEvent(state, before) : ':\n\n';
        before = state ?? before;
      }
    } catch (error) {
      // The client opens another stream and gets the fault as an answer.
      if (!signal.aborted) request.log.warn({ fault: describeError(error) }, 'a stream of events broke off');
    }
  }
  return reply.send(Readable.from(write(), { objectMode: false }));
}

/** The event of a state. `before`: the state of the last event. */
export function toEvent(state: Followed, before?: Followed): string {
  const name = isFinal(state.state) ? 'end' : state.state === before?.state ? 'progress' : 'state';
  return `event: ${name}\nid: ${eventIdOf(state)}\ndata: ${JSON.stringify(state)}\n\n`;
}

/** The next value of an iterator. Undefined: no value came in time. */
async function* withPulse<T>(iterator: AsyncIterator<T>, pulseMs: number): AsyncGenerator<T | undefined> {
  let pulse: (() => void) | undefined;
  const timer = setInterval(() => pulse?.(), pulseMs);
  try {
    for (;;) {
      const next = iterator.next();
      next.catch(() => {}); // it is awaited below, perhaps after a pulse
      let result: IteratorResult<T> | undefined;
      for (;;) {
        const silence = new Promise<undefined>((resolve) => {
          pulse = () => resolve(undefined);
        });
        result = await Promise.race([next, silence]);
        if (result) break;
        yield undefined;
      }
      if (result.done) return;
      yield result.value;
    }
  } finally {
    clearInterval(timer);
  }
}
