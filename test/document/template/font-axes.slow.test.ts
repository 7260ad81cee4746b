// Variable fonts: the axes that a template sets, and what it says of axes that its fonts do not have.
import * as harfbuzz from 'harfbuzzjs';
import { beforeAll, expect, test } from 'vitest';
import { withDemanded } from '../../../src/document/on-demand.ts';
import { fontMaker } from '../../../src/document/text/font/harfbuzz-subset.ts';
import { openSfnt } from '../../../src/document/text/font/sfnt.ts';
import { readAxes } from '../../../src/document/text/font/variation-axes.ts';
import { createFileResources, type FileResources } from '../../../src/renderer/file-resources.ts';
import { jost, makeCollection, robotoFlex } from '../../support/font-files.ts';
import { syntaxOf } from '../../support/read-pdf.ts';
import { compile, explain, testResources } from '../../support/render.ts';
import { renderWarned } from '../../support/render-document.ts';

const { instance: instanceFont } = await withDemanded(testResources, fontMaker);
const files: Readonly<Record<string, Uint8Array>> = {
  'Jost.woff2': jost.variable(),
  'Jost-Italic.woff2': jost.variableItalic(),
  'Flex.woff2': robotoFlex(),
  'Static.woff2': jost.woff2(400),
};
const names = Object.keys(files);
const assets = Object.fromEntries(names.map((name) => [name, { bytes: files[name]!, sha256: `variable-fonts.test ${name}` }]));
let resources: FileResources;
beforeAll(async () => {
  resources = createFileResources(assets);
  await resources.loadFonts(names);
});

const fonts = { jost: { regular: 'Jost.woff2' }, flex: { regular: 'Flex.woff2' }, static: { regular: 'Static.woff2' } };

const faultsOf = (body: readonly unknown[], more: object = {}) => explain({ pages: [{ body }], fonts, ...more }, resources);

/** The names of the fonts in a document, and its warnings. */
async function drawn(body: readonly unknown[], more: object = {}, data: unknown = {}) {
  const { pdf: bytes, warnings } = await renderWarned({ pages: [{ body }], fonts, ...more }, { resources, data });
  const found = syntaxOf(bytes).matchAll(/\/Type\/Font\/Subtype\/Type0\/BaseFont\/[A-Z]{6}\+([^/ ]+)/g);
  return {
    fonts: [...found].map(([, name]) => name),
    warnings: warnings.map(({ code, message }) => `${code} ${message}`),
    bytes,
  };
}

const outlinesOf = (bytes: Uint8Array) => new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));

test.each([100, 300, 400, 500, 700, 900])('the instance of weight %i looks like the static font of this weight', (weight) => {
  const instance = instanceFont(openSfnt(resources.font('Jost.woff2')!.bytes).bytes, { wght: weight });
  expect(openSfnt(instance).tables.has('fvar')).toBe(false);
  const [made, still] = [outlinesOf(instance), outlinesOf(openSfnt(jost.woff(weight)).bytes)];
  const shape = (font: harfbuzz.Font, text: string) => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    return buffer.getGlyphInfos().map(({ codepoint }, i) => ({
      advance: buffer.getGlyphPositions()[i]!.xAdvance,
      box: font.glyphExtents(codepoint)!,
    }));
  };
  const text = 'Hamburgefonstiv 0123456789';
  const theirs = shape(still, text);
  for (const [i, one] of shape(made, text).entries()) {
    // Both are rounded to whole units, of 1000 in an em.
    expect(Math.abs(one.advance - theirs[i]!.advance), text[i]).toBeLessThanOrEqual(2);
    for (const side of ['xBearing', 'yBearing', 'width', 'height'] as const)
      expect(Math.abs(one.box[side] - theirs[i]!.box[side]), `${text[i]} ${side}`).toBeLessThanOrEqual(3);
  }
});

