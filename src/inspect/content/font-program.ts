// Reads an embedded font program: its glyphs and their widths, which must agree with the font dictionary.

export interface FontProgram {
  readonly format: 'truetype' | 'cff';
  readonly glyphCount: number;
  /** The glyph of a CID in a CFF program of a CIDFont; undefined: the program has no such CID. */
  glyphOf(cid: number): number | undefined;
  /** In thousandths of the em; undefined: the program does not say. */
  widthOf(glyph: number): number | undefined;
  /** All CIDs with a glyph, by the charset of a CFF program. */
  readonly cids: readonly number[] | undefined;
}

/** Gives undefined for a program that cannot be read. */
export function readFontProgram(bytes: Uint8Array): FontProgram | undefined {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes[0] === 1 && bytes[1] === 0 && bytes[2]! >= 4) return readCff(view);
    const tables = readTables(view);
    const cff = tables.get('CFF ');
    return cff ? readCff(cff) : readTrueType(tables);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // cut short
    throw error;
  }
}

const slice = (view: DataView, from: number, to: number): DataView =>
  new DataView(view.buffer, view.byteOffset + from, to - from);

function readTables(view: DataView): Map<string, DataView> {
  const tables = new Map<string, DataView>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)));
    const offset = view.getUint32(at + 8);
    tables.set(tag, slice(view, offset, offset + view.getUint32(at + 12)));
  }
  return tables;
}

function readTrueType(tables: ReadonlyMap<string, DataView>): FontProgram | undefined {
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((tag) => tables.get(tag));
  if (!head || !hhea || !hmtx || !maxp) return undefined;
  const unitsPerEm = head.getUint16(18);
  const measured = hhea.getUint16(34);
  const glyphCount = maxp.getUint16(4);
  return {
    format: 'truetype',
    glyphCount,
    glyphOf: (cid) => (cid < glyphCount ? cid : undefined),
    widthOf(glyph) {
      const at = Math.min(glyph, measured - 1) * 4;
      return glyph < glyphCount && at + 2 <= hmtx.byteLength ? (hmtx.getUint16(at) * 1000) / unitsPerEm : undefined;
    },
    cids: undefined,
  };
}

type CffIndex = readonly DataView[];

function readIndex(view: DataView, at: number): { readonly items: CffIndex; readonly end: number } {
  const count = view.getUint16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = view.getUint8(at + 2);
  const offset = (i: number): number => {
    let value = 0;
    for (let k = 0; k < size; k++) value = value * 256 + view.getUint8(at + 3 + i * size + k);
    return value;
  };
  const data = at + 2 + (count + 1) * size;
  const items = Array.from({ length: count }, (_, i) => slice(view, data + offset(i), data + offset(i + 1)));
  return { items, end: data + offset(count) };
}

/** Operators of two bytes are 1200 and more. */
function readDict(view: DataView): ReadonlyMap<number, readonly number[]> {
  const dict = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let at = 0; at < view.byteLength; ) {
    const byte = view.getUint8(at);
    if (byte <= 21) {
      const isLong = byte === 12;
      dict.set(isLong ? 1200 + view.getUint8(at + 1) : byte, operands);
      operands = [];
      at += isLong ? 2 : 1;
    } else if (byte === 30) {
      const { value, end } = readReal(view, at + 1);
      operands.push(value);
      at = end;
    } else {
      const { value, end } = readInteger(view, at, byte);
      operands.push(value);
      at = end;
    }
  }
  return dict;
}

interface CffOperand {
  readonly value: number;
  readonly end: number;
}

function readInteger(view: DataView, at: number, byte: number): CffOperand {
  if (byte === 28) return { value: view.getInt16(at + 1), end: at + 3 };
  if (byte === 29) return { value: view.getInt32(at + 1), end: at + 5 };
  if (byte <= 246) return { value: byte - 139, end: at + 1 };
  if (byte <= 250) return { value: (byte - 247) * 256 + view.getUint8(at + 1) + 108, end: at + 2 };
  return { value: -(byte - 251) * 256 - view.getUint8(at + 1) - 108, end: at + 2 };
}

function readReal(view: DataView, start: number): CffOperand {
  const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];
  let written = '';
  for (let at = start; ; at++) {
    const byte = view.getUint8(at);
    for (const half of [byte >> 4, byte & 15]) {
      if (half === 15) return { value: Number(written), end: at + 1 };
      written += digits[half]!;
    }
  }
}

