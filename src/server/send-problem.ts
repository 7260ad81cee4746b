// Sends errors as problem documents, with the id of the request.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, PdfgenError, reword, toProblem } from '../contract/errors.ts';
import { findDiskFull } from '../files/disk-full.ts';
import { describeError } from './describe-error.ts';

/** Seconds after which a client should try again, if the fault itself does not say. */
const retryAfter: Readonly<Partial<Record<ErrorCode, number>>> = {
  JOB_NOT_COMPLETED: 1,
  RATE_LIMITED: 60,
  QUOTA_EXCEEDED: 60,
  OVERLOADED: 5,
  STORE_UNAVAILABLE: 5,
};

/** Answers a fault with a problem document. The log has what only the operator may know. */
export function sendProblem(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendKnownProblem(logFault(fault, request), request, reply);
}

/** Answers an error that the log has already. */
export function sendKnownProblem(error: PdfgenError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  setStatus(error, reply);
  return (
    reply
      .header('content-type', 'application/problem+json')
      // Sent as bytes: the framework would add a charset to a text, but the type has none.
      .send(Buffer.from(JSON.stringify({ ...toProblem(error), requestId: request.id })))
  );
}

/** Logs a fault of the server, and gives the error for the caller. */
export function logFault(fault: unknown, request: FastifyRequest): PdfgenError {
  const error = toPdfgenError(fault);
  if (error.status >= 500 && error.code !== 'OVERLOADED') request.log.error({ fault: describeError(fault) }, 'a call failed');
  if (isOutOfFiles(fault)) request.log.error(outOfFiles);
  return error;
}

/** Sets status and headers for an error. */
export function setStatus(error: PdfgenError, reply: FastifyReply): void {
  const { status } = error;
  for (const name of contentHeaders) reply.removeHeader(name);
  const seconds = error.retryAfter ?? retryAfter[error.code];
  if (seconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))));
  if (error.quota) {
    reply
      .header('ratelimit-limit', String(error.quota.limit))
      .header('ratelimit-remaining', String(error.quota.remaining))
      .header('ratelimit-reset', String(Math.ceil(seconds ?? 0)));
  }
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status);
}

/** Whether the process, or the whole machine, may open no more files: the fault itself, or its cause, such as that of a template that cannot be read. */
const isOutOfFiles = (fault: unknown): boolean => {
  if (!(fault instanceof Error)) return false;
  return [fault, fault.cause].some((one) =>
    ['EMFILE', 'ENFILE'].includes((one as NodeJS.ErrnoException | undefined)?.code ?? ''),
  );
};

const outOfFiles = 'no more files can be opened: raise the limit of open files of the process (ulimit -n)';

/** Headers of an answer that was prepared but not sent. */
const contentHeaders = [
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'etag',
  'x-pdfgen-pages',
  'x-pdfgen-warnings',
  'x-pdfgen-template-version',
  'x-pdfgen-template-revision',
];

/** A client gets this sentence for any fault of a store. The store's own message names hosts and settings, so only the log has it. */
export const storeIsAway = 'The server cannot use its database or its object store for now. Try again later.';

/** The error of the contract for any fault. */
export function toPdfgenError(fault: unknown): PdfgenError {
  if (isOutOfFiles(fault))
    return new PdfgenError('OVERLOADED', 'The server has too many files and connections open. Try again later.', {
      cause: fault,
    });
  if (fault instanceof PdfgenError) return fault.code === 'STORE_UNAVAILABLE' ? reword(fault, storeIsAway) : fault;
  const full = findDiskFull(fault);
  if (full) return full;
  const { statusCode, code } = (fault ?? {}) as Partial<FastifyError>;
  if (code === 'FST_ERR_BAD_URL') return new PdfgenError('NOT_FOUND', 'The address is malformed.');
  if (statusCode === 415) return new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Type is malformed.');
  if (statusCode === 413) return new PdfgenError('PAYLOAD_TOO_LARGE', 'The body is too large.');
  if (code?.startsWith('FST_ERR') && statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new PdfgenError('INVALID_REQUEST', 'The request is malformed.');
  return new PdfgenError(
    'INTERNAL',
    'An unexpected fault in the server. The log of the server has details under the requestId.',
    {
      cause: fault,
    },
  );
}