test('one file gives all weights of a family, and a document with it has the same bytes twice', async () => {
  const body = [
    'regular',
    { text: 'bold', bold: true },
    { text: 'a **b**', format: 'inline' },
    { text: 'light', weight: 300 },
    { text: 'still light **bold**', weight: 300, format: 'inline' },
    { text: 'heavy **heavy**', weight: 800, format: 'inline' },
    { stack: [{ text: 'regular', bold: false }], weight: 800 },
  ];
  const styles = { base: { font: 'jost' } };
  const first = await drawn(body, { styles });
  expect(first.fonts).toEqual(['Jost-Regular', 'Jost-Regular_700wght', 'Jost-Regular_300wght', 'Jost-Regular_800wght']);
  expect(first.warnings).toEqual([]);
  expect((await drawn(body, { styles })).bytes.equals(first.bytes)).toBe(true);
});

test('italic text is slanted by an axis, else by the file for italic, which has its weights too', async () => {
  const text = { text: 'a *b* ***c***', format: 'inline' };
  expect((await drawn([{ ...text, font: 'flex' }])).fonts).toEqual([
    'RobotoFlex-Regular_10opsz',
    'RobotoFlex-Regular_10opsz_-10slnt',
    'RobotoFlex-Regular_10opsz_700wght_-10slnt',
  ]);
  const jost = { regular: 'Jost.woff2', italic: 'Jost-Italic.woff2' };
  const two = await drawn([{ ...text, font: 'jost' }], { fonts: { jost } });
  expect(two).toMatchObject({ fonts: ['Jost-Regular', 'Jost-Italic', 'Jost-Italic_700wght'], warnings: [] });
  expect((await drawn([{ ...text, font: 'jost' }])).warnings).toEqual([
    'missing-font-style The family "jost" has no italic font; Jost.woff2 is used instead. Add the file as "italic" of the family.',
    'missing-font-style The family "jost" has no boldItalic font; Jost.woff2 is used instead. Add the file as "boldItalic" of the family.',
  ]);
});

test('other axes: the width, the size of the text, axes by their tags', async () => {
  const flex = (more: object) => ({ text: 'a', font: 'flex', ...more });
  const { fonts: found } = await drawn([
    flex({ stretch: 75 }),
    flex({ size: 28.4 }),
    flex({ size: 500 }),
    flex({ size: 28, axes: { opsz: 14, GRAD: 50 } }),
    flex({ axes: { opsz: 14, XTRA: 400 } }),
  ]);
  expect(found).toEqual([
    'RobotoFlex-Regular_10opsz_75wdth',
    'RobotoFlex-Regular_28opsz',
    'RobotoFlex-Regular_144opsz',
    'RobotoFlex-Regular_50GRAD',
    'RobotoFlex-Regular_400XTRA',
  ]);
});

test('a family says what its styles are by axes', async () => {
  const own = {
    regular: { file: 'Jost.woff2', axes: { wght: 350 } },
    bold: { file: 'Jost.woff2', axes: { wght: 600 } },
  };
  const { fonts: found } = await drawn(
    [
      { text: 'a **b**', format: 'inline', font: 'own' },
      { text: 'c', font: 'own', weight: 500 },
      { text: 'd', font: 'own', weight: 650 },
    ],
    { fonts: { own } },
  );
  expect(found).toEqual(['Jost-Regular_350wght', 'Jost-Regular_600wght', 'Jost-Regular_500wght', 'Jost-Regular_650wght']);
  expect(await faultsOf(['a'], { fonts: { own: { regular: { file: 'Jost.woff2', axes: { wgth: 350, wght: 50 } } } } })).toEqual([
    'error unknown-axis /fonts/own/regular/axes/wgth The font Jost.woff2 has no axis "wgth"; did you mean "wght"?',
    'error wrong-value /fonts/own/regular/axes/wght must be from 100 to 900, the range of the axis "wght" of Jost.woff2, got 50',
  ]);
});

