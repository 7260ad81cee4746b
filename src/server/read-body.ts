// Reads the body of a request as bytes. Checks its media type first, then its size.

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';
import { linesType } from '../contract/item-stream.ts';
import { counted } from '../words/counts.ts';
import type { HeldBody } from './body-room.ts';
import { type UploadRate, watchUpload } from './upload-rate.ts';

/** Whether the request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** The kinds of text that a body may be. */
export type BodyKind = 'json' | 'lines';

/** The kind of the body, by its Content-Type. Raises UNSUPPORTED_MEDIA_TYPE for any other type or encoding. */
export function kindOfBody({ headers }: IncomingMessage, takesLines: boolean): BodyKind {
  const { type, parameters } = readContentType(headers);
  if (type !== 'application/json' && !(takesLines && type === linesType)) {
    const forms = takesLines
      ? `JSON or JSON Lines: send Content-Type: application/json or ${linesType}.`
      : 'JSON: send Content-Type: application/json.';
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', `The body must be ${forms}`);
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'JSON must be encoded in UTF-8.');
  return type === linesType ? 'lines' : 'json';
}

/** Whether the Content-Type says JSON Lines, also of an empty body. */
export const saysLines = ({ headers }: IncomingMessage): boolean => readContentType(headers).type === linesType;

function readContentType(headers: IncomingHttpHeaders): { readonly type: string; readonly parameters: readonly string[] } {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  return { type, parameters };
}

/** Raises UNSUPPORTED_MEDIA_TYPE for a form, because it is not the bytes of the file itself. Any other type is found from the bytes. */
export function checkFileType({ headers }: IncomingMessage): void {
  if (/^\s*multipart\//i.test(headers['content-type'] ?? ''))
    throw new PdfgenError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be the bytes of the file itself, not a form that contains the file.',
    );
}

/** Raises UNSUPPORTED_MEDIA_TYPE for a compressed body, because its real size would be known too late. */
export function checkEncoding({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'The body must not have a Content-Encoding. Send it uncompressed.');
}

/** Whether the client waits until the server asks for the body. */
export function isContinueAwaited({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion !== '1.0' && /^100-continue$/i.test(headers.expect ?? '');
}

/** Raises PAYLOAD_TOO_LARGE for a body with a declared size above `limit` bytes. */
export function checkDeclaredSize({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

const tooLarge = (limit: number): PdfgenError =>
  new PdfgenError('PAYLOAD_TOO_LARGE', `The body is larger than the limit of ${limit} bytes.`);

export interface BodyReading {
  /** Greatest size of the body in bytes. Reading stops there. */
  readonly limit: number;
  /** Sends 100 Continue to a client that waits for it. */
  readonly response: ServerResponse;
  readonly rate: UploadRate;
  /** Counts the bytes. Default: they are not counted. */
  readonly held?: HeldBody | undefined;
}

/** Reads a body as a whole. Raises the errors of `receive`. */
export async function readBytes(request: IncomingMessage, reading: BodyReading): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await receive(request, reading, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

/**
 * Hands the chunks of a body on. If `take` gives a promise, the next chunk comes after it. Raises PAYLOAD_TOO_LARGE, INVALID_REQUEST for a
 * body that breaks off or is too slow, and the errors of `held` and `take`.
 */
export async function receive(
  request: IncomingMessage,
  { limit, response, rate, held }: BodyReading,
  take: (chunk: Buffer) => void | Promise<void>,
): Promise<void> {
  checkDeclaredSize(request, limit);
  // A declared size is counted at once. Otherwise many simultaneous calls could all fail half-way.
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > 0) held?.hold(declared);
  if (isContinueAwaited(request)) response.writeContinue();
  return new Promise((resolve, reject) => {
    let size = 0;
    let taking: Promise<void> | undefined;
    const stopListening = () => {
      watch.end();
      request.off('data', hear).off('end', end).off('error', closed).off('close', closed);
    };
    const stop = (error: unknown) => {
      stopListening();
      // A later error belongs to a request that was already answered.
      request.on('error', () => {});
      // The rest is discarded, because a client often reads the answer only after it has sent its body.
      request.resume();
      reject(error);
    };
    const watch = watchUpload(rate, () => {
      // A client that sends no more would keep the connection open. A server that stops has answered already.
      if (!response.headersSent) response.setHeader('connection', 'close');
      stop(
        new PdfgenError(
          'INVALID_REQUEST',
          `The body arrived at less than ${counted(rate.minBytesPerSecond, 'byte')} a second (limit minUploadBytesPerSecond). Use a faster connection, or send smaller requests.`,
        ),
      );
    });
    const hear = (chunk: Buffer) => {
      watch.count(chunk.length);
      size += chunk.length;
      try {
        if (size > limit) throw tooLarge(limit);
        if (declared === 0) held?.hold(size);
        const taken = take(chunk);
        if (!taken) return;
        request.pause();
        taking = taken.then(() => void request.resume(), stop);
      } catch (error) {
        stop(error);
      }
    };
    const end = () => {
      stopListening();
      // The last chunk may still be on its way. If it fails, the promise is already rejected.
      if (taking) void taking.then(resolve);
      else resolve();
    };
    const closed = () => stop(new PdfgenError('INVALID_REQUEST', 'The connection ended before the body was complete.'));
    request.on('data', hear).on('end', end).on('error', closed).on('close', closed);
  });
}
