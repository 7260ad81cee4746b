// The engine on a remote server: one generic call, derived from the contract.
import { apiPrefix } from '../contract/api-prefix.ts';
import { type CallOptions, callOptionNames, type Engine, type RenderBatchSummary, type RenderJob } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import { type Followed, type Follower, type FollowOptions, followers, followOptionNames } from '../contract/follow.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import { type OperationShape, paramsOf, partsOf, wireNameOf } from '../contract/operation-shape.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { findOptionsFault, findPartFault } from '../words/check-arguments.ts';
import { type FollowSource, follow, followEvents } from './follow.ts';
import { generateItems } from './generate-items.ts';
import { createLinesCheck, isStreamed, toLines, toList } from './item-lines.ts';
import { normalize } from './normalize.ts';
import { readAnswer } from './read-answer.ts';
import { createSender, type HttpEngineOptions, type Sender } from './send.ts';

/** Creates the engine of a server. Every call raises PdfgenError: the server's error, REMOTE_UNREACHABLE or REMOTE_UNSUPPORTED. */
export function createHttpEngine(options: HttpEngineOptions): Engine & Follower & ItemGenerator {
  const send = createSender(options);
  const takesLines: Server['takesLines'] = createLinesCheck((call: CallOptions | undefined) =>
    callOperation('whoami', server, {}, call?.signal && { signal: call.signal }),
  );
  const server: Server = { send, takesLines };
  const calls = (Object.keys(operations) as OperationId[]).map((id) => [
    id,
    (input: AnyInput, call?: CallOptions) => callOperation(id, server, input, call),
  ]);
  const engine = Object.fromEntries(calls) as Engine;
  return {
    ...engine,
    followRenderJob: (input, call) => followOperation<RenderJob>('getRenderJob', server, input, call),
    followRenderBatch: (input, call) => followOperation<RenderBatchSummary>('getRenderBatch', server, input, call),
    generateItems: (input, items, call = {}) =>
      generateItems(engine, input, items, {
        ...call,
        takesLines: () => takesLines(call.signal && { signal: call.signal }),
        events: (batchUuid, signal) => followEvents(sourceOf('getRenderBatch', server, { params: { batchUuid } }), signal),
      }),
  };
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

interface Server {
  readonly send: Sender;
  takesLines(call: CallOptions | undefined): Promise<boolean>;
}

/** The time in which a server checks and stores a million items. */
const streamPatienceMs = 900_000;

async function callOperation(
  id: OperationId,
  { send, takesLines }: Server,
  input: AnyInput,
  call: CallOptions | undefined,
): Promise<unknown> {
  const operation: OperationShape = operations[id];
  const fault = findPartFault(id, input, partsOf(operation), paramsOf(operation)) ?? findOptionsFault(id, call, callOptionNames);
  if (fault !== undefined) throw new PdfgenError('INVALID_REQUEST', fault);
  const { params = {}, query = {}, headers = {}, body } = input;
  const isLines = isStreamed(body) && (await takesLines(call));
  const answer = await send(
    {
      id,
      method: operation.method,
      path: `${apiPrefix}${fillPath(operation, params)}${toQuery(query)}`,
      headers,
      body: isLines ? toLines(body) : isStreamed(body) ? await toList(body) : body,
      ...(isLines && { patienceMs: streamPatienceMs }),
      isRepeatable: isRepeatable(operation, headers),
      isReadWhole: typeof operation.response.body === 'object' || operation.response.body === 'binary',
      waitSeconds: typeof query.wait === 'number' ? query.wait : 0,
    },
    call?.signal,
  );
  if (call?.notes)
    call.notes.repeated =
      answer.headers.get('idempotency-replayed') === 'true' || answer.status === operation.response.repeatStatus;
  return readAnswer(id, operation, answer);
}

/** Seconds that one call may wait where the server has no streams. Calls for a batch report its progress. */
const patienceOf = { getRenderJob: 60, getRenderBatch: 5 } as const;

async function* followOperation<T extends Followed>(
  id: keyof typeof followers,
  server: Server,
  input: Pick<AnyInput, 'params'>,
  call: FollowOptions | undefined,
): AsyncGenerator<T> {
  const name = followers[id];
  const operation: OperationShape = operations[id];
  const fault = findPartFault(name, input, ['params'], paramsOf(operation)) ?? findOptionsFault(name, call, followOptionNames);
  if (fault !== undefined) throw new PdfgenError('INVALID_REQUEST', fault);
  yield* follow<T>(sourceOf<T>(id, server, input), call);
}

function sourceOf<T extends Followed>(
  id: keyof typeof followers,
  server: Server,
  input: Pick<AnyInput, 'params'>,
): FollowSource<T> {
  const operation: OperationShape = operations[id];
  const path = `${apiPrefix}${fillPath(operation, input.params ?? {})}`;
  // Events do not report the items of a batch.
  const toState = (answer: unknown): T => {
    const { items: _items, nextCursor: _cursor, ...state } = answer as Record<string, unknown>;
    return state as unknown as T;
  };
  const query = id === 'getRenderBatch' ? { limit: 1 } : {};
  return {
    async open(lastEventId, signal) {
      const headers = {
        accept: 'text/event-stream, application/json;q=0.5',
        // Whoever encodes a stream may hold its events back.
        'accept-encoding': 'identity',
        'last-event-id': lastEventId,
      };
      const once = { method: 'GET', path, body: undefined, isRepeatable: false, isReadWhole: false, waitSeconds: 0 };
      const answer = await server.send({ id, ...once, headers }, signal);
      if (/^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '')) return { bytes: answer.response.body };
      return { state: toState(await readAnswer(id, operation, answer)) };
    },
    parse: (data) => toState(normalize(id, JSON.parse(data))),
    ask: async (wait, signal) =>
      toState(
        await callOperation(id, server, { ...input, query: { ...query, ...(wait > 0 && { wait }) } }, signal && { signal }),
      ),
    patience: patienceOf[id],
  };
}

function fillPath(operation: OperationShape, params: Readonly<Record<string, unknown>>): string {
  const values = new Map(paramsOf(operation).map((name) => [wireNameOf(operation, name), textOf(params, name)]));
  return operation.path.replace(/:(\w+)/g, (_, wireName: string) => values.get(wireName)!);
}

function textOf(params: Readonly<Record<string, unknown>>, name: string): string {
  if (params[name] === undefined) throw new PdfgenError('INVALID_REQUEST', `params.${name} is missing.`);
  return encodeURIComponent(String(params[name]));
}

function toQuery(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** Whether a call may be sent again, because a second call does no more than the first. */
function isRepeatable(
  { method, changesNothing = false }: OperationShape,
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  // The first call may have changed the version that the precondition names.
  if (headers['if-match'] !== undefined) return false;
  if (method === 'POST') return changesNothing || headers['idempotency-key'] !== undefined;
  return true;
}
