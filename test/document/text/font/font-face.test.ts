import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';
import { beforeAll, expect, test } from 'vitest';
import { withDemanded } from '../../../../src/document/on-demand.ts';
import { buildSfnt, openSfnt } from '../../../../src/document/text/font/sfnt.ts';
import { testResources } from '../../../support/render.ts';
import { dejavu, engine, files, noto, prepare } from '../faces.ts';

const bytes = readFileSync(files.noto);
let keys = 0;
const open = (file: Uint8Array) => engine.openFace({ key: `hostile ${keys++}`, bytes: file });
// Opening a colour font loads what the tests of such fonts need.
beforeAll(() => withDemanded(testResources, () => void open(rebuild({ COLR: new Uint8Array(14) }))));
const invalid = expect.objectContaining({ code: 'ASSET_INVALID' });

/** The file with tables changed or, with undefined, left out. */
function rebuild(changes: Readonly<Record<string, Uint8Array | undefined>>): Uint8Array {
  const tables = new Map(openSfnt(bytes).tables);
  for (const [tag, table] of Object.entries(changes)) {
    if (table) tables.set(tag, table);
    else tables.delete(tag);
  }
  return buildSfnt(0x00010000, tables);
}

function patched(tag: string, change: (view: DataView) => void): Uint8Array {
  const table = openSfnt(bytes).tables.get(tag)!.slice();
  change(new DataView(table.buffer));
  return rebuild({ [tag]: table });
}

function glyphsOf(text: string, face = noto): Set<number> {
  return new Set(
    prepare(text, { faces: [face] })
      .wrap(10_000)[0]!
      .segments.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs)),
  );
}

const fontOf = (file: Uint8Array) => new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(file)));

test.each([
  ['noto', noto, files.noto],
  ['dejavu', dejavu, files.dejavu],
])('a subset of %s, opened again, has the same outlines and widths', (_, face, path) => {
  const wanted = glyphsOf('Hamburgefonstiv ÄÖÜ éàç 0123 office € ½', face);
  const program = face.subset(wanted)!;
  const whole = fontOf(readFileSync(path));
  const part = fontOf(program.bytes);
  for (const glyph of [0, ...wanted]) {
    const renumbered = program.cidToGid![glyph * 2]! * 256 + program.cidToGid![glyph * 2 + 1]!;
    expect(part.glyphToPath(renumbered)).toBe(whole.glyphToPath(glyph));
    expect(part.glyphHAdvance(renumbered)).toBe(whole.glyphHAdvance(glyph));
  }
});

test('a further code of a glyph leads to its outline', () => {
  const [glyph] = glyphsOf('g');
  const code = noto.firstFreeCode!;
  const { bytes: file, cidToGid } = noto.subset(new Set([glyph!]), new Map([[code, glyph!]]))!;
  const gidOf = (cid: number) => cidToGid![cid * 2]! * 256 + cidToGid![cid * 2 + 1]!;
  expect(gidOf(code)).toBe(gidOf(glyph!));
  expect(fontOf(file).glyphToPath(gidOf(code))).toBe(fontOf(bytes).glyphToPath(glyph!));
});

test('an ideograph wins over the radical that shares its glyph, and any character over none', () => {
  // Format 12: U+2F08 and U+4EBA lead to glyph 40, U+2F09 alone to 41.
  const groups = [
    [0x2f08, 40],
    [0x2f09, 41],
    [0x4eba, 40],
  ];
  const cmap = Buffer.alloc(12 + 16 + groups.length * 12);
  cmap.writeUInt16BE(1, 2);
  for (const [i, value] of [3, 10].entries()) cmap.writeUInt16BE(value, 4 + i * 2);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(cmap.length - 12, 16);
  cmap.writeUInt32BE(groups.length, 24);
  for (const [i, [code, glyph]] of groups.entries()) {
    for (const [k, value] of [code!, code!, glyph!].entries()) cmap.writeUInt32BE(value, 28 + i * 12 + k * 4);
  }
  const face = open(rebuild({ cmap }));
  expect([face.unicodeOf(40), face.unicodeOf(41)]).toEqual(['人', '\u2f09']);
  const says = (text: string) => prepare(text, { faces: [face] }).wrap(100)[0]!.segments[0]!.words[0]!.says;
  expect(says('人')).toBeUndefined();
  expect(says('\u2f08')).toEqual(['\u2f08']);
});

