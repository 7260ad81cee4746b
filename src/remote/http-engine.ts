// The engine on a server far away: one generic call, derived from the contract.
import type { CallOptions, Engine, OperationShape } from '../contract/engine.ts';
import type { ItemGenerator } from '../contract/generate-items.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import { generateItems } from './generate-items.ts';
import { readAnswer } from './read-answer.ts';
import { createSender, type Sender } from './send.ts';

export interface HttpEngineOptions {
  /** Address of the server, with a path of its own if it has one; `/api/v1` is put after it. */
  readonly baseUrl: string;
  /** API token. */
  readonly token?: string | undefined;
  readonly userAgent?: string;
  /** Time for the head of an answer, beside what the call itself asks to wait. Default 60 s. */
  readonly timeoutMs?: number;
  /** Times that a call is tried again where that is safe. Default 4. */
  readonly retries?: number;
}

/** Creates the engine of a server. Every call raises PdfgenError: what the server answered, REMOTE_UNREACHABLE, REMOTE_UNSUPPORTED. */
export function createHttpEngine(options: HttpEngineOptions): Engine & ItemGenerator {
  const send = createSender(options);
  const calls = (Object.keys(operations) as OperationId[]).map((id) => [
    id,
    (input: AnyInput, call: CallOptions = {}) => callOperation(id, send, input, call),
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

/** Calls that change nothing, whatever their method. */
const harmless: readonly OperationId[] = ['generateSingle', 'generateEmbedded', 'validateTemplateData', 'validateEmbeddedData'];

async function callOperation(id: OperationId, send: Sender, input: AnyInput, call: CallOptions): Promise<unknown> {
  const operation: OperationShape = operations[id];
  const { params = {}, query = {}, headers = {}, body } = input;
  const answer = await send(
    {
      id,
      method: operation.method,
      path: `/api/v1${fillPath(operation.path, params)}${toQuery(query)}`,
      headers,
      body: operation.body === 'binary' ? (body as Uint8Array) : body,
      isRepeatable: isRepeatable(id, operation, headers),
      waitSeconds: typeof query.wait === 'number' ? query.wait : 0,
    },
    call.signal,
  );
  if (call.notes)
    call.notes.repeated =
      answer.headers.get('idempotency-replayed') === 'true' || answer.status === operation.response.repeatStatus;
  return readAnswer(id, operation, answer);
}

function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function toQuery(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** A call may be sent again when a second time does no more than the first. */
function isRepeatable(
  id: OperationId,
  { method }: OperationShape,
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  // The first may have changed what the precondition names.
  if (headers['if-match'] !== undefined) return false;
  if (method === 'POST') return harmless.includes(id) || headers['idempotency-key'] !== undefined;
  return true;
}
