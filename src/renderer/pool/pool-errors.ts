// The errors that callers get when a thread does not do its work.
import { PdfgenError } from '../../contract/errors.ts';
import { RendererLost } from '../renderer.ts';

/** A thread keeps its own time limits. A thread that does not respond is ended this much later. */
export const graceMs = 1_000;

export function overloaded(detail: string): PdfgenError {
  return new PdfgenError('OVERLOADED', detail, { retryAfter: 1 });
}

const tooLong = {
  RENDER_TIMEOUT: 'Rendering took longer than allowed and was stopped.',
  VALIDATION_TIMEOUT: 'Checking the data took longer than allowed and was stopped.',
} as const;

export function tookTooLong(code: keyof typeof tooLong): PdfgenError {
  return new PdfgenError(code, tooLong[code]);
}

export function rendererLost(setback: RendererLost['setback'], reason: string): PdfgenError {
  const where = setback === 'thread-died' ? 'thread' : 'process';
  return new PdfgenError('RENDER_FAILED', `The render ${where} ended before it was done.`, {
    cause: new RendererLost(setback, reason),
  });
}
