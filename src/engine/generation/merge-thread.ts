// The thread of one merge. It asks for the next document after it has written the earlier documents.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { PdfgenError } from '../../contract/errors.ts';
import { type MergedDocument, mergeDocuments } from './merge-documents.ts';
import type { FromMergeThread, SentDocument } from './merge-in-threads.ts';

/** Least bytes of a message, but for the last. */
const messageBytes = 65_536;

const port = parentPort!;
const merged: Uint8Array[] = [];
let mergedBytes = 0;

const send = (message: FromMergeThread, moved: readonly ArrayBuffer[] = []): void => port.postMessage(message, moved);

function sendMerged(): void {
  if (mergedBytes === 0) return;
  const bytes = new Uint8Array(mergedBytes);
  let at = 0;
  for (const chunk of merged.splice(0)) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  mergedBytes = 0;
  send({ kind: 'bytes', bytes }, [bytes.buffer]);
}

async function* askForDocuments(): AsyncGenerator<MergedDocument> {
  for (;;) {
    sendMerged();
    const answer = once(port, 'message') as Promise<[SentDocument | null]>;
    send({ kind: 'next' });
    const [document] = await answer;
    if (document === null) return;
    yield {
      title: document.title,
      async *read() {
        yield document.bytes;
      },
    };
  }
}

try {
  for await (const chunk of mergeDocuments(askForDocuments(), workerData as string | undefined)) {
    merged.push(chunk);
    mergedBytes += chunk.length;
    if (mergedBytes >= messageBytes) sendMerged();
  }
  sendMerged();
  send({ kind: 'end' });
} catch (error) {
  if (!(error instanceof PdfgenError)) throw error;
  // A cloned Error would lose its code.
  send({ kind: 'error', code: error.code, message: error.message });
}