test('a subset depends on its glyphs alone and is small', () => {
  const wanted = glyphsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 äöüß', dejavu);
  const once = dejavu.subset(wanted)!;
  const again = dejavu.subset(new Set([...wanted].reverse()))!;
  expect(Buffer.compare(once.bytes, again.bytes)).toBe(0);
  expect(deflateSync(once.bytes).length).toBeLessThan(5000);
});

test('a font from a WOFF file is the font', () => {
  const woff = engine.openFace({ key: 'woff', bytes: packWoff() });
  expect(woff.metrics).toEqual(noto.metrics);
  expect(Buffer.compare(woff.subset(new Set([36, 37]))!.bytes, noto.subset(new Set([36, 37]))!.bytes)).toBe(0);
});

test('a font cut short anywhere is refused with a remedy', () => {
  for (const length of [0, 4, 11, 40, 200, 5000, bytes.length >> 1, bytes.length - 100])
    expect(() => open(bytes.subarray(0, length))).toThrow(invalid);
  expect(() => open(bytes.subarray(0, 200))).toThrow(/Give an intact file|Give the whole file/);
});

test('files of other kinds are refused with what to do', () => {
  expect(() => open(Buffer.from('%PDF-1.7'.padEnd(100, ' ')))).toThrow(invalid);
  expect(() => open(rebuild({ cmap: undefined }))).toThrow(invalid);
  expect(() => open(rebuild({ glyf: undefined, CFF2: new Uint8Array(8) }))).toThrow(/kind CFF2.*Use its version with TrueType/);
  expect(() => open(rebuild({ head: undefined }))).toThrow(/head/);
});

test('a font whose licence forbids embedding is refused', () => {
  expect(() => open(patched('OS/2', (table) => table.setUint16(8, 2)))).toThrow(/forbids embedding/);
});

test('glyphs outside their table are refused', () => {
  expect(() => open(patched('loca', (table) => table.setUint32(40, 0x7fffffff)))).toThrow(invalid);
  expect(() => open(rebuild({ loca: openSfnt(bytes).tables.get('loca')!.subarray(0, 100) }))).toThrow(invalid);
});

test('a composite glyph that contains itself is refused and does not hang', () => {
  const { tables } = openSfnt(bytes);
  const loca = new DataView(tables.get('loca')!.slice().buffer);
  const isLong = new DataView(tables.get('head')!.slice().buffer).getInt16(50) === 1;
  const glyf = tables.get('glyf')!.slice();
  const [eacute] = glyphsOf('A');
  const at = isLong ? loca.getUint32(eacute! * 4) : loca.getUint16(eacute! * 2) * 2;
  const view = new DataView(glyf.buffer);
  view.setInt16(at, -1);
  view.setUint16(at + 10, 0x0003);
  view.setUint16(at + 12, eacute!);
  const face = open(rebuild({ glyf }));
  expect(() => face.subset(new Set([eacute!]))).toThrow(invalid);
});

test('composite glyphs that double again and again, deep or wide, are refused at a cost by their number', () => {
  const { tables } = openSfnt(bytes);
  const of = (parts: readonly number[]) => {
    const glyph = Buffer.alloc(10 + 6 * parts.length);
    glyph.writeInt16BE(-1);
    for (const [i, part] of parts.entries()) {
      glyph.writeUInt16BE(i < parts.length - 1 ? 0x22 : 0x02, 10 + 6 * i);
      glyph.writeUInt16BE(part, 12 + 6 * i);
    }
    return glyph;
  };
  const made = (glyphs: readonly Buffer[]) => {
    const count = new DataView(tables.get('maxp')!.slice().buffer).getUint16(4);
    const loca = Buffer.alloc(4 * (count + 1));
    for (let i = 1, at = 0; i <= count; i++) {
      at += glyphs[i - 1]?.length ?? 0;
      loca.writeUInt32BE(at, 4 * i);
    }
    const head = Buffer.from(tables.get('head')!);
    head.writeInt16BE(1, 50);
    return open(rebuild({ glyf: Buffer.concat(glyphs), loca, head }));
  };
  const refused = expect.objectContaining({
    message: expect.stringContaining('a composite glyph consists of far too many others'),
  });
  const none = Buffer.alloc(0);
  // Each is twice the one before; the lower ones are known when the higher ones are asked for.
  const doubling = made([none, none, ...Array.from({ length: 40 }, (_, i) => of([i + 1, i + 1]))]);
  expect(() => doubling.subset(new Set(Array.from({ length: 40 }, (_, i) => i + 2)))).toThrow(refused);
  const deep = made([none, none, ...Array.from({ length: 40 }, (_, i) => of([i + 1]))]);
  expect(() => deep.subset(new Set(Array.from({ length: 40 }, (_, i) => i + 2)))).toThrow(refused);
  // A thousand glyphs that share a wide part list it once.
  const wide = of(Array.from({ length: 2000 }, (_, i) => 1100 + i));
  const shared = made([none, wide, ...Array.from({ length: 1000 }, () => of([1]))]);
  const wanted = new Set(Array.from({ length: 1000 }, (_, i) => i + 2));
  expect(new DataView(openSfnt(shared.subset(wanted)!.bytes).tables.get('maxp')!.slice().buffer).getUint16(4)).toBe(3002);
});

