import { expect, test } from 'vitest';
import { findFontLine, writeFontLines } from '../../src/words/font-lines.ts';

test.each<readonly [files: string, ...lines: string[]]>([
  ['Inter.ttf', '"Inter": { "regular": "Inter.ttf" }'],
  [
    'Inter-Bold.otf Inter-Regular.otf Inter-BoldItalic.otf Inter_Italic.otf logo.png',
    '"Inter": { "regular": "Inter-Regular.otf", "bold": "Inter-Bold.otf", "boldItalic": "Inter-BoldItalic.otf", "italic": "Inter_Italic.otf" }',
  ],
  ['Inter-Bold.ttf', '"Inter": { "regular": "Inter-Bold.ttf", "bold": "Inter-Bold.ttf" }'],
  ['Bold.woff Mono.WOFF', '"Bold": { "regular": "Bold.woff", "bold": "Bold.woff" }', '"Mono": { "regular": "Mono.WOFF" }'],
  [
    'arial.ttf arialbd.ttf ariali.ttf arialbi.ttf',
    '"arial": { "regular": "arial.ttf", "bold": "arialbd.ttf", "italic": "ariali.ttf", "boldItalic": "arialbi.ttf" }',
  ],
  [
    'Gilb.ttf calibri.ttf calibriz.ttf',
    '"Gilb": { "regular": "Gilb.ttf" }',
    '"calibri": { "regular": "calibri.ttf", "boldItalic": "calibriz.ttf" }',
  ],
  [
    'Inter[opsz,wght].ttf Inter-Italic[opsz,wght].ttf',
    '"Inter": { "regular": "Inter[opsz,wght].ttf", "italic": "Inter-Italic[opsz,wght].ttf" }',
  ],
  [
    'Lora-VariableFont_wght.ttf Lora-Italic-VariableFont_wght.ttf',
    '"Lora": { "regular": "Lora-VariableFont_wght.ttf", "italic": "Lora-Italic-VariableFont_wght.ttf" }',
  ],
  [
    'jost-latin-wght-normal.woff2 jost-latin-wght-italic.woff2',
    '"jost-latin": { "regular": "jost-latin-wght-normal.woff2", "italic": "jost-latin-wght-italic.woff2" }',
  ],
  [
    'jost-latin-400-normal.woff2 jost-latin-700-italic.woff2 jost-latin-300-normal.woff2',
    '"jost-latin": { "regular": "jost-latin-400-normal.woff2", "boldItalic": "jost-latin-700-italic.woff2" }',
    '"jost-latin-300": { "regular": "jost-latin-300-normal.woff2" }',
  ],
  ['foo-bold-italic.otf', '"foo": { "regular": "foo-bold-italic.otf", "boldItalic": "foo-bold-italic.otf" }'],
  ['Noto.ttc Other.otc', '"Noto": { "regular": "Noto.ttc" }', '"Other": { "regular": "Other.otc" }'],
  ['terms.pdf'],
])('%s', (files, ...lines) => {
  expect(writeFontLines(files.split(' '), {}).map((one) => one.line)).toEqual(lines);
});

test.each<readonly [file: string, fonts: object, line: string]>([
  ['Inter-Bold.ttf', { Inter: { regular: 'Inter.ttf' } }, '"Inter": { "regular": "Inter.ttf", "bold": "Inter-Bold.ttf" }'],
  [
    'OpenSans-Bold.ttf',
    { 'Open Sans': { regular: 'a.ttf' } },
    '"Open Sans": { "regular": "a.ttf", "bold": "OpenSans-Bold.ttf" }',
  ],
  ['Inter-Bold.ttf', { main: { regular: 'Inter.ttf' } }, '"main": { "regular": "Inter.ttf", "bold": "Inter-Bold.ttf" }'],
  [
    'Inter-Bold.ttf',
    { main: { regular: { file: 'Inter.ttc#1', axes: { wght: 350 } } } },
    '"main": { "regular": {"file":"Inter.ttc#1","axes":{"wght":350}}, "bold": "Inter-Bold.ttf" }',
  ],
  ['Inter-Bold.ttf', { main: { regular: 'Lato.ttf' } }, '"Inter": { "regular": "Inter-Bold.ttf", "bold": "Inter-Bold.ttf" }'],
])('a line keeps what the template says of the family: %s with %j', (file, fonts, line) => {
  expect(writeFontLines([file], { fonts }).map((one) => one.line)).toEqual([line]);
});

test('the line of a family has the name that a text uses', () => {
  const files = ['Lato.ttf', 'OpenSans-Regular.ttf', 'OpenSans-Bold.ttf'];
  expect(findFontLine('Open Sans', files)).toBe(
    '"Open Sans": { "regular": "OpenSans-Regular.ttf", "bold": "OpenSans-Bold.ttf" }',
  );
  expect(findFontLine('Open', files)).toBeUndefined();
});
