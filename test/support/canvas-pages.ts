// Documents that show all kinds of boxes, pictures and scripts, to hold the canvas beside the PDF.
import { readFileSync } from 'node:fs';
import { makePng, samplesOf } from '../document/image/make-image.ts';
import {
  addProperties,
  exifOf,
  gifPalette,
  joinRiff,
  makeAvif,
  makeBox,
  makeGif,
  makeWebp,
  readRiff,
  webpHead,
} from '../document/image/make-picture.ts';
import { files } from '../document/text/faces.ts';
import { textColor, withLayers } from './color-fonts.ts';
import { robotoFlex } from './font-files.ts';

export interface CanvasPage {
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, Uint8Array>>;
}

type Pixels = Parameters<typeof makeAvif>[0];

type Placed = Readonly<Record<string, unknown> & { at: object }>;

const latin =
  'Thank you for your order, which we delivered in the week of the eighteenth of April: larch posts, signs and maps for the trail.';

/** Parts at their places on a sheet of 420 × 300 pt. */
const page = (background: readonly Placed[], more: object = {}, assets: CanvasPage['assets'] = {}): CanvasPage => ({
  document: { unit: 'pt', pages: [{ size: [420, 300], margin: 20, background, body: [] }], ...more },
  assets,
});

const text = page([
  { text: latin, align: 'justify', letterSpacing: 0.7, at: { x: 20, y: 10, w: 180 } },
  { text: latin, align: 'justify', size: 8, at: { x: 220, y: 10, w: 180 } },
  {
    text: 'H~2~O, E = mc^2^, **bold** *italic*, [a link](https://example.com)',
    format: 'inline',
    size: 13,
    at: { x: 20, y: 100 },
  },
  {
    text: 'Underlined and struck',
    bookmark: 'Lines',
    underline: true,
    strike: true,
    size: 16,
    color: '#8b1e3f',
    at: { x: 20, y: 130 },
  },
  { text: 'Wide letters', letterSpacing: 6, underline: true, at: { x: 220, y: 130 } },
  { text: 'Tight letters overlap', letterSpacing: -3, size: 24, opacity: 0.4, at: { x: 20, y: 160 } },
  { text: 'Turned text, 30°', size: 18, at: { x: 250, y: 160, w: 150, rotate: 30 } },
  { text: 'Upright', at: { x: 390, y: 90, w: 60, rotate: 90 } },
  { text: 'Figures\t12.50\nOthers\t1,234.75', tabs: [{ at: 120, align: 'decimal', leader: '.' }], at: { x: 20, y: 210, w: 150 } },
  { text: '1/2 and waffle AVATAR', fractions: true, size: 20, at: { x: 20, y: 250 } },
]);

const gradient = { from: '#0f5c63', to: '#f2b134' };

