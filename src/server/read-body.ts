// The body of a request: its media type, its size and its JSON, in this order.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';
import type { TakeRoom } from './body-room.ts';

/** Whether a body comes along at all. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Raises UNSUPPORTED_MEDIA_TYPE for a body that is not JSON in UTF-8 as it is. */
export function checkJsonType({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json')
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: send Content-Type: application/json.');
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'JSON must be encoded in UTF-8.');
}

/** Raises UNSUPPORTED_MEDIA_TYPE for a compressed body: its size would be known too late. */
export function checkEncoding({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'A Content-Encoding is not taken; send the body as it is.');
}

/** Whether the client sends its body when it is called for. */
export function isContinueAwaited({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion !== '1.0' && /^100-continue$/i.test(headers.expect ?? '');
}

/**
 * Reads a body of at most `limit` bytes, and calls for it on `response` where a client waits for that. Raises PAYLOAD_TOO_LARGE
 * before more than that is held, and what `takeRoom` raises.
 */
export async function readBytes(
  request: IncomingMessage,
  limit: number,
  response?: ServerResponse,
  takeRoom: TakeRoom = () => {},
): Promise<Buffer> {
  const tooLarge = () => new PdfgenError('PAYLOAD_TOO_LARGE', `The body is over the limit of ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  if (isContinueAwaited(request)) response?.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stopListening = () => request.off('data', take).off('end', end).off('error', closed).off('close', closed);
    const stop = (error: Error) => {
      stopListening();
      // An error that comes later is of a request that was answered already.
      request.on('error', () => {});
      // The rest flows away unread, so that the client comes to read the answer.
      request.resume();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return stop(tooLarge());
      try {
        takeRoom(chunk.length);
      } catch (error) {
        return stop(error as Error);
      }
      chunks.push(chunk);
    };
    const end = () => {
      stopListening();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    };
    const closed = () => stop(new PdfgenError('INVALID_REQUEST', 'The connection ended before the body did.'));
    request.on('data', take).on('end', end).on('error', closed).on('close', closed);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Raises INVALID_REQUEST for what is no JSON, or nested deeper than `depth` levels. */
export function parseJson(bytes: Uint8Array, depth: number): unknown {
  const text = decode(bytes);
  if (nestsDeeper(text, depth)) throw new PdfgenError('INVALID_REQUEST', `The body is nested deeper than ${depth} levels.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's words quote the body; its place is enough.
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const place = position === undefined ? '' : ` (at character ${position})`;
    throw new PdfgenError('INVALID_REQUEST', `The body is not valid JSON${place}.`, { cause: error });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new PdfgenError('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause: error });
  }
}

/** Read from the text, so that nothing that recurses ever sees a deep value. */
function nestsDeeper(text: string, depth: number): boolean {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at + 1);
    else if (code === 0x5b || code === 0x7b) {
      if (++level > depth) return true;
    } else if (code === 0x5d || code === 0x7d) level--;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}
