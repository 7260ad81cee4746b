// Reads and writes the Compact Font Format (Adobe Technical Note 5176): indexes and dictionaries.
import { type ByteReader, DamagedTable } from './byte-reader.ts';

/** An INDEX: byte strings by number. */
export interface CffIndex {
  readonly items: readonly Uint8Array[];
  /** The start of the next structure. */
  readonly end: number;
}

/** Operators of a dictionary with their operands, in order. Escaped operators are 1200 + the second byte. */
export type CffDict = ReadonlyMap<number, readonly number[]>;

export const operator = {
  fontBBox: 5,
  charset: 15,
  charStrings: 17,
  privateDict: 18,
  subrs: 19,
  defaultWidthX: 20,
  nominalWidthX: 21,
  charstringType: 1206,
  fontMatrix: 1207,
  ros: 1230,
  cidCount: 1234,
  fdArray: 1236,
  fdSelect: 1237,
} as const;

export function readIndex(table: ByteReader, at: number): CffIndex {
  const count = table.u16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = table.u8(at + 2);
  if (size < 1 || size > 4) throw new DamagedTable('an index of its CFF table is damaged');
  const base = at + 3 + (count + 1) * size - 1;
  const items: Uint8Array[] = [];
  let from = readOffset(table, at + 3, size);
  for (let i = 1; i <= count; i++) {
    const to = readOffset(table, at + 3 + i * size, size);
    items.push(table.slice(base + from, base + to));
    from = to;
  }
  return { items, end: base + from };
}

function readOffset(table: ByteReader, at: number, size: number): number {
  let offset = 0;
  for (let i = 0; i < size; i++) offset = offset * 256 + table.u8(at + i);
  return offset;
}

export function readDict(bytes: Uint8Array): CffDict {
  const dict = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at]!;
    if (first <= 21) {
      const code = first === 12 ? 1200 + (bytes[at + 1] ?? 0) : first;
      at += first === 12 ? 2 : 1;
      dict.set(code, operands);
      operands = [];
    } else if (first === 30) {
      const real = readReal(bytes, at + 1);
      operands.push(real.value);
      at = real.end;
    } else {
      const length = first === 28 ? 3 : first === 29 ? 5 : first < 247 ? 1 : 2;
      if (at + length > bytes.length) throw new DamagedTable('a dictionary of its CFF table is cut short');
      operands.push(readInteger(bytes, at, first));
      at += length;
    }
  }
  return dict;
}

function readInteger(bytes: Uint8Array, at: number, first: number): number {
  const next = bytes[at + 1]!;
  if (first === 28) return ((next << 24) | (bytes[at + 2]! << 16)) >> 16;
  if (first === 29) return (next << 24) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!;
  if (first < 247) return first - 139;
  return first < 251 ? (first - 247) * 256 + next + 108 : -(first - 251) * 256 - next - 108;
}

const nibbles = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];

function readReal(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let text = '';
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte >> 4 === 15) break;
    text += nibbles[byte >> 4];
    if ((byte & 15) === 15) break;
    text += nibbles[byte & 15];
  }
  return { value: Number(text), end: at + 1 };
}

export function writeIndex(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  let length = 1;
  for (const item of items) length += item.length;
  const size = length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
  const head = 3 + (items.length + 1) * size;
  const out = new Uint8Array(head + length - 1);
  out[0] = items.length >> 8;
  out[1] = items.length & 255;
  out[2] = size;
  let offset = 1;
  for (let i = 0; i <= items.length; i++) {
    for (let b = 0; b < size; b++) out[3 + i * size + b] = (offset / 256 ** (size - 1 - b)) & 255;
    const item = items[i];
    if (!item) break;
    out.set(item, head + offset - 1);
    offset += item.length;
  }
  return out;
}

/** Integers take five bytes each, so that a dictionary's length does not depend on the offsets in it. */
export function writeDict(entries: readonly (readonly [code: number, operands: readonly number[]])[]): Uint8Array {
  const out: number[] = [];
  for (const [code, operands] of entries) {
    for (const value of operands) {
      if (Number.isInteger(value)) out.push(29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255);
      else writeReal(value, out);
    }
    if (code >= 1200) out.push(12, code - 1200);
    else out.push(code);
  }
  return Uint8Array.from(out);
}

function writeReal(value: number, out: number[]): void {
  const codes = [...String(value).toUpperCase().replace('E-', 'e')].map((character) =>
    character === 'e' ? 12 : nibbles.indexOf(character),
  );
  codes.push(15);
  if (codes.length % 2 === 1) codes.push(15);
  out.push(30);
  for (let i = 0; i < codes.length; i += 2) out.push((codes[i]! << 4) | codes[i + 1]!);
}
