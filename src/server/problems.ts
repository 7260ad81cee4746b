// Errors on their way out: every one a problem document with the id of its request.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errorTable, PdfgenError, toProblem } from '../contract/errors.ts';
import { describeFault } from './describe-fault.ts';

/** Seconds after which a repeat is worth trying, where the fault itself does not say. */
const retryAfter: Readonly<Partial<Record<ErrorCode, number>>> = {
  JOB_NOT_COMPLETED: 1,
  RATE_LIMITED: 60,
  QUOTA_EXCEEDED: 60,
  OVERLOADED: 5,
};

/** Answers a fault with a problem document. */
export function sendProblem(fault: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = setStatus(fault, request, reply);
  return (
    reply
      .header('content-type', 'application/problem+json')
      // As bytes: to a text the framework adds a charset, which the type does not have.
      .send(Buffer.from(JSON.stringify({ ...toProblem(error), requestId: request.id })))
  );
}

/** Sets what every answer to a fault has, and gives the error. What nobody foresaw is told to the log alone. */
export function setStatus(fault: unknown, request: FastifyRequest, reply: FastifyReply): PdfgenError {
  const error = toPdfgenError(fault);
  const { status } = errorTable[error.code];
  if (status >= 500 && error.code !== 'OVERLOADED')
    request.log.error({ fault: describeFault(fault), requestId: request.id }, 'a call failed');
  for (const name of contentHeaders) reply.removeHeader(name);
  const seconds = error.retryAfter ?? retryAfter[error.code];
  if (seconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(status);
  return error;
}

/** What belongs to the answer that did not come about. */
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

/** What a fault is in the contract. */
export function toPdfgenError(fault: unknown): PdfgenError {
  if (fault instanceof PdfgenError) return fault;
  const { statusCode, code } = (fault ?? {}) as Partial<FastifyError>;
  if (code === 'FST_ERR_BAD_URL') return new PdfgenError('NOT_FOUND', 'The address is malformed.');
  if (statusCode === 415) return new PdfgenError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Type is malformed.');
  if (statusCode === 413) return new PdfgenError('PAYLOAD_TOO_LARGE', 'The body is too large.');
  if (code?.startsWith('FST_ERR') && statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new PdfgenError('INVALID_REQUEST', 'The request is malformed.');
  return new PdfgenError('INTERNAL', 'The server met a fault of its own. Its log has more under the requestId.', {
    cause: fault,
  });
}
