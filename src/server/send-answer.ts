// Sends the engine's answers over HTTP, by their kind in the contract.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Binary, CallNotes, FileStream, StoredPdf } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { Pdf } from '../contract/generate.ts';
import type { OperationShape } from '../contract/operation-shape.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { namesTag } from './entity-tag.ts';
import { prefersType } from './prefers-type.ts';

export interface AnswerContext {
  readonly operation: OperationShape;
  /** Before the paths of the table. */
  readonly prefix: string;
  readonly notes: CallNotes;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Keeps an answer with an entity tag of its bytes. */
  readonly keep?: (answer: KeptAnswer) => void;
}

/** An answer as JSON, with its entity tag. */
export interface KeptAnswer {
  readonly tag: string;
  readonly body: Buffer;
}

/** Sends the answer of an operation. */
export function sendAnswer(answer: unknown, context: AnswerContext): FastifyReply | Promise<FastifyReply> {
  const { body } = context.operation.response;
  if (body === undefined) return context.reply.code(context.operation.response.status).send();
  if (
    body === 'pdf' &&
    context.operation.response.report &&
    prefersType(context.request.headers.accept, 'application/json', 'application/pdf')
  )
    return sendReport(answer as Pdf, context);
  if (body === 'pdf') return sendPdf(answer as Pdf, context);
  if (body === 'file') return sendStoredPdf(answer as StoredPdf, context);
  if (body === 'stream') return sendStream(answer as FileStream, context);
  if (body === 'binary') return sendBinary(answer as Binary, context);
  return sendJson(answer as Readonly<Record<string, unknown>>, context);
}

