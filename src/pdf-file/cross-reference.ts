// Reads where the objects of a PDF stand, as its cross-reference sections say (ISO 32000-2, 7.5.4 to 7.5.8).
import { PDFArray, type PDFDict, PDFName, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib';
import { decodeStream } from './decode-stream.ts';
import { FileRoom } from './file-room.ts';
import { ObjectReader } from './object-reader.ts';
import { UnreadablePdf } from './objects.ts';

/** Where an object stands: at an offset of the file, or inside an object stream. `age`: how many updates came after. */
export type Place =
  | { readonly kind: 'free' }
  | { readonly kind: 'plain'; readonly offset: number; readonly generation: number; readonly age: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

export interface CrossReference {
  readonly places: ReadonlyMap<number, Place>;
  /** The newest trailer, which alone holds. */
  readonly trailer: PDFDict;
  /** A table that began with object 1 is read as if it began with object 0. */
  readonly isShifted: boolean;
}

/** The newest cross-reference section, which the end of the file names. */
export interface LastSection {
  readonly offset: number;
  readonly isTable: boolean;
}

/** Most indirect objects of a file in PDF/A (ISO 19005-2, 6.1.13). */
export const maxObjects = 8_388_607;

/** Most bytes of a field in a cross-reference stream. */
const maxWidth = 8;

export const damagedTable = (what: string, cause?: unknown): UnreadablePdf =>
  new UnreadablePdf(
    `has a damaged cross-reference table: ${what}. Mend the file first, for example with: qpdf IN OUT`,
    cause === undefined ? undefined : { cause },
  );

const manyObjects = (): UnreadablePdf => new UnreadablePdf(`names more than ${maxObjects} objects`);

/** Undefined: the section is not where the end of the file says. */
export function findLastSection(file: Buffer): LastSection | undefined {
  const at = file.lastIndexOf('startxref');
  const found = at === -1 ? undefined : /^startxref\s+(\d+)\s/.exec(`${file.toString('latin1', at, at + 40)}\n`);
  const offset = found ? Number(found[1]) : Number.NaN;
  const begin = offset < file.length ? file.toString('latin1', offset, offset + 40) : '';
  const isTable = /^\s*xref\s/.test(begin);
  return isTable || /^\s*\d+\s+\d+\s+obj/.test(begin) ? { offset, isTable } : undefined;
}

/** Raises UnreadablePdf for a file whose cross-reference section is not where its end says. */
export function getLastSection(file: Buffer): LastSection {
  const section = findLastSection(file);
  if (!section) throw damagedTable('it is not where the end of the file says');
  return section;
}

/** Raises UnreadablePdf. */
export function readCrossReference(file: Buffer, room = new FileRoom(file.length)): CrossReference {
  const places = new Map<number, Place>();
  const put = (section: ReadonlyMap<number, Place>) => {
    for (const [number, place] of section) if (!places.has(number)) places.set(number, place);
    if (places.size > maxObjects) throw manyObjects();
  };
  const seen = new Set<number>();
  let newest: PDFDict | undefined;
  let isAnyShifted = false;
  let at: number | undefined = getLastSection(file).offset;
  for (let age = 0; at !== undefined; age++) {
    if (seen.has(at)) throw damagedTable('its sections lead in a circle');
    seen.add(at);
    const { used, free, trailer, isShifted } = readSection(file, at, age, room);
    isAnyShifted ||= isShifted;
    newest ??= trailer;
    put(used);
    // A file for readers of PDF 1.4 too: its table lists as free what the stream lists as used (7.5.8.4).
    const hidden = numberOf(trailer, 'XRefStm');
    if (hidden !== undefined) {
      const stream = readSection(file, hidden, age, room);
      put(stream.used);
      put(stream.free);
    }
    put(free);
    at = numberOf(trailer, 'Prev') || undefined;
  }
  let usedCount = 0;
  for (const { kind } of places.values()) if (kind !== 'free') usedCount++;
  room.checkObjects(usedCount);
  return { places, trailer: newest!, isShifted: isAnyShifted };
}

interface Section {
  readonly used: Map<number, Place>;
  readonly free: Map<number, Place>;
  readonly trailer: PDFDict;
  readonly isShifted: boolean;
}

function readSection(file: Buffer, offset: number, age: number, room: FileRoom): Section {
  try {
    const reader = new ObjectReader(file.subarray(offset));
    return reader.skipWord('xref') ? readTable(reader, age, room) : readStream(reader, age, offset, room);
  } catch (error) {
    if (error instanceof UnreadablePdf) throw error;
    throw damagedTable(`its section at byte ${offset} cannot be read`, error);
  }
}

function readTable(reader: ObjectReader, age: number, room: FileRoom): Section {
  const used = new Map<number, Place>();
  const free = new Map<number, Place>();
  let isShifted = false;
  while (!reader.skipWord('trailer')) {
    let first = reader.readCount();
    const count = reader.readCount();
    const usedBefore = used.size;
    let countsFromHead = false;
    for (let i = 0; i < count; i++) {
      room.takeEntries(1);
      const offset = reader.readCount();
      const generation = reader.readCount();
      // Some programs, of scanners too, begin the list with the entry of object 0, and give it the number 1.
      if (i === 0 && first === 1 && offset === 0 && generation === 65_535) {
        first = 0;
        countsFromHead = true;
      }
      // Some programs list a missing object as used, at the first byte of the file.
      if (reader.skipWord('n') && offset > 0) used.set(first + i, { kind: 'plain', offset, generation, age });
      else if (reader.skipWord('f') || offset === 0) free.set(first + i, { kind: 'free' });
      else throw damagedTable(`its entry for object ${first + i} is neither in use nor free`);
    }
    // No object says whether the list begins with 0 or with 1.
    if (countsFromHead && used.size === usedBefore)
      throw damagedTable('its list of free objects begins with object 1, where object 0 should be');
    isShifted ||= countsFromHead;
  }
  return { used, free, trailer: reader.readDict(), isShifted };
}

function readStream(reader: ObjectReader, age: number, offset: number, room: FileRoom): Section {
  reader.readHead();
  const { dict, data } = reader.readStream(() => undefined);
  const widths = numbersOf(dict, 'W');
  const rowLength = widths.reduce((sum, width) => sum + width, 0);
  const areWidths = widths.length >= 3 && widths.every((width) => Number.isInteger(width) && width >= 0 && width <= maxWidth);
  if (dict.get(PDFName.of('Type')) !== PDFName.of('XRef') || !areWidths || rowLength === 0)
    throw damagedTable(`there is no cross-reference stream at byte ${offset}`);
  const rows = unpack(dict, data, room);
  room.takeEntries(rows.length / rowLength);
  const runs = numbersOf(dict, 'Index');
  if (runs.length === 0) runs.push(0, numberOf(dict, 'Size') ?? 0);
  const used = new Map<number, Place>();
  const free = new Map<number, Place>();
  let at = 0;
  const read = (width: number): number => {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + rows[at++]!;
    return value;
  };
  for (let run = 0; run + 1 < runs.length; run += 2)
    for (let i = 0; i < runs[run + 1]! && at + rowLength <= rows.length; i++) {
      const number = runs[run]! + i;
      const kind = widths[0] === 0 ? 1 : read(widths[0]!);
      const [second, third] = [read(widths[1]!), read(widths[2]!)];
      at += rowLength - widths[0]! - widths[1]! - widths[2]!;
      if (kind === 1 && second > 0) used.set(number, { kind: 'plain', offset: second, generation: third, age });
      else if (kind === 2) used.set(number, { kind: 'packed', stream: second, index: third });
      else free.set(number, { kind: 'free' });
    }
  return { used, free, trailer: dict, isShifted: false };
}

/** A cross-reference stream is never encrypted (7.5.8.2). */
function unpack(dict: PDFDict, data: Uint8Array, room: FileRoom): Uint8Array {
  const bytes = decodeStream(PDFRawStream.of(dict, data), room);
  if (!bytes) throw damagedTable('it is packed in an unusual way');
  return bytes;
}

const numberOf = (dict: PDFDict, name: string): number | undefined => {
  const value = dict.get(PDFName.of(name));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
};

const numbersOf = (dict: PDFDict, name: string): number[] => {
  const value = dict.get(PDFName.of(name));
  return value instanceof PDFArray ? value.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : 0)) : [];
};