function readCff(view: DataView): FontProgram | undefined {
  const names = readIndex(view, view.getUint8(2));
  const tops = readIndex(view, names.end);
  const strings = readIndex(view, tops.end);
  const globals = readIndex(view, strings.end).items;
  const top = tops.items[0] && readDict(tops.items[0]);
  const charstringsAt = top?.get(17)?.[0];
  if (!top || charstringsAt === undefined) return undefined;
  const charstrings = readIndex(view, charstringsAt).items;
  const isCid = top.has(1230);
  const charset = isCid ? readCharset(view, top.get(15)?.[0] ?? 0, charstrings.length) : undefined;
  const glyphs = charset && new Map(charset.map((cid, glyph) => [cid, glyph]));
  const privates = isCid
    ? readIndex(view, top.get(1236)?.[0] ?? 0).items.map((dict) => readPrivate(view, readDict(dict)))
    : [readPrivate(view, top)];
  const select = isCid ? readSelect(view, top.get(1237)?.[0] ?? 0, charstrings.length) : () => 0;
  const scale = 1000 * (top.get(1207)?.[0] ?? 0.001);
  return {
    format: 'cff',
    glyphCount: charstrings.length,
    glyphOf: (cid) => (glyphs ? glyphs.get(cid) : cid < charstrings.length ? cid : undefined),
    widthOf(glyph) {
      const [program, font] = [charstrings[glyph], privates[select(glyph)]];
      if (!program || !font) return undefined;
      const extra = readWidth(program, font.subroutines, globals);
      return (extra === undefined ? font.defaultWidth : font.nominalWidth + extra) * scale;
    },
    cids: charset,
  };
}

interface CffPrivate {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  readonly subroutines: CffIndex;
}

function readPrivate(view: DataView, font: ReadonlyMap<number, readonly number[]>): CffPrivate {
  const [size = 0, at = 0] = font.get(18) ?? [];
  const dict = readDict(slice(view, at, at + size));
  const local = dict.get(19)?.[0];
  return {
    defaultWidth: dict.get(20)?.[0] ?? 0,
    nominalWidth: dict.get(21)?.[0] ?? 0,
    subroutines: local === undefined ? [] : readIndex(view, at + local).items,
  };
}

function readCharset(view: DataView, start: number, count: number): number[] {
  const cids = [0];
  if (start <= 2) return Array.from({ length: count }, (_, i) => i);
  const format = view.getUint8(start);
  let at = start + 1;
  while (cids.length < count) {
    const first = view.getUint16(at);
    const left = format === 0 ? 0 : format === 1 ? view.getUint8(at + 2) : view.getUint16(at + 2);
    at += format === 0 ? 2 : format === 1 ? 3 : 4;
    for (let i = 0; i <= left && cids.length < count; i++) cids.push(first + i);
  }
  return cids;
}

function readSelect(view: DataView, at: number, count: number): (glyph: number) => number {
  if (view.getUint8(at) === 0) return (glyph) => view.getUint8(at + 1 + glyph);
  const fonts = new Uint8Array(count);
  const ranges = view.getUint16(at + 1);
  for (let i = 0; i < ranges; i++) {
    const first = at + 3 + i * 3;
    fonts.fill(view.getUint8(first + 2), view.getUint16(first), view.getUint16(first + 3));
  }
  return (glyph) => fonts[glyph] ?? 0;
}

const maxCalls = 10;

/** Most numbers and calls before the first operator of a glyph. Subroutines that call each other can ask for any number. */
const maxSteps = 10_000;

/** The first number of a charstring, if it is a width (Adobe Technical Note 5177, 3.1): one more operand than the first operator takes. */
function readWidth(program: DataView, local: CffIndex, global: CffIndex): number | undefined {
  const stack: number[] = [];
  let steps = 0;
  /** The operator that ends the search, or undefined where the subroutine returns. */
  const run = (code: DataView, depth: number): number | undefined => {
    for (let at = 0; at < code.byteLength && ++steps < maxSteps; ) {
      const byte = code.getUint8(at);
      if (byte === 28 || byte >= 32) {
        const isFixed = byte === 255;
        const { value, end } = isFixed ? { value: code.getInt32(at + 1) / 65_536, end: at + 5 } : readInteger(code, at, byte);
        stack.push(value);
        at = end;
      } else if (byte === 10 || byte === 29) {
        const list = byte === 10 ? local : global;
        const bias = list.length < 1240 ? 107 : list.length < 33_900 ? 1131 : 32_768;
        const called = list[(stack.pop() ?? 0) + bias];
        const ended = called && depth < maxCalls ? run(called, depth + 1) : undefined;
        if (ended !== undefined) return ended;
        at++;
      } else if (byte === 11) return undefined;
      else return byte;
    }
    return undefined;
  };
  const operator = run(program, 0);
  const taken =
    operator === 21 ? 2 : operator === 22 || operator === 4 ? 1 : operator === 14 ? (stack.length >= 4 ? 4 : 0) : undefined;
  const isStem = operator === 1 || operator === 3 || operator === 18 || operator === 23 || operator === 19 || operator === 20;
  const hasWidth = taken === undefined ? isStem && stack.length % 2 === 1 : stack.length > taken;
  return hasWidth ? stack[0] : undefined;
}