const shapes = page([
  { rect: 30, fill: gradient, at: { x: 20, y: 10, w: 120 } },
  { rect: 40, radius: 12, stroke: { width: 3, color: '#333333' }, fill: '#eeeeee', at: { x: 150, y: 10, w: 120 } },
  {
    rect: 40,
    radius: [20, 0, 8, 0],
    fill: { ...gradient, angle: 45, stops: [{ at: 0.3, color: '#ffffff' }] },
    at: { x: 290, y: 10, w: 90 },
  },
  { ellipse: 60, fill: { ...gradient, shape: 'radial' }, at: { x: 150, y: 70, w: 90 } },
  { ellipse: 60, fill: '#3498db', opacity: 0.5, at: { x: 200, y: 80, w: 90 } },
  { line: { width: 0.1, color: '#000000' }, at: { x: 20, y: 60, w: 120 } },
  { line: { width: 1, color: '#777777' }, arrow: 'both', at: { x: 20, y: 75, w: 120 } },
  { line: { width: 4, color: '#000000', dash: [8, 4] }, at: { x: 20, y: 95, w: 120 } },
  { line: { width: 4, color: '#c0392b', dash: [0, 8], cap: 'round' }, at: { x: 20, y: 110, w: 116 } },
  { line: { width: 3, color: '#16a085', cap: 'square' }, direction: 'down', height: 60, at: { x: 310, y: 70, w: 60 } },
  {
    polygon: [
      [0, 40],
      [20, 0],
      [40, 40],
    ],
    stroke: { width: 5, color: '#27ae60' },
    at: { x: 20, y: 130 },
  },
  { path: 'M0 0 L60 0 L60 60 L0 60 Z M15 15 L45 15 L45 45 L15 45 Z', fill: gradient, rule: 'evenodd', at: { x: 80, y: 130 } },
  {
    path: 'M0 20 C20 -20 40 60 60 20',
    stroke: { width: 3, color: '#d35400', join: 'round', cap: 'round' },
    at: { x: 160, y: 150 },
  },
  { path: 'M0 0 L10 30 L20 0', stroke: { width: 4, color: '#2980b9', join: 'bevel', dash: [9, 3] }, at: { x: 160, y: 200 } },
  {
    frame: [
      { rect: 30, fill: '#e74c3c', at: { x: 0, y: 0, w: 120 } },
      { text: 'Faded together', background: '#f1c40f', size: 14, padding: 6, at: { x: 20, y: 16, w: 130 } },
    ],
    height: 50,
    opacity: 0.6,
    at: { x: 250, y: 180, w: 150, rotate: -20 },
  },
  {
    frame: [
      { rect: 60, fill: '#16a085', at: { x: -20, y: 20, w: 200, rotate: 15 } },
      { text: 'Cut at round corners', color: '#ffffff', size: 22, at: { x: 5, y: 20, w: 300 } },
    ],
    height: 60,
    border: { width: 2, color: '#2c3e50', radius: 16 },
    background: '#ecf0f1',
    at: { x: 20, y: 215, w: 110 },
  },
  { barcode: 'https://example.com/0123456789', symbology: 'qr', width: 50, at: { x: 190, y: 235 } },
  { barcode: '12345678', symbology: 'code128', width: 120, height: 30, color: '#7f8c8d', at: { x: 260, y: 245 } },
  { stack: ['dashed'], border: { width: 1.5, dash: [4, 2], color: '#8e44ad' }, padding: 4, at: { x: 330, y: 130, w: 70 } },
]);

/** A picture in which each part of the room looks different. */
function photo(width: number, height: number, alpha = false): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isCorner = x < width / 4 && y < height / 3;
      const color = isCorner ? [200, 30, 30] : [(x * 255) / width, (y * 255) / height, x > width / 2 ? 180 : 60];
      data.set([...color, alpha ? 255 - (x * 255) / width : 255], (y * width + x) * 4);
    }
  return { width, height, data };
}

const scene = photo(48, 32);
const sampleOf =
  ({ data, width }: Pixels, bits: number) =>
  (x: number, y: number, index: number) =>
    Math.round((data[(y * width + x) * 4 + index]! * (2 ** bits - 1)) / 255);

function png(colorType: 0 | 2 | 3 | 4 | 6, bits: number, more: object = {}): Buffer {
  const { width, height, data } = photo(48, 32, true);
  const gray = sampleOf(scene, bits);
  const whole = sampleOf({ width, height, data }, bits);
  const sample = (x: number, y: number, index: number): number => {
    if (colorType === 3) return (x + y) % 2 ** bits;
    if (samplesOf[colorType] === 2) return index === 0 ? gray(x, y, 0) : whole(x, y, 3);
    return whole(x, y, index);
  };
  return makePng({ width, height, bits, colorType, sample, ...more });
}

const readJpeg = (name: string) => readFileSync(new URL(`../document/image/jpeg/${name}.jpg`, import.meta.url));

