// Signs in a thread of its own, within bounds of time and memory.
import { PdfgenError } from '../contract/errors.ts';
import { runOnPdf } from '../inspect/run-on-pdf.ts';
import type { ThreadBounds } from '../threads/run-in-thread.ts';
import { UsageError } from '../words/usage-error.ts';
import type { FromSignThread, Signed, SignOrder } from './sign-thread.ts';

/**
 * The bytes of the PDF move to the thread. `folder`: where the thread's built module is, for a caller that runs unbuilt. Raises UnreadablePdf; UsageError
 * for a key, file or field that cannot be used; REMOTE_UNREACHABLE and REMOTE_UNSUPPORTED for the time stamp.
 */
export async function signInThread(
  order: SignOrder,
  signal: AbortSignal,
  bounds?: Partial<ThreadBounds>,
  folder = new URL('./', import.meta.url),
): Promise<Signed> {
  const module = new URL('sign-thread.js', folder);
  const work = { module, given: order, moved: [order.pdf.buffer], signal, bounds };
  const answer = await runOnPdf<FromSignThread>(work);
  if ('signed' in answer) return answer.signed;
  if ('usage' in answer) throw new UsageError(answer.usage);
  throw new PdfgenError(answer.code, answer.message);
}
