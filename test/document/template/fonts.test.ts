// What a family of fonts is drawn without is said when the template is compiled.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Resources } from '../../../src/document/resources.ts';
import { buildSfnt, openSfnt } from '../../../src/document/text/font/sfnt.ts';
import { jost } from '../../support/font-files.ts';
import { compile, testResources } from '../../support/render.ts';
import { renderWarned } from '../../support/render-document.ts';

const shipped = readFileSync(new URL('../../../src/fonts/noto-sans/NotoSans-Regular.ttf', import.meta.url));

/** The shipped font with more tables. */
function makeFont(more: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return buildSfnt(0x00010000, new Map([...openSfnt(shipped).tables, ...Object.entries(more)]));
}

const fonts: Readonly<Record<string, Uint8Array>> = {
  'Static.ttf': shipped,
  'Other.ttf': shipped,
  'Jost.woff': jost.woff(400),
  'Color.ttf': makeFont({ COLR: new Uint8Array(14) }),
};
const resources: Resources = {
  ...testResources,
  font: (name) => (fonts[name] ? { key: `fonts.test ${name}`, bytes: fonts[name] } : testResources.font(name)),
  image: () => undefined,
  names: () => Object.keys(fonts),
};

async function doubtsOf(family: Readonly<Record<string, string>>, text: object = {}): Promise<string[]> {
  const body = [{ text: 'a', font: 'own', ...text }];
  const { diagnostics, program } = await compile({ pages: [{ body }], fonts: { own: family } }, resources);
  expect(program).toBeDefined();
  return diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
}

test('a static family leaves no doubt', async () => {
  expect(await doubtsOf({ regular: 'Static.ttf', bold: 'Static.ttf' }, { bold: true })).toEqual([]);
});

test('a colour font is drawn in the colour of the text, which is said once', async () => {
  expect(await doubtsOf({ regular: 'Color.ttf', bold: 'Color.ttf' })).toEqual(['warning color-font /fonts/own/regular']);
});

test('letters of a script that a named font has are not drawn in another font in silence', async () => {
  const told = async (text: string, family: object) => {
    const warnings = await warningsOf(
      [
        { text, font: 'own' },
        { text, font: 'own', bold: true },
      ],
      { own: family },
    );
    return warnings.map(({ code, component, message }) => `${code} ${component} ${/no (U.*):/.exec(message)?.[1]}`);
  };
  const own = { regular: 'Jost.woff', bold: 'Jost.woff' };
  expect(await told('šč Grüße – Ж ™ π', own)).toEqual(['font-mixed /fonts/own U+010D "č", U+0161 "š"']);
  expect(await told('šč', { ...own, fallback: ['noto-sans'] })).toEqual([]);
});

async function warningsOf(body: readonly object[], fonts: object) {
  return (await renderWarned({ pages: [{ body }], fonts }, { resources })).warnings;
}

test('a document that shows a colour font is told so, once', async () => {
  const fonts = { emoji: { regular: 'Color.ttf' }, own: { regular: 'Static.ttf', fallback: ['Color.ttf'] } };
  const shown = (font: string) =>
    warningsOf(
      ['a', 'b'].map((text) => ({ text, font })),
      fonts,
    );
  expect(await shown('emoji')).toEqual([
    {
      code: 'color-font',
      component: '/fonts/emoji/regular',
      dataPath: null,
      page: null,
      message: expect.stringContaining(
        'Color.ttf is a colour font whose colours cannot be drawn (COLR): its outlines are drawn',
      ) as string,
    },
  ]);
  // A fallback that nothing is drawn with is no fault of the document.
  expect(await shown('own')).toEqual([]);
});

