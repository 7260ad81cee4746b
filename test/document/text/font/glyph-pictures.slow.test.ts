// Colour fonts: which glyphs are pictures, what is painted of them, and what hostile tables lead to.
import { deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { DrawingPart, DrawnGroup, DrawnPath } from '../../../../src/document/image/drawing.ts';
import { withDemanded } from '../../../../src/document/on-demand.ts';
import { describeFont } from '../../../../src/document/text/font/describe-font.ts';
import {
  fields,
  type Layers,
  type PixelGlyph,
  paintCircles,
  paintComposite,
  paintGlyph,
  paintLine,
  paintSolid,
  paintSweep,
  tableOf,
  textColor,
  withBitmaps,
  withLayers,
  withPaints,
  withSbix,
  withTables,
} from '../../../support/color-fonts.ts';
import { testResources } from '../../../support/render.ts';
import { makePng, wrapPng } from '../../image/make-image.ts';
import { dejavu, engine, prepare } from '../faces.ts';
import { makeSquareFont } from '../make-square-font.ts';

let keys = 0;
const open = (bytes: Uint8Array) => engine.openFace({ key: `glyph-pictures ${keys++}`, bytes });
const plain = makeSquareFont({ A: [0, 500], B: [200, 700], '\u{1f496}': [0, 1000], '\u{1f600}': [100, 900] });
/** The glyphs of these characters. */
const [a, b, heartGlyph, faceGlyph] = [1, 2, 3, 4];
const red = [255, 0, 0, 255] as const;
const pale = [0, 0, 255, 51] as const;
const layered = (glyphs: Readonly<Record<number, Layers>>) => open(withLayers(plain, glyphs, [red, pale]));
// Opening a colour font loads what all tests here need.
beforeAll(() => withDemanded(testResources, () => void layered({})));

test('layers are paths in the colours of the first palette, from below', () => {
  const layers = [a, b].map((glyph, i) => [glyph, i] as const);
  const { box, image } = layered({ [faceGlyph]: layers }).pictureOf!(faceGlyph, '#123456')!;
  expect(box).toEqual({ left: 0, bottom: 0, right: 700, top: 700 });
  const { parts, ...size } = image.drawing!;
  expect(size).toEqual({ width: 700, height: 700, depth: 0 });
  const square = (left: number, right: number) => ({
    ops: 'MLLLLZ',
    points: [left, 700, left, 0, right, 0, right, 700, left, 700],
  });
  const path = { kind: 'path', rule: 'nonzero', stroke: undefined };
  expect(parts).toEqual([
    { ...path, path: square(0, 500), fill: { paint: '#ff0000', opacity: 1 } },
    { ...path, path: square(200, 700), fill: { paint: '#0000ff', opacity: 0.2 } },
  ]);
  expect(image.traits!.hasAlpha).toBe(true);
});

test('a layer in the colour of the text makes a picture for each colour; other pictures serve all', () => {
  const own = layered({ [faceGlyph]: [[a, textColor]], [heartGlyph]: [[b, 0]] });
  const keyOf = (glyph: number, color: string) => own.pictureOf!(glyph, color)!.image.key;
  expect(own.pictureOf!(faceGlyph, '#00ff00')!.image.drawing!.parts[0]).toMatchObject({ fill: { paint: '#00ff00' } });
  expect(keyOf(faceGlyph, '#00ff00')).not.toBe(keyOf(faceGlyph, '#0000ff'));
  expect(keyOf(heartGlyph, '#00ff00')).toBe(keyOf(heartGlyph, '#0000ff'));
});

const ofSize = (width: number, height: number) => ({ width, height, bits: 8, colorType: 6 }) as const;
const pixels = (width: number, height: number): PixelGlyph => ({
  png: makePng({ ...ofSize(width, height), sample: () => 200 }),
  ...{ width, height, left: 10, top: 70 },
});

test.each([
  ['CBDT', (font: Uint8Array) => withBitmaps(font, faceGlyph, [pixels(80, 60)])],
  ['sbix', (font: Uint8Array) => withSbix(font, { [faceGlyph]: pixels(80, 60) })],
])('the pictures of %s lie where the font places them', (_, add) => {
  const own = open(add(plain));
  const picture = own.pictureOf!(faceGlyph, '#000000')!;
  expect(picture.box).toEqual({ left: 100, bottom: 100, right: 900, top: 700 });
  expect(picture.image).toMatchObject({ width: 80, height: 60, traits: { hasAlpha: true } });
  expect(own.pictureOf!(a, '#000000')).toBeUndefined();
  expect(own.colorFault).toBeUndefined();
});

test('a font of pictures alone has their characters, and leaves others to the next font', () => {
  const bare = withTables(withBitmaps(plain, faceGlyph, [pixels(80, 60)]), { glyf: undefined, loca: undefined });
  const own = open(bare);
  expect([0x1f600, 0x1f496, 0x41].map((code) => own.has(code))).toEqual([true, false, false]);
  const { segments } = prepare('A\u{1f600}', { faces: [own, dejavu] }).wrap(1000)[0]!;
  expect(segments.map((segment) => segment.face)).toEqual([dejavu, own]);
  expect(segments[1]!.words[0]!.pictured).toEqual([{ glyph: faceGlyph, xEm: 0, riseEm: 0 }]);
  // The program has the widths of the glyphs, and nothing that is painted.
  const bytes = withTables(own.subset(new Set([faceGlyph]))!.bytes, { cmap: noCharacters });
  expect(open(bytes).inkEm(1)).toBeUndefined();
});

const noCharacters = fields(['u16', 0, 1, 3, 10], ['u32', 12], ['u16', 12, 0], ['u32', 16, 0, 0]);

test('the outline below a picture is not in the file; that of a letter is', () => {
  const own = layered({ [faceGlyph]: [[a, 0]] });
  const inkOf = (glyphs: number[]) => {
    const { bytes } = own.subset(new Set(glyphs))!;
    const subset = open(withTables(bytes, { cmap: noCharacters }));
    return glyphs.map((_, i) => subset.inkEm(i + 1) !== undefined);
  };
  expect(inkOf([a, faceGlyph])).toEqual([true, false]);
});

test('variation selectors choose between a sign and its picture', () => {
  const own = open(withLayers(makeSquareFont({ A: [0, 500], '\u2764': [0, 900] }), { 2: [[1, 0]] }, [red]));
  const facesOf = (text: string, first = dejavu, second = own) =>
    prepare(text, { faces: [first, second] })
      .wrap(1000)[0]!
      .segments.map((segment) => segment.face);
  expect(facesOf('\u2764')).toEqual([dejavu]);
  expect(facesOf('\u2764\ufe0f')).toEqual([own]);
  expect(facesOf('\u2764\ufe0e', own, dejavu)).toEqual([dejavu]);
});

test('a font with SVG keeps its outlines, with a fault that names the table', () => {
  const own = open(withTables(plain, { 'SVG ': new Uint8Array(10) }));
  expect(own.colorFault).toBe('is a colour font whose colours cannot be drawn (SVG)');
  expect(own.has(0x1f600)).toBe(true);
  expect(own.pictureOf!(faceGlyph, '#000000')).toBeUndefined();
});

const palette = [red, [0, 0, 255, 255]] as const;
const redToBlue = [0, 1].map((at) => [at, at, 1] as const);
/** The parts of a picture without the group that turns the y axis. */
function partsOf(paint: Uint8Array, color = '#000000'): readonly DrawingPart[] {
  const picture = open(withPaints(plain, faceGlyph, paint, palette)).pictureOf!(faceGlyph, color)!;
  const [group, ...others] = picture.image.drawing!.parts as readonly DrawnGroup[];
  expect(others).toEqual([]);
  expect(group!.matrix).toEqual([1, 0, 0, -1, -picture.box.left, picture.box.top]);
  return group!.parts;
}

test('paints of one colour fill the outline of their glyph', () => {
  expect(partsOf(paintGlyph(a, paintSolid(1, 0.2)))).toEqual([
    {
      ...{ kind: 'path', rule: 'nonzero', stroke: undefined },
      path: { ops: 'MLLLLZ', points: [0, 0, 0, 700, 500, 700, 500, 0, 0, 0] },
      fill: { paint: '#0000ff', opacity: 0.2 },
    },
  ]);
  expect(partsOf(paintGlyph(a, paintSolid(textColor)), '#00ff00')).toMatchObject([{ fill: { paint: '#00ff00' } }]);
});

test('gradients lie where the font places them, also between other offsets than 0 and 1', () => {
  const stops = [0, 1].map((color) => [(color + 1) / 2, color, 1] as const);
  const colors = (...all: readonly string[]) => all.map((color, at) => ({ at, color }));
  const fillOf = (paint: Uint8Array) => (partsOf(paintGlyph(b, paint))[0] as DrawnPath).fill!.paint;
  // The third point turns the gradient: it runs along x.
  const line = { kind: 'linear', matrix: [200, 0, 0, 200, 300, 0], stops: colors('#ff0000', '#0000ff') };
  expect(fillOf(paintLine([100, 0, 500, 300, 100, 50], stops))).toEqual(line);
  const circle = { kind: 'radial', matrix: [200, 0, 0, 200, 400, 300], from: [0, 0, 0.5] };
  expect(fillOf(paintCircles([400, 300, 0, 400, 300, 200], stops))).toEqual({ ...circle, stops: line.stops });
  const turned = fillOf(paintCircles([400, 300, 200, 400, 300, 100], redToBlue));
  expect(turned).toEqual({ ...circle, stops: colors('#0000ff', '#ff0000') });
});

test('a gradient with half transparent colours shows through a mask', () => {
  const [group] = partsOf(paintGlyph(b, paintLine([0, 0, 100, 0, 0, 100], [redToBlue[0]!, [1, 1, 0.2]])));
  const stops = ['#ffffff', '#333333'].map((color) => ({ color }));
  expect(group).toMatchObject({ kind: 'group', mask: { kind: 'luminance', parts: [{ fill: { paint: { stops } } }] } });
});

const filled = (paint: string) => [{ fill: { paint } }];

test.each([
  [3, [{ kind: 'path' }, { kind: 'path' }]],
  [5, [{ kind: 'group', mask: { kind: 'alpha', parts: filled('#0000ff') }, parts: filled('#ff0000') }]],
  [6, [{ kind: 'group', mask: { kind: 'alpha', parts: filled('#ff0000') }, parts: filled('#0000ff') }]],
  [
    6,
    [
      {
        kind: 'group',
        mask: { kind: 'alpha', parts: [{ fill: { paint: '#ff0000' } }] },
        parts: [{ fill: { paint: '#0000ff' } }],
      },
    ],
  ],
  [23, [{ kind: 'group', isIsolated: true, parts: [{ kind: 'path' }, { kind: 'group', blend: 'Multiply' }] }]],
])('paints are put together in mode %i', (mode, expected) => {
  expect(partsOf(paintComposite(paintGlyph(a, paintSolid(0)), mode, paintGlyph(b, paintSolid(1))))).toMatchObject(expected);
});

test.each([
  ['sweep gradients', paintSweep(redToBlue)],
  ['gradients that repeat', paintLine([0, 0, 100, 0, 0, 100], redToBlue, 1)],
])('a character with %s is left to the next font', (_, paint) => {
  const own = open(withPaints(plain, faceGlyph, paintGlyph(a, paint), palette));
  expect([own.has(0x1f600), own.has(0x41)]).toEqual([false, true]);
  expect(own.pictureOf!(faceGlyph, '#000000')).toBeUndefined();
});

test('paints that contain themselves end', () => {
  // The source of the composition is the composition itself.
  const paint = Buffer.concat([fields(['u8', 32, 0, 0, 0, 3, 0, 0, 8]), paintGlyph(a, paintSolid(0))]);
  const own = open(withPaints(plain, faceGlyph, paint, palette));
  expect(['ASSET_INVALID', 'none', 'picture']).toContain(outcomeOf(() => own.pictureOf!(faceGlyph, '#000000')));
});

test('bitmaps for small screens beside outlines are no fault', () => {
  const font = withTables(plain, { EBDT: new Uint8Array(4) });
  expect(open(font).colorFault).toBeUndefined();
  expect(describeFont(font).pictures).toEqual(['EBDT']);
});

const broken = (message: RegExp) => expect.objectContaining({ code: 'ASSET_INVALID', message: expect.stringMatching(message) });

test('hostile tables are errors within bounds', () => {
  const many = Array<readonly [number, number]>(65_535).fill([a, 0]);
  expect(() => layered({ [faceGlyph]: many }).has(0x1f600)).toThrow(broken(/65,535 layers, more than 1,000/));
  const bomb = {
    ...pixels(1, 1),
    png: wrapPng({ width: 60_000, height: 60_000, bits: 8, colorType: 6 }, deflateSync(Buffer.alloc(10))),
  };
  expect(() => open(withSbix(plain, { [faceGlyph]: bomb })).has(0x1f600)).toThrow(broken(/more than 4,194,304 pixels/));
  const cut = pixels(80, 60);
  expect(() => open(withSbix(plain, { [faceGlyph]: { ...cut, png: cut.png.subarray(0, 60) } })).has(0x1f600)).toThrow(
    broken(/has a picture of a character that cannot be drawn/),
  );
});

test('lists of bitmaps that lie over each other are refused, not searched for each glyph', () => {
  const font = withBitmaps(plain, faceGlyph, [pixels(80, 60)]);
  const cblc = Buffer.from(tableOf(font, 'CBLC'));
  const list = Buffer.alloc(8);
  list.writeUInt16BE(0xffff, 2);
  cblc.writeUInt32BE(cblc.length, 8);
  cblc.writeUInt32BE(3, 16);
  const CBLC = Buffer.concat([cblc, list, list, list]);
  expect(() => open(withTables(font, { CBLC })).has(0x1f600)).toThrow(
    broken(/its lists of bitmaps have more glyphs than a font/),
  );
});

test.each([
  ['CBLC', withBitmaps(plain, faceGlyph, [pixels(80, 60)])],
  ['sbix', withSbix(plain, { [faceGlyph]: pixels(80, 60) })],
])('a number of %s that points elsewhere gives the picture, none, or an error of the font', (tag, bytes) => {
  const outcomes = new Set<string>();
  const table = tableOf(bytes, tag);
  for (let at = 4; at + 2 <= Math.min(table.length, 120); at += 2)
    for (const value of [0, 1, 0x7fff, 0xffff]) {
      const changed = Buffer.from(table);
      changed.writeUInt16BE(value, at);
      outcomes.add(outcomeOf(() => open(withTables(bytes, { [tag]: changed })).pictureOf!(faceGlyph, '#000000')));
    }
  expect([...outcomes].toSorted()).toEqual(['ASSET_INVALID', 'none', 'picture']);
});

function outcomeOf(read: () => unknown): string {
  try {
    return read() ? 'picture' : 'none';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test.each([1, 2, 3, 4, 5] as const)('a list of bitmaps of kind %i is read', (kind) => {
  const [one, two] = [pixels(80, 60), { ...pixels(80, 60), png: makePng({ ...ofSize(80, 60), sample: () => 77 }) }];
  const own = open(withBitmaps(plain, heartGlyph, [one, two], kind));
  const found = [a, heartGlyph, faceGlyph].map((glyph) => own.pictureOf!(glyph, '#000000'));
  expect(found.map((picture) => picture && Buffer.from(picture.image.bytes))).toEqual([undefined, one.png, two.png]);
  expect(found[2]!.box).toEqual({ left: 100, bottom: 100, right: 900, top: 700 });
});
