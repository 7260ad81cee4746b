// The order inside of lines: values in text from right to left, wherever texts stand.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { itemLines, layOut, pageItems, wordsOf } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

const data = {
  phone: '+20 3 483 9999',
  range: '10-20/2026',
  said: 'Well done.',
  url: 'https://y.example/a',
  mail: '<a@b.example>',
  hebrew: 'שלום',
  lines: 'שלום\n+1 2 3',
  closing: '1\u2069 2 3',
  opening: '\u2067\u202e1 2 3',
  tab: 'a\tb',
  none: '',
  list: [{ n: '1-2 3' }, { n: '4-5 6' }],
};

interface Text {
  readonly y: number;
  readonly x: number;
  readonly said: string;
}
const textsOf = (items: readonly PageItem[], dx = 0, dy = 0): readonly Text[] =>
  items.flatMap((item) => {
    if (item.kind === 'group') return textsOf(item.items, dx + item.x, dy + item.y);
    return item.kind === 'text' ? [{ y: Math.round(dy + item.y), x: dx + item.x + item.segment.x, said: wordsOf(item) }] : [];
  });

/** What each line shows from left to right, and the share of the room before it. Marks of direction are there for readers alone. */
async function lines(body: unknown, locale = 'en-US') {
  const laidOut = await layOut([body], data, { size: [420, 300] }, {}, undefined, undefined, undefined, { locale });
  const byHeight = new Map<number, Text[]>();
  for (const one of textsOf(pageItems(laidOut)[0]!)) byHeight.set(one.y, [...(byHeight.get(one.y) ?? []), one]);
  return [...byHeight]
    .sort(([a], [b]) => a - b)
    .map(([, texts]) => {
      const sorted = texts.toSorted((a, b) => a.x - b.x);
      const said = sorted
        .map((one) => one.said)
        .join('')
        .replace(/[\u200e\u200f\u2060]/g, '')
        .trim();
      return `${sorted[0]!.x < 11 ? '<' : '>'} ${said}`;
    });
}

