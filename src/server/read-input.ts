// What a call is given, out of the parts of a request, as its schemas have it.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationShape } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { JsonSchema } from '../contract/schema.ts';
import type { BodyRoom } from './body-room.ts';
import { checkEncoding, checkJsonType, hasBody, parseJson, readBytes } from './read-body.ts';
import type { ServerSettings } from './settings.ts';

export interface RequestInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Reads the input and, for a call with an Idempotency-Key, what tells the request from another with the same. Raises UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_REQUEST, OVERLOADED. */
export async function readInput(
  operation: OperationShape,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: ServerSettings,
  room: BodyRoom,
): Promise<{ input: RequestInput; fingerprint?: string }> {
  const bytes = await readRequestBody(operation, request, reply, settings, room);
  const input: RequestInput = {
    params: withTypes(request.params as Readonly<Record<string, unknown>>, operation.params),
    ...readQuery(operation, request),
    ...readHeaders(operation, request),
    ...readBody(operation, bytes, settings),
  };
  if (input.headers?.['idempotency-key'] === undefined) return { input };
  const path = request.url.split('?', 1)[0]!;
  const fingerprint = createHash('sha256').update(`${request.method} ${path}\n`).update(bytes).digest('hex');
  return { input, fingerprint };
}

async function readRequestBody(
  { body, optionalBody }: OperationShape,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  settings: ServerSettings,
  room: BodyRoom,
): Promise<Buffer> {
  if (body === undefined || !hasBody(raw)) return Buffer.alloc(0);
  checkEncoding(raw);
  // A body that may be missing may also come as a chunked one without a byte, and then has no type.
  if (body !== 'binary' && !(optionalBody && raw.headers['content-type'] === undefined)) checkJsonType(raw);
  return readBytes(raw, sizeLimit(body, settings), reply.raw, room.open(reply.raw));
}

function sizeLimit(body: JsonSchema | 'binary', settings: ServerSettings): number {
  if (body === 'binary') return settings.maxAssetBytes;
  return body.properties?.items === undefined ? settings.maxBodyBytes : settings.maxBatchBytes;
}

/** Levels around the data in a body: the body itself, `items`, the item. */
const envelopeDepth = 3;

function readBody(
  { body, optionalBody }: OperationShape,
  bytes: Buffer,
  { maxJsonDepth }: ServerSettings,
): Pick<RequestInput, 'body'> {
  if (body === undefined) return {};
  if (body === 'binary') return { body: bytes };
  if (bytes.length > 0) return { body: parseJson(bytes, maxJsonDepth + envelopeDepth) };
  if (optionalBody) return {};
  throw new PdfgenError('INVALID_REQUEST', 'The call needs a JSON object as its body.');
}

function readQuery(operation: OperationShape, request: FastifyRequest): Pick<RequestInput, 'query'> {
  const given = { ...(request.query as Readonly<Record<string, unknown>>) };
  if (operation.query !== undefined) return { query: withTypes(given, operation.query) };
  const [unknown] = Object.keys(given);
  if (unknown === undefined) return {};
  throw new PdfgenError('INVALID_REQUEST', `The call takes no query parameter, got ${JSON.stringify(unknown).slice(0, 100)}.`);
}

function readHeaders(operation: OperationShape, request: FastifyRequest): Pick<RequestInput, 'headers'> {
  if (operation.headers === undefined) return {};
  const headers: Record<string, string> = {};
  for (const name of Object.keys(operation.headers.properties ?? {})) {
    const values = request.raw.headersDistinct[name];
    if (values === undefined) continue;
    if (values.length > 1) throw new PdfgenError('INVALID_REQUEST', `The header ${name} must come once.`);
    headers[name] = values[0]!;
  }
  return { headers };
}

/** Texts of the address as the types that the schema gives them. What does not fit stays text, for the check to refuse. */
function withTypes(given: Readonly<Record<string, unknown>>, schema: JsonSchema | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, toType(value, schema?.properties?.[name]?.type)]),
  );
}

function toType(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
