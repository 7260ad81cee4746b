// The thread of one inspection. A hostile file can do no more than end it.
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfFacts } from './facts.ts';
import { UnreadablePdf } from './file/objects.ts';
import { type InspectOptions, inspectPdf } from './inspect-pdf.ts';

/** What the thread is given. */
export interface Given extends InspectOptions {
  readonly bytes: Uint8Array;
}

export type FromInspectThread = { readonly facts: PdfFacts } | { readonly unreadable: string };

const send = (message: FromInspectThread): void => parentPort!.postMessage(message);

async function answer({ bytes, ...options }: Given): Promise<void> {
  try {
    send({ facts: await inspectPdf(bytes, options) });
  } catch (error) {
    if (error instanceof UnreadablePdf) send({ unreadable: error.message });
    // A tree of objects that is nested too deeply ends the stack.
    else if (error instanceof RangeError) send({ unreadable: 'is nested too deeply, or damaged' });
    else throw error;
  }
}

// Not awaited: chunks of the bundle import from this module, and would wait for its end.
void answer(workerData as Given);
