// The component `markdown`: what it reads and draws, its looks, limits and faults. `markdown-spec.slow.test.ts` has the examples of CommonMark.
import { describe, expect, test } from 'vitest';
import { PdfgenError } from '../../../../src/contract/errors.ts';
import { openImage } from '../../../../src/document/image/open-image.ts';
import { inspectPdf } from '../../../../src/inspect/inspect-pdf.ts';
import {
  defaultLimits,
  diagnose,
  explain,
  itemsOf,
  type LaidOut,
  layOut,
  pageLines,
  printedLines,
  wordsOf,
} from '../../../support/render.ts';
import { renderPdf } from '../../../support/render-document.ts';
import { structureLines } from '../../../support/structure.ts';
import { makePng, toResource } from '../../image/make-image.ts';

const sheet = { size: [300, 600], margin: 0 };
const whole = (markdown: string, props: object = {}, more: Record<string, unknown> = {}) =>
  layOut({ markdown: '{{ text }}', ...props }, { text: markdown }, sheet, more);
const print = async (markdown: string, props: object = {}) => printedLines(await whole(markdown, props)).flat();
const placed = async (markdown: string, props: object = {}, more: Record<string, unknown> = {}) =>
  pageLines(await whole(markdown, props, more)).flat();
const tellFaults = (component: unknown, more: Record<string, unknown> = {}) =>
  explain({ pages: [{ size: 'A4', body: [component] }], ...more });
const tell = ({ warnings }: LaidOut) => warnings.map(({ code, message }) => `${code} ${message}`);
const warningsOf = async (markdown: string) => tell(await whole(markdown));
/** Size, weight and colour of the texts, such as `8 bold #000000`. */
const looksOf = async (markdown: string, props: object = {}, more: Record<string, unknown> = {}) =>
  itemsOf(await whole(markdown, props, more), 'text').map(
    ({ segment: { style, face } }) => `${style.size} ${/Bold/.test(face.id) ? 'bold ' : ''}${style.color}`,
  );

