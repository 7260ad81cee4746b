// Inspects in a thread of its own, within bounds of time and memory.
import { type Bounds, OutOfBounds, runInThread } from '../threads/run-in-thread.ts';
import type { PdfFacts } from './facts.ts';
import { UnreadablePdf } from './file/objects.ts';
import type { InspectOptions } from './inspect-pdf.ts';
import type { FromInspectThread, Given } from './inspect-thread.ts';

/** The bytes move to the thread. `folder`: where the thread's built module is, for a caller that runs unbuilt. Raises UnreadablePdf. */
export async function inspectInThread(
  bytes: Uint8Array<ArrayBuffer>,
  options: InspectOptions,
  signal: AbortSignal,
  bounds?: Bounds,
  folder = new URL('./', import.meta.url),
): Promise<PdfFacts> {
  const module = new URL('inspect-thread.js', folder);
  const given: Given = { bytes, ...options };
  const answer = await runInThread<FromInspectThread>({ module, given, moved: [bytes.buffer], signal, bounds }).catch(
    (error: unknown) => {
      throw error instanceof OutOfBounds ? new UnreadablePdf(error.message, { cause: error }) : error;
    },
  );
  if ('facts' in answer) return answer.facts;
  throw new UnreadablePdf(answer.unreadable);
}
