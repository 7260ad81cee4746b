// Keeps of a PDF what its cross-reference sections name. pdf-lib reads a file from its first byte to its last, and of two objects with one number it
// takes the later one: a viewer, which follows the sections, may show something else.
import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import {
  type CrossReference,
  damagedTable,
  findLastSection,
  maxObjects,
  type Place,
  readCrossReference,
} from './cross-reference.ts';
import { decodeStream } from './decode-stream.ts';
import type { FileRoom } from './file-room.ts';
import { ObjectReader } from './object-reader.ts';
import { UnreadablePdf } from './objects.ts';

export interface LiveFile {
  /** A file with the same objects, each once, which pdf-lib reads as a viewer reads the original. */
  readonly bytes: Buffer;
  readonly table: CrossReference;
  /** Entries that lead nowhere or to another object. They harm nobody as long as nothing refers to them. */
  readonly lost: ReadonlyMap<number, UnreadablePdf>;
  /** The numbers of the object streams, those of the oldest update first. */
  readonly packs: readonly number[];
  /** The types of the streams that pdf-lib would unpack without a bound. The copies lack them. */
  readonly hiddenTypes: ReadonlyMap<number, PDFName>;
}

type PlainPlace = Extract<Place, { kind: 'plain' }>;
type FindLength = (ref: PDFRef) => number | undefined;

/** Most bytes that a length takes, with the head of its object. */
const maxLengthBytes = 1024;

/** Most bytes of the head of an object, with the white space and comments in it. */
const maxHeadBytes = 1024;

/** `most`: most indirect objects. Raises UnreadablePdf. */
export function keepLive(whole: Buffer, room: FileRoom, most = maxObjects): LiveFile {
  const file = fromHeader(whole);
  const table = readCrossReference(file, room);
  if (table.places.size > most) throw new UnreadablePdf(`names more than ${most} objects`);
  const plain = [...table.places].filter((entry): entry is [number, PlainPlace] => entry[1].kind === 'plain');
  plain.sort(([, a], [, b]) => a.offset - b.offset);
  const findLength = createLengths(file, table, room);
  const packed: { readonly number: number; readonly age: number }[] = [];
  const hiddenTypes = new Map<number, PDFName>();
  const objects: Uint8Array[] = [];
  let before: { readonly number: number; readonly end: number } | undefined;
  const lost = new Map<number, UnreadablePdf>();
  for (const [number, place] of plain) {
    const opened = findAt(file, number, place);
    if (opened instanceof UnreadablePdf) {
      lost.set(number, opened);
      continue;
    }
    if (before && before.end > place.offset)
      throw new UnreadablePdf(`is damaged: objects ${before.number} and ${number} overlap`);
    const { hiddenType, parts, end } = copyObject(file, number, place, opened, findLength);
    before = { number, end };
    if (hiddenType) hiddenTypes.set(number, hiddenType);
    if (hiddenType === objectStream) packed.push({ number, age: place.age });
    for (const part of parts) objects.push(part);
  }
  if (table.isShifted || lost.size > 0) refuseVersions(file, table, lost);
  // An update replaces objects of older object streams.
  packed.sort((a, b) => b.age - a.age);
  const version = /%PDF-(\d+\.\d+)/.exec(file.toString('latin1', 0, 1100))?.[1] ?? '1.7';
  const named = ['Root', 'Info', 'ID', 'Encrypt'].flatMap((name) => {
    const value = table.trailer.get(PDFName.of(name));
    return value === undefined ? [] : [`/${name} ${value.toString()}`];
  });
  const bytes = Buffer.concat([
    Buffer.from(`%PDF-${version}\n`),
    ...objects,
    Buffer.from(`trailer\n<<${named.join('')}>>\n`, 'latin1'),
  ]);
  return { bytes, table, lost, packs: packed.map(({ number }) => number), hiddenTypes };
}

