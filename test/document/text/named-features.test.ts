// Small capitals, kinds of figures and fractions by their names.
import { expect, test } from 'vitest';
import { createFileResources } from '../../../src/renderer/file-resources.ts';
import { jost } from '../../support/font-files.ts';
import { explain, layOut } from '../../support/render.ts';

const resources = createFileResources({ 'Jost.woff2': { bytes: jost.woff2(400), sha256: 'named-features.test' } });
await resources.loadFonts(['Jost.woff2']);
const fonts = { jost: { regular: 'Jost.woff2' } };

const faultsOf = (body: readonly unknown[], more: object = {}) => explain({ pages: [{ body }], fonts, ...more }, resources);

/** The glyphs that a text in Noto Sans is drawn with, and its width. */
async function glyphsOf(text: string, look: object) {
  const { pages } = await layOut([{ text, ...look }]);
  const segments = pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.segment] : []));
  return segments.flatMap(({ words }) => words.flatMap(({ glyphs }) => glyphs));
}

test.each([
  ['abc', { caps: 'small' }, { smcp: 1 }],
  ['Abc', { caps: 'allSmall' }, { smcp: 1, c2sc: 1 }],
  ['0123', { figures: 'tabular' }, { tnum: 1 }],
  ['0123', { figures: 'oldStyle' }, { onum: 1 }],
  ['0123', { figures: ['proportional', 'oldStyle'] }, { pnum: 1, onum: 1 }],
  ['17/25', { fractions: true }, { frac: 1 }],
])('%s with %j has the glyphs of %j', async (text, look, features) => {
  expect(await glyphsOf(text, look)).toEqual(await glyphsOf(text, { features }));
});

test('small capitals, old-style figures and fractions look different', async () => {
  for (const [text, look] of [
    ['abc', { caps: 'small' }],
    ['Abc', { caps: 'allSmall' }],
    ['0123', { figures: 'oldStyle' }],
    ['17/25', { fractions: true }],
  ] as const)
    expect(await glyphsOf(text, look)).not.toEqual(await glyphsOf(text, {}));
});

test('only fractions change, neither other numbers nor dates', async () => {
  const fractions = true;
  for (const text of ['0123', '12/31/2025', '250 ml', 'a/b', 'and/or 1/', '//1/2//'])
    expect(await glyphsOf(text, { fractions }), text).toEqual(await glyphsOf(text, {}));
  const [space] = await glyphsOf('a b', {}).then((glyphs) => glyphs.slice(1));
  const both = await glyphsOf('250 1/2', { fractions });
  expect(both).toEqual([...(await glyphsOf('250', {})), space, ...(await glyphsOf('1/2', { fractions }))]);
  expect(both).not.toEqual(await glyphsOf('250 1/2', {}));
  // In a word too, after letters and brackets.
  expect(await glyphsOf('(3/4)', { fractions })).not.toEqual(await glyphsOf('(3/4)', {}));
});

test('a feature by its tag wins, and what is normal asks for nothing', async () => {
  expect(await glyphsOf('abc', { caps: 'small', features: { smcp: 0 } })).toEqual(await glyphsOf('abc', {}));
  expect(await glyphsOf('abc', { caps: 'normal', figures: 'normal', fractions: false })).toEqual(await glyphsOf('abc', {}));
});

test('text inside inherits them, and may turn them off', async () => {
  const inside = async (own: object) => {
    const { pages } = await layOut([{ stack: [{ text: 'abc', ...own }], caps: 'small' }]);
    return pages[0]!.items.flatMap((item) => (item.kind === 'text' ? item.segment.words[0]!.glyphs : []));
  };
  expect(await inside({})).toEqual(await glyphsOf('abc', { caps: 'small' }));
  expect(await inside({ caps: 'normal' })).toEqual(await glyphsOf('abc', {}));
});

test('what a font lacks is told where it is asked for', async () => {
  const lacks = (what: string) => `The font jost has no ${what}: the text is printed without.`;
  expect(await faultsOf([{ text: 'a', font: 'jost', caps: 'small', figures: ['tabular', 'oldStyle'] }])).toEqual([
    `warning no-effect /pages/0/body/0/caps ${lacks('small capitals (OpenType feature "smcp")')}`,
    `warning no-effect /pages/0/body/0/figures ${lacks('old-style figures (OpenType feature "onum")')}`,
  ]);
  expect(await faultsOf([{ text: 'a', font: 'helvetica', fractions: true }])).toEqual([
    'warning no-effect /pages/0/body/0/fractions The font helvetica has no fractions (OpenType feature "frac"): the text is printed without.',
  ]);
  const styles = { base: { font: 'jost' }, small: { caps: 'small' } };
  expect(
    await faultsOf(
      [
        { text: 'a', style: 'small' },
        { text: 'b', style: 'small', font: 'noto-sans' },
      ],
      { styles },
    ),
  ).toEqual([`warning no-effect /pages/0/body/0/style ${lacks('small capitals (OpenType feature "smcp")')}`]);
});

test.each([
  ['a name of CSS', { caps: 'small-caps' }, '/caps "small-caps" is not known here; did you mean "small"?'],
  ['another name of CSS', { figures: 'tabular-nums' }, '/figures "tabular-nums" is not known here; did you mean "tabular"?'],
  [
    'both widths',
    { figures: ['tabular', 'proportional'] },
    '/figures "tabular" and "proportional" exclude each other: write one of them',
  ],
  ['both heights', { figures: ['oldStyle', 'lining'] }, '/figures "lining" and "oldStyle" exclude each other: write one of them'],
  ['true', { caps: true }, '/caps must be one of "normal", "small", "allSmall", got true'],
])('%s is refused with what to write', async (_what, look, fault) => {
  expect((await faultsOf([{ text: 'a', ...look }])).map((one) => one.replace(/^error [\w-]+ \/pages\/0\/body\/0/, ''))).toEqual([
    fault,
  ]);
});

test('the names of CSS for the properties are understood', async () => {
  const found = await faultsOf([{ text: 'a', fontVariantCaps: 'small', fontVariantNumeric: 'tabular', smallCaps: true }]);
  expect(found.map((one) => one.replace(/^.*; /, ''))).toEqual([
    'did you mean "caps"?',
    'did you mean "figures"?',
    'did you mean "caps"?',
  ]);
});