test.each([
  [{ weight: 'bold' }, 'wrong-type /weight must be a number, got "bold": write 700'],
  [{ weight: 'Semi-Bold' }, 'wrong-type /weight must be a number, got "Semi-Bold": write 600'],
  [{ weight: '650' }, 'wrong-type /weight must be a number, got "650": write 650'],
  [{ weight: 0 }, 'wrong-value /weight must be at least 1, got 0: it is a weight, such as 400 for regular and 700 for bold'],
  [{ weight: '{{ 300 }}' }, 'wrong-type /weight must be a number, got "{{ 300 }}": this number cannot be a binding'],
  [{ weight: 950 }, 'wrong-value /weight must be from 100 to 900, the range of the axis "wght" of Jost.woff2, got 950'],
  [{ stretch: 80 }, 'unknown-axis /stretch The font jost has no axis "wdth"; it has wght.'],
  [{ font: 'flex', axes: { GRAT: 5 } }, 'unknown-axis /axes/GRAT The font flex has no axis "GRAT"; did you mean "GRAD"?'],
  [{ axes: { wght: 300 } }, 'unknown-axis /axes/wght The axis "wght" has a property of its own: write "weight": 300'],
  [
    { font: 'static', weight: 300 },
    'unknown-axis /weight The font static has no axis "wght". Write "bold": true for its bold, or use a variable font.',
  ],
  [
    { font: 'noto-sans', weight: 300 },
    'unknown-axis /weight The font noto-sans has no axis "wght". Write "bold": true for its bold, or use a variable font.',
  ],
  [
    { font: 'helvetica', weight: 300 },
    'unknown-axis /weight The font helvetica has no axis "wght". Write "bold": true for its bold, or use a variable font.',
  ],
])('%j: %s', async (look, fault) => {
  const [code, place, ...message] = fault.split(' ');
  expect(await faultsOf([{ text: 'a', font: 'jost', ...look }])).toEqual([
    `error ${code} /pages/0/body/0${place} ${message.join(' ')}`,
  ]);
});

test('the regular and the bold weight and the usual width need no axis', async () => {
  const { fonts: found, warnings } = await drawn([
    { text: 'a', font: 'static', weight: 400, stretch: 100 },
    { text: 'b', weight: 700 },
  ]);
  expect([found, warnings]).toEqual([['Jost-Regular', 'NotoSans-Bold'], []]);
});

test('a style is checked with its font, and where it is named with the font there', async () => {
  const styles = { light: { weight: 300 }, times: { weight: 300, font: 'times' }, wide: { stretch: 120 } };
  expect(await faultsOf([{ text: 'a', font: 'jost', style: 'light' }], { styles, fonts: { jost: fonts.jost } })).toEqual([
    'error unknown-axis /styles/times/weight The font times has no axis "wght". Write "bold": true for its bold, or use a variable font.',
    'error unknown-axis /styles/wide/stretch No font of the template has the axis "wdth"; it has wght.',
  ]);
  expect(
    await faultsOf(
      [
        { text: 'a', font: 'static', style: 'light' },
        { text: 'b', style: ['light', 'wide'], font: 'flex' },
      ],
      { styles: { ...styles, times: {} } },
    ),
  ).toEqual([
    'error unknown-axis /pages/0/body/0/style The font static has no axis "wght". Write "bold": true for its bold, or use a variable font.',
  ]);
});

test('a style that data name is told by the document if the font cannot have it', async () => {
  const styles = { base: { font: 'jost' }, heavy: { weight: 950 }, light: { weight: 200 } };
  const body = [{ text: 'a', style: '{{ look }}', font: 'static' }];
  const flex = { ...styles, heavy: { weight: 950, font: 'flex' } };
  expect((await drawn(body, { styles: flex }, { look: 'light' })).warnings).toEqual([
    'missing-font-style The axis "wght" of Static.woff2 is missing: text that sets it to 200 is drawn in the nearest look.',
  ]);
});

test('bold beside weight has no effect, which is said', async () => {
  expect(await faultsOf([{ text: 'a', font: 'jost', weight: 300, bold: true }])).toEqual([
    'warning no-effect /pages/0/body/0/bold "bold" has no effect beside "weight": leave one of them out.',
  ]);
  expect(await faultsOf(['a'], { styles: { heavy: { font: 'jost', weight: 800, bold: true } } })).toEqual([
    'warning no-effect /styles/heavy/bold "bold" has no effect beside "weight": leave one of them out.',
  ]);
});

test('a template sets the axes in at most 64 ways', async () => {
  const weights = (count: number) => Array.from({ length: count }, (_, i) => ({ text: 'a', font: 'jost', weight: 101 + i }));
  // Regular text is one of them.
  expect(await faultsOf(weights(63), { fonts: { jost: fonts.jost } })).toEqual([]);
  expect(await faultsOf(weights(64), { fonts: { jost: fonts.jost } })).toEqual([
    'error too-many-instances /fonts The texts of the template set the axes of variable fonts in more than 64 ways. Use fewer weights and sizes.',
  ]);
});