describe('what is read', () => {
  test('values of the data, whose braces and dollar signs stay as they are', async () => {
    expect(await print('**a** {{ text }} {% if %} {{')).toEqual(['a {{ text }} {% if %} {{']);
  });

  test('the text of the template, filled with values that are Markdown too', async () => {
    const body = { markdown: ['# {{ a }}', '', '- {{ b }}', '- {{ n | number: 2 }}'] };
    const laidOut = await layOut(body, { a: '*x*', b: '1\n- 2', n: 1234.5 }, sheet);
    expect(structureLines(laidOut)).toEqual([
      'H1 "x"',
      'L numbering=Disc',
      ...['1', '2', '1,234.50'].map((text) => `  LI > Lbl "•" | LBody > P "${text}"`),
    ]);
  });

  test.each([
    ['a **{{ x }}** b', 'a b'],
    ['a __{{ x }}__ b', 'a b'],
    ['a ***{{ x }}*** b', 'a b'],
    ['a `{{ x }}` b', 'a b'],
    ['a ~~{{ x }}~~ b', 'a b'],
    ['a **`{{ x }}`** b', 'a b'],
    ['a **{{ x }}{{ y }}** b', 'a b'],
    ['a *{{ x }}*{{ y }} *b*', 'a b'],
    ['a [{{ x }}](https://example.com) b', 'a b'],
    ['a **{{ x }} b**', 'a b'],
    ['a **b {{ x }}** c', 'a b c'],
    ['*b*{{ x }} c', 'b c'],
    ['a **{{ n }}** b', 'a 7 b'],
    ['2 ** {{ x }} ** 3', '2 ** ** 3'],
  ])('no marks of a value that prints nothing: %s', async (markdown, printed) => {
    for (const data of [{ n: 7 }, { n: 7, x: '', y: '' }]) {
      const lines = printedLines(await layOut({ markdown }, data, sheet)).flat();
      expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([printed]);
    }
  });

  test('hard and soft ends of lines, <br>, entities and escapes', async () => {
    const printed = await print('a\nb  \nc\\\nd<br>e<br/>f &amp; &lt;b&gt; &#35; \\*g\\*');
    expect(printed).toEqual(['a b', 'c', 'd', 'e', 'f & <b> # *g*']);
  });

  test('code with its spaces, ends of lines and tabs', async () => {
    expect(await print('```js\nif (a) {\n\tb  = {{ c }};\n\n}\n```')).toEqual(['if (a) {', '        b  = {{ c }};', '}']);
    expect(await print('    a\n      b')).toEqual(['a', '  b']);
  });

  test('nothing of an empty text', async () => {
    for (const text of ['', ' \n\n', '<!-- a -->', '[a]: https://b.example'])
      expect((await whole(text)).pages[0]!.items).toEqual([]);
  });

  test('lists that begin at any number, with their own signs, inside of one another', async () => {
    const printed = await print('5. a\n6. b\n\n1) c\n\n- d\n  - e\n    - f\n\n999999999. g');
    expect(printed).toEqual(['5.a', '6.b', '1)c', '•d', '–e', '‣f', '999999999.g']);
    expect(await print('- [ ] a\n- [x] b\n- c')).toEqual(['☐a', '☑b', '•c']);
  });

  test('cells that a row has beyond the header are told, once for a text', async () => {
    const head = '| a | b |\n|---|---|\n';
    for (const row of ['| 1 | 2 |', '| 1 | 2', '1 | 2', '| 1 |', '| 1 | 2\\|3 |'])
      expect(await warningsOf(head + row), row).toEqual([]);
    expect(await warningsOf(`${head}| 1 | 2 | 3 | 4 |\n| 5 | 6 | 7 |`)).toEqual([
      'unread-markdown The row in line 3 has 2 cells more than the header of its table, which Markdown leaves out: "3 | 4". Write as many cells as columns, and "\\|" for a "|" in a cell.',
    ]);
    expect(await warningsOf('> | a |\n> |---|\n> | `1|2` |')).toEqual([expect.stringContaining('has 1 cell more')]);
    expect(await warningsOf(`${head}\n1 | 2 | 3`)).toEqual([]);
  });

  test('for each element of a list, in definitions and in the cells of tables', async () => {
    const define = { card: { params: { t: { type: 'string' } }, body: { markdown: '{{ t }}' } } };
    const body = [
      { repeat: 'l', body: { use: 'card', with: { t: '{{ item }}' } } },
      { table: 'l', columns: [{ body: { markdown: '{{ item }}' } }] },
    ];
    const laidOut = await layOut(body, { l: ['# a', '> b'] }, sheet, { define });
    expect(printedLines(laidOut).flat()).toEqual(['a', 'b', 'a', 'b']);
    expect(String(structureLines(laidOut)).match(/H1|BlockQuote/g)).toHaveLength(4);
  });
});

