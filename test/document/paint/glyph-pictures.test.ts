// Characters of colour fonts in documents: painted as pictures, each once in the file, with their text.
import { expect, test } from 'vitest';
import type { Resources } from '../../../src/document/resources.ts';
import { type PixelGlyph, textColor, withBitmaps, withLayers, withTables } from '../../support/color-fonts.ts';
import { contentOf, readObjects, syntaxOf } from '../../support/read-pdf.ts';
import { compile, explain, testResources } from '../../support/render.ts';
import { type DocumentOptions, listBreachesOf, renderProgram } from '../../support/render-document.ts';
import { makePng } from '../image/make-image.ts';
import { makeSquareFont } from '../text/make-square-font.ts';

const [face, heart] = ['\u{1f600}', '\u{1f496}'];
const plain = makeSquareFont({ A: [0, 500], [heart]: [0, 1000], [face]: [100, 900] });
const [letter, heartGlyph, faceGlyph] = [1, 2, 3];
const picture: PixelGlyph = {
  png: makePng({ width: 50, height: 50, bits: 8, colorType: 6, sample: () => 200 }),
  ...{ width: 50, height: 50, left: 25, top: 60 },
};
const red = [255, 0, 0, 255] as const;
const fonts: Readonly<Record<string, Uint8Array>> = {
  'layers.ttf': withLayers(plain, { [faceGlyph]: [[letter, 0]], [heartGlyph]: [[letter, textColor]] }, [red]),
  'pale.ttf': withLayers(plain, { [faceGlyph]: [[letter, 0]] }, [[255, 0, 0, 100]]),
  'pixels.ttf': withBitmaps(plain, heartGlyph, [picture, picture]),
  'svg.ttf': withTables(plain, { 'SVG ': new Uint8Array(10) }),
};
const resources: Resources = {
  ...testResources,
  font: (name) => (fonts[name] ? { key: `paint/glyph-pictures ${name}`, bytes: fonts[name] } : testResources.font(name)),
};

async function programOf(body: unknown, font: string, more: object = {}) {
  const template = {
    document: { title: 'Faces', lang: 'en' },
    unit: 'pt',
    fonts: { own: { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf', fallback: [font] } },
    styles: { base: { font: 'own', size: 10 } },
    pages: [{ size: [200, 300], margin: 10, body }],
    ...more,
  };
  const { program, diagnostics } = await compile(template, resources);
  if (!program) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return program;
}

const render = async (body: unknown, font: string, options: DocumentOptions = {}) =>
  renderProgram(await programOf(body, font), options);

const formsOf = (file: Uint8Array) => [...readObjects(file).values()].filter(({ body }) => body.includes('/Subtype/Form'));

test('a character is a form over its place on the line, once in the file however often it is shown', async () => {
  const file = await render([`x${face}y`, { text: face.repeat(3), size: 20 }], 'layers.ttf');
  const [form, ...others] = formsOf(file);
  expect(others).toEqual([]);
  expect(form!.stream!.toString('latin1')).toBe('1 0 0 rg\n0 0 m\n0 700 l\n500 700 l\n500 0 l\n0 0 l\nh f\n');
  const places = [...contentOf(file).matchAll(/q ([\d. -]+) cm \/I1 Do Q/g)].map(([, matrix]) => matrix!.split(' ').map(Number));
  expect(places.map(([width, , , height]) => [width, height])).toEqual([
    [5, 7],
    [10, 14],
    [10, 14],
    [10, 14],
  ]);
  const [, ...large] = places;
  expect(large.map(([, , , , x]) => x)).toEqual([10, 30, 50]);
  expect(new Set(large.map(([, , , , , y]) => y)).size).toBe(1);
});

test('a layer in the colour of the text is a form for each colour', async () => {
  const body = ['#ff0000', '#00ff00', '#ff0000'].map((color) => ({ text: heart, color }));
  const forms = formsOf(await render(body, 'layers.ttf')).map(({ stream }) => stream!.toString('latin1').slice(0, 8));
  expect(forms).toEqual(['1 0 0 rg', '0 1 0 rg']);
});

test('a bitmap is an image, once in the file for all glyphs that look alike', async () => {
  const file = await render([face + heart, face], 'pixels.ttf');
  expect(syntaxOf(file).match(/\/Subtype\/Image\/Width 50/g)).toHaveLength(2); // with its mask
  expect(contentOf(file).match(/\/I1 Do/g)).toHaveLength(3);
  expect(contentOf(file)).toMatch(/q 5 0 0 5 12\.5 /);
});

test('text that is only read has no pictures', async () => {
  const chart = { chart: 'bar', each: 'rows', as: 'r', x: '{{ r.name }}', height: 50, value: 'r.count', alt: 'Faces' };
  const file = await render(chart, 'layers.ttf', { data: { rows: [{ name: face, count: 3 }] } });
  // Below its bar, and not in the table of values.
  expect(contentOf(file).match(/\/I1 Do/g)).toHaveLength(1);
});

test('pictures belong to the element of their text', async () => {
  const content = contentOf(await render(`x${face}`, 'layers.ttf'));
  expect(content).toMatch(/\/P<<\/MCID 1>>BDC\nq [^\n]+ cm \/I1 Do Q\nEMC/);
});

test.each(['PDF/UA-1', 'PDF/UA-2', 'PDF/A-2a', 'PDF/A-3b', 'PDF/A-4'])('%s takes pictures of both kinds', async (standard) => {
  for (const font of ['layers.ttf', 'pale.ttf', 'pixels.ttf'])
    expect(await listBreachesOf(await programOf(face, font), { standard, date: '2026-01-01' })).toEqual([]);
});

test('PDF/A-1 takes no picture that is half transparent', async () => {
  const breachesOf = async (font: string) =>
    listBreachesOf(await programOf(face, font), { standard: 'PDF/A-1b', date: '2026-01-01' });
  expect(await breachesOf('layers.ttf')).toEqual([]);
  expect(await breachesOf('pale.ttf')).toEqual(['transparency /fonts']);
  expect(await breachesOf('pixels.ttf')).toEqual(['transparency /fonts']);
});

test('a family of emoji serves bold text as a fallback without a warning', async () => {
  const families = {
    own: { regular: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf', fallback: ['emoji'] },
    emoji: { regular: 'layers.ttf' },
  };
  const template = { fonts: families, pages: [{ body: [{ text: `A${face}`, font: 'own', bold: true }] }] };
  expect((await compile(template, resources)).diagnostics).toEqual([]);
  const own = { ...template, pages: [{ body: [{ text: face, font: 'emoji', bold: true }] }] };
  expect((await compile(own, resources)).diagnostics).toMatchObject([{ code: 'missing-font-style' }]);
});

test('colours that cannot be painted are said when the template is compiled, and the outline is drawn', async () => {
  const template = { fonts: { own: { regular: 'svg.ttf' } }, pages: [{ body: { text: face, font: 'own' } }] };
  expect(await explain(template, resources)).toEqual([
    'warning color-font /fonts/own/regular svg.ttf is a colour font whose colours cannot be drawn (SVG): its outlines are drawn in the colour of the text, and a character without one is missing. Use a version of it with COLR, CBDT or sbix.',
  ]);
  const file = await render(face, 'svg.ttf');
  expect(formsOf(file)).toEqual([]);
  expect(contentOf(file)).not.toContain(' Do');
});
