// Reads errors of a server as PdfgenError, in any form that the server gives them.
import { type Breach, type ErrorCode, errorTable, isErrorCode, PdfgenError } from '../contract/errors.ts';
import { errorCodesOf, type OperationShape, paramsOf, wireNameOf } from '../contract/operation-shape.ts';
import { type OperationId, operations } from '../contract/operations.ts';
import type { HttpResponse } from './request.ts';

/** A longer text is not read as an error message. */
const mostBytes = 8 * 1024 * 1024;

interface Place {
  readonly id: OperationId;
  readonly server: string;
}

/** Reads an answer with a status from 300 on. */
export async function readProblem(response: HttpResponse, place: Place): Promise<PdfgenError> {
  const body = parseObject(await readText(response));
  const { status } = response;
  const given = findCode(body);
  const said = findDetail(body) ?? `HTTP ${status}${response.statusText && ` ${response.statusText}`}`;
  const detail = given === 'INVALID_UUID' ? inOwnNames(said, place.id) : said;
  const retryAfter = readRetryAfter(response.headers.get('retry-after'));
  const facts = {
    errors: findBreaches(body),
    errorsTruncated: body.errorsTruncated === true || undefined,
    retryAfter,
    exitCode: status >= 500 ? 7 : undefined,
  };
  if (isErrorCode(given)) return new PdfgenError(given, detail, facts);
  if (status === 405 || status === 501 || (status === 404 && given === undefined && !isJson(response)))
    return new PdfgenError(
      'REMOTE_UNSUPPORTED',
      `The server ${place.server} does not offer ${place.id} (HTTP ${status}). Is this the address of a pdfgen server?`,
      facts,
    );
  const code = nearestCode(status, place.id);
  const shown = given === undefined ? detail : `${detail} (${given})`;
  return new PdfgenError(code, status >= 500 ? `The server ${place.server} failed: ${shown}` : shown, facts);
}

/** A message that begins with a parameter. The server names it as in the path. */
function inOwnNames(message: string, id: OperationId): string {
  const operation: OperationShape = operations[id];
  const name = paramsOf(operation).find((one) => message.startsWith(`${wireNameOf(operation, one)} `));
  return name === undefined ? message : name + message.slice(wireNameOf(operation, name).length);
}

function isJson({ headers }: HttpResponse): boolean {
  return /[/+]json\b/.test(headers.get('content-type') ?? '');
}

async function readText(response: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > mostBytes) break;
      chunks.push(chunk);
    }
  } catch {
    // The connection broke off. The text so far and the status are enough.
  }
  return Buffer.concat(chunks).toString('utf8');
}

type Json = Readonly<Record<string, unknown>>;

function parseObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Json) : {};
  } catch {
    return {}; // not JSON: the status is enough
  }
}

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function findCode(body: Json): string | undefined {
  const nested = asObject(body.error);
  return (
    asText(body.code) ?? asText(nested.code) ?? (/^[A-Z][A-Z0-9_]+$/.test(String(body.error)) ? String(body.error) : undefined)
  );
}

function findDetail(body: Json): string | undefined {
  const nested = asObject(body.error);
  return (
    asText(body.detail) ??
    asText(body.message) ??
    asText(nested.detail) ??
    asText(nested.message) ??
    asText(body.error) ??
    asText(body.title)
  );
}

function findBreaches(body: Json): readonly Breach[] | undefined {
  const list = [body.errors, body.details, asObject(body.error).errors, asObject(body.error).details].find(Array.isArray);
  return list?.map(toBreach);
}

/** One fault of a list, in the form of any server. */
export function toBreach(one: unknown): Breach {
  if (typeof one === 'string') return { path: '', message: one, keyword: '', params: {}, schemaPath: '' };
  const { path, instancePath, pointer, message, keyword, params, schemaPath, ...more } = asObject(one);
  return {
    ...more,
    path: asText(path) ?? asText(instancePath) ?? asText(pointer) ?? '',
    message: asText(message) ?? 'is not valid',
    keyword: asText(keyword) ?? '',
    params: asObject(params),
    schemaPath: asText(schemaPath) ?? '',
  };
}

/** The likeliest error of the operation with this status. 502 comes from a gateway in front of the server. */
function nearestCode(status: number, id: OperationId): ErrorCode {
  const codes = [...errorCodesOf(operations[id]), 'NOT_FOUND', 'FORBIDDEN', 'REMOTE_UNREACHABLE'] as const;
  return codes.find((code) => errorTable[code].status === status) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_REQUEST');
}

/** Seconds; RFC 9110, 10.2.3: a number, or a date. */
function readRetryAfter(given: string | null): number | undefined {
  if (given === null) return undefined;
  if (/^\d+$/.test(given)) return Number(given);
  const at = Date.parse(given);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