describe('looks', () => {
  test('headings are bold and larger, or have the styles of their level', async () => {
    expect(await looksOf('# a\n\n###### b\n\nc')).toEqual(['14.4 bold #000000', '8 bold #000000', '8 #000000']);
    const styles = { base: { size: 8 }, h2: { size: 20 }, h3: { color: '#ff0000' } };
    expect(await looksOf('# a\n\n## b', { headings: 2 }, { styles })).toEqual(['20 #000000', '8 #ff0000']);
  });

  test('headings beyond level 6 have level 6', async () => {
    expect(structureLines(await whole('# a\n\n## b\n\n### c', { headings: 5 }))).toEqual(['H5 "a"', 'H6 "b"', 'H6 "c"']);
  });

  test('code has the style `code`, quotes have the style `quote`, and their texts inherit from it', async () => {
    const styles = { base: { size: 8 }, code: { color: '#00ff00' }, quote: { color: '#0000ff', margin: [0, 0, 0, 30] } };
    const looks = await looksOf('`a`\n\n    b\n\n> c\n> > d', {}, { styles });
    expect(looks).toEqual(['8 #00ff00', '8 #00ff00', '8 #0000ff', '8 #0000ff']);
    const places = (await placed('> c\n> > d', {}, { styles })).map((line) => line.split(',')[0]);
    expect(places).toEqual(['text 30', 'text 60']);
    expect(await placed('> c\n> > d', {}, { styles })).toEqual([
      expect.stringMatching(/^text 30,/),
      expect.stringMatching(/^text 60,/),
    ]);
  });

  test('code takes a colour from the data', async () => {
    const colors = { own: "{{ text == \"`a` b\" ? '#ff0000' : '#00ff00' }}" };
    const styles = { base: { size: 8 }, code: { color: 'own' } };
    expect(await looksOf('`a` b', {}, { colors, styles })).toEqual(['8 #ff0000', '8 #000000']);
  });

  test('tables have the looks of the style `table`, and bold headers without it', async () => {
    const table = '| a | b |\n| - | - |\n| c | d |';
    expect(await looksOf(table)).toEqual(['8 bold #000000', '8 bold #000000', '8 #000000', '8 #000000']);
    const looks = { headerStyle: 'head', zebra: '#eeeeee', cellPadding: 0, color: '#ff0000' };
    const styles = { base: { size: 8 }, table: looks, head: { color: '#00ff00' } };
    const [first, second, ...cells] = await looksOf(table, {}, { styles });
    expect([first, second]).toEqual(['8 #00ff00', '8 #00ff00']);
    expect(cells).toEqual(['8 #ff0000', '8 #ff0000']);
  });

  test('columns of tables are aligned as their lines of dashes say', async () => {
    const wide = 'wwwwwwwwww';
    const lines = await placed(`| ${wide} | ${wide} | ${wide} |\n| :- | :-: | -: |\n| a | b | c |`);
    const xs = lines.flatMap((line) => /^text ([\d.]+),/.exec(line)?.[1] ?? []).map(Number);
    const [first, second, third, a, b, c] = xs as [number, number, number, number, number, number];
    expect(a).toBe(first);
    expect(b - second).toBeGreaterThan(10);
    expect(c - third).toBeGreaterThan(b - second + 10);
  });

  test('blocks stand apart by `gap`, and items of tight lists do not', async () => {
    const ysOf = async (markdown: string, props = {}) =>
      (await placed(markdown, props)).flatMap((line) => /^text [\d.]+,([\d.]+)/.exec(line)?.[1] ?? []).map(Number);
    const apart = (ys: readonly number[]) => ys.slice(1).map((y, i) => Math.round((y - ys[i]!) * 10) / 10);
    expect(apart(await ysOf('a\n\nb'))).toEqual([14.8]);
    expect(apart(await ysOf('a\n\nb', { gap: 20 }))).toEqual([30]);
    const steps = apart(await ysOf('a\n\n- b\n- c\n  - d\n\ne', { gap: 20 }));
    expect(steps.filter((step) => step !== 0)).toEqual([30, 10, 10, 30]);
    expect(apart(await ysOf('- b\n\n- c', { gap: 20 })).filter((x) => x !== 0)).toEqual([30]);
  });

  test('marks are bold, italic, struck through and links', async () => {
    const laidOut = await whole('**a** *b* ~~c~~ [d](https://e.example)');
    const looks = itemsOf(laidOut, 'text').map(
      (item) => `${wordsOf(item).trim()} ${item.segment.face.id.replace(/.*-|\.ttf/g, '')} ${item.segment.style.strike}`,
    );
    const marked = looks.filter((look) => !look.startsWith(' '));
    expect(marked).toEqual(['a Bold false', 'b Italic false', 'c Regular true', 'd Regular false']);
    expect(pageLines(laidOut)[0]!.at(-1)).toMatch(/^link .* https:\/\/e\.example$/);
  });
});

