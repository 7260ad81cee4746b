// Merges PDFs whose titles are `Nr 1`, `Nr 2` and so on.
import { mergeDocuments } from '../../src/engine/generation/merge-documents.ts';

export async function mergeFiles(files: readonly Uint8Array[], title: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const documents = files.map((bytes, i) => ({
    title: `Nr ${i + 1}`,
    async *read() {
      yield bytes;
    },
  }));
  for await (const chunk of mergeDocuments(documents, title)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
