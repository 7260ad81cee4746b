// The thread of one inspection. A hostile file can do no more than end it.
import { parentPort, workerData } from 'node:worker_threads';
import type { PdfFacts } from './facts.ts';
import { type InspectOptions, inspectPdf } from './inspect-pdf.ts';
import { toUnreadable, type Unreadable } from './run-on-pdf.ts';

/** What the thread is given. */
export interface InspectWork extends InspectOptions {
  readonly bytes: Uint8Array;
}

export interface FromInspectThread {
  readonly facts: PdfFacts;
}

const send = (message: FromInspectThread | Unreadable): void => parentPort!.postMessage(message);

async function answer({ bytes, ...options }: InspectWork): Promise<void> {
  try {
    send({ facts: await inspectPdf(bytes, options) });
  } catch (error) {
    const unreadable = toUnreadable(error);
    if (!unreadable) throw error;
    send(unreadable);
  }
}

// Not awaited: chunks of the bundle import from this module, and would wait for its end.
void answer(workerData as InspectWork);
