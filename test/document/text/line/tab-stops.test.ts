// Tabs of texts, and what code keeps.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { diagnose, type LaidOut, layOut, pageLines, pageTexts, wordsOf } from '../../../support/render.ts';

type TextItem = Extract<PageItem, { kind: 'text' }>;

const textItems = ({ pages }: LaidOut): TextItem[] =>
  pages.flatMap(({ items }) => items.filter((item): item is TextItem => item.kind === 'text'));

const isSpace = ({ text }: { readonly text: string }) => text.trim() === '';

/** The words of an item with their widths. */
function piecesOf(item: TextItem) {
  const { segment } = item;
  return segment.words.map((word) => ({
    text: wordsOf({ ...item, segment: { ...segment, words: [word] } }),
    width: (word.widthEm * segment.style.size) / 1000,
  }));
}

/** Where the texts begin and end, from the left edge of the body, without the spaces at their ends. Leaders are left out. */
async function placesOf(text: unknown, tabs: unknown, more: object = {}) {
  const items = textItems(await layOut([{ text, tabs, ...more }])).filter(({ segment }) => !segment.isLeader);
  return items.flatMap((item) => {
    const pieces = piecesOf(item);
    const end = pieces.findLastIndex((piece) => !isSpace(piece)) + 1;
    if (end === 0) return [];
    const left = item.x + item.segment.x - 10;
    const width = pieces.slice(0, end).reduce((sum, piece) => sum + piece.width, 0);
    return [{ text: wordsOf(item).trim(), left, right: left + width }];
  });
}