test('sizes that data bring count for the document, where the size of the text is an axis', async () => {
  const body = [{ repeat: 'sizes', as: 's', body: [{ text: 'a', font: 'flex', size: '{{ s }}' }] }];
  const sizes = (count: number) => ({ sizes: Array.from({ length: count }, (_, i) => 9 + i / 2) });
  const more = { exampleData: sizes(2) };
  expect((await drawn(body, more, sizes(10))).fonts).toEqual(
    [9, 10, 11, 12, 13]
      .flatMap((size) => [`RobotoFlex-Regular_${size}opsz`])
      .concat('RobotoFlex-Regular')
      .filter((_, i) => i < 6),
  );
  await expect(drawn(body, more, sizes(140))).rejects.toThrow(
    'The document sets the axes of variable fonts in more than 64 ways.',
  );
});

test('a variable font without the axis of the style that it stands for', async () => {
  const bytes = Buffer.from(resources.font('Jost.woff2')!.bytes);
  bytes.write('XXXX', openSfnt(bytes).tables.get('fvar')!.byteOffset - bytes.byteOffset + 16, 'latin1');
  const own = createFileResources({ 'Odd.ttf': { bytes, sha256: 'variable-fonts.test odd' } });
  await own.loadFonts(['Odd.ttf']);
  const family = { regular: 'Odd.ttf', bold: 'Odd.ttf', italic: 'Odd.ttf' };
  const { diagnostics } = await compile({ pages: [{ body: ['a'] }], fonts: { own: family } }, own);
  expect(diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)).toEqual([
    'variable-font /fonts/own/bold Odd.ttf is a variable font that cannot be heavy enough (axis "wght"): bold text is drawn in weight 400. Use another file for this style.',
    'variable-font /fonts/own/italic Odd.ttf is a variable font that cannot be slanted (axis "ital" or "slnt"): italic text is drawn upright. Use another file for this style.',
  ]);
});

test('hostile axes are refused', async () => {
  const bytes = Buffer.from(resources.font('Jost.woff2')!.bytes);
  let keys = 0;
  const compileWith = async (change: (file: Buffer) => void) => {
    const changed = Buffer.from(bytes);
    change(changed);
    const own = createFileResources({ 'Odd.ttf': { bytes: changed, sha256: `variable-fonts.test hostile ${keys++}` } });
    await own.loadFonts(['Odd.ttf']);
    const { diagnostics } = await compile(
      { pages: [{ body: [{ text: 'a', font: 'own', weight: 650 }] }], fonts: { own: { regular: 'Odd.ttf' } } },
      own,
    );
    return diagnostics.map(({ code, message }) => `${code} ${message}`);
  };
  const tables = openSfnt(bytes).tables;
  const at = (tag: string) => tables.get(tag)!.byteOffset - bytes.byteOffset;
  expect(await compileWith((file) => file.writeUInt16BE(60_000, at('fvar') + 8))).toEqual([
    expect.stringMatching(/^broken-asset .* has 60000 axes/),
  ]);
  expect(await compileWith((file) => file.writeUInt16BE(60_000, at('fvar') + 4))).toEqual([
    expect.stringMatching(/^broken-asset .* is damaged/),
  ]);
  expect(await compileWith((file) => file.writeInt32BE(0x7fffffff, at('fvar') + 16 + 4))).toEqual([
    expect.stringMatching(/^broken-asset .* without a range/),
  ]);
  // Variations of outlines that lead nowhere: no crash, whatever is drawn.
  const noisy = await compileWith((file) => file.fill(0xff, at('gvar') + 20, at('gvar') + 2000));
  expect(noisy.every((one) => one.startsWith('broken-asset'))).toBe(true);
});

test('a variable font of a collection', async () => {
  const bytes = makeCollection([resources.font('Jost.woff2')!.bytes, resources.font('Flex.woff2')!.bytes]);
  const own = createFileResources({ 'Both.ttc': { bytes, sha256: 'variable-fonts.test collection' } });
  await own.loadFonts(['Both.ttc#1']);
  expect(readAxes(openSfnt(own.font('Both.ttc#1')!.bytes).tables).map(({ tag }) => tag)).toContain('GRAD');
});