describe('a value keeps its order in text from right to left', () => {
  test.each<[what: string, body: unknown, expected: readonly string[]]>([
    ['digits', 'טל {{ phone }}, {{ range }}.', ['> .10-20/2026 ,+20 3 483 9999 לט']],
    ['not a literal, by UAX #9', 'טל +20 3 483 9999', ['> 9999 483 3 20+ לט']],
    ['a literal in a binding', "טל {{ '+20 3 483 9999' }}", ['> +20 3 483 9999 לט']],
    ['a literal with its own direction', { text: '+20 3 483 9999', dir: 'ltr' }, ['< +20 3 483 9999']],
    ['a joined value', "{{ 'טל ' & phone }}", ['> +20 3 483 9999 לט']],
    ['a joined value with a fallback', "{{ ('טל ' & phone) ?? '' }}", ['> +20 3 483 9999 לט']],
    ['a joined value before its word', "{{ phone & ' ' & 'טל' }}", ['> לט +20 3 483 9999']],
    ['joined values in parentheses', "{{ 'טל ' & (range & ', ' & phone) }}", ['> +20 3 483 9999 ,10-20/2026 לט']],
    ['joined values alone', "{{ hebrew & ' ' & range }}", ['> 10-20/2026 םולש']],
    ['joined text from left to right', "{{ 'tel ' & phone & ', ' & hebrew }}", ['< tel +20 3 483 9999, םולש']],
    ['a joined value behind text', "אב {{ 'טל ' & phone }}", ['> +20 3 483 9999 לט בא']],
    ['a joined value in a filter', "{{ ('טל ' & phone) | upcase | truncate: 8 }}", ['> ...2+ לט']],
    ['a value of a list', "{{ list | map: \"'א ' & n\" | join: ', ' }}", ['> 4-5 6 א ,1-2 3 א']],
    ['elements of a list', "{{ list | map: 'n' | join: ' א ' }}", ['> 4-5 6 א 1-2 3']],
    ['a joined value that begins an isolate', "{{ 'א ' & opening & ' גד' }}", ['> דג 3 2 1 א']],
    ['a value that begins an isolate before a word', '10 {{ opening }} after.', ['< 10 3 2 1 after.']],
    ['a value that begins an isolate before the first letter', '10 {{ opening }} אב', ['> בא 3 2 1 10']],
    ['a joined list in a filter', "{{ list | map: 'n' | join: ' א ' | truncate: 10 }}", ['> ...א 3 1-2']],
    ['a sentence with its full stop', 'אמר: {{ said }} סוף', ['> ףוס Well done. :רמא']],
    ['brackets', 'דוא {{ mail }}', ['> <a@b.example> אוד']],
    ['two values side by side', 'אב {{ phone }}{{ range }}', ['> 10-20/2026+20 3 483 9999 בא']],
    ['values and nothing else', "{{ range }}{{ ' ' }}{{ hebrew }}", ['> םולש 10-20/2026']],
    ['a value beside a word', 'אב {{ phone }}x', ['> x+20 3 483 9999 בא']],
    ['in text from left to right', 'ab {{ hebrew }} {{ hebrew }}, {{ range }}', ['< ab םולש םולש, 10-20/2026']],
    ['a value of several lines', 'אב {{ lines }}', ['> םולש בא', '> +1 2 3']],
    ['a value that ends an isolate', 'אב {{ closing }} {{ range }}', ['> 10-20/2026 1 2 3 בא']],
    ['a value that begins an isolate', 'אב {{ opening }} גד', ['> דג 3 2 1 בא']],
    ['a text that gives the direction', { text: '{{ said }} {{ phone }}', dir: 'rtl' }, ['> +20 3 483 9999 Well done.']],
    ['a text with its own direction', { text: 'אב {{ range }} גד', dir: 'ltr' }, ['< דג 10-20/2026 בא']],
    [
      'lines of a list',
      { text: ['', '{{ hebrew }}', '{{ none }}', '{{ phone }}', 'א {{ range }}'] },
      ['> םולש', '> +20 3 483 9999', '> 10-20/2026 א'],
    ],
    ['inline marks', { text: 'אב **{{ range }}** [ל {{ phone }}](#x)', format: 'inline' }, ['> +20 3 483 9999 ל 10-20/2026 בא']],
    [
      'values side by side in other looks',
      { text: '{{ range }}**{{ phone }}**{{ said }}', format: 'inline', dir: 'rtl' },
      ['> Well done.+20 3 483 999910-20/2026'],
    ],
    [
      'code',
      { text: '{{ range }}: {{ said }}\n({{ tab }}).', format: 'code', dir: 'rtl' },
      ['> Well done. :10-20/2026', '> .)a      b('],
    ],
    ['the cells of a table', { table: 'list', as: 'l', columns: [{ body: 'אב {{ l.n }}' }] }, ['> 1-2 3 בא', '> 4-5 6 בא']],
    ['pairs', { pairs: [['אב {{ range }}', 'גד {{ phone }}']] }, ['> 10-20/2026 בא+20 3 483 9999 דג']],
    ['lists', { list: 'list', as: 'l', body: 'אב {{ l.n }}', marker: '1.' }, ['> 1-2 3 בא.1', '> 4-5 6 בא.2']],
    [
      'notes',
      { text: 'א[^n]', format: 'inline', footnotes: { n: 'אב {{ phone }}' } },
      ['> 1', '> א', '> 1', '> +20 3 483 9999 בא'],
    ],
    ['an ellipsis', { text: 'אב {{ phone }} גד', maxLines: 1, width: 62 }, ['> +20 3 483 9… בא']],
    [
      'a size that fits',
      { text: 'אב {{ phone }} גד', maxLines: 1, width: 40, overflow: 'shrink', minSize: 2 },
      ['< דג +20 3 483 9999 בא'],
    ],
    [
      'justified lines',
      { text: 'אב גד {{ phone }} הו אב גד הו אב {{ range }}', align: 'justify', width: 100 },
      ['< בא וה +20 3 483 9999 דג בא', '> 10-20/2026 בא וה דג'],
    ],
  ])('%s', async (_, body, expected) => {
    expect((await lines(body)).join('@')).toBe(expected.join('@'));
  });

  test.each<[what: string, body: unknown, expected: string]>([
    ['titles of axes', { title: 'אב {{ phone }}' }, '+20 3 483 9999 בא'],
    ['titles without own words', { title: '{{ hebrew }} {{ range }}' }, '10-20/2026 םולש'],
    ['labels of values', { label: 'א {{ value }}-{{ range }}' }, '10-20/2026-1 א'],
  ])('%s of a chart', async (_, axis, expected) => {
    const chart = {
      chart: 'bar',
      each: 'list',
      as: 'l',
      x: '{{ l.n }}',
      value: '1',
      axis,
      height: 100,
      alt: 'Sales of both months',
    };
    expect((await lines(chart)).map((line) => line.slice(2)).join('@')).toContain(expected);
  });
  test('names of points and series', async () => {
    const chart = { chart: 'bar', each: 'list', as: 'l', x: 'א {{ l.n }}', value: '1', height: 100, alt: 'Sales of both months' };
    const series = { value: '1', name: 'א {{ phone }}' };
    expect((await lines(chart)).join('@')).toMatch(/1-2 3 א.*4-5 6 א/);
    const { value: _, ...rest } = chart;
    const named = { ...rest, series: [series, { value: '2', name: 'b' }] };
    expect((await lines(named)).join('@')).toContain('+20 3 483 9999 א');
  });
  test('entries of a table of contents, and of a list of figures', async () => {
    const heading = (text: string) => ({ text, role: 'heading1', number: '1' });
    const figure = {
      rect: 5,
      fill: '#000000',
      count: 'figure',
      bookmark: { title: 'א {{ range }}', anchor: 'f' },
      alt: 'A figure',
    };
    const titles = ['אב {{ phone }}', '{{ range }} {{ hebrew }}', '{{ hebrew }}'];
    const body = {
      stack: [{ toc: 1, dots: false }, { toc: 'figure', dots: false, numbers: false }, ...titles.map(heading), figure],
    };
    const entries = (await lines(body)).slice(0, 4).map((line) => line.slice(2, -1).trim());
    expect(entries).toEqual(['+20 3 483 9999 בא 1', 'םולש 10-20/2026 2', 'םולש 3', '10-20/2026 א']);
    expect((await lines({ stack: [figure, "ב {{ 'f' | title_of }}"] })).at(-1)).toBe('> 10-20/2026 א ב');
  });
  test('a watermark', async () => {
    const layout = { overlay: [{ watermark: 'אב {{ phone }}' }] };
    const laidOut = await layOut(['x'], data, layout);
    expect(textsOf(pageItems(laidOut)[0]!).map(({ said }) => said)).toContain('+20 3 483 9999 בא');
  });
  test('bound markers of a list', async () => {
    const list = { list: 'list', as: 'l', body: 'אב', marker: '{{ l.n }})' };
    expect(await lines({ ...list, dir: 'rtl' })).toEqual(['> בא)1-2 3', '> בא)4-5 6']);
    expect(await lines({ ...list, marker: 'א{{ l.n }}' })).toEqual(['> בא1-2 3א', '> בא4-5 6א']);
  });

  test('Markdown', async () => {
    const markdown = [
      '# אב {{ range }}',
      'טל **{{ phone }}**, [ל {{ range }}](https://x.example/{{ range }}) {{ said }} {{ url }}',
      '- {{ phone }} אב',
      '{{ 7 }}. {{ range }} א',
      '| א {{ range }} | {{ phone }} א |\n| --- | --- |',
      '    {{ range }} א',
    ].join('\n\n');
    expect(await lines({ markdown })).toEqual([
      '> 10-20/2026 בא',
      '> https://y.example/a Well done. 10-20/2026 ל ,+20 3 483 9999 לט',
      '> בא +20 3 483 9999•',
      '> א 10-20/2026.7',
      '> 10-20/2026 אא +20 3 483 9999',
      '> • 10-20/2026',
    ]);
    const laidOut = await layOut([{ markdown }], data);
    const links = laidOut.pages[0]!.items.flatMap((item) => (item.kind === 'link' ? item.target : []));
    expect(links).toEqual(['https://x.example/10-20/2026', 'https://y.example/a']);
    expect(structureLines(laidOut).join()).not.toMatch(/[\u0080-\u009f\u2066-\u2069]/);
  });
});

