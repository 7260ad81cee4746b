// Merges PDFs whose titles are `Nr 1`, `Nr 2` and so on.

import { buffer } from 'node:stream/consumers';
import { mergeDocuments } from '../../src/engine/generation/merge-documents.ts';

export function mergeFiles(files: readonly Uint8Array[], title: string): Promise<Buffer> {
  const documents = files.map((bytes, i) => ({
    title: `Nr ${i + 1}`,
    async *read() {
      yield bytes;
    },
  }));
  return buffer(mergeDocuments(documents, title));
}
