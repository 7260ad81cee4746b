// Marks of inline texts: what they look like, what they mean, and what is told of signs that are no marks.
import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../src/document/text/shaped-text.ts';
import { findTagFaults } from '../../../support/find-tag-faults.ts';
import { contentOf, syntaxOf } from '../../../support/read-pdf.ts';
import { compile, diagnose, type LaidOut, layOut, pageTexts } from '../../../support/render.ts';
import { listBreaches, renderPdf } from '../../../support/render-document.ts';
import { structureLines, textsInOrder } from '../../../support/structure.ts';

const styles = {
  base: { size: 10, lineHeight: 1.2 },
  alert: { color: '#cc0000', bold: true },
  gone: { strike: true },
  big: { size: 20 },
  boxed: { color: '#00f', padding: 2, align: 'center' },
  bound: { color: '{{ tone }}' },
} as const;

const inline = (text: unknown, more: object = {}) => ({ text, format: 'inline', ...more });
const layOutInline = (text: unknown, more: object = {}, data: unknown = {}, template: Record<string, unknown> = {}) =>
  layOut([inline(text, more)], data, { size: [400, 200] }, { styles, ...template });
/** As a file of PDF 2.0. */
const layOut20 = (component: object, data: unknown = {}) =>
  layOut([component], data, { size: [400, 200] }, { styles }, undefined, undefined, undefined, {}, ['PDF/UA-2']);

interface Piece {
  readonly segment: Segment;
  readonly y: number;
}

const piecesOf = ({ pages }: LaidOut): readonly Piece[] =>
  pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [{ segment: item.segment, y: item.y }] : [])));

/** Each piece as its text and what differs from plain text: `2 sub 6@-1.4`. */
async function looksOf(text: unknown, more: object = {}, data: unknown = {}, template = {}): Promise<string[]> {
  const laidOut = await layOutInline(text, more, data, template);
  return pageTexts(laidOut).flat().length === 0 ? [] : piecesOf(laidOut).map(({ segment }) => lookOf(segment));
}

function lookOf({ style, face, words }: Segment): string {
  const text = words
    .map((word) => word.glyphs.map((glyph) => face.unicodeOf(glyph) ?? String.fromCharCode(glyph)).join(''))
    .join('');
  const facts = [
    /Bold/.test(face.postscriptName) && 'bold',
    /Italic/.test(face.postscriptName) && 'italic',
    /Courier/.test(face.postscriptName) && 'courier',
    style.color !== '#000000' && style.color,
    style.strike && 'strike',
    style.size !== 10 && `${Math.round(style.size * 10) / 10}pt`,
    style.raised && `rise ${Math.round(style.raised.by * 10) / 10}`,
  ];
  return [text, ...facts.filter(Boolean)].join(' | ');
}

