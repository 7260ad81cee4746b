import { createHash } from 'node:crypto';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { createCompactSink } from '../../../src/document/paint/compact-sink.ts';
import type { PdfSink } from '../../../src/document/paint/pdf-sink.ts';
import { createPdfkitSink } from '../../../src/document/paint/pdfkit-sink.ts';

type Create = (write: (chunk: Uint8Array) => void) => PdfSink;
const sinks: readonly (readonly [string, string, Create])[] = [
  ['compact, PDF 1.7', '1.7', (write) => createCompactSink({ write })],
  ['compact, PDF 2.0', '2.0', (write) => createCompactSink({ version: '2.0', write })],
  ['PDFKit, PDF 1.4', '1.4', (write) => createPdfkitSink({ write })],
];

/** A file of one page that leads to `extra` objects, each with its number. */
function makeFile(create: Create, extra = 0) {
  const chunks: Uint8Array[] = [];
  const sink = create((chunk) => void chunks.push(chunk));
  const page = sink.reserve();
  const content = sink.reserve();
  sink.writeStream(content, '', Buffer.from('0 0 9 9 re f'));
  const ids = Array.from({ length: extra }, () => sink.reserve());
  // Backwards, as objects may be written in any order.
  for (const [i, id] of [...ids.entries()].reverse()) sink.writeObject(id, `<</Nr ${i}>>`);
  const list = ids.map((id) => `${id} 0 R`).join(' ');
  sink.writeObject(
    page,
    `<</Type/Page/Parent ${sink.pageTree} 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents ${content} 0 R/List[${list}]>>`,
  );
  const written = sink.end({
    pages: [page],
    catalog: { Lang: '(de)', ViewerPreferences: '<</DisplayDocTitle true>>', Names: '<</Any 1>>' },
    info: { Title: '(T)' },
  });
  return { file: Buffer.concat(chunks), written, chunks: chunks.length };
}

describe.each(sinks)('%s', (_, version, create) => {
  test('a reader finds each of thousands of objects', async () => {
    const { file, written } = makeFile(create, 3000);
    expect(file.toString('latin1')).toMatch(new RegExp(`^%PDF-${version.replace('.', '\\.')}\n[^]*%%EOF\n$`));
    expect(written).toEqual({ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') });
    const { catalog, context } = await PDFDocument.load(file, { throwOnInvalidObject: true, updateMetadata: false });
    expect(context.lookup(context.trailerInfo.Info, PDFDict).lookup(PDFName.of('Title'))?.toString()).toBe('(T)');
    expect(catalog.get(PDFName.of('Lang'))?.toString()).toBe('(de)');
    expect(catalog.lookup(PDFName.of('Names'), PDFDict).toString()).toContain('/Any 1');
    expect(catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict).toString()).toContain('/DisplayDocTitle true');
    const list = catalog.Pages().Kids().lookup(0, PDFDict).lookup(PDFName.of('List'), PDFArray);
    const numbers = list.asArray().map((_, i) => list.lookup(i, PDFDict).lookup(PDFName.of('Nr'), PDFNumber).asNumber());
    expect(numbers).toEqual(Array.from({ length: 3000 }, (_, i) => i));
  });

  test('the same calls give the same bytes, another object another identifier', () => {
    const idOf = (file: Buffer) => /\/ID ?\[<(\w{32})> ?<\1>\]/.exec(file.toString('latin1'))![1];
    const { file } = makeFile(create, 2);
    expect(makeFile(create, 2).file.equals(file)).toBe(true);
    expect(idOf(makeFile(create, 3).file)).not.toBe(idOf(file));
  });

  test('an object that is never written, written twice or never reserved is a fault', () => {
    const open = () => create(() => {});
    const end = { pages: [], catalog: {}, info: {} };
    const unwritten = open();
    const id = unwritten.reserve();
    expect(() => unwritten.end(end)).toThrow(`PDF object ${id} was reserved and not written.`);
    unwritten.writeObject(id, '<<>>');
    expect(() => unwritten.writeObject(id, '<<>>')).toThrow(`PDF object ${id} is written twice or was never reserved.`);
    expect(() => unwritten.writeStream(id, '', new Uint8Array())).toThrow(`PDF object ${id} is written twice`);
    expect(() => unwritten.writeObject(999, '<<>>')).toThrow('PDF object 999 is written twice or was never reserved.');
  });

  test('objects leave the memory as they come', () => {
    let bytes = 0;
    const sink = create((chunk) => {
      bytes += chunk.length;
    });
    for (let i = 0; i < 20_000; i++)
      sink.writeObject(sink.reserve(), `<</Nr ${createHash('md5').update(`${i}`).digest('hex')}>>`);
    expect(bytes).toBeGreaterThan(256_000);
  });
});

test('without entries PDF 2.0 has no information dictionary', () => {
  const chunks: Uint8Array[] = [];
  const sink = createCompactSink({ version: '2.0', write: (chunk) => void chunks.push(chunk) });
  sink.end({ pages: [], catalog: {}, info: {} });
  expect(Buffer.concat(chunks).toString('latin1')).not.toContain('/Info');
});
