// Fills a form in a thread of its own, within bounds of time and memory.
import { PdfgenError } from '../contract/errors.ts';
import { runOnPdf } from '../inspect/run-on-pdf.ts';
import type { ThreadBounds } from '../threads/run-in-thread.ts';
import type { FilledPdf, WrongValues } from './fill-pdf.ts';
import type { FillOrder, FromFillThread } from './fill-thread.ts';

/**
 * The bytes of the PDF move to the thread. `folder`: where the thread's built module is, for a caller that runs unbuilt. Raises UnreadablePdf for a file
 * that cannot be filled, and ASSET_INVALID for a font.
 */
export async function fillInThread(
  order: FillOrder,
  signal: AbortSignal,
  bounds?: Partial<ThreadBounds>,
  folder = new URL('./', import.meta.url),
): Promise<FilledPdf | WrongValues> {
  const module = new URL('fill-thread.js', folder);
  const answer = await runOnPdf<FromFillThread>({ module, given: order, moved: [order.pdf.buffer], signal, bounds });
  if ('filled' in answer) return answer.filled;
  if ('breaches' in answer) return answer;
  throw new PdfgenError(answer.code, answer.message);
}