test('a font that makes thousands of glyphs of a letter is refused', () => {
  const u16 = (...values: readonly number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
  const count = 20;
  // Each lookup makes two of each glyph.
  const [letter] = glyphsOf('a');
  const one = u16(2, 1, letter!, letter!, 0);
  const double = Buffer.concat([u16(2, 0, 1, 8, 1, 14, 1, 8), u16(2, letter!, letter!), one]);
  const lists = Buffer.concat([
    u16(1),
    Buffer.from('DFLT'),
    u16(8, 4, 0, 0, 0xffff, 1, 0),
    u16(1),
    Buffer.from('ccmp'),
    u16(8, 0, count, ...Array(count).keys()),
    u16(count, ...Array.from({ length: count }, (_, i) => 2 + 2 * count + i * double.length)),
    ...Array.from({ length: count }, () => double),
  ]);
  const features = 10 + 20;
  const GSUB = Buffer.concat([u16(1, 0, 10, features, features + 12 + 2 * count), lists]);
  const face = open(rebuild({ GSUB }));
  expect(() => prepare('aa', { faces: [face] }).wrap(50)).toThrow(
    expect.objectContaining({ message: expect.stringContaining('makes far more glyphs of a text than it has letters') }),
  );
});

test('bytes changed at random never hang and fail only as ASSET_INVALID', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 60; round++) {
    const damaged = Uint8Array.from(bytes);
    // The directory and the small tables, where a byte matters most, and anywhere.
    for (let i = 0; i < 40; i++) damaged[i < 20 ? random(600) : random(damaged.length)] = random(256);
    try {
      const face = open(damaged);
      prepare('Hamburg 123', { faces: [face] }).wrap(50);
      face.subset(glyphsOf('Hamburg 123'));
    } catch (error) {
      expect(error).toEqual(invalid);
    }
  }
});

/** WOFF File Format 1.0: each table deflated. */
function packWoff(): Uint8Array {
  const tables = [...openSfnt(bytes).tables];
  const parts: Buffer[] = [];
  const header = Buffer.alloc(44 + tables.length * 20);
  header.write('wOFF', 0, 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt16BE(tables.length, 12);
  let at = header.length;
  for (const [i, [tag, table]] of tables.entries()) {
    const packed = deflateSync(table);
    const data = packed.length < table.length ? packed : Buffer.from(table);
    const entry = 44 + i * 20;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(at, entry + 4);
    header.writeUInt32BE(data.length, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    parts.push(data);
    at += data.length;
  }
  return Buffer.concat([header, ...parts]);
}

/** The font as one of colour, in which these characters have no outline. */
function inColors(text: string): Uint8Array {
  const loca = openSfnt(bytes).tables.get('loca')!.slice();
  const view = new DataView(loca.buffer);
  const isLong = new DataView(openSfnt(bytes).tables.get('head')!.slice().buffer).getInt16(50) === 1;
  for (const character of text) {
    const [glyph] = glyphsOf(character);
    if (isLong) view.setUint32((glyph! + 1) * 4, view.getUint32(glyph! * 4));
    else view.setUint16((glyph! + 1) * 2, view.getUint16(glyph! * 2));
  }
  return rebuild({ loca, COLR: new Uint8Array(14) });
}

test('a colour font has the characters that have an outline; others are left to the next font', () => {
  const face = open(inColors('A'));
  expect(face.hasPictures).toBe(false);
  expect([...'A B\u00a0'].map((character) => face.has(character.codePointAt(0)!))).toEqual([false, true, true, true]);
  const words = prepare('AB', { faces: [face, dejavu] })
    .wrap(1000)[0]!
    .segments.map((segment) => segment.face);
  expect(words).toEqual([dejavu, face]);
});

test('a font of pictures alone is refused with what to do', () => {
  expect(() => open(rebuild({ glyf: undefined, loca: undefined, CBDT: new Uint8Array(4) }))).toThrow(
    /cannot be drawn \(CBDT\), and no outlines\. Use a version/,
  );
});