/** Sends an answer, or 304 to a client that already has it. */
export function sendKept({ tag, body }: KeptAnswer, { method, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', tag);
  if (/^(?:GET|HEAD)$/.test(method) && namesTag(headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

function sendTagged(body: Readonly<Record<string, unknown>>, { operation, request, reply, keep }: AnswerContext): FastifyReply {
  const bytes = Buffer.from(JSON.stringify(body));
  const { etag, tagged } = operation.response;
  const digest = tagged === 'bytes' ? [createHash('sha256').update(bytes).digest('hex').slice(0, 32)] : [];
  const kept = { tag: `"${[...(etag === undefined ? [] : [body[etag]]), ...digest].join('-')}"`, body: bytes };
  keep?.(kept);
  return sendKept(kept, request, reply);
}

function sendJson(body: Readonly<Record<string, unknown>>, context: AnswerContext): FastifyReply {
  const { operation, prefix, notes, reply } = context;
  if (operation.response.tagged) return sendTagged(body, context);
  const { status, repeatStatus, location, etag } = operation.response;
  if (location !== undefined) reply.header('location', prefix + fill(location, body));
  if (etag !== undefined && typeof body[etag] === 'number') reply.header('etag', `"${body[etag]}"`);
  if (notes.repeated && operation.headers?.properties?.['idempotency-key']) reply.header('idempotency-replayed', 'true');
  return reply
    .code(notes.repeated && repeatStatus !== undefined ? repeatStatus : status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

const fill = (path: string, body: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(body[name])));

function setPdfHeaders(pdf: Omit<Pdf, 'body'>, reply: FastifyReply): void {
  reply
    .header('content-type', pdf.contentType)
    .header('content-disposition', contentDisposition('inline', pdf.filename))
    .header('etag', `"${pdf.sha256}"`);
  setFactHeaders(pdf, reply);
}

function setFactHeaders(pdf: Omit<Pdf, 'body'>, reply: FastifyReply): void {
  reply.header('x-pdfgen-pages', String(pdf.pages)).header('x-pdfgen-warnings', String(pdf.warningCount));
  if (pdf.templateVersion !== null) reply.header('x-pdfgen-template-version', String(pdf.templateVersion));
  if (pdf.templateRevision !== null) reply.header('x-pdfgen-template-revision', String(pdf.templateRevision));
}

function sendPdf(pdf: Pdf, { operation, reply }: AnswerContext): FastifyReply {
  setPdfHeaders(pdf, reply);
  const [whole, ...rest] = pdf.body;
  const body = whole && rest.length === 0 ? toBuffer(whole) : Readable.from(pdf.body);
  return reply.code(operation.response.status).header('content-length', String(pdf.bytes)).send(body);
}

/** How many bytes become base64 at once: a multiple of 3, so that the texts join. */
const reportPiece = 3 * 65_536;

/** Sends the PDF and what is known of it as JSON. Piece by piece, because base64 of a large PDF would keep this thread busy. */
function sendReport(pdf: Pdf, { operation, reply }: AnswerContext): FastifyReply {
  const { pages, pageDigest, warnings, filename } = pdf;
  const bytes = Buffer.concat(pdf.body);
  function* write(): Generator<string> {
    yield `${JSON.stringify({ pages, pageDigest, warnings, filename }).slice(0, -1)},"pdf":"`;
    for (let at = 0; at < bytes.length; at += reportPiece) yield bytes.toString('base64', at, at + reportPiece);
    yield '"}';
  }
  setFactHeaders(pdf, reply);
  return reply
    .code(operation.response.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(Readable.from(write(), { objectMode: false }));
}

async function sendStoredPdf(pdf: StoredPdf, { request, reply }: AnswerContext): Promise<FastifyReply> {
  const tag = `"${pdf.sha256}"`;
  setPdfHeaders(pdf, reply);
  reply.header('accept-ranges', 'bytes');
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).removeHeader('content-type').send();
  // If-Range compares strongly (RFC 9110, 13.1.5), and a date never matches: results carry none.
  const ifRange = request.headers['if-range'];
  const isPartWanted = request.method === 'GET' && (ifRange === undefined || ifRange === tag);
  const range = isPartWanted ? parseRange(request.headers.range, pdf.bytes) : undefined;
  if (range === 'unsatisfiable') return sendUnsatisfiable(pdf, request, reply);
  const { start, end } = range ?? { start: 0, end: pdf.bytes };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${pdf.bytes}`);
  reply.header('content-length', String(end - start));
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await openBody(range ? pdf.read(start, end) : pdf.read(), end - start));
}

/** 416 is not an error of the contract: the file exists, but the client's range is outside of it. */
function sendUnsatisfiable(pdf: StoredPdf, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = {
    type: 'urn:pdfgen:error:INVALID_REQUEST',
    title: 'Range not satisfiable',
    status: 416,
    code: 'INVALID_REQUEST',
    detail: `The range is outside the file's ${pdf.bytes} bytes.`,
    requestId: request.id,
  };
  return reply
    .code(416)
    .header('content-range', `bytes */${pdf.bytes}`)
    .header('content-type', 'application/problem+json')
    .removeHeader('content-disposition')
    .send(Buffer.from(JSON.stringify(problem)));
}

async function sendStream(file: FileStream, { operation, request, reply }: AnswerContext): Promise<FastifyReply> {
  reply
    .code(operation.response.status)
    .header('content-type', file.contentType)
    .header('content-disposition', contentDisposition('attachment', file.filename));
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await openBody(file.body, undefined));
}

/** Waits for the first bytes, while a fault can still become a problem document. A body of one piece needs no stream. */
async function openBody(body: AsyncIterable<Uint8Array>, bytes: number | undefined): Promise<Readable | Buffer> {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (!first.done && first.value.length === bytes) {
    await iterator.return?.();
    return toBuffer(first.value);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (first.done) return;
      yield first.value;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return Readable.from(all(), { objectMode: false });
}

function sendBinary({ contentType, body }: Binary, { operation, request, reply }: AnswerContext): FastifyReply {
  const sha256 = (request.params as Readonly<Record<string, string>>).sha256;
  if (sha256 === undefined) throw new PdfgenError('INTERNAL', 'The answer is a file without a name.');
  if (operation.response.isImmutable) reply.header('cache-control', 'private, max-age=31536000, immutable');
  return reply
    .code(operation.response.status)
    .header('content-type', contentType)
    .header('content-length', String(body.byteLength))
    .header('content-disposition', contentDisposition('attachment', sha256))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('etag', `"${sha256}"`)
    .send(toBuffer(body));
}

/** The same bytes, not a copy. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