describe('pictures', () => {
  const png = makePng({ width: 4, height: 4, bits: 8, colorType: 0, sample: () => 99 });
  const dot = openImage(toResource(png), { maxPixels: 1000, maxBytes: 10_000 });
  const draw = async (markdown: string) => {
    const findImage = (source: string) => (source === 'a b.png' ? dot : { problem: `There is no image "${source}".` });
    const laidOut = await layOut({ markdown: '{{ text }}' }, { text: markdown }, sheet, {}, defaultLimits, findImage);
    return { structure: structureLines(laidOut), warnings: laidOut.warnings.map(({ message }) => message) };
  };

  test('are assets with their alternative text, alone in a paragraph', async () => {
    expect(await draw('![A *dot*](a%20b.png)')).toEqual({ structure: ['Figure alt=A dot image'], warnings: [] });
    expect((await draw('![x](<a b.png>)\n![y](<a b.png>)')).structure).toHaveLength(2);
    expect(await draw('![](<a b.png>)')).toEqual({ structure: [], warnings: [] });
  });

  test.each(['https://a.example/b.png', '../../etc/passwd', 'no.png'])('%s prints the alternative text', async (source) => {
    expect(await draw(`![Alt](${source})`)).toEqual({
      structure: ['P "Alt"'],
      warnings: [`There is no image "${source}". Its alternative text is printed.`],
    });
  });

  test('are all told of', async () => {
    expect((await draw('![a](b)\n\n![c](d)')).warnings).toHaveLength(2);
  });

  test('print their alternative text in a line of text', async () => {
    expect(await draw('a\nb ![Alt](<a b.png>)')).toEqual({
      structure: ['P "a b Alt"'],
      warnings: [
        'The picture "a%20b.png" stands in a text in line 2, so its alternative text is printed. Give the picture a paragraph of its own.',
      ],
    });
  });
});

describe('headings', () => {
  const styles = { base: { size: 8 }, h1: { number: '1' }, h2: { number: '1.1' } };

  test('are numbered, listed and in the outline, as those of texts are', async () => {
    const body = [
      { toc: 2 },
      { text: 'Before', role: 'heading1', style: 'h1' },
      { repeat: 'l', body: { markdown: '{{ item }}', headings: 2 } },
      { text: 'After', role: 'heading1', style: 'h1' },
    ];
    const laidOut = await layOut(body, { l: ['# a\n\n> # b', '- # c'] }, sheet, { styles });
    const titles = ['1 Before', '1.1 a', '1.2 b', '1.3 c', '2 After'];
    const lines = printedLines(laidOut).flat();
    expect(lines.slice(0, 5).map((line) => line.replace(/[ .]*1$/, ''))).toEqual(titles);
    expect(lines.slice(5)).toEqual(titles.map((title) => (title.endsWith('c') ? `•${title}` : title)));
    const entries = pageLines(laidOut)[0]!.flatMap((line) => /^anchor {2}(.*)$/.exec(line)?.[1] ?? []);
    expect(entries).toEqual(['1 "1 Before"', '2 "1.1 a"', '2 "1.2 b"', '2 "1.3 c"', '1 "2 After"']);
  });

  test('have no number in a header, where nothing has an order', async () => {
    const laidOut = await layOut('x', {}, { ...sheet, header: [{ markdown: '# a' }], margin: 20 }, { styles });
    expect(printedLines(laidOut)).toEqual([['a', 'x']]);
  });

  test('stay with the block that follows', async () => {
    const laidOut = await layOut([{ spacer: 85 }, { markdown: '# a\n\nb' }], {}, { size: [200, 100], margin: 0 });
    expect(printedLines(laidOut)).toEqual([[], ['a', 'b']]);
  });
});