/** Some programs take no table with such faults, and search the file for objects instead. Raises UnreadablePdf where they may find others. */
function refuseVersions(file: Buffer, { places, trailer }: CrossReference, lost: LiveFile['lost']): void {
  const text = file.toString('latin1');
  const catalog = trailer.get(PDFName.of('Root'))?.toString();
  const sameRoots = [...text.matchAll(/\/Root\s+(\d{1,10})\s+(\d{1,10})\s+R/g)].filter(
    ([, number, generation]) => `${Number(number)} ${Number(generation)} R` === catalog,
  );
  if (sameRoots.length !== text.split('trailer').length - 1 || text.includes('/XRef'))
    throw [...lost.values()][0] ?? manyTables();
  // A search takes the last version of an object.
  const found = new Map<number, number>();
  for (const { 1: digits, index } of text.matchAll(/(\d{1,10})\s+\d{1,10}\s+obj/g)) found.set(Number(digits), index);
  for (const [number, index] of found) {
    const place = places.get(number);
    const isListed = place?.kind === 'plain' && place.offset <= index && text.slice(place.offset, index).trim() === '';
    if (!isListed && !lost.has(number)) throw manyVersions(number);
  }
}

const manyTables = (): UnreadablePdf => damagedTable('a part of it counts from 1, where 0 should be');

const manyVersions = (number: number): UnreadablePdf =>
  new UnreadablePdf(
    `holds object ${number} more than once, in a way that programs read differently. Write it anew, for example with qpdf IN OUT, and look at the result`,
  );

/** Offsets count from the beginning of the file, or from its header where other bytes stand before it. Raises UnreadablePdf where both may hold. */
function fromHeader(file: Buffer): Buffer {
  const header = file.indexOf('%PDF-');
  if (header === 0) return file;
  const [whole, own] = [file, file.subarray(header)].map((bytes) => findLastSection(bytes) !== undefined);
  if (whole && own)
    throw new UnreadablePdf('has other bytes before %PDF-, and programs read it differently. Cut these bytes off');
  return own ? file.subarray(header) : file;
}

/** Follows references to lengths, which may stand in object streams. */
function createLengths(file: Buffer, { places, trailer }: CrossReference, room: FileRoom): FindLength {
  const packs = new Map<number, Pack | undefined>();
  const unpack = (number: number): Pack | undefined => {
    const place = places.get(number);
    if (place?.kind !== 'plain' || trailer.get(PDFName.of('Encrypt'))) return undefined;
    const { dict, data } = openAt(file, number, place).reader.readStream(() => undefined);
    return readPack(PDFRawStream.of(dict, data), room);
  };
  return (ref) => {
    const place = places.get(ref.objectNumber);
    if (place?.kind === 'plain') {
      if (place.generation !== ref.generationNumber) return undefined;
      return toLength(openAt(file.subarray(0, place.offset + maxLengthBytes), ref.objectNumber, place).reader.readValue());
    }
    if (place?.kind !== 'packed') return undefined;
    if (!packs.has(place.stream)) packs.set(place.stream, unpack(place.stream));
    const pack = packs.get(place.stream);
    if (!pack) return undefined;
    const offset = pack.offsets[place.index];
    if (pack.numbers[place.index] !== ref.objectNumber || offset === undefined) return undefined;
    return toLength(new ObjectReader(pack.bytes.subarray(offset, offset + maxLengthBytes)).readValue());
  };
}

const toLength = (value: PDFObject): number | undefined => (value instanceof PDFNumber ? value.asNumber() : undefined);

interface Opened {
  /** Reads the body of the object. */
  readonly reader: ObjectReader;
  /** Where the body begins in the file. */
  readonly start: number;
}

/** Raises UnreadablePdf for an entry that does not lead to its object. */
function openAt(file: Buffer, number: number, place: PlainPlace): Opened {
  const opened = findAt(file, number, place);
  if (opened instanceof UnreadablePdf) throw opened;
  return opened;
}