describe('looks', () => {
  // Noto Sans asks for 600 / 75 and 600 / 350 thousandths.
  test.each([
    ['H~2~O', ['H', '2 | 6pt | rise -0.7', 'O']],
    ['10 m^2^', ['10 m', '2 | 6pt | rise 3.5']],
    ['a ^**b***c*^', ['a ', 'b | bold | 6pt | rise 3.5', 'c | italic | 6pt | rise 3.5']],
    ['**a ~b~**', ['a  | bold', 'b | bold | 6pt | rise -0.7']],
    ['run `a *b* ~c~`', ['run ', 'a *b* ~c~ | courier']],
    ['`a \\` b\\\\ \\*`', ['a ` b\\ \\* | courier']],
    ['**`a`**', ['a | bold | courier']],
    ['see [this]{.alert}.', ['see ', 'this | bold | #cc0000', '.']],
    ['[a [b]{.gone} c]{.alert}', ['a  | bold | #cc0000', 'b | bold | #cc0000 | strike', ' c | bold | #cc0000']],
    ['[a]{.alert .gone}', ['a | bold | #cc0000 | strike']],
    ['[a *b* ~c~]{.big}', ['a  | 20pt', 'b | italic | 20pt', '  | 20pt', 'c | 12pt | rise -1.5']],
    ['[a [b](https://x.example/~c^d) `]`]{.gone}', ['a  | strike', 'b | strike', '  | strike', '] | courier | strike']],
    ['a~{{ n }}~', ['a', '~2~ | 6pt | rise -0.7']],
    ['[a^2](https://x.example/b^3)', ['a^2']],
    ['[1] and [0-9]{3}', ['[1] and [0-9]{3}']],
  ])('%j', async (text, looks) => {
    expect(await looksOf(text, {}, { n: '~2~' })).toEqual(looks);
  });

  test('a font that does not say where they stand has the usual places', async () => {
    const looks = ['x', '2 | 6pt | rise 3.3', 'y', 'i | 6pt | rise -1.4'];
    expect(await looksOf('x^2^y~i~', { font: 'helvetica' })).toEqual(looks);
  });

  test('a line below them goes on in one height, and a line through them is at their middle', async () => {
    const linesOf = async (properties: object) => {
      const pdf = await renderPdf({ pages: [{ body: [inline('H~2~O', properties)] }] });
      return [...contentOf(pdf).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (-?[\d.]+) re(?: f)?$/gm)].map(
        ([, , y, , height]) => `${y} ${height}`,
      );
    };
    expect(new Set(await linesOf({ underline: true })).size).toBe(1);
    expect(new Set(await linesOf({ strike: true })).size).toBe(2);
  });

  test('stars between spaces are printed, as in a size', async () => {
    expect(await looksOf('100 mm * 80 mm * 40 mm')).toEqual(['100 mm * 80 mm * 40 mm']);
    expect(await looksOf('* 2 ** 3 and\n* 4 ** 5 *b*')).toEqual(['* 2 ** 3 and ', '* 4 ** 5 ', 'b | italic']);
    expect(await looksOf('{{ a }} * {{ b }} * c', {}, { a: 2, b: 3 })).toEqual(['2 * 3 * c']);
    expect(await looksOf('*{{ a }} * {{ b }}*', {}, { a: 2, b: 3 })).toEqual(['2 * 3 | italic']);
  });
  test('values of data are never marks', async () => {
    const data = { a: '**x** ~y~ ^z^ `c` [t]{.alert} [l](https://x.example)' };
    expect(pageTexts(await layOutInline('{{ a }}!', {}, data))).toEqual([[`${data.a}!`]]);
  });

  test('a style of code in the template wins over courier, if it has a font', async () => {
    const codeIn = (code: object) => looksOf('a `b`', {}, {}, { styles: { ...styles, code } });
    expect(await codeIn({ color: '#0f0' })).toEqual(['a ', 'b | courier | #00ff00']);
    expect(await codeIn({ font: 'helvetica' })).toEqual(['a ', 'b']);
  });

  test('a colour of a style may come from the data', async () => {
    expect(await looksOf('[a]{.bound}', {}, { tone: '#123456' })).toEqual(['a | #123456']);
  });

  test('marks shrink with their text', async () => {
    const wide = { maxLines: 1, overflow: 'shrink', width: 60 };
    const [plain, big] = piecesOf(await layOutInline('a wide text [a]{.big}', wide));
    expect(plain!.segment.style.size).toBeLessThan(10);
    expect(big!.segment.style.size).toBe(plain!.segment.style.size * 2);
  });

  test('characters above and below the line leave the lines as high as they are', async () => {
    const heightsOf = async (text: string) => {
      const { pages } = await layOut([inline(text), 'after'], {}, {}, { styles });
      return pages[0]!.items.map((item) => (item.kind === 'text' ? item.y : 0)).at(-1);
    };
    expect(await heightsOf('x^2^ y~2~')).toBe(await heightsOf('x y'));
    expect(await heightsOf('^2^')).toBe(await heightsOf('x'));
  });

  test('with "lineHeight": "normal" they get their room', async () => {
    const bottomOf = async (text: string) => {
      const { pages } = await layOut([inline(text, { lineHeight: 'normal' }), 'after'], {}, {}, { styles });
      return pages[0]!.items.map((item) => (item.kind === 'text' ? item.y : 0)).at(-1)!;
    };
    expect(await bottomOf('x~2~')).toBe(await bottomOf('x'));
    expect(await bottomOf('[[a]{.big}^2^]{.big}')).toBe(await bottomOf('[a]{.big}'));
  });

  test('a piece stands where the one before ends, and no line breaks before it', async () => {
    const [h, two, o] = piecesOf(await layOutInline('H~2~O'));
    expect(two!.segment.x).toBeCloseTo(h!.segment.x + h!.segment.width);
    expect(o!.segment.x).toBeCloseTo(two!.segment.x + two!.segment.width);
    expect(pageTexts(await layOutInline('aa H~2~O', { width: 30 }))).toEqual([['aa', 'H', '2', 'O']]);
  });

  test('from right to left', async () => {
    const [first, , last] = piecesOf(await layOutInline('أ^2^ب', { dir: 'rtl', font: 'noto-sans' }));
    expect(first!.segment.x).toBeGreaterThan(last!.segment.x);
  });
});

