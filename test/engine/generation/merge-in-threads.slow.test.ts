import { buffer as readAll } from 'node:stream/consumers';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { type MergedDocument, mergeDocuments } from '../../../src/engine/generation/merge-documents.ts';
import { createMergeThreads } from '../../../src/engine/generation/merge-in-threads.ts';
import { builtThreads } from '../../support/open-server.ts';

async function makePdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (let page = 0; page < pages; page++) pdf.addPage([200, 100 + page]);
  return pdf.save();
}

const toDocument = (bytes: Uint8Array, i: number): MergedDocument => ({
  title: `Nr ${i}`,
  async *read() {
    yield bytes.slice(0, 10);
    yield bytes.slice(10);
  },
});

test('a thread merges to the same bytes', async () => {
  const documents = (await Promise.all([1, 300, 2].map(makePdf))).map(toDocument);
  const merge = createMergeThreads(builtThreads)('a');
  for (const title of [undefined, 'Größe'])
    expect(await readAll(merge(documents, title))).toEqual(await readAll(mergeDocuments(documents, title)));
});

test('a thread refuses a document with the same message', async () => {
  const documents = [await makePdf(1), Buffer.from('no PDF')].map(toDocument);
  const refused = async (chunks: AsyncIterable<Uint8Array>) => {
    const error = await readAll(chunks).catch((reason: unknown) => reason);
    return error instanceof PdfgenError && [error.code, error.message];
  };
  const inThread = await refused(createMergeThreads(builtThreads)('a')(documents, undefined));
  expect(inThread).toEqual(['RENDER_FAILED', expect.stringContaining('"Nr 1"')]);
  expect(inThread).toEqual(await refused(mergeDocuments(documents, undefined)));
});

test('a document that cannot be read ends the merge', async () => {
  const lost: MergedDocument = {
    title: 'lost',
    // biome-ignore lint/correctness/useYield: it fails before
    async *read() {
      throw new Error('lost');
    },
  };
  await expect(readAll(createMergeThreads(builtThreads)('a')([lost], undefined))).rejects.toThrow('lost');
});

/** Of so many bytes that are like those of no other number. */
async function makeLargePdf(number: number, bytes: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const content = pdf.context.register(pdf.context.stream(new Uint8Array(bytes).fill(number)));
  pdf.addPage().node.set(PDFName.of('Contents'), content);
  return pdf.save();
}

test('documents are read one at a time, and no more of them when nobody reads the result', async () => {
  const read: number[] = [];
  const documents = Array.from({ length: 20 }, (_, i) => ({
    title: `Nr ${i}`,
    async *read() {
      read.push(i);
      yield await makeLargePdf(i, 1_000_000);
    },
  }));
  for await (const _ of createMergeThreads(builtThreads)('a')(documents, undefined)) break;
  expect(read.length).toBeLessThan(20);
  expect(read).toEqual(Array.from(read, (_, i) => i));
});

test('a team has one merge at a time while other teams merge; an abandoned merge frees its place', async () => {
  const documents = [await makePdf(1), await makePdf(1)].map(toDocument);
  const threads = createMergeThreads(builtThreads);
  const begin = (team: string, signal?: AbortSignal) => threads(team)(documents, undefined, signal)[Symbol.asyncIterator]();
  const first = begin('a');
  await first.next();
  const begun: string[] = [];
  const second = begin('a');
  const waiting = second.next().then(() => begun.push('second'));
  const gone = new AbortController();
  const third = begin('a', gone.signal).next();
  gone.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  expect((await readAll(threads('b')(documents, undefined))).length).toBeGreaterThan(0);
  expect(begun).toEqual([]);
  await first.return?.();
  await waiting;
  expect(begun).toEqual(['second']);
  await second.return?.();
});
