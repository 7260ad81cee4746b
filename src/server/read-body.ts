// Reads the body of a request as bytes. Checks its media type first, then its size.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PdfgenError } from '../contract/errors.ts';
import type { HeldBody } from './body-room.ts';
import { type UploadRate, watchUpload } from './upload-rate.ts';

/** Whether the request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Raises UNSUPPORTED_MEDIA_TYPE unless the body is uncompressed JSON in UTF-8. */
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

export interface Reading {
  /** Greatest size of the body in bytes. Reading stops there. */
  readonly limit: number;
  /** Sends 100 Continue to a client that waits for it. */
  readonly response: ServerResponse;
  readonly rate: UploadRate;
  /** Counts the bytes. Default: they are not counted. */
  readonly held?: HeldBody | undefined;
}

/** Reads a body. Raises PAYLOAD_TOO_LARGE, INVALID_REQUEST for a body that breaks off or is too slow, and the errors of `held`. */
export async function readBytes(request: IncomingMessage, { limit, response, rate, held }: Reading): Promise<Buffer> {
  checkDeclaredSize(request, limit);
  // A declared size is counted at once. Otherwise many simultaneous calls could all fail half-way.
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > 0) held?.hold(declared);
  if (isContinueAwaited(request)) response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stopListening = () => {
      watch.end();
      request.off('data', take).off('end', end).off('error', closed).off('close', closed);
    };
    const stop = (error: Error) => {
      stopListening();
      // A later error belongs to a request that was already answered.
      request.on('error', () => {});
      // The rest is discarded, because a client often reads the answer only after it has sent its body.
      request.resume();
      reject(error);
    };
    const watch = watchUpload(rate, () => {
      // A client that sends no more would keep the connection open.
      response.setHeader('connection', 'close');
      stop(
        new PdfgenError(
          'INVALID_REQUEST',
          `The body arrived at less than ${rate.minBytesPerSecond} bytes a second (limit minUploadBytesPerSecond). Use a faster connection, or send smaller requests.`,
        ),
      );
    });
    const take = (chunk: Buffer) => {
      watch.count(chunk.length);
      size += chunk.length;
      if (size > limit) return stop(tooLarge(limit));
      try {
        if (declared === 0) held?.hold(size);
      } catch (error) {
        return stop(error as Error);
      }
      chunks.push(chunk);
    };
    const end = () => {
      stopListening();
      resolve(Buffer.concat(chunks, size));
    };
    const closed = () => stop(new PdfgenError('INVALID_REQUEST', 'The connection ended before the body was complete.'));
    request.on('data', take).on('end', end).on('error', closed).on('close', closed);
  });
}