test('a paragraph without a letter has the direction outside, and the text the side of its first letter', async () => {
  const text = ['12-3 4', '{{ phone }}', 'abc.'];
  expect(await lines({ text })).toEqual(['< 12-3 4', '< +20 3 483 9999', '< abc.']);
  expect(await lines({ text, dir: 'auto' }, 'ar-EG')).toEqual(['< 4 12-3', '< +20 3 483 9999', '< abc.']);
  const alone = { text: text.slice(0, 2) };
  expect(await lines(alone, 'fa')).toEqual(['> 4 12-3', '> +20 3 483 9999']);
  expect(await lines({ flow: [alone], columns: 2, dir: 'rtl' })).toEqual(['> 4 12-3', '> +20 3 483 9999']);
  expect(await lines({ list: [alone], marker: '-', dir: 'rtl' })).toEqual(['> 4 12-3 -', '> +20 3 483 9999']);
  expect(await lines({ list: [{ rect: 5, width: 10, fill: '#000000' }], marker: '-' }, 'he')).toEqual(['> -']);
});

test('texts have the direction of the part around', async () => {
  const text = ['אבג', 'abc.', '{{ said }}', '12-3 4'];
  const fromRight = ['> גבא', '> .abc', '> Well done.', '> 4 12-3'];
  const fromLeft = ['< גבא', '< abc.', '< Well done.', '< 12-3 4'];
  expect(await lines({ text }, 'he')).toEqual(fromRight);
  expect(await lines({ stack: [{ group: [{ text }] }], dir: 'rtl' })).toEqual(fromRight);
  expect(await lines({ stack: [{ row: [{ text }] }], dir: 'ltr' }, 'he')).toEqual(fromLeft);
  expect(await lines({ stack: [{ text, dir: 'ltr' }], dir: 'rtl' })).toEqual(fromLeft);
  const alone = { stack: ['אבג', 'abc.', '{{ said }}', '12-3 4'] };
  expect(await lines({ ...alone, dir: 'auto' })).toEqual(['> גבא', '< abc.', '< Well done.', '< 12-3 4']);
  expect(await lines({ ...alone, dir: 'auto' }, 'he')).toEqual(['> גבא', '< abc.', '< Well done.', '> 4 12-3']);
  expect(await lines({ text: 'a(b);', format: 'code' }, 'he')).toEqual(['< a(b);']);
});

test('an ellipsis does not change the direction of what is left', async () => {
  const cut = (text: string) => lines({ text, maxLines: 1, width: 40 });
  expect([...(await cut('12-3 4 5 6 7 8 9 10 אבג')), ...(await cut('12-3 4 5 6 7 8 9 10 abc'))]).toEqual([
    '> …5 4 12-3',
    '< 12-3 4 5…',
  ]);
});

test('nothing that is read has signs of isolates', async () => {
  const body = {
    text: 'אב [ל {{ phone }}](#x) {{ range }} גד',
    format: 'inline',
    role: 'heading1',
    bookmark: { title: 'אב {{ range }}', anchor: 'x' },
  };
  const chart = { chart: 'bar', each: 'list', as: 'l', x: 'א {{ l.n }}', value: '1', height: 100, alt: 'Sales of both months' };
  const list = { list: 'list', as: 'l', body: 'אב', marker: 'א{{ l.n }}', link: '#x' };
  const laidOut = await layOut([{ toc: 1 }, body, chart, list], data);
  expect([itemLines(laidOut.pages[0]!.items), structureLines(laidOut)].flat().join()).not.toMatch(/[\u2066-\u2069]/);
});