describe('signs that are no marks are told with their place, and are printed', () => {
  test.each([
    ['about ~5 and ~7', [6, 'no \\"~\\" ends it before the next space'], [13, 'no']],
    ['2^10', [1, 'no']],
    ['a `b', [2, 'no \\"`\\" ends it']],
    ['a ~~b~~', [2, 'nothing stands between its signs. To strike'], [5, 'nothing']],
    ['a ^^ b', [2, 'nothing stands between its signs.']],
    ['a `` b', [2, 'nothing']],
    ['a []{.alert}', [2, 'no text stands in the brackets']],
    ['x^a~b~^', [3, 'characters above or below the line hold no others'], [5, 'characters']],
    ['[a]{alert}', [0, 'styles are written with a dot: {.alert}']],
    ['[a]{#alert}', [0, 'styles are written with a dot: {.alert}']],
    ['[a]{}', [0, 'styles are written with a dot: {.style}']],
    ['[a]{.{{ n }}}', [0, 'a mark names its styles without bindings']],
    ['**a**{.alert}', [5, 'styles stand after a text in brackets']],
    ['`a`{.alert}', [3, 'styles stand after a text in brackets']],
    ['a _b c_ d', [2, 'italic text is written *…*']],
    ['a __b__ d', [2, 'bold text is written **…**']],
    ['m<sup>2</sup>', [1, 'write ~…~ or ^…^ with "format": "inline"']],
  ] as [string, ...[number, string][]][])('%j', async (text, ...faults) => {
    const { diagnostics } = await compile({ styles, pages: [{ body: [inline(text)] }] });
    const own = diagnostics.filter(({ code }) => code !== 'no-schema');
    expect(own.map(({ severity, code, offset }) => `${severity} ${code} ${offset}`)).toEqual(
      faults.map(([offset]) => `warning unread-marks ${offset}`),
    );
    for (const [i, [, reason]] of faults.entries()) expect(own[i]!.message).toContain(reason.replaceAll('\\"', '"'));
    const printed = text
      .replace('{{ n }}', 'alert')
      .replace(/^(\*\*|`)a\1|(?<=^x)\^a/, 'a')
      .replace(/~\^$/, '~');
    expect(
      pageTexts(await layOutInline(text, {}, { n: 'alert' }))
        .flat()
        .join(''),
    ).toBe(printed);
  });

  test.each(['snake_case_name', '____', 'a_b', '5 * 3', 'C:\\temp', 'a* and b**'])('%j is no mistake', async (text) => {
    expect((await compile({ pages: [{ body: [inline(text)] }] })).diagnostics).toEqual([]);
  });

  test('texts with styles nest 64 levels deep: what is deeper is printed and told', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}a${']{.alert}'.repeat(levels)}`;
    const faultsOf = async (text: string) => (await compile({ styles, pages: [{ body: [inline(text)] }] })).diagnostics;
    expect(await faultsOf(nested(64))).toEqual([]);
    expect(await faultsOf(nested(65))).toMatchObject([
      { code: 'unread-marks', offset: 64, message: expect.stringContaining('texts with styles nest deeper than 64 levels.') },
    ]);
    expect(pageTexts(await layOutInline(nested(65))).flat()).toEqual(['[a]{.alert}']);
    for (const braces of ['{.alert}', '{3}']) {
      const [first] = await faultsOf(nested(5000).replaceAll('{.alert}', braces));
      expect(first).toMatchObject({ code: 'unread-marks', offset: 64 });
    }
  });

  test.each(['[`', '[', '[a](', '~[a', '**['])('a text of 3,000 times %j is read', async (signs) => {
    const text = signs.repeat(3000);
    const [printed] = pageTexts(await layOutInline(text, { size: 0.01 }));
    const countOf = (all: string) => all.match(/[[a(]/g)!.length;
    expect(countOf(printed!.join(''))).toBe(countOf(text));
  });

  test('a mark of a style in a plain text', async () => {
    const { diagnostics } = await compile({ styles, pages: [{ body: ['a [b]{.alert} c'] }] });
    expect(diagnostics).toMatchObject([
      { code: 'unread-marks', offset: 2, message: expect.stringContaining('"format": "inline"') },
    ]);
  });
});

describe('styles of marks', () => {
  const faultsOf = async (text: string) =>
    (await compile({ styles, pages: [{ body: [inline(['x', text])] }] })).diagnostics.map(
      ({ severity, code, pointer, offset, message }) => `${severity} ${code} ${pointer}@${offset} ${message}`,
    );

  test('an unknown style is an error with the nearest name', async () => {
    expect(await faultsOf('a [b]{.alerd}')).toEqual([
      expect.stringMatching(/^error unknown-style \/pages\/0\/body\/0\/text\/1@6 There is no style "alerd".*"alert"/),
    ]);
  });

  test('what a style says of boxes and lines has no effect, and is told', async () => {
    expect(await faultsOf('[b]{.boxed}')).toEqual([
      expect.stringMatching(
        /^warning no-effect \/pages\/0\/body\/0\/text\/1@4 "padding", "align" of the style "boxed" has no effect/,
      ),
    ]);
  });
});

describe('tags', () => {
  const marked = 'a **b [c~2~](https://x.example) d** *e* `f` [g]{.gone} [h]{.alert}';

  test('say what the marks mean', async () => {
    const laidOut = await layOut20(inline(marked));
    expect(structureLines(laidOut)).toEqual([
      'P "a " " " " " " " " " "h"',
      '  Strong "b " " d" > Link "c" -> https://x.example (c2) -> https://x.example (c2) > Span textPosition=Sub baselineShift=-0.75 "2"',
      '  Em "e"',
      '  Code "f"',
      '  Span textDecoration=LineThrough "g"',
    ]);
  });

  test('of PDF 1.7 lack emphasis', async () => {
    expect(structureLines(await layOutInline(marked))).toEqual([
      'P "a " "b " " d" " " "e" " " " " " " "h"',
      '  Link "c" -> https://x.example (c2) -> https://x.example (c2) > Span textPosition=Sub baselineShift=-0.75 "2"',
      '  Code "f"',
      '  Span textDecoration=LineThrough "g"',
    ]);
  });

  test('are read in the order of the text', async () => {
    const text = '**a [b** c](https://x.example) *d `e` [f **g** h]{.gone} i* j^k^';
    expect(textsInOrder(await layOut20(inline(text))).join('')).toBe('a b c d e f g h i jk');
  });

  test('a link that leads nowhere keeps the marks around it', async () => {
    const laidOut = await layOut20(inline('**a [b *c*]({{ to }})**'), { to: 'nowhere' });
    expect(structureLines(laidOut)).toEqual(['P > Strong "a " "b " > Em "c"']);
  });

  test('a mark on two lines is one element', async () => {
    const laidOut = await layOut20(inline('a **bold text on lines**', { width: 40 }));
    expect(structureLines(laidOut).filter((line) => line.includes('Strong'))).toHaveLength(1);
  });

  test('marks of decoration have none', async () => {
    const laidOut = await layOut20(inline('a **b**', { role: 'artifact' }));
    expect(structureLines(laidOut).join()).not.toContain('Strong');
  });

  test.each(['PDF/A-1a', 'PDF/A-2a', 'PDF/A-4', 'PDF/UA-1', 'PDF/UA-2'])('are right in a file of %s', async (standard) => {
    const header = inline('A **b**');
    const body = [
      inline('Title *x* `c`', { role: 'heading1' }),
      inline(marked),
      inline('**b** `c` m^2^', { role: 'code' }),
      { text: '\tx', format: 'code' },
      { table: [{ n: 1 }], as: 'r', columns: [{ header, rowHeader: true, body: inline('{{ r.n }} *x* m^2^ `c`') }] },
    ];
    const document = { title: 'T', lang: 'en', standard };
    const template = { document, styles: { gone: styles.gone, alert: styles.alert, code: { size: 9 } }, pages: [{ body }] };
    expect(await listBreaches(template)).toEqual([]);
    const pdf = await renderPdf(template);
    expect(await findTagFaults(pdf)).toEqual([]);
    const isOf20 = standard === 'PDF/A-4' || standard === 'PDF/UA-2';
    const written = [
      ...syntaxOf(pdf).matchAll(/\/S\/(?:Em|Strong)\/NS|\/S\/(?:Em|Strong)\b|\/TextPosition\/Su\w|\/BaselineShift -?[\d.]+/g),
    ].map(([found]) => found);
    expect([...new Set(written)].sort()).toEqual(
      isOf20
        ? ['/S/Em/NS', '/S/Strong/NS', '/TextPosition/Sub', '/TextPosition/Sup']
        : ['/BaselineShift -0.75', '/BaselineShift 3.5'],
    );
  });
});

describe('"format": "code"', () => {
  const code = 'if (a) {\n\treturn "<b>**b**</b>";\n}\n\nend\tx';

  test('keeps spaces and line ends, reads no marks, and is code', async () => {
    const laidOut = await layOut([{ text: code, format: 'code' }], {}, { size: [400, 200] }, { styles });
    expect(pageTexts(laidOut)).toEqual([['if (a) {', '        return "<b>**b**</b>";', '}', 'end     x']]);
    expect(structureLines(laidOut)[0]).toMatch(/^(?:P|Code)/);
    expect(piecesOf(laidOut).every(({ segment }) => segment.face.postscriptName === 'Courier')).toBe(true);
    const { diagnostics } = await compile({ pages: [{ body: [{ text: code, format: 'code' }] }] });
    expect(diagnostics).toEqual([]);
  });

  test('has the style code below its own styles and properties, with its box', async () => {
    const template = { styles: { ...styles, code: { size: 7, color: '#0f0', background: '#eee', padding: 3 } } };
    const laidOut = await layOut([{ text: '{{ a }}', format: 'code', color: '#00f' }], { a: '\tx' }, {}, template);
    expect(piecesOf(laidOut).map(({ segment }) => [segment.style.size, segment.style.color])).toEqual([[7, '#0000ff']]);
    expect(laidOut.pages[0]!.items.map(({ kind }) => kind)).toEqual(['rect', 'text']);
    expect(pageTexts(laidOut)).toEqual([['        x']]);
  });

  test('wraps where its place ends', async () => {
    const laidOut = await layOut([{ text: 'aaaa bbbb', format: 'code', width: 40 }], {}, {}, { styles });
    expect(pageTexts(laidOut)).toEqual([['aaaa', 'bbbb']]);
  });
});

test.each([
  ['a mark', inline('a `b`')],
  ['a text', { text: 'b', format: 'code' }],
])('under PDF/A, %s of code has the font of its text, and a warning says so', async (_, component) => {
  const document = { title: 'T', lang: 'en', standard: 'PDF/A-2b' };
  const { diagnostics } = await compile({ document, pages: [{ body: [component] }] });
  expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'code-font' }]);
  const named = await compile({ document, styles: { code: { font: 'noto-sans' } }, pages: [{ body: [component] }] });
  expect(named.diagnostics).toEqual([]);
});

describe('escaped signs', () => {
  test.each([
    ['H\\~2\\~O', 'H~2~O'],
    ['m\\^2\\^', 'm^2^'],
    ['\\`code\\`', '`code`'],
    ['see\\[^1]', 'see[^1]'],
    ['a\\\\\\~b', 'a\\~b'],
    ['\\[a]{.x}', '[a]{.x}'],
    ['[a\\]{.x}', '[a]{.x}'],
  ])('%j prints %j', async (text, printed) => {
    const body = [{ text, format: 'inline' }];
    expect(pageTexts(await layOut(body))).toEqual([[printed]]);
    expect(await diagnose({ pages: [{ body }] })).toEqual([]);
  });

  test('code may hold the sign of a note', async () => {
    expect(await diagnose({ pages: [{ body: [{ text: '`[^1]`', format: 'inline' }] }] })).toEqual([]);
  });
});