test('a document warns once for each style that a family lacks and a text shows', async () => {
  const own = { regular: 'Static.ttf', fallback: ['plain'] };
  const fonts = { own, plain: { regular: 'Other.ttf' }, full: { regular: 'Static.ttf', bold: 'Static.ttf' } };
  const doubts = async (...body: object[]) =>
    (await warningsOf(body, fonts)).map(({ code, component, message }) => `${code} ${component} ${message}`);
  const bold = { text: 'a *b*', font: 'own', bold: true };
  const lacksBold =
    'missing-font-style /fonts/own/bold The family "own" has no bold font; Static.ttf is used instead. Add the file as "bold" of the family.';
  const lacksItalic = lacksBold.replaceAll('bold', 'italic');
  expect(await doubts(bold, bold)).toEqual([lacksBold]);
  expect(await doubts(bold, { ...bold, bold: false, italic: true })).toEqual([lacksBold, lacksItalic]);
  // A mark inside a text asks for a style too; nothing that is not shown does.
  expect(await doubts({ text: 'a **b**', format: 'inline', font: 'own' })).toEqual([lacksBold]);
  expect(await doubts({ ...bold, when: 'false' }, { ...bold, font: 'full' }, { ...bold, bold: false })).toEqual([]);
  expect(await doubts({ ...bold, font: 'Static.ttf' }, { ...bold, font: 'zapfdingbats', text: '\u2713' })).toEqual([
    expect.stringContaining('missing-font-style /fonts/Static.ttf/bold Static.ttf is one font and has no bold style'),
    'missing-font-style /fonts/zapfdingbats/bold The family "zapfdingbats" has no bold font; ZapfDingbats is used instead.',
  ]);
});

test('one file is not a family: its bold is asked for in vain', async () => {
  expect(await doubtsOf({ regular: 'Static.ttf' }, { font: 'Static.ttf' })).toEqual([]);
  expect(await doubtsOf({ regular: 'Static.ttf' }, { font: 'Static.ttf', bold: true })).toEqual([
    'warning missing-font-style /fonts',
  ]);
});

test('an unknown family is named with those that there are, at a pointer that can be followed', async () => {
  const page = (font: string) => ({ pages: [{ body: [{ text: 'a', font }] }] });
  const found = await compile(page('Comic'), resources);
  expect(found.diagnostics.map(({ message }) => message)).toEqual([
    'There is no font family "Comic": put its file into the assets and write in "fonts": "Comic": { "regular": "Comic.ttf" }, or write one of: noto-sans, liberation-sans, helvetica, times, courier, symbol, zapfdingbats',
  ]);
  const near = await compile(page('Helvetca'), resources);
  expect(near.diagnostics[0]!.message).toBe('There is no font family "Helvetca"; did you mean "helvetica"?');
  const same = await compile(page('Static'), resources);
  expect(same.diagnostics[0]!.message).toBe(
    'There is no font family "Static": write in "fonts": "Static": { "regular": "Static.ttf" }',
  );
  const spaced = await compile(page('Noto Sans'), { ...resources, names: () => ['NotoSans-Regular.ttf'] });
  expect(spaced.diagnostics[0]!.message).toBe('There is no font family "Noto Sans"; did you mean "noto-sans"?');
  const fonts = { 'a/b': { regular: 'Static.ttf' } };
  const { diagnostics } = await compile({ pages: [{ body: [{ text: 'a', font: 'a/b', bold: true }] }], fonts }, resources);
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['missing-font-style /fonts/a~1b']);
});

test('the name of the shipped family in place of a file gets the name of the file', async () => {
  const main = { regular: 'noto-sans', bold: 'noto-sans' };
  const { diagnostics } = await compile({ pages: [{ body: [{ text: 'a', font: 'main' }] }], fonts: { main } }, resources);
  expect(diagnostics.map(({ pointer, message }) => `${pointer} ${message}`)).toContain(
    '/fonts/main/regular "noto-sans" is a family, and a font file is needed here: write "NotoSans-Regular.ttf"',
  );
});

test('the shipped signs are opened for a character that no other font has, and give no warning', async () => {
  const opened: string[] = [];
  const watched = {
    ...resources,
    font: (name: string) => {
      opened.push(name);
      return resources.font(name);
    },
  };
  const render = async (text: string, font: string) => {
    opened.length = 0;
    const { warnings } = await renderWarned({ pages: [{ body: [{ text, font, bold: true }] }] }, { resources: watched });
    return [opened.includes('PdfgenSymbols-Regular.ttf'), warnings.map(({ code }) => code)];
  };
  for (const font of ['noto-sans', 'helvetica']) {
    expect(await render('Ärger – 5 € * ½', font)).toEqual([false, []]);
    for (const sign of [...'→⇒✓✗☐☑☒☎█░●■★⚠①≤≠−∞√❤', '✔\ufe0f'])
      expect(await render(`a ${sign} b`, font), sign).toEqual([true, []]);
  }
  // What it lacks too is missing as before.
  expect(await render('\u5b57', 'noto-sans')).toEqual([true, ['missing-glyph']]);
  // The family of a text comes first.
  expect(await render('✓', 'zapfdingbats')).toEqual([false, ['missing-font-style']]);
});
