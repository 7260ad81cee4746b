import { expect, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { openSfnt } from '../../src/document/text/font/sfnt.ts';
import type { Face } from '../../src/document/text/shaped-text.ts';
import { createFileResources } from '../../src/renderer/file-resources.ts';
import { inspectAsset } from '../../src/renderer/inspect-asset.ts';
import { prepare } from '../document/text/faces.ts';
import { jost, makeCollection, readPackage } from '../support/font-files.ts';
import { engine, openFont } from './open-font.ts';

const widthOf = (face: Face, text: string): number => prepare(text, { faces: [face] }).maxWidth;

const faultOf = async (bytes: Uint8Array, font?: string): Promise<string> => {
  const error: unknown = await openFont(bytes, font).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(PdfgenError);
  expect((error as PdfgenError).code).toBe('ASSET_INVALID');
  return (error as PdfgenError).message;
};

test.each([400, 700])('a WOFF2 font of weight %i has the characters and widths of its WOFF file', async (weight) => {
  const { face } = await openFont(jost.woff2(weight));
  const { face: same } = await openFont(jost.woff(weight), '', 'Own.woff');
  expect({ ...face.metrics, bbox: [] }).toEqual({ ...same.metrics, bbox: [] });
  const codes = Array.from({ length: 0x17f - 0x20 }, (_, i) => 0x20 + i).filter((code) => same.has(code));
  expect(codes.length).toBeGreaterThan(180);
  const widths = (one: typeof face) => codes.map((code) => [code, widthOf(one, String.fromCharCode(code))]);
  expect(widths(face)).toEqual(widths(same));
  expect(widthOf(face, 'Waffle fjord AVATAR')).toBe(widthOf(same, 'Waffle fjord AVATAR'));
});

test('the memory of an unpacked font counts', async () => {
  const packed = jost.woff2(400);
  const { resources } = await openFont(packed);
  expect(resources.heldBytes()).toBeGreaterThan(packed.length * 3);
});

test('a font that no part of the template names is not unpacked', async () => {
  const broken = { bytes: jost.woff2(400).subarray(0, 1000), sha256: 'font-files.test unused' };
  const resources = createFileResources({ 'Broken.woff2': broken });
  await resources.loadFonts({ pages: [{ body: ['Broken'] }] });
  expect(resources.font('Broken.woff2')!.bytes).toBe(broken.bytes);
});

test('damaged WOFF2 files are refused with what to do', async () => {
  const whole = jost.woff2(400);
  for (const length of [4, 47, 48, 500, whole.length - 1])
    expect(await faultOf(whole.subarray(0, length))).toMatch(/cut short or damaged/);
  for (const at of [60, 200, 2000, 5000]) {
    const noisy = Buffer.from(whole);
    for (let i = at; i < at + 40; i++) noisy[i]! ^= 0x5a;
    const fault = await openFont(noisy).then(
      () => '',
      (error: unknown) => (error as PdfgenError).code,
    );
    // A few flipped bits of an outline may leave a font that can be read.
    expect(['', 'ASSET_INVALID']).toContain(fault);
  }
  const cut = Buffer.from(whole.subarray(0, 5000));
  cut.writeUInt32BE(cut.length, 8);
  expect(await faultOf(cut)).toMatch(/is damaged, so that it cannot be unpacked/);
});

test('a WOFF2 file that claims 4 GB is refused before it is unpacked', async () => {
  const bomb = Buffer.from(jost.woff2(400));
  bomb.writeUInt32BE(0xfffffff0, 16);
  expect(await faultOf(bomb)).toMatch(/unpacks to more than 30 MiB/);
});

test('assets in WOFF2 and collections are checked when they are added', async () => {
  const limits = { maxImagePixels: 1e6, maxImageBytes: 1e6 };
  const check = (bytes: Uint8Array, name: string) => inspectAsset({ bytes, name }, limits, engine);
  await expect(check(jost.woff2(400), 'a.woff2')).resolves.toEqual({ width: null, height: null });
  await expect(check(jost.woff2(400).subarray(0, 900), 'a.woff2')).rejects.toThrow(/cut short/);
  await expect(check(makeCollection([jost.woff(400)]), 'a.ttc')).resolves.toEqual({ width: null, height: null });
  await expect(check(makeCollection([jost.woff(400)]).subarray(0, 900), 'a.ttc')).rejects.toThrow(/is damaged/);
});

const collection = makeCollection([jost.woff(400), jost.woff(700), jost.woff(900)]);

test.each([
  ['', 'Jost-Regular'],
  ['#0', 'Jost-Regular'],
  ['#1', 'Jost-Bold'],
  ['#Jost Black', 'Jost-Black'],
  ['#jost-bold', 'Jost-Bold'],
])('the font "%s" of a collection is %s', async (font, name) => {
  const { face } = await openFont(collection, font, 'Jost.ttc');
  expect(face.postscriptName).toBe(name);
  const single = await openFont(jost.woff({ 'Jost-Regular': 400, 'Jost-Bold': 700, 'Jost-Black': 900 }[name]!), '', 'Own.woff');
  const subset = (one: typeof face) => Buffer.from(one.subset(new Set([30, 40]))!.bytes);
  expect(subset(face)).toEqual(subset(single.face));
});

test('a font that a collection does not have is refused with those that it has', async () => {
  const listed = '#0 (Jost Regular), #1 (Jost Bold), #2 (Jost Black).';
  expect(await faultOf(collection, '#3')).toContain(`is a collection without a font "3". Write one of: ${listed}`);
  expect(await faultOf(collection, '#Jost Heavy')).toContain(`"Jost Heavy". Write one of: ${listed}`);
  expect(await faultOf(collection, '#-1')).toContain('without a font "-1"');
  expect(await faultOf(jost.woff(400), '#1')).toContain('is a single font: leave out "#1".');
});

test('hostile collections are refused', async () => {
  const header = (count: number, length: number) => {
    const bytes = Buffer.alloc(length);
    bytes.write('ttcf', 'latin1');
    bytes.writeUInt32BE(count, 8);
    return bytes;
  };
  expect(await faultOf(header(0, 64))).toContain('is an empty collection');
  expect(await faultOf(header(10_000, 50_000))).toContain('is a collection of 10,000 fonts; the most are 1,000.');
  expect(await faultOf(header(0xffffffff, 64))).toContain('4,294,967,295 fonts');
  expect(await faultOf(header(900, 64))).toContain('is damaged');
  const outside = Buffer.from(collection);
  outside.writeUInt32BE(0x7ffffff0, 12);
  expect(await faultOf(outside)).toContain('is damaged');
  // Each table claims to be the whole file.
  const large = makeCollection([jost.woff(400)]);
  const padded = Buffer.concat([large, Buffer.alloc(16 * 1024 ** 2)]);
  for (let table = 0; table < padded.readUInt16BE(20); table++) {
    padded.writeUInt32BE(0, 16 + 12 + table * 16 + 8);
    padded.writeUInt32BE(padded.length, 16 + 12 + table * 16 + 12);
  }
  expect(await faultOf(padded)).toContain('holds a font of more than 128 MiB');
});

test('wrong checksums of tables do not matter, as to other programs', async () => {
  const plain = Buffer.from(openSfnt(jost.woff(400)).bytes);
  for (let table = 0; table < plain.readUInt16BE(4); table++) plain.writeUInt32BE(0xdeadbeef, 12 + table * 16 + 4);
  const { face } = await openFont(plain, '', 'Own.ttf');
  expect(face.has(0x41)).toBe(true);
});

test('a WOFF2 font of many scripts is read too', async () => {
  const file = '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff2';
  const { face } = await openFont(readPackage(file));
  expect(face.has(0x0e01)).toBe(true);
});
