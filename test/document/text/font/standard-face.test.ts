import { expect, test } from 'vitest';
import { compile, itemLines, layOut } from '../../../support/render.ts';
import { engine, prepare, readLine } from '../faces.ts';

const symbol = engine.standardFace('Symbol');
const dingbats = engine.standardFace('ZapfDingbats');
const helvetica = engine.standardFace('Helvetica');

const names = [
  ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
  ...['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
  ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic', 'Symbol', 'ZapfDingbats'],
];

const wordOf = (text: string, face = helvetica) => prepare(text, { faces: [face] }).wrap(1000)[0]!.segments[0]!.words[0]!;

test.each(names)('%s opens, and each of its codes has a character and a width', (name) => {
  const face = engine.standardFace(name);
  expect(face.postscriptName).toBe(name);
  expect(face.has(0x20)).toBe(true);
  let codes = 0;
  for (let code = 0; code < 256; code++) {
    const text = face.unicodeOf(code);
    expect(face.advanceEm(code) > 0).toBe(text !== undefined);
    if (text === undefined) continue;
    codes++;
    expect(face.has(text.codePointAt(0)!)).toBe(true);
  }
  // 190 of Symbol less its apple, which has no code.
  expect(codes).toBe(name === 'Symbol' ? 189 : name === 'ZapfDingbats' ? 202 : 218);
});

test('an unknown name is refused with the list of names', () => {
  expect(() => engine.standardFace('Arial')).toThrow(expect.objectContaining({ code: 'ASSET_INVALID' }));
  expect(() => engine.standardFace('toString')).toThrow(/There are: Courier, .*Symbol, ZapfDingbats/);
});

test('Symbol has the codes and widths of annex D.5', () => {
  expect(wordOf('αβγ', symbol)).toMatchObject({ tj: 'abg', widthEm: 631 + 549 + 411, says: undefined });
  expect(wordOf('∑∞≠€', symbol)).toMatchObject({ tj: '\xe5\xa5\xb9\xa0', widthEm: 713 + 713 + 549 + 750 });
  expect(wordOf('⎛⎞∮', symbol).tj).toBe('\xe6\xf6\xb7');
});

test('ZapfDingbats has the codes and widths of annex D.6', () => {
  expect(wordOf('✓✗➔', dingbats)).toMatchObject({ tj: '37\xd4', widthEm: 755 + 571 + 894 });
  expect(wordOf('★❨①➾', dingbats)).toMatchObject({ tj: 'H\x80\xac\xfe', widthEm: 816 + 390 + 788 + 918 });
});

test('a sign that shares its glyph with a letter still stands for itself', () => {
  expect(wordOf('∆', symbol)).toMatchObject({ tj: 'D', actualText: '∆' });
  expect(wordOf('Δ', symbol)).toMatchObject({ tj: 'D', actualText: undefined });
});

test('what a symbol font lacks is taken from the next face', () => {
  const line = prepare('α is x', { faces: [symbol, helvetica] }).wrap(1000)[0]!;
  expect(line.segments.map(({ face }) => face.id)).toEqual(['Symbol', 'Helvetica']);
  expect(readLine(line)).toBe('α is x');
  expect(prepare('✓α', { faces: [dingbats, symbol] }).missing).toEqual([]);
  expect(prepare('x', { faces: [symbol] }).missing).toEqual([0x78]);
});

test('a letter and its accent are one code, and what is invisible has none', () => {
  expect(wordOf('e\u0301t')).toMatchObject({ glyphs: [0xe9, 0x74] });
  expect(wordOf('✓\ufe0e', dingbats).glyphs).toEqual([0x33]);
  expect(wordOf('a\u2009b').glyphs).toEqual([0x61, 0x20, 0x62]);
});

test('a template may use them by name', async () => {
  const body = [
    { text: 'αβγ ∑', font: 'symbol' },
    { text: '✓ ✗ ➔', font: 'zapfdingbats' },
  ];
  const { diagnostics } = await compile({ pages: [{ size: 'A4', body }] });
  expect(diagnostics).toEqual([]);
  const { pages, warnings } = await layOut(body);
  expect(warnings).toEqual([]);
  const lines = itemLines(pages[0]!.items);
  expect(lines.map((line) => line.replace(/^text [\d.,]+ /, ''))).toEqual(['"αβγ ∑"', '"✓ ✗ ➔"']);
  const faces = pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.segment.face.postscriptName] : []));
  expect(faces).toEqual(['Symbol', 'ZapfDingbats']);
});
