// What the guide to fonts says of collections, variable fonts and features, drawn. Its other blocks are typed by test/system/guides.rest.test.ts.
import { expect, test } from 'vitest';
import { makeSquareFont } from '../document/text/make-square-font.ts';
import { withLayers } from '../support/color-fonts.ts';
import { jost, makeCollection, robotoFlex } from '../support/font-files.ts';
import { syntaxOf } from '../support/read-pdf.ts';
import { blocksOf, readPage } from './guide.ts';
import { renderTemplate } from './render-template.ts';

const page = readPage('docs/guides/fonts.md');
const blocks = blocksOf(page).filter(({ language }) => language === 'text');
const collection = makeCollection([jost.woff(400), jost.woff(700)]);
const assets = {
  'Inter[wght].ttf': jost.variable(),
  'Inter-Italic[wght].ttf': jost.variableItalic(),
  'NotoSansCJK-Regular.ttc': collection,
  'NotoSansCJK-Bold.ttc': collection,
  'Flex.woff2': robotoFlex(),
  // The name is that of another font: a test of these signs needs no more.
  'twemoji.woff2': withLayers(makeSquareFont({ a: [0, 500], '💖': [0, 900], '🎉': [0, 900] }), { 2: [[1, 0]], 3: [[1, 0]] }, [
    [255, 0, 0, 255],
  ]),
};

/** The fonts of a document, which has no warning. */
async function fontsOf(fonts: string, body: string): Promise<readonly string[]> {
  const document = JSON.parse(`{ ${fonts}, "pages": [{ "body": [${body}] }] }`) as Readonly<Record<string, unknown>>;
  const file = syntaxOf(await renderTemplate(document, {}, assets));
  return [...file.matchAll(/\/Subtype\/Type0\/BaseFont\/[A-Z]{6}\+([^/ ]+)/g)].map(([, name]) => name!);
}

const [variable, texts, features, emojiFont, emoji, ofCollection] = blocks.map(({ text }) => text);

test('a font of a collection, by its name and by its number', async () => {
  const named = ofCollection!.replace('Noto Sans CJK KR', 'Jost Regular');
  expect(await fontsOf(named, '{ "text": "a **b**", "format": "inline", "font": "sans" }')).toEqual([
    'Jost-Regular',
    'Jost-Bold',
  ]);
});

test('a variable font has all weights', async () => {
  const body = `{ "stack": [${texts}, { "text": "*a*", "format": "inline" }], "font": "Inter" }`;
  expect(await fontsOf(variable!, body)).toEqual(['Jost-Regular_300wght', 'Jost-Regular_700wght', 'Jost-Regular', 'Jost-Italic']);
});

test('the entry that sets axes', async () => {
  const [, entry] = /`("regular": \{.*?\} \})`/.exec(page)!;
  expect(await fontsOf(`"fonts": { "Inter": { ${entry} } }`, '{ "text": "a", "font": "Inter" }')).toEqual([
    'Jost-Regular_350wght',
  ]);
});

test('each property of the table of axes', async () => {
  const rows = ['"weight": 300', '"stretch": 75', '"size": 9', '"axes": { "GRAD": 50 }', '"axes": { "opsz": 14 }'];
  for (const row of rows) {
    expect(page).toContain(`\`${row}\``);
    const [name] = await fontsOf('"fonts": { "Flex": { "regular": "Flex.woff2" } }', `{ "text": "a", "font": "Flex", ${row} }`);
    expect(name).toMatch(row.includes('"opsz": 14') ? /^RobotoFlex-Regular$/ : /300wght|75wdth|9opsz|50GRAD/);
  }
});

test('small capitals, figures and fractions of Noto Sans', async () => {
  const body = features!.split('\n').join(',');
  expect(
    await fontsOf(
      '"unit": "mm"',
      `${body}, { "text": "12", "figures": ["tabular", "oldStyle"] }, { "text": "1", "features": { "ss01": 1 } }`,
    ),
  ).toEqual(['NotoSans-Regular']);
});

test('emoji in colour', async () => {
  expect(await fontsOf(emojiFont!, emoji!)).toEqual(['NotoSans-Regular', 'Unnamed']);
});

test('each block is tried', () => {
  expect(blocks).toHaveLength(6);
});