describe('what is told', () => {
  test('HTML, once, with its first line', async () => {
    expect(await warningsOf('a\nb <i>c</i>\n\n<div>\n')).toEqual([
      'unread-markdown "<i>" in line 2 and 2 more pieces of HTML are printed as written, because HTML is not read. Write Markdown.',
    ]);
    expect(await warningsOf('<!-- a -->\n\nb<!-- c --><br>d')).toEqual([]);
    expect(await print('<div>\n  **a**\n</div>')).toEqual(['<div>', '  **a**', '</div>']);
  });

  test('footnotes are printed where they stand, with a warning', async () => {
    const text = 'See[^1] [a].\n\n[^1]: Word\n[^2]: https://example.com\n    more\n[a]: https://example.com/a\n\n- [^3]: B';
    expect(await print(text)).toEqual(['See[^1] a.', '[^1]: Word', '[^2]: https://example.com more', '•[^3]: B']);
    expect(await warningsOf(text)).toEqual([
      'unread-markdown The footnote "[^1]: Word" in line 3 is printed where it stands, because Markdown has no footnotes. Write it in brackets in the text.',
    ]);
    expect(await warningsOf('See[^1]')).toEqual([]);
  });

  test('front matter', async () => {
    expect(await warningsOf('---\ntitle: x\ntags:\n  - y\n---\n# z')).toEqual([
      'unread-markdown The lines between the first two "---" are printed, because Markdown knows no front matter. Take them out of the text.',
    ]);
    expect(await warningsOf('---\nx\n---')).toEqual([]);
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', '/help', 'data:text/html,x'])(
    'the link %s, which is left out',
    async (target) => {
      const laidOut = await whole(`[a](${target})`);
      expect(laidOut.warnings.map(({ code }) => code)).toEqual(['link-dropped']);
      expect(structureLines(laidOut)).toEqual(['P "a"']);
    },
  );

  test('at the place in the data', async () => {
    const laidOut = await layOut({ repeat: 'l', body: { markdown: '{{ item }}' } }, { l: ['a', '> <b>'] }, sheet);
    expect(laidOut.warnings).toMatchObject([{ component: '/pages/0/body/body', dataPath: '/l/1' }]);
  });

  test('when the template is compiled, of its own text', async () => {
    expect(await diagnose({ pages: [{ body: [{ markdown: 'a <b>c</b> [d](e) ![f](g) h' }] }] })).toEqual([
      'warning missing-image /pages/0/body/0/markdown',
      'warning unread-markdown /pages/0/body/0/markdown',
      'warning wrong-link /pages/0/body/0/markdown',
    ]);
    expect(await tellFaults({ markdown: `${'>'.repeat(65)}a` })).toEqual([
      'error wrong-value /pages/0/body/0/markdown The Markdown nests quotes and lists deeper than 64 levels in line 1. Take some of the levels away.',
    ]);
  });

  test.each([
    [
      { text: '# a', format: 'markdown' },
      'error wrong-value /pages/0/body/0/format is not known here: Markdown is a component of its own, {"markdown":"# a"}',
    ],
    [
      { markdown: '# a', format: 'inline' },
      'error unknown-property /pages/0/body/0/format belongs to texts, and Markdown has marks of its own: leave "format" out',
    ],
    [{ md: '# a' }, 'error unknown-component /pages/0/body/0/md There is no component type "md"; did you mean "markdown"?'],
    [{ markdown: 'a', headings: 7 }, 'error wrong-value /pages/0/body/0/headings must be at most 6, got 7'],
    [{ markdown: '{{ page.number }}' }, expect.stringContaining('error too-early /pages/0/body/0/markdown ')],
    [{ markdown: 'a', id: 'x', style: 'no' }, 'error unknown-style /pages/0/body/0/style There is no style "no"'],
  ])('the fault of %j', async (component, told) => {
    expect(await tellFaults(component)).toEqual([told]);
  });

  test('a style whose number fits no heading here', async () => {
    const faults = await tellFaults({ markdown: '{{ "a" }}' }, { styles: { h1: { number: '1.1' } } });
    expect(faults).toEqual([expect.stringMatching(/^error wrong-number-pattern .* a text of level 1 has no outer one/)]);
    expect(await tellFaults({ markdown: '{{ "a" }}', headings: 2 }, { styles: { h1: { number: '1.1' } } })).toEqual([]);
  });
});

describe('tags', () => {
  const text = [
    '# a',
    '**b** *c* `d` ~~e~~ [f **g**](https://h.example)',
    '1. i\n   - [x] j\n\n     > k\n     > > l\n\n2. m',
    '| n | |\n| - | - |\n| o | p |',
    '    q  r',
    '![s](dot.png)',
    '![](dot.png)',
    '---',
  ].join('\n\n');
  const png = makePng({ width: 4, height: 4, bits: 8, colorType: 0, sample: () => 99 });

  test.each([[['PDF/UA-1', 'PDF/A-2a']], [['PDF/UA-2']], [['PDF/UA-1']], [['PDF/A-2a']]])(
    'keep the rules of %j',
    async (standard) => {
      const template = {
        document: { title: 'T', lang: 'en', standard },
        pages: [{ size: 'A4', margin: 20, body: [{ markdown: '{{ text }}' }] }],
      };
      const pdf = await renderPdf(template, { data: { text }, images: { 'dot.png': png } });
      const { check } = await inspectPdf(pdf, { check: true });
      expect(check!.rules).toBeGreaterThan(20);
      expect(check!.findings).toEqual([]);
    },
  );

  test('say what each mark is in PDF 2.0', async () => {
    const [body, data] = [{ markdown: '{{ text }}' }, { text: '**a *b* c** ~~d~~' }];
    const laidOut = await layOut(body, data, sheet, {}, defaultLimits, undefined, undefined, {}, ['PDF/UA-2']);
    expect(structureLines(laidOut)).toEqual(['P " " > Strong "a " " c" > Em "b" | Span textDecoration=LineThrough "d"']);
  });
});

describe('limits', () => {
  const refusal = async (markdown: string) => {
    try {
      await whole(markdown);
    } catch (error) {
      if (error instanceof PdfgenError) return `${error.code} ${error.message}`;
      throw error;
    }
    return 'drawn';
  };
  const about = 'RENDER_LIMIT The Markdown of /pages/0/body';

  test('name the place in the data', async () => {
    const made = layOut({ repeat: 'l', body: { markdown: '{{ item }}' } }, { l: ['a', `${'> '.repeat(65)}b`] }, sheet);
    await expect(made).rejects.toMatchObject({
      code: 'RENDER_LIMIT',
      errors: [{ path: '/data/l/1', params: { component: '/pages/0/body/body' } }],
    });
  });

  test('of characters', async () => {
    expect(await refusal('a'.repeat(1_000_001))).toBe(
      `${about} has 1,000,001 characters; one may have 1,000,000. Divide it among several components.`,
    );
  });

  const deep = (what: string, line: number) =>
    `${about} nests ${what} deeper than 64 levels in line ${line}. Take some of the levels away.`;
  const marks = (count: number) => '*a **b '.repeat(count) + 'c** d* '.repeat(count);
  const columns = (count: number) => `|${'a|'.repeat(count)}\n|${'-|'.repeat(count)}`;
  test.each([
    ['quotes', `${'> '.repeat(64)}a`, 'drawn'],
    ['quotes', `b\n\n${'> '.repeat(65)}a`, deep('quotes and lists', 3)],
    ['lists', `${'- '.repeat(64)}a`, 'drawn'],
    ['lists', `${'- '.repeat(65)}a`, deep('quotes and lists', 1)],
    ['marks', marks(32), 'drawn'],
    ['marks', marks(33), deep('marks', 1)],
    ['columns', columns(200), 'drawn'],
    ['columns', `b\n\n${columns(201)}`, `${about} has a table with more than 200 columns in line 3. Leave some out.`],
  ])('of %s', async (_, markdown, told) => {
    expect(await refusal(markdown)).toBe(told);
  });
});
