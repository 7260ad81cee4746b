// Columns of a table whose decimal separators line up.
import { describe, expect, test } from 'vitest';
import type { PageItem } from '../../../../src/document/layout/fragment.ts';
import { compile, defaultLimits, layOut, wordsOf } from '../../../support/render.ts';

const columns = (more: object = {}) => ['x', { width: 80, align: 'decimal', header: 'Amount', body: '{{ v }}', ...more }];
const table = (values: readonly unknown[], more: object = {}) => ({
  table: values,
  as: 'v',
  cellPadding: 0,
  columns: columns(),
  ...more,
});
const rendered = (body: object, locale = 'en-US') =>
  layOut([body], {}, { size: [300, 4000] }, {}, defaultLimits, undefined, undefined, { locale });

/** Each text but `x` with the place of the first sign of `mark` in it, or of its right end. */
async function placesOf(body: object, locale?: string, mark = /\./) {
  const { pages } = await rendered(body, locale);
  const texts = pages.flatMap(({ items }) =>
    items.filter((item): item is Extract<PageItem, { kind: 'text' }> => item.kind === 'text'),
  );
  return texts.flatMap(({ x, segment }) => {
    let at = x + segment.x;
    let point: number | undefined;
    for (const { glyphs, says } of segment.words)
      for (const [i, glyph] of glyphs.entries()) {
        if (point === undefined && mark.test(says?.[i] ?? segment.face.unicodeOf(glyph) ?? '')) point = at;
        at += (segment.face.advanceEm(glyph) * segment.style.size) / 1000;
      }
    const text = wordsOf({ segment } as never).trim();
    return text === 'x' ? [] : [{ text, at: Math.round((point ?? x + segment.x + segment.width) * 10) / 10 }];
  });
}
const columnOf = async (...args: Parameters<typeof placesOf>) => (await placesOf(...args)).map(({ at }) => at);

