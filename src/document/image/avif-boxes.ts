// Reads the boxes of an AVIF (ISO/IEC 14496-12, 23008-12) that say how large its picture is, which way up it stands, and which colours it has.
import { joinBytes } from '../../platform/bytes.ts';
import { counted } from '../../words/counts.ts';
import { largestFrame } from './av1-size.ts';
import { invalidImage } from './image-error.ts';

export interface AvifFile {
  /** As coded, before the orientation. */
  readonly width: number;
  readonly height: number;
  /** 1 to 8 as Exif counts them. */
  readonly orientation: number;
  readonly profile: Uint8Array | undefined;
  /** Primaries and transfer of its colours (ITU-T H.273), if it has no profile. */
  readonly code: { readonly primaries: number; readonly transfer: number } | undefined;
  /** Pixels of all parts that a decoder may decode. */
  readonly codedPixels: number;
  readonly isAnimated: boolean;
}

interface Box {
  readonly type: string;
  readonly content: Uint8Array;
}

const damaged = (fault: string) => invalidImage(`is a damaged AVIF: ${fault}`);

/** Raises ASSET_INVALID. */
export function readAvif(bytes: Uint8Array): AvifFile {
  const top = readBoxes(bytes);
  const meta = top.find(({ type }) => type === 'meta');
  if (!meta) throw invalidImage('is an AVIF without a still picture. Convert it to PNG or JPEG');
  const boxes = readBoxes(meta.content.subarray(4));
  const find = (type: string): Uint8Array =>
    boxes.find((box) => box.type === type)?.content ?? fail(`its box ${type} is missing`);
  const primary = find('pitm');
  const id = primary[0] === 0 ? uint(primary, 4, 2) : uint(primary, 4, 4);
  const properties = propertiesOf(id, readBoxes(find('iprp')));
  const property = (type: string) => properties.find((box) => box.type === type)?.content;
  const size = property('ispe') ?? fail('the size of its picture is missing');
  const [width, height] = [uint(size, 4, 4), uint(size, 8, 4)];
  if (width === 0 || height === 0) throw invalidImage(`is an AVIF of ${width} × ${height} pixels, which cannot be placed`);
  if (property('clap')) throw invalidImage('is an AVIF that is to be cropped (clap). Save it as it shall look');
  const colors = properties.filter(({ type }) => type === 'colr').map(({ content }) => content);
  const profile = colors.find((one) => ['rICC', 'prof'].includes(nameAt(one, 0)))?.subarray(4);
  const coded = colors.find((one) => nameAt(one, 0) === 'nclx');
  const types = readTypes(find('iinf'));
  const idat = boxes.find(({ type }) => type === 'idat')?.content ?? new Uint8Array();
  let codedPixels = 0;
  for (const [item, data] of readItems(find('iloc'), bytes, idat))
    if (types.get(item) === 'av01') codedPixels += largestFrame(data);
  return {
    ...{ width, height, orientation: orientationOf(property('irot'), property('imir')), profile, codedPixels },
    code: coded && !profile ? { primaries: uint(coded, 4, 2), transfer: uint(coded, 6, 2) } : undefined,
    isAnimated: top.some(({ type }) => type === 'moov'),
  };
}

/** More than pictures of hundreds of tiles have. */
const mostBoxes = 20_000;

function readBoxes(bytes: Uint8Array): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = uint(bytes, at, 4);
    // 4.2: 1 stands before a long size, 0 reaches to the end.
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? uint(bytes, at + 8, 8) : short === 0 ? bytes.length - at : short;
    if (size < head || at + size > bytes.length) throw damaged('one of its boxes is longer than the file');
    if (boxes.push({ type: nameAt(bytes, at + 4), content: bytes.subarray(at + head, at + size) }) > mostBoxes)
      throw damaged(`it has more than ${counted(mostBoxes, 'box', 'boxes')}`);
    at += size;
  }
  return boxes;
}

/** The properties of an item, in order (23008-12, 9.3). */
function propertiesOf(wanted: number, boxes: readonly Box[]): readonly Box[] {
  const all = readBoxes(boxes.find(({ type }) => type === 'ipco')?.content ?? new Uint8Array());
  const found: Box[] = [];
  for (const { content } of boxes.filter(({ type }) => type === 'ipma')) {
    const [idBytes, indexBytes] = [content[0]! < 1 ? 2 : 4, (content[3]! & 1) === 0 ? 1 : 2];
    let at = 8;
    for (let left = uint(content, 4, 4); left > 0 && at < content.length; left--) {
      const id = uint(content, at, idBytes);
      const count = content[at + idBytes] ?? 0;
      at += idBytes + 1;
      for (let i = 0; i < count; i++, at += indexBytes) {
        const box = all[(uint(content, at, indexBytes) & (indexBytes === 1 ? 0x7f : 0x7fff)) - 1];
        if (id === wanted && box) found.push(box);
      }
    }
  }
  return found;
}

/** The types of the items (23008-12; 14496-12, 8.11.6). */
function readTypes(content: Uint8Array): ReadonlyMap<number, string> {
  const types = new Map<number, string>();
  for (const { type, content: entry } of readBoxes(content.subarray(content[0] === 0 ? 6 : 8))) {
    if (type !== 'infe' || entry[0]! < 2) continue;
    const idBytes = entry[0] === 2 ? 2 : 4;
    types.set(uint(entry, 4, idBytes), nameAt(entry, 4 + idBytes + 2));
  }
  return types;
}

/** The bytes of the items (14496-12, 8.11.3). */
function* readItems(content: Uint8Array, file: Uint8Array, idat: Uint8Array): Iterable<readonly [id: number, data: Uint8Array]> {
  const version = content[0]!;
  const [offsetBytes, lengthBytes, baseBytes] = [content[4]! >> 4, content[4]! & 15, content[5]! >> 4];
  const indexBytes = version === 0 ? 0 : content[5]! & 15;
  let at = 6;
  let total = 0;
  const take = (count: number) => {
    at += count;
    if (at > content.length) fail('its list of parts is cut off');
    return uint(content, at - count, count);
  };
  for (let left = take(version < 2 ? 2 : 4); left > 0; left--) {
    const id = take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : take(2) & 15;
    if (method > 1) fail('its parts lie in each other');
    const source = method === 0 ? file : idat;
    take(2);
    const base = take(baseBytes);
    const pieces: Uint8Array[] = [];
    let extents = take(2);
    // Pieces that take no byte of the list would cost 65,535 steps for each of 65,535 parts.
    if (extents > 1 && indexBytes + offsetBytes + lengthBytes === 0)
      fail('a part of it consists of the same piece again and again');
    for (; extents > 0; extents--) {
      take(indexBytes);
      const from = base + take(offsetBytes);
      const length = take(lengthBytes) || source.length - from;
      if (from + length > source.length) throw invalidImage('is an AVIF that is cut off');
      total += length;
      if (total > 2 * file.length) fail('its parts lie over each other');
      pieces.push(source.subarray(from, from + length));
    }
    yield [id, joinBytes(pieces)];
  }
}

/** By quarter turns against the clock; then without a mirror, top and bottom exchanged, left and right exchanged (23008-12, 6.5.10 and 6.5.12). */
const orientations = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
];

function orientationOf(turn: Uint8Array | undefined, mirror: Uint8Array | undefined): number {
  return orientations[(turn?.[0] ?? 0) & 3]![mirror ? 1 + (mirror[0]! & 1) : 0]!;
}

/** A number of some bytes, the highest first. Bytes beyond the end are 0. */
function uint(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

function fail(fault: string): never {
  throw damaged(fault);
}