async function makePictures(): Promise<CanvasPage> {
  const webp = await makeWebp(photo(48, 32, true));
  const [body] = readRiff(await makeWebp(scene));
  const assets = {
    'gray.png': png(0, 2),
    'key.png': png(2, 8, { transparency: [0, 200, 0, 30, 0, 30] }),
    'deep.png': png(6, 16, { interlaced: true }),
    'palette.png': png(3, 4, { palette: gifPalette(16), transparency: [0, 80, 160] }),
    'gray-alpha.png': png(4, 8),
    'plain.jpg': readJpeg('libjpeg-turbo-4-2-0'),
    'gray.jpg': readJpeg('libjpeg-turbo-gray'),
    'turned.jpg': turnJpeg(readJpeg('mozjpeg-progressive'), 6),
    'it.webp': webp,
    'turned.webp': joinRiff([webpHead(48, 32, 8), body!, ['EXIF', exifOf(8)]]),
    'it.avif': await makeAvif(scene),
    'turned.avif': addProperties(await makeAvif(scene), makeBox('irot', Uint8Array.of(1))),
    'it.gif': makeGif({
      width: 48,
      height: 32,
      left: 4,
      top: 4,
      columns: 40,
      rows: 24,
      colors: 8,
      transparent: 3,
      indices: Uint8Array.from({ length: 960 }, (_, i) => (i >> 2) % 8),
    }),
    'it.svg': Buffer.from(svg),
  };
  const places = Object.keys(assets).map((name, i) => ({
    image: name,
    alt: '',
    fit: 'fill',
    width: 84,
    height: 60,
    at: { x: 15 + (i % 4) * 98, y: 8 + Math.floor(i / 4) * 72 },
  }));
  return page(places, {}, assets);
}

const cmyk = readJpeg('libjpeg-turbo-cmyk-progressive');

function withoutAdobe(file: Buffer): Buffer {
  const at = file.indexOf('Adobe') - 4;
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 2 + file.readUInt16BE(at + 2))]);
}

function turnJpeg(file: Buffer, orientation: number): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifOf(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([file.subarray(0, 2), head, exif, file.subarray(2)]);
}

/** Opacity, blending, masks, clips, tiles and gradients. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="84" height="60" viewBox="0 0 84 60">
<defs>
<linearGradient id="l" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#f39c12"/><stop offset="1" stop-color="#8e44ad"/></linearGradient>
<radialGradient id="r" cx=".3" cy=".4" r=".7"><stop stop-color="#fff"/><stop offset="1" stop-color="#16a085"/></radialGradient>
<pattern id="p" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="2" fill="#c0392b"/></pattern>
<mask id="m"><rect width="84" height="60" fill="url(#l)"/></mask>
<clipPath id="c"><circle cx="63" cy="42" r="14"/></clipPath>
</defs>
<rect width="40" height="28" fill="url(#l)"/>
<ellipse cx="62" cy="14" rx="20" ry="12" fill="url(#r)" stroke="url(#l)" stroke-width="3"/>
<rect x="2" y="32" width="36" height="26" fill="url(#p)" stroke="#333"/>
<g mask="url(#m)"><rect x="10" y="20" width="60" height="20" fill="#2980b9"/></g>
<g clip-path="url(#c)"><rect x="40" y="28" width="44" height="32" fill="#27ae60"/><path d="M40 28l44 32" stroke="#fff" stroke-width="4"/></g>
<g opacity=".5"><rect x="20" y="10" width="20" height="20" fill="#e74c3c"/><rect x="30" y="15" width="20" height="20" fill="#2c3e50"/></g>
<circle cx="30" cy="40" r="12" fill="#ff0" style="mix-blend-mode:multiply"/>
<path d="M44 50h16" stroke="#000" stroke-width="3" stroke-dasharray="0 5" stroke-linecap="round"/>
</svg>`;

/** A and B in layers, one of them half transparent. */
function colorFont(): Uint8Array {
  const plain = readFileSync(files.dejavu);
  const glyphOf = (letter: string) => letter.charCodeAt(0) - 29;
  const [a, b, o] = ['A', 'B', 'O'].map(glyphOf) as [number, number, number];
  return withLayers(
    plain,
    {
      [a]: [
        [o, 0],
        [a, 1],
      ],
      [b]: [
        [b, textColor],
        [o, 2],
      ],
    },
    [
      [240, 180, 40, 255],
      [180, 20, 60, 255],
      [40, 90, 200, 128],
    ],
  );
}

