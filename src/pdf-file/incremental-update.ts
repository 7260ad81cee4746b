// Adds objects to the end of a PDF, so that all bytes before stay as they are (ISO 32000-2, 7.5.6).

import { type PDFContext, PDFDict, PDFName, PDFNumber, PDFRef } from '@cantoo/pdf-lib';
import { getLastSection, type LastSection } from './cross-reference.ts';

/** Objects for the end of a file. `body`: the object in PDF syntax. */
export interface NewObject {
  readonly ref: PDFRef;
  readonly body: Buffer;
}

/** The bytes that follow the file: the objects and a cross-reference section of the kind that the file has. */
export function makeUpdate(file: Buffer, context: PDFContext, objects: readonly NewObject[]): Buffer {
  const last = getLastSection(file);
  const parts: Buffer[] = [];
  let size = file.length;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  if (file.at(-1) !== 0x0a) add(Buffer.from('\n'));
  const offsets = new Map<PDFRef, number>();
  for (const { ref, body } of objects) {
    offsets.set(ref, size);
    add(Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`));
    add(body);
    add(Buffer.from('\nendobj\n'));
  }
  const begin = size;
  add(last.isTable ? formatTable(context, offsets, last) : formatStream(context, offsets, last, begin));
  add(Buffer.from(`startxref\n${begin}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Runs of object numbers that follow each other. */
function toRuns(offsets: ReadonlyMap<PDFRef, number>): readonly (readonly [PDFRef, number][])[] {
  const sorted = [...offsets].toSorted(([a], [b]) => a.objectNumber - b.objectNumber);
  const runs: [PDFRef, number][][] = [];
  for (const entry of sorted) {
    const run = runs.at(-1);
    if (run && run.at(-1)![0].objectNumber + 1 === entry[0].objectNumber) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function formatTable(context: PDFContext, offsets: ReadonlyMap<PDFRef, number>, last: LastSection): Buffer {
  const sections = toRuns(offsets).map((run) => {
    const entries = run.map(
      ([{ generationNumber }, offset]) => `${String(offset).padStart(10, '0')} ${String(generationNumber).padStart(5, '0')} n \n`,
    );
    return `${run[0]![0].objectNumber} ${run.length}\n${entries.join('')}`;
  });
  const trailer = trailerEntries(context, offsets, last);
  return Buffer.concat([Buffer.from(`xref\n${sections.join('')}trailer\n`), serialize(trailer), Buffer.from('\n')]);
}

/** The section lists itself too (ISO 32000-2, 7.5.8). */
function formatStream(context: PDFContext, offsets: ReadonlyMap<PDFRef, number>, last: LastSection, begin: number): Buffer {
  const sectionRef = PDFRef.of(findLargest(context, offsets) + 1, 0);
  const all = new Map([...offsets, [sectionRef, begin]]);
  const runs = toRuns(all);
  const data = Buffer.alloc(all.size * 7);
  let at = 0;
  for (const [{ generationNumber }, offset] of runs.flat()) {
    data.writeUInt8(1, at);
    data.writeUInt32BE(offset, at + 1);
    data.writeUInt16BE(generationNumber, at + 5);
    at += 7;
  }
  const entries = trailerEntries(context, all, last);
  entries.set(PDFName.of('Type'), PDFName.of('XRef'));
  entries.set(PDFName.of('W'), context.obj([1, 4, 2]));
  entries.set(PDFName.of('Index'), context.obj(runs.flatMap((run) => [run[0]![0].objectNumber, run.length])));
  entries.set(PDFName.of('Length'), PDFNumber.of(data.length));
  const head = Buffer.from(`${sectionRef.objectNumber} ${sectionRef.generationNumber} obj\n`);
  return Buffer.concat([head, serialize(entries), Buffer.from('\nstream\n'), data, Buffer.from('\nendstream\nendobj\n')]);
}

function trailerEntries(context: PDFContext, offsets: ReadonlyMap<PDFRef, number>, last: LastSection): PDFDict {
  const { Root, Info, ID } = context.trailerInfo;
  const entries = PDFDict.withContext(context);
  entries.set(PDFName.of('Size'), PDFNumber.of(findLargest(context, offsets) + 1));
  entries.set(PDFName.of('Prev'), PDFNumber.of(last.offset));
  if (Root) entries.set(PDFName.of('Root'), Root);
  if (Info) entries.set(PDFName.of('Info'), Info);
  if (ID) entries.set(PDFName.of('ID'), ID);
  return entries;
}

const findLargest = (context: PDFContext, offsets: ReadonlyMap<PDFRef, number>): number =>
  [...offsets.keys()].reduce((most, { objectNumber }) => Math.max(most, objectNumber), context.largestObjectNumber);

/** A value in PDF syntax. */
export function serialize(value: { sizeInBytes(): number; copyBytesInto(buffer: Uint8Array, offset: number): number }): Buffer {
  const bytes = Buffer.alloc(value.sizeInBytes());
  value.copyBytesInto(bytes, 0);
  return bytes;
}
