// Inspects in a thread of its own, within bounds of time and memory.
import type { ThreadBounds } from '../threads/run-in-thread.ts';
import type { PdfFacts } from './facts.ts';
import type { InspectOptions } from './inspect-pdf.ts';
import type { FromInspectThread, InspectWork } from './inspect-thread.ts';
import { runOnPdf } from './run-on-pdf.ts';

/** The bytes move to the thread. `folder`: where the thread's built module is, for a caller that runs unbuilt. Raises UnreadablePdf. */
export async function inspectInThread(
  bytes: Uint8Array<ArrayBuffer>,
  options: InspectOptions,
  signal: AbortSignal,
  { bounds, folder = new URL('./', import.meta.url) }: { readonly bounds?: Partial<ThreadBounds>; readonly folder?: URL } = {},
): Promise<PdfFacts> {
  const module = new URL('inspect-thread.js', folder);
  const given: InspectWork = { bytes, ...options };
  const { facts } = await runOnPdf<FromInspectThread>({ module, given, moved: [bytes.buffer], signal, bounds });
  return facts;
}