/** Each script in a font that has it. */
function makeScripts(): CanvasPage {
  const samples = {
    thai: 'น้ำ กำลัง ที่ ปั๊ม ภาษาไทย',
    devanagari: 'हिन्दी किताब क्षेत्र धर्म श्री ज्ञान',
    khmer: 'យុត្ដិធម៌ សិទ្ធិឱ្យគេ',
    naskh: 'السلام عليكم وَرَحْمَةُ ١٢٣',
    nastaliq: 'اردو نستعلیق میں لکھا',
    myanmar: 'မြန်မာဘာသာ ကျွန်ုပ်',
    tamil: 'தமிழ் மொழி கொடு',
    thaana: 'ދިވެހި ބަސް',
    signs: '\uf000\uf015\uf0e7',
  } as const;
  const names = Object.keys(samples) as (keyof typeof samples)[];
  const fonts = Object.fromEntries(names.map((name) => [name, { regular: `${name}.font` }]));
  const assets = Object.fromEntries(names.map((name) => [`${name}.font`, readFileSync(files[name])]));
  const texts = names.map((name, i) => ({
    text: samples[name],
    font: name,
    size: 18,
    at: { x: 20 + (i % 2) * 190, y: 10 + Math.floor(i / 2) * 46, w: 180 },
  }));
  const spaced = {
    text: samples.naskh,
    font: 'naskh',
    size: 14,
    letterSpacing: 3,
    align: 'justify',
    at: { x: 20, y: 245, w: 120 },
  };
  const colors = { text: 'ABC in colours', font: 'colors', size: 22, at: { x: 20, y: 215 } };
  const variable = { text: 'Variable', font: 'roboto', weight: 650, stretch: 80, size: 22, at: { x: 210, y: 240 } };
  return page(
    [...texts, spaced, variable, colors],
    { fonts: { ...fonts, roboto: { regular: 'roboto.woff2' }, colors: { regular: 'colors.font' } } },
    { ...assets, 'roboto.woff2': robotoFlex(), 'colors.font': colorFont() },
  );
}

const form = page([
  { field: 'name', kind: 'text', value: 'Ada', border: { width: 1 }, at: { x: 20, y: 20, w: 120 } },
  { field: 'boxes', kind: 'text', value: 'ABC', max: 6, comb: true, border: { width: 1 }, at: { x: 160, y: 20, w: 120 } },
  { field: 'yes', kind: 'check', value: true, border: { width: 1 }, at: { x: 20, y: 60 } },
  { field: 'no', kind: 'check', border: { width: 1 }, at: { x: 40, y: 60 } },
  { field: 'way', kind: 'radio', option: 'a', value: 'b', label: 'A', border: { width: 1 }, at: { x: 60, y: 60 } },
  { field: 'way', kind: 'radio', option: 'b', label: 'B', border: { width: 1 }, at: { x: 80, y: 60 } },
  {
    field: 'list',
    kind: 'choice',
    lines: 3,
    options: ['One', 'Two', 'Three'],
    value: 'Two',
    border: { width: 1 },
    at: { x: 160, y: 60, w: 120 },
  },
  { field: 'turned', kind: 'text', value: 'Turned', border: { width: 1 }, at: { x: 320, y: 40, w: 80, rotate: 30 } },
  { annotation: 'A note', color: '#c0392b', at: { x: 20, y: 120 } },
  { annotation: 'Another', icon: 'help', at: { x: 60, y: 120, w: 30, rotate: 45 } },
]);

/** What a canvas shows in its own way. */
export const makeStandIns = (): CanvasPage =>
  page(
    [
      { text: 'Bold', font: 'helvetica', bold: true, at: { x: 20, y: 20 } },
      { text: '✔', font: 'zapfdingbats', at: { x: 20, y: 50 } },
      { image: 'cmyk.jpg', alt: '', width: 84, height: 60, at: { x: 20, y: 80 } },
      { image: 'plain.jpg', alt: '', width: 84, height: 60, at: { x: 120, y: 80 } },
      { field: 'sign', kind: 'signature', at: { x: 20, y: 160, w: 150 } },
    ],
    {},
    { 'cmyk.jpg': cmyk, 'plain.jpg': withoutAdobe(cmyk) },
  );

/** By their names. */
export async function makeCanvasPages(): Promise<Readonly<Record<string, CanvasPage>>> {
  return { text, shapes, pictures: await makePictures(), scripts: makeScripts(), form };
}