/** Gives the error for an entry that does not lead to its object. */
function findAt(file: Buffer, number: number, { offset, generation }: PlainPlace): Opened | UnreadablePdf {
  const head = new ObjectReader(file.subarray(offset, offset + maxHeadBytes));
  try {
    const ref = head.readHead();
    if (ref.objectNumber !== number || ref.generationNumber !== generation)
      return damagedTable(`its entry for object ${number} leads to another object`);
  } catch (error) {
    return damagedTable(`its entry for object ${number} leads nowhere`, error);
  }
  const start = offset + head.offset;
  return { reader: new ObjectReader(file.subarray(start)), start };
}

const objectStream = PDFName.of('ObjStm');

/** Types of streams that pdf-lib unpacks as it loads a file. */
const unpackedTypes: readonly unknown[] = [objectStream, PDFName.of('XRef')];

interface Copy {
  /** The type of the stream that its copy lacks. */
  readonly hiddenType: PDFName | undefined;
  readonly parts: readonly Uint8Array[];
  /** Where the object ends in the file. */
  readonly end: number;
}

/** An object in PDF syntax, with the length of its stream told in place. Raises UnreadablePdf: a viewer may read what pdf-lib cannot. */
function copyObject(
  file: Buffer,
  number: number,
  { generation }: PlainPlace,
  { reader, start }: Opened,
  findLength: FindLength,
): Copy {
  try {
    const { hiddenType, body } = copyBody(file.subarray(start), reader, number, findLength);
    const head = Buffer.from(`${number} ${generation} obj\n`);
    return { hiddenType, parts: [head, ...body, Buffer.from('\nendobj\n')], end: start + reader.offset };
  } catch (error) {
    if (error instanceof UnreadablePdf) throw error;
    throw new UnreadablePdf(`is damaged: object ${number} cannot be read`, { cause: error });
  }
}

function copyBody(
  source: Buffer,
  reader: ObjectReader,
  number: number,
  findLength: FindLength,
): { readonly hiddenType: PDFName | undefined; readonly body: readonly Uint8Array[] } {
  // Some programs write nothing for null.
  if (reader.skipWord('endobj')) return { hiddenType: undefined, body: [Buffer.from('null')] };
  if (!reader.isDict()) {
    reader.readIndirect();
    return { hiddenType: undefined, body: [source.subarray(0, reader.offset)] };
  }
  const { dict, dictEnd, data } = reader.readDictOrStream(findLength);
  if (!data) return { hiddenType: undefined, body: [source.subarray(0, dictEnd)] };
  // pdf-lib unpacks such a stream or not, by the order of the objects.
  if (dict.get(PDFName.of('Type')) instanceof PDFRef)
    throw new UnreadablePdf(`is damaged: stream ${number} names its type by a reference; write the type into its dictionary`);
  const type = dict.get(PDFName.of('Type'));
  const hiddenType = type instanceof PDFName && unpackedTypes.includes(type) ? type : undefined;
  // Of two entries with one name, pdf-lib takes the later one.
  const end = Buffer.from(`${hiddenType ? '/Type null' : ''}/Length ${data.length}>>\nstream\n`);
  return { hiddenType, body: [source.subarray(0, dictEnd - 2), end, data, Buffer.from('\nendstream')] };
}

