// Merges in threads, so that the main thread can go on serving. Each merge has a thread of its own, which ends with it.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createTurns, type Turns } from '../../async/turns.ts';
import { type ErrorCode, PdfgenError } from '../../contract/errors.ts';
import type { MergeDocuments, MergedDocument } from './merge-documents.ts';

/** Message to the thread: the next document. Null: no more documents. */
export interface SentDocument {
  readonly title: string;
  readonly bytes: Uint8Array;
}

export type FromMergeThread =
  | { readonly kind: 'next' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'error'; readonly code: ErrorCode; readonly message: string };

/** Most merges at a time, each for another team. */
const places = 4;
/** Largest heap of a thread. The bytes of documents are outside of the heap. */
const heapMb = 1024;

/** Gives the merge for a team. `folder`: where the thread's built module is, for a caller that runs unbuilt. */
export function createMergeThreads(folder = new URL('./', import.meta.url)): (team: string) => MergeDocuments {
  const turns = createTurns(places);
  const file = new URL('merge-thread.js', folder);
  return (team) =>
    async function* merge(documents, title, signal) {
      const leave = await takePlace(turns, team, signal);
      try {
        yield* mergeInThread(file, documents, title);
      } finally {
        leave();
      }
    };
}

/** Waits for a free place. Gives the function that frees the place. */
function takePlace(turns: Turns, team: string, signal: AbortSignal | undefined): Promise<() => void> {
  return new Promise((resolve, reject) => {
    turns.take(team, () => new Promise<void>((leave) => resolve(leave)), signal).catch(reject);
  });
}

async function* mergeInThread(
  file: URL,
  documents: Iterable<MergedDocument>,
  title: string | undefined,
): AsyncGenerator<Uint8Array> {
  const thread = new Worker(file, { workerData: title, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterable<readonly [FromMergeThread]>;
  const waiting = documents[Symbol.iterator]();
  try {
    for await (const [message] of unlessItDies(messages)) {
      if (message.kind === 'end') return;
      if (message.kind === 'error') throw new PdfgenError(message.code, message.message);
      if (message.kind === 'bytes') yield message.bytes;
      else {
        const next = waiting.next();
        if (next.done) thread.postMessage(null);
        else {
          const bytes = await readWhole(next.value.read());
          thread.postMessage({ title: next.value.title, bytes } satisfies SentDocument, [bytes.buffer]);
        }
      }
    }
  } finally {
    await thread.terminate();
  }
}

/** Raises RENDER_LIMIT if the thread runs out of memory, and any other error that ends it. */
async function* unlessItDies<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new PdfgenError('RENDER_LIMIT', 'Merging the documents into one PDF needs too much memory. Download the zip instead.', {
      cause: error,
    });
  }
  throw new Error('The merge thread ended too early.');
}

async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    length += chunk.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of read) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
