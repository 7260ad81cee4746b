// The engine on a remote server: one generic call, derived from the contract.
import { apiPrefix } from '../contract/api-prefix.ts';
import { type CallOptions, callOptionNames, type Engine } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import { type OperationShape, partsOf } from '../contract/operation-shape.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { findOptionsFault, findPartFault } from '../words/given.ts';
import { generateItems } from './generate-items.ts';
import { readAnswer } from './read-answer.ts';
import { createSender, type HttpEngineOptions, type Sender } from './send.ts';

/** Creates the engine of a server. Every call raises PdfgenError: the server's error, REMOTE_UNREACHABLE or REMOTE_UNSUPPORTED. */
export function createHttpEngine(options: HttpEngineOptions): Engine & ItemGenerator {
  const send = createSender(options);
  const calls = (Object.keys(operations) as OperationId[]).map((id) => [
    id,
    (input: AnyInput, call?: CallOptions) => callOperation(id, send, input, call),
  ]);
  const engine = Object.fromEntries(calls) as Engine;
  return { ...engine, generateItems: (input, items, call) => generateItems(engine, input, items, call) };
}

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

async function callOperation(id: OperationId, send: Sender, input: AnyInput, call: CallOptions | undefined): Promise<unknown> {
  const operation: OperationShape = operations[id];
  const fault = findPartFault(id, input, partsOf(operation)) ?? findOptionsFault(id, call, callOptionNames);
  if (fault !== undefined) throw new PdfgenError('INVALID_REQUEST', fault);
  const { params = {}, query = {}, headers = {}, body } = input;
  const answer = await send(
    {
      id,
      method: operation.method,
      path: `${apiPrefix}${fillPath(operation.path, params)}${toQuery(query)}`,
      headers,
      body: operation.body === 'binary' ? (body as Uint8Array) : body,
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

function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new PdfgenError('INVALID_REQUEST', `params.${name} is missing.`);
    return encodeURIComponent(String(params[name]));
  });
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