describe('a tab', () => {
  test('is four spaces without stops, and does not change how text is kept', async () => {
    expect(pageTexts(await layOut(['a\tb']))).toEqual([['a    b']]);
  });
  test.each([
    ['left', 'left'],
    ['right', 'right'],
  ] as const)('leads to a stop: %s', async (align, side) => {
    const [, text] = await placesOf('label\tbcd', [{ at: 100, align }]);
    expect(text!.text).toBe('bcd');
    expect(text![side]).toBeCloseTo(100, 3);
  });
  test('leads to the stop after a stop that is less than a space away', async () => {
    const [label] = await placesOf('label', []);
    const [, text] = await placesOf('label\tb', [{ at: label!.right + 1 }, { at: 100 }]);
    expect(text!.left).toBeCloseTo(100, 3);
  });
  test('has the decimal separator at a stop from the right, in text from right to left', async () => {
    const tabs = [{ at: 100, align: 'decimal' }];
    const rightOf = async (number: string) =>
      (await placesOf(`a\t${number}`, tabs, { dir: 'rtl' })).find(({ text }) => text === number)!.right;
    // What stands after the separator is at its right.
    const [whole] = await placesOf('.50', []);
    expect(await rightOf('1.50')).toBeCloseTo(80 + whole!.right, 1);
    expect(await rightOf('12345.50')).toBeCloseTo(80 + whole!.right, 1);
  });
  test('stays on its line before a text that no line holds', async () => {
    const lines = pageLines(await layOut([{ text: `a\t${'word '.repeat(20)}`, tabs: [{ at: 100, align: 'right' }] }])).flat();
    const first = lines.filter((line) => line.startsWith('text') && / 10,|,18/.test(line)).join(' ');
    expect(first).toMatch(/"a .*word/);
  });
  test('has the middle of its text at a stop', async () => {
    const [, text] = await placesOf('label\tb c d', [{ at: 100, align: 'center' }]);
    expect(text!.left).toBeCloseTo(100 - (await placesOf('b c d', []))[0]!.right / 2, 0);
  });
  test.each([
    ['1.5', '1', 'en-US'],
    ['12,345.25 EUR', '12,345', 'en-US'],
    ['1.234,5', '1.234', 'de-DE'],
    ['17', '17', 'en-US'],
    ['17 pcs.', '17', 'en-US'],
    ['none', 'none', 'en-US'],
  ])('has the decimal separator of %s at a stop', async (text, before, locale) => {
    const tabs = [{ at: 100, align: 'decimal' }];
    const laidOut = await layOut([{ text: `label\t${text}`, tabs }], {}, {}, {}, undefined, undefined, undefined, { locale });
    const number = textItems(laidOut).at(-1)!;
    expect(number.x + number.segment.x - 10).toBeCloseTo(100 - (await placesOf(before, []))[0]!.right, 0);
    expect(laidOut.warnings).toEqual([]);
  });
  test('leads to the next stop behind it, in the order of their places', async () => {
    const stops = [{ at: 120 }, { at: 40 }, { at: 80 }];
    expect((await placesOf('a\tb\tc\td', stops)).map(({ left }) => Math.round(left))).toEqual([0, 40, 80, 120]);
    const long = await placesOf('a label of some length\tb', stops);
    expect(long.map(({ left }) => Math.round(left))).toEqual([0, 120]);
  });
  test('at the beginning of a line has no text before it', async () => {
    expect((await placesOf('\tb', [{ at: 60, align: 'right' }]))[0]!.right).toBeCloseTo(60, 3);
  });
  test('holds for each line of a text', async () => {
    const places = await placesOf(['a\tb', '', 'c\td'], [{ at: 40 }]);
    expect(places.map(({ text, left }) => `${text} ${Math.round(left)}`)).toEqual(['a 0', 'b 40', 'c 0', 'd 40']);
  });
  test('has its stops in the unit of the template, also those of a style', async () => {
    const at = async (style: object, text: object) => {
      const styles = { base: { size: 8, lineHeight: 1.25 }, s: style };
      const laidOut = await layOut([{ text: 'a\tb', ...text }], {}, { size: [100, 50], margin: 0 }, { unit: 'mm', styles });
      const item = textItems(laidOut).at(-1)!;
      return Math.round(((item.x + item.segment.x) / 72) * 25.4);
    };
    expect(await at({ tabs: [{ at: 30 }] }, { style: 's' })).toBe(30);
    expect(await at({}, { tabs: [{ at: 40 }] })).toBe(40);
    expect(await at({ tabs: [{ at: 30 }] }, { style: 's', tabs: [] })).toBeLessThan(10);
  });
  test('is not moved by alignment and justification', async () => {
    for (const align of ['center', 'right', 'justify'])
      expect((await placesOf('a\tb', [{ at: 40 }], { align })).map(({ left }) => Math.round(left))).toEqual([0, 40]);
    const text = 'a\tb b b b b b b b b b b b b b b b b b b b b b b b b b b b b b';
    const [, second] = await placesOf(text, [{ at: 40 }], { align: 'justify' });
    expect(second!.left).toBeCloseTo(40, 3);
  });
  test('is mirrored in text from right to left', async () => {
    const [left, right] = await placesOf('אבג\tדהו', [{ at: 60 }]);
    expect([left!.right, right!.right].map(Math.round)).toEqual([120, 180]);
    for (const align of ['end', 'left']) {
      const [end] = await placesOf('אבג\tדהו', [{ at: 60, align }]);
      expect(end!.left).toBeCloseTo(120, 3);
    }
    const [start] = await placesOf('אבג\tדהו', [{ at: 60, align: 'right' }]);
    expect(start).toEqual((await placesOf('אבג\tדהו', [{ at: 60, align: 'start' }]))[0]);
  });
  test('has both ends of its text by the direction of the line, or by the side', async () => {
    for (const [align, side] of [
      ['start', 'left'],
      ['end', 'right'],
    ])
      expect(await placesOf('a\tb', [{ at: 60, align }])).toEqual(await placesOf('a\tb', [{ at: 60, align: side }]));
  });
  test('stands in a row of a width that its stops need', async () => {
    const row = { row: [{ width: 'auto', text: 'a\tb', tabs: [{ at: 60, align: 'right' }] }, 'x'] };
    expect(pageLines(await layOut([row]))[0]!.at(-1)).toBe('text 70,18.1 "x"');
  });
  test('keeps the marks of the text', async () => {
    const tabs = [{ at: 60, align: 'right' }];
    const laidOut = await layOut(
      [{ text: '**a**\t[b](https://example.com) *c*', format: 'inline', tabs }],
      {},
      {},
      { document: { lang: 'en' } },
    );
    const items = textItems(laidOut);
    expect(items.map((item) => wordsOf(item).trim()).filter(Boolean)).toEqual(['a', 'b', 'c']);
    const last = items.at(-1)!;
    expect(last.x + last.segment.x + last.segment.width - 10).toBeCloseTo(60, 3);
  });
});

describe('lines with tabs', () => {
  const price = [{ at: 180, align: 'right', leader: '.' }];
  test('wrap before the tab if its text has no room', async () => {
    const label = 'A label that takes nearly all of the line, as names do';
    expect((await placesOf(`${label}\t12.50`, price)).at(-1)!.right).toBeCloseTo(180, 3);
    expect(
      pageLines(await layOut([{ text: `${label}\t12.50`, tabs: price }]))[0]!.map((line) => line.split(' ')[1]!.split(',')[1]),
    ).toEqual(['18.1', '28.1', '28.1', '28.1']);
  });
  test('wrap within a long text behind a left stop', async () => {
    const places = await placesOf('Term\tA description that goes over more than one line of the text', [{ at: 40 }]);
    expect(places.map(({ left }) => Math.round(left))).toEqual([0, 40, 0]);
  });
  test('warn of a tab behind the last stop, and of a text without room before its stop', async () => {
    const warningsOf = async (text: string, tabs: unknown) => (await layOut([{ text, tabs }])).warnings.map(({ code }) => code);
    expect(await warningsOf('a\tb\tc', [{ at: 40 }])).toEqual(['tab-shifted']);
    expect(await warningsOf('a\tb', [{ at: 400 }])).toEqual(['tab-shifted']);
    expect(await warningsOf('\ta long text', [{ at: 10, align: 'right' }])).toEqual(['tab-shifted']);
    expect(await warningsOf('a\tb', [{ at: 40 }])).toEqual([]);
    expect(await warningsOf('a\tb', [])).toEqual([]);
  });
  test('end, whatever the stops and the width', async () => {
    for (const wrap of ['normal', 'anywhere'])
      for (const width of [1, 10, 50])
        for (const align of ['left', 'right', 'center', 'decimal']) {
          const laidOut = await layOut([
            {
              width,
              stack: [
                {
                  text: '\t\tabc\tdef ghi\t',
                  tabs: [
                    { at: 5, align },
                    { at: 30, align },
                  ],
                  wrap,
                },
              ],
            },
          ]);
          expect(textItems(laidOut).map(wordsOf).join('').replace(/ /g, '')).toBe('abcdefghi');
        }
  });
});

describe('a leader', () => {
  const tabs = [{ at: 180, align: 'right', leader: '.' }];
  const leadersOf = (laidOut: LaidOut) => textItems(laidOut).filter(({ segment }) => segment.isLeader);
  test('fills the gap on one grid, and is not read', async () => {
    const laidOut = await layOut(
      [{ text: ['Soup of the day\t12.50', 'Tea\t2.50'], tabs }],
      {},
      {},
      { document: { standard: 'PDF/UA-1', lang: 'en', title: 'T' } },
    );
    const leaders = leadersOf(laidOut);
    expect(leaders.length).toBe(2);
    const step = leaders[0]!.segment.width / leaders[0]!.segment.words.length;
    const shift = (leaders[1]!.segment.x - leaders[0]!.segment.x) / step;
    expect(shift).toBeCloseTo(Math.round(shift), 6);
    expect(leaders.map(({ tag }) => tag?.kind)).toEqual(['artifact', 'artifact']);
    const read = textItems(laidOut).filter(({ tag }) => tag?.kind === 'element');
    expect(read.map(wordsOf)).toEqual(['Soup of the day ', '12.50 ', 'Tea ', '2.50']);
  });
  test('of two signs takes the font that has both', async () => {
    // The font of signs has the arrow, and Noto Sans has not.
    const [leader] = leadersOf(await layOut([{ text: 'a\tb', tabs: [{ at: 180, leader: ' ➔' }] }]));
    expect(leader!.segment.words.every(({ glyphs }) => glyphs.every((glyph) => glyph > 0))).toBe(true);
  });
  test('is a line to write on at the end of a text', async () => {
    const [line] = leadersOf(await layOut([{ text: 'Signature:\t', tabs: [{ at: 180, leader: '_' }] }]));
    expect(line!.segment.x + line!.segment.width).toBeGreaterThan(175);
  });
  test('touches no text', async () => {
    const laidOut = await layOut([{ text: 'Soup\t12.50', tabs }]);
    const [leader] = leadersOf(laidOut);
    const [label, value] = textItems(laidOut).filter(({ segment }) => !segment.isLeader);
    const end = label!.segment.x + label!.segment.words.slice(0, -1).reduce((sum, { widthEm }) => sum + widthEm * 0.008, 0);
    expect(leader!.segment.x).toBeGreaterThan(end + 1);
    expect(leader!.segment.x + leader!.segment.width).toBeLessThan(value!.segment.x - 1);
  });
});

describe('reports', () => {
  test('a leader that no font has, if there is a tab', async () => {
    const tabs = [
      { at: 100, leader: '.' },
      { at: 180, leader: '😀' },
    ];
    expect((await layOut([{ text: 'a b', tabs }])).warnings).toEqual([]);
    expect((await layOut([{ text: 'a\tb\tc', tabs }])).warnings).toMatchObject([
      { code: 'missing-glyph', component: '/pages/0/body/0', message: expect.stringContaining('U+1F600') },
    ]);
  });
  test('what is no stop', async () => {
    const inText = (tabs: unknown) => diagnose({ pages: [{ body: [{ text: 'a\tb', tabs }] }] });
    expect(
      await inText([
        { at: -1 },
        { at: 4, align: 'justify' },
        { leader: '.' },
        { at: 3, leader: 'dots' },
        5,
        { at: 9, leader: '\t' },
        { at: 9, leader: '\u200b' },
      ]),
    ).toEqual([
      'error wrong-value /pages/0/body/0/tabs/0/at',
      'error wrong-value /pages/0/body/0/tabs/1/align',
      'error missing-property /pages/0/body/0/tabs/2',
      'error wrong-value /pages/0/body/0/tabs/3/leader',
      'error wrong-type /pages/0/body/0/tabs/4',
      'error wrong-value /pages/0/body/0/tabs/5/leader',
      'error wrong-value /pages/0/body/0/tabs/6/leader',
    ]);
    expect(await inText([{ position: 3 }])).toEqual(['error unknown-property /pages/0/body/0/tabs/0/position']);
    expect(await inText('{{ 3 }}')).toEqual(['error wrong-type /pages/0/body/0/tabs']);
    expect(await inText([{ at: '{{ 3 }}' }])).toEqual([]);
  });
});

describe('code', () => {
  const code = (text: unknown, more: object = {}) => ({ text, format: 'code', ...more });
  const linesOf = async (text: unknown, more: object = {}) => pageTexts(await layOut([code(text, more)])).flat();
  test('keeps its spaces, its blank lines and its own tabs', async () => {
    const laidOut = await layOut([code('if (x) {\n\n    a  b\n\tc\n}', { tabs: [{ at: 3 }] }), 'end']);
    expect(pageTexts(laidOut)).toEqual([['if (x) {', '    a  b', '        c', '}', 'end']]);
    expect(pageLines(laidOut)[0]!.at(-1)).toBe('text 10,68.1 "end"');
  });
  test('is neither justified nor hyphenated', async () => {
    const text = 'const x = description of something very long indeed that wraps';
    const plain = await linesOf(text);
    const given = await layOut([code(text, { align: 'justify', hyphenate: true })], {}, {}, { document: { lang: 'en' } });
    expect(pageTexts(given).flat()).toEqual(plain);
    expect(textItems(given).map(({ segment }) => segment.wordSpacing)).toEqual(plain.map(() => 0));
    expect(textItems(await layOut([code('a', { align: 'center' })]))[0]!.segment.x).toBeGreaterThan(50);
  });
  test('wraps a long line at a space, or where it must', async () => {
    expect(await linesOf('  aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbb')).toEqual([
      '  aaaaaaaaaaaaaaaaaaaa',
      'bbbbbbbbbbbbbbbbbbbbb',
    ]);
    expect(await linesOf('x'.repeat(60), { wrap: 'anywhere' })).toEqual(['x'.repeat(37), 'x'.repeat(23)]);
  });
  test('has its background on each sheet', async () => {
    const text = Array.from({ length: 10 }, (_, i) => `line ${i}`).join('\n\n');
    const laidOut = await layOut([code(text, { background: '#eeeeee', padding: 4 })]);
    expect(pageLines(laidOut).map((page) => page.filter((line) => line.startsWith('rect')))).toEqual([
      ['rect 10,10 180x78 #eeeeee'],
      ['rect 10,10 180x78 #eeeeee'],
      ['rect 10,10 180x58 #eeeeee'],
    ]);
    expect(pageTexts(laidOut).flat()).toEqual(text.split('\n\n'));
  });
});
