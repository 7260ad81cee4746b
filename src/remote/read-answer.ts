// Turns the answer of a remote server into the result that the local engine would give.
import { createHash } from 'node:crypto';
import type { Binary, FileStream, StoredPdf } from '../contract/engine.ts';
import { PdfgenError } from '../contract/errors.ts';
import type { Pdf } from '../contract/generate.ts';
import type { OperationShape } from '../contract/operation-shape.ts';
import type { OperationId } from '../contract/operations.ts';
import { normalize } from './normalize.ts';
import { type HttpHeaders, readAll } from './request.ts';
import type { Answer } from './send.ts';

/** Raises REMOTE_UNSUPPORTED for a body of another kind, REMOTE_UNREACHABLE for a body that breaks off or arrives damaged. */
export async function readAnswer(id: OperationId, operation: OperationShape, answer: Answer): Promise<unknown> {
  const { body } = operation.response;
  if (body === undefined) {
    answer.response.cancel();
    return undefined;
  }
  if (body === 'pdf') return readPdf(answer);
  if (body === 'file') return readStoredPdf(answer);
  if (body === 'stream') return readStream(answer);
  if (body === 'binary') return readBinary(answer);
  return normalize(id, await readJson(id, answer));
}

async function readJson(id: OperationId, { response, server }: Answer): Promise<unknown> {
  const text = new TextDecoder().decode(await readAll(response));
  try {
    return JSON.parse(text);
  } catch (error) {
    const type = response.headers.get('content-type') ?? 'no type';
    throw new PdfgenError(
      'REMOTE_UNSUPPORTED',
      `The server ${server} answers ${id} with something that is not JSON (${type}). Is this the address of a pdfgen server?`,
      { cause: error },
    );
  }
}

async function readPdf(answer: Answer): Promise<Pdf> {
  expectPdf(answer);
  const body: Uint8Array[] = [];
  for await (const chunk of readWhole(answer)) body.push(chunk);
  return { ...describePdf(answer.headers), ...measure(body), body };
}

function measure(body: readonly Uint8Array[]): { readonly bytes: number; readonly sha256: string } {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const chunk of body) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function readStoredPdf(answer: Answer): StoredPdf {
  expectPdf(answer);
  const { headers } = answer;
  let first: Answer | undefined = answer;
  return {
    ...describePdf(headers),
    bytes: Number(headers.get('content-length') ?? 0),
    sha256: digestOf(headers) ?? '',
    async *read(start = 0, end?: number) {
      if (start === 0 && end === undefined) {
        const whole = first ?? (await answer.again({}));
        first = undefined;
        yield* readWhole(whole);
        return;
      }
      first?.response.cancel();
      first = undefined;
      const part = await answer.again({ range: `bytes=${start}-${end === undefined ? '' : end - 1}` });
      if (!isPartFrom(start, part)) {
        part.response.cancel();
        throw new PdfgenError(
          'REMOTE_UNSUPPORTED',
          `The server ${part.server} does not send the part of a result that is requested.`,
        );
      }
      yield* part.response.body;
    },
  };
}

/** A download is resumed at most this often. */
const mostResumes = 5;

/** The whole body. A download that breaks off is resumed at its position. The digest is checked if the server gives one. */
async function* readWhole(answer: Answer): AsyncIterable<Uint8Array> {
  const { headers, server } = answer;
  const digest = digestOf(headers);
  const length = headers.has('content-length') ? Number(headers.get('content-length')) : undefined;
  const hash = createHash('sha256');
  let received = 0;
  let current = answer;
  for (let resumes = 0; ; resumes++) {
    let failure: unknown;
    try {
      for await (const chunk of current.response.body) {
        received += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      failure = error;
    }
    if (failure === undefined && (length === undefined || received === length)) break;
    const canResume = headers.get('accept-ranges') === 'bytes' && headers.has('etag') && resumes < mostResumes;
    if (!canResume) throw answer.brokenOff(failure);
    current = await answer.again({ range: `bytes=${received}-`, 'if-range': headers.get('etag')! });
    if (!isPartFrom(received, current)) throw answer.brokenOff(failure);
  }
  if (digest !== undefined && digest !== hash.digest('hex'))
    throw new PdfgenError(
      'REMOTE_UNREACHABLE',
      `The answer of the server ${server} arrived damaged: its SHA-256 differs from the header.`,
    );
}

/** Whether an answer to a request with a range begins there. A server may send the whole body, or another part. */
function isPartFrom(start: number, { status, headers }: Answer): boolean {
  return status === 206 && headers.get('content-range')?.startsWith(`bytes ${start}-`) === true;
}

function readStream(answer: Answer): FileStream {
  const { headers } = answer;
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    filename: filenameOf(headers) ?? 'result',
    body: readWhole(answer),
  };
}

async function readBinary({ response, headers }: Answer): Promise<Binary> {
  return { contentType: headers.get('content-type') ?? 'application/octet-stream', body: await readAll(response) };
}

function expectPdf({ headers, server }: Answer): void {
  const type = headers.get('content-type') ?? 'no type';
  if (/^application\/(?:pdf|octet-stream)\b/i.test(type)) return;
  throw new PdfgenError('REMOTE_UNSUPPORTED', `The server ${server} answers with ${type} instead of a PDF.`);
}

/** Facts from the headers. HTTP carries only the number of warnings. */
function describePdf(headers: HttpHeaders): Omit<Pdf, 'body' | 'bytes' | 'sha256'> {
  const number = (name: string): number | null => {
    const value = headers.get(name);
    return value !== null && /^\d+$/.test(value) ? Number(value) : null;
  };
  return {
    contentType: 'application/pdf',
    filename: filenameOf(headers) ?? 'document.pdf',
    pages: number('x-pdfgen-pages') ?? 0,
    templateVersion: number('x-pdfgen-template-version'),
    templateRevision: number('x-pdfgen-template-revision'),
    warningCount: number('x-pdfgen-warnings') ?? 0,
    warnings: [],
  };
}

/** A strong entity tag that is a SHA-256. */
function digestOf(headers: HttpHeaders): string | undefined {
  return /^"([0-9a-f]{64})"$/.exec(headers.get('etag') ?? '')?.[1];
}

/** RFC 6266, 4.3: `filename*` before `filename`. The name must not lead callers to another folder. */
function filenameOf(headers: HttpHeaders): string | undefined {
  const given = headers.get('content-disposition') ?? '';
  const extended = /;\s*filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(given)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The encoding is invalid, so the plain name is used.
    }
  }
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(given) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? plain;
}