describe('a column with "align": "decimal"', () => {
  test('lines up the separators of the locale, whatever stands around them', async () => {
    const [header, ...places] = await columnOf(table(['1.5', '1,234.25', '-0.125', 'CHF 7.50', '7.5 %', '.5']));
    expect(header).toBe(290);
    expect(new Set(places)).toEqual(new Set([places[0]]));
    const german = await columnOf(table(['1,5', '1.234,25 €']), 'de-DE', /,/);
    expect(german[1]).toBe(german[2]);
    // CLDR: amounts of Swiss French have another separator than plain numbers.
    const swiss = await columnOf(table(['1,5', '1.25 CHF']), 'fr-CH', /[.,]/);
    expect(swiss[1]).toBe(swiss[2]);
  });

  test('ends texts without a separator where it would stand, and suffixes follow', async () => {
    const [, point, integer, none, percent] = await placesOf(table(['1.25', '1,000', '–', '5 %']), undefined, /[.%]/);
    expect([integer!.at, none!.at]).toEqual([point!.at, point!.at]);
    expect(percent!.at).toBeGreaterThan(point!.at);
  });

  test('stands at the left of a table from right to left', async () => {
    const body = { ...table(['1.5', '1,234.25', '-0.125', '7 pcs', 'nothing here', '$2.50']), dir: 'rtl' };
    const places = (await placesOf(body)).slice(1);
    const points = places.filter(({ text }) => text.includes('.')).map(({ at }) => at);
    expect(new Set(points).size).toBe(1);
    const lefts = (await rendered(body)).pages[0]!.items.flatMap((item) =>
      item.kind === 'text' && wordsOf(item).trim() !== 'x'
        ? [{ text: wordsOf(item).trim(), at: Math.round((item.x + item.segment.x) * 10) / 10 }]
        : [],
    );
    const at = (text: string) => lefts.find((one) => one.text.includes(text))!.at;
    // The header, the widest number and what is no number begin at the edge of the column.
    expect([at('Amount'), at('1,234'), at('nothing')]).toEqual([10, 10, 10]);
    expect(at('1.5')).toBeGreaterThan(10);
    // A cell with a direction of its own lines up too.
    const own = { ...table(['1.5', '12.25'], { columns: columns({ body: { text: '{{ v }}', dir: 'ltr' } }) }), dir: 'rtl' };
    expect((await columnOf(own)).slice(1)).toEqual([...new Set(await columnOf(own))].slice(1, 2).flatMap((one) => [one, one]));
    const wide = { ...table(['1.5'], { footer: [{ cells: ['x', '123,456,789,123,456.5'] }] }), dir: 'rtl' };
    expect((await rendered(wide)).warnings.map(({ code }) => code)).toEqual(['decimal-shifted', 'text-too-wide']);
  });

  test('lines up the rows of groups too', async () => {
    const row = (text: string) => [{ cells: ['x', text] }];
    const body = table(['1.5'], { groups: [{ by: 'v', header: row('12.25'), footer: row('0.12345') }] });
    const [, ...places] = await columnOf(body);
    expect(places).toHaveLength(3);
    expect(new Set(places).size).toBe(1);
    expect((await rendered(body)).warnings).toEqual([]);
  });

  test('is as wide as its parts before and after the separator together, where its width is "auto"', async () => {
    const auto = (values: readonly string[]) =>
      placesOf({ ...table(values), columns: [{ width: 'auto', align: 'decimal', body: '{{ v }}' }, 'x'] });
    const [long, small] = await auto(['1,000,000.5', '0.12345678']);
    expect(long!.at).toBe(small!.at);
    const { warnings } = await rendered({
      ...table(['1,000,000.5', '0.12345678']),
      columns: [{ width: 'auto', align: 'decimal', body: '{{ v }}' }],
    });
    expect(warnings).toEqual([]);
  });

  test('lines up footers and further rows that hold a number, and not the header', async () => {
    const more = {
      footer: [{ cells: ['x', '10.125'] }, { cells: ['x', 'none'] }],
      rows: [{ cells: ['x', '2.5'] }],
      columns: columns({ header: '2024.5' }),
    };
    const [header, ...others] = await placesOf(table(['1.25'], more));
    const [body, further, footer, none] = others.map(({ at }) => at);
    expect([further, footer, none]).toEqual([body, body, body]);
    expect(header!.at).not.toBe(body);
  });

  test('makes room for what a number of any row has on both sides, not only of the first ones', async () => {
    const many = Array.from({ length: 300 }, () => '1.5');
    const values = [...many, '1234567.555', '1.5', 'no number'];
    const column = { width: 'auto', align: 'decimal', body: '{{ v }}' };
    const body = { ...table([]), table: 'values', columns: [column, 'x'] };
    const { pages, warnings } = await layOut([body], { values }, { size: [300, 4000] });
    expect(warnings).toEqual([]);
    const texts = pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'text' ? [item] : [])));
    const [first, wide] = ['1.5', '1234567.555'].map((text) => texts.find((item) => wordsOf(item).trim() === text)!);
    const startOf = (item: (typeof texts)[number]) => Math.round((item.x + item.segment.x) * 10) / 10;
    expect(startOf(first!) - startOf(wide!)).toBeGreaterThan(25);
  });

  test('warns of a number that has no room, and of a sum of a sheet with more decimals', async () => {
    const carried = {
      sums: { v: 'v' },
      footer: [{ on: 'notLast', cells: ['x', '{{ sums.v.sofar }}'] }],
      rows: [{ cells: ['x', 'none'] }],
      columns: columns({ body: '{{ v | number: 0 }}' }),
    };
    const sheets = await layOut([table([1.25, 1.5, 1.25], carried)], {}, { size: [300, 60] });
    expect(sheets.warnings.map(({ message }) => message)).toContain(
      '"1.25" does not line up with its column: it has more to the right of its separator than the rows, as a sum of a sheet may. Give all numbers the same decimals.',
    );
    const narrow = await rendered({
      ...table(['1.55', '12345678.5']),
      columns: [{ width: 46, align: 'decimal', body: '{{ v }}' }],
    });
    expect(narrow.warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'decimal-shifted',
        '"12345678.5" does not line up with its column: it has no room to the left of its separator. Make the column wider.',
      ],
    ]);
  });

  test('lines up Arabic digits, also where the currency stands to their left', async () => {
    for (const values of [
      ['١٫٥', '١٬٢٣٤٫٢٥', '\u200f١٫٢٥\u00a0ج.م.\u200f', '\u061c-٧٫٥'],
      ['١٫٥', 'مبلغ ١٫٢٥'],
    ]) {
      const places = (await placesOf(table(values), 'ar-EG', /٫/)).filter(({ text }) => text.includes('٫'));
      expect(places).toHaveLength(values.length);
      expect(new Set(places.map(({ at }) => at)).size).toBe(1);
    }
  });

  test('leaves texts with another alignment where they are', async () => {
    const own = columns({ body: { text: '{{ v }}', align: 'left' } });
    expect((await columnOf(table(['1.5', '11.25'], { columns: own }))).slice(1)).not.toEqual([214, 214]);
    const { warnings } = await rendered(table(['1.5', '11.25'], { columns: own }));
    expect(warnings).toEqual([]);
  });

  test('needs a single text in its cells, and is known nowhere else', async () => {
    const faults = async (body: object, more: object = {}) =>
      (await compile({ pages: [{ body: [body] }], ...more })).diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ pointer, message }) => `${pointer} ${message}`);
    expect(await faults(table(['1'], { columns: columns({ body: ['a', 'b'] }) }))).toEqual([
      '/pages/0/body/0/columns/1/align Only texts line up by their decimal separators: write a single text without a box of its own as the "body", or "align": "right".',
    ]);
    expect(await faults({ text: 'a', align: 'decimal' })).toEqual([
      '/pages/0/body/0/align "decimal" is for the columns of a table, whose texts it lines up: write it in the "columns" of a "table", here "right"',
    ]);
    expect(await faults({ text: 'a', align: '.' })).toEqual([
      '/pages/0/body/0/align "." is for the columns of a table, whose texts it lines up: write it in the "columns" of a "table", here "right"',
    ]);
    expect(await faults({ text: 'a' }, { styles: { number: { align: 'decimal-align' } } })).toEqual([
      '/styles/number/align "decimal-align" is not known here; did you mean "decimal"?',
    ]);
    expect(await faults(table(['1'], { columns: columns({ align: '.' }) }))).toEqual([
      '/pages/0/body/0/columns/1/align "." is not known here; did you mean "decimal"?',
    ]);
    expect(await faults(table(['1'], { columns: columns({ body: { text: 'a', size: 'x' } }) }))).toHaveLength(1);
    expect(await faults(table(['1'], { columns: columns({ body: { image: 1 } }) }))).toHaveLength(1);
  });
});