/** Keeps only the objects that the cross-reference sections name. Gives the catalog. Raises UnreadablePdf where programs may read different objects. */
export function holdToTable(context: PDFContext, live: LiveFile, room: FileRoom): PDFCatalog {
  const { packs, hiddenTypes, lost, table } = live;
  const { places, trailer } = table;
  const streamOf = (number: number) => context.lookup(PDFRef.of(number, generationOf(places.get(number))));
  for (const [number, type] of hiddenTypes) {
    const stream = streamOf(number);
    if (stream instanceof PDFRawStream) stream.dict.set(PDFName.of('Type'), type);
  }
  const held = new Map<number, { readonly stream: number; readonly index: number }>();
  for (const stream of packs) {
    const object = streamOf(stream);
    const pack = object instanceof PDFRawStream ? readPack(object, room) : undefined;
    if (!pack) throw new UnreadablePdf(`is damaged: its object stream ${stream} cannot be read`);
    for (const [index, number] of pack.numbers.entries()) {
      held.set(number, { stream, index });
      const place = places.get(number);
      if (place?.kind === 'packed' && place.stream === stream && place.index === index)
        context.assign(PDFRef.of(number), readPacked(pack, index, context));
    }
  }
  for (const [number, { stream, index }] of held) {
    const place = places.get(number);
    if (place?.kind === 'packed' && (place.stream !== stream || place.index !== index)) throw manyVersions(number);
  }
  for (const [number, place] of places)
    if (place.kind === 'packed' && !held.has(number)) throw damagedTable(`its entry for object ${number} leads nowhere`);
  const [Root, Info, ID, Size] = ['Root', 'Info', 'ID', 'Size'].map((name) => trailer.get(PDFName.of(name)));
  const { Encrypt } = context.trailerInfo;
  const catalog = context.lookup(Root);
  if (!(catalog instanceof PDFCatalog)) throw new UnreadablePdf('is damaged: its trailer names no catalog');
  context.trailerInfo = { ...(Root && { Root }), ...(Info && { Info }), ...(ID && { ID }), ...(Encrypt && { Encrypt }) };
  if (lost.size > 0) {
    const objects = context.enumerateIndirectObjects().map(([, object]) => object);
    for (const object of [...objects, ...Object.values(context.trailerInfo)]) refuseLost(object, lost);
  }
  // A new object takes no number of the file, not even of an object that the file has given up.
  if (Size instanceof PDFNumber && Size.asNumber() <= maxObjects)
    context.largestObjectNumber = Math.max(context.largestObjectNumber, Size.asNumber() - 1);
  return catalog;
}

function refuseLost(object: PDFObject | undefined, lost: LiveFile['lost']): void {
  if (object instanceof PDFRef) {
    const error = lost.get(object.objectNumber);
    if (error) throw error;
  } else if (object instanceof PDFArray) for (const one of object.asArray()) refuseLost(one, lost);
  else if (object instanceof PDFDict) for (const one of object.values()) refuseLost(one, lost);
  else if (object instanceof PDFStream) refuseLost(object.dict, lost);
}

const generationOf = (place: Place | undefined): number => (place?.kind === 'plain' ? place.generation : 0);

/** What an object stream holds (ISO 32000-2, 7.5.7). */
interface Pack {
  readonly numbers: readonly number[];
  /** Where the objects begin in `bytes`. */
  readonly offsets: readonly number[];
  readonly bytes: Buffer;
}

function readPack(stream: PDFRawStream, room: FileRoom): Pack | undefined {
  const [count, first] = ['N', 'First'].map((name) => stream.dict.lookup(PDFName.of(name)));
  const data = decodeStream(stream, room);
  if (!(count instanceof PDFNumber) || !(first instanceof PDFNumber) || !data) return undefined;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
  const reader = new ObjectReader(bytes);
  const numbers: number[] = [];
  const offsets: number[] = [];
  try {
    for (let i = 0; i < count.asNumber(); i++) {
      numbers.push(reader.readCount());
      offsets.push(first.asNumber() + reader.readCount());
    }
  } catch {
    return undefined;
  }
  return { numbers, offsets, bytes };
}

/** Raises UnreadablePdf. */
function readPacked({ numbers, offsets, bytes }: Pack, index: number, context: PDFContext): PDFObject {
  try {
    return new ObjectReader(bytes.subarray(offsets[index]), context).readValue();
  } catch (error) {
    if (error instanceof UnreadablePdf) throw error;
    throw new UnreadablePdf(`is damaged: object ${numbers[index]} cannot be read`, { cause: error });
  }
}
