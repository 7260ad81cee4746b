// Names for values: of the whole template and of page layouts.
import { describe, expect, test } from 'vitest';
import { syntaxOf } from '../../support/read-pdf.ts';
import { records } from '../../support/records.ts';
import { diagnose, explain, layOut, pageTexts } from '../../support/render.ts';
import { renderPdf } from '../../support/render-document.ts';
import { listOf, objectOf } from '../../support/schemas.ts';

const lines = records('price count', [2, 3], [5, 1]);

test('a value of the template is known in pages, bands, colours, and each sees those above it', async () => {
  const more = {
    let: { total: "lines | sum: 'price * count'", half: 'total / 2', tone: "total > 10 ? '#ff0000' : '#00ff00'" },
    colors: { tone: '{{ tone }}' },
  };
  const out = await layOut(
    [
      { text: '{{ total }} and {{ half }}', color: 'tone' },
      { text: 'much', when: 'half > 5' },
    ],
    { lines },
    { header: ['Total {{ total }}'] },
    more,
  );
  expect(pageTexts(out)).toEqual([['Total 11', '11 and 5.5', 'much']]);
  const [text] = out.pages[0]!.items.filter((item) => item.kind === 'text' && JSON.stringify(item.y) !== '10');
  expect(text).toBeDefined();
});

test('a value is computed once, also where a list of 20,000 elements uses it 20,000 times', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => i);
  const body = [{ repeat: 'few', as: 'f', body: '{{ largest }}' }];
  const out = await layOut(
    body,
    { many, few: Array.from({ length: 2000 }, (_, i) => i) },
    {},
    { let: { largest: 'many | max' } },
  );
  expect(out.pages.length).toBeGreaterThan(1);
  expect(pageTexts(out)[0]![0]).toBe('19999');
});

test('a layout has values of its own, for each of its parts', async () => {
  const page = { each: 'groups', as: 'g', let: { sum: "g.lines | sum: 'price'" } };
  const out = await layOut(
    ['{{ g.name }} {{ sum }}'],
    {
      groups: records('name lines', ['A', lines], ['B', [lines[0]]]),
    },
    page,
  );
  expect(pageTexts(out)).toEqual([['A 7'], ['B 2']]);
});

test('the title, the locale and the file name of a document may use them', async () => {
  const pdf = await renderPdf(
    {
      let: { language: "german ? 'de-DE' : 'en-GB'", name: "'Order '" },
      locale: '{{ language }}',
      document: { title: '{{ name }}{{ amount | number: 2 }}' },
      pages: [{ body: ['{{ amount | number: 2 }}'] }],
    },
    { data: { german: true, amount: 1234.5 } },
  );
  expect(syntaxOf(pdf)).toContain('Order 1.234,50');
});

test('faults stand at the names', async () => {
  const dataSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
  const told = (own: unknown, page: object = {}) => diagnose({ dataSchema, let: own, pages: [{ body: ['{{ x }}'], ...page }] });
  expect(await told({ x: 'b' })).toEqual(['error unknown-path /let/x']);
  expect(await told({ x: 'y', y: 'x' })).toContain('error let-circle /let/x');
  expect(await told({ x: 'a', data: 'a' })).toEqual(['error reserved-name /let/data']);
  expect(await told({ x: 'a', y: 'a' })).toEqual(['warning unused-name /let/y']);
  expect(await told({ x: 'a' }, { let: { x: 'a' } })).toContain('error name-shadowed /pages/0/let/x');
  expect(await told({ x: 5 })).toContain('error wrong-type /let/x');
  expect(await told({ x: '{{ a }}' })).toEqual([expect.stringMatching(/^error syntax \/let\/x/)]);
});

test('loop.parent is the loop around, in repeats, tables and parts of pages', async () => {
  const page = { each: 'groups', as: 'g' };
  const body = [{ repeat: 'g.lines', as: 'l', body: '{{ loop.parent.index }}.{{ loop.index }} of {{ loop.parent.count }}' }];
  const out = await layOut(body, { groups: [{ lines }, { lines }] }, page);
  expect(pageTexts(out)).toEqual([
    ['1.1 of 2', '1.2 of 2'],
    ['2.1 of 2', '2.2 of 2'],
  ]);
  expect(await diagnose({ pages: [{ body: [{ repeat: 'lines', body: '{{ loop.parent.index }}' }] }] })).toContain(
    'error unknown-path /pages/0/body/0/body',
  );
});

test('a repeat, a table and a layout have values for each element, which "where" and "sort" see', async () => {
  const body = [
    { repeat: 'lines', as: 'l', let: { sum: 'l.price * l.count' }, body: '{{ sum }}' },
    { table: 'lines', as: 'l', let: { sum: 'l.price * l.count' }, cellPadding: 0, columns: ['{{ sum }}', '{{ sum + 1 }}'] },
  ];
  expect(pageTexts(await layOut(body, { lines }))).toEqual([['6', '5', '6', '7', '5', '6']]);
  const page = { each: 'lines', as: 'l', let: { sum: 'l.price * l.count' }, where: 'sum < 6', sort: 'sum' };
  expect(pageTexts(await layOut(['{{ sum }}'], { lines }, page))).toEqual([['5']]);
  const chosen = { repeat: 'lines', as: 'l', let: { sum: 'l.price' }, where: 'summ > 1', body: '{{ sum }}' };
  const dataSchema = objectOf({
    lines: listOf(objectOf({ price: { type: 'number' } })),
  });
  expect(await diagnose({ dataSchema, pages: [{ body: [chosen] }] })).toEqual(['error unknown-path /pages/0/body/0/where']);
});

describe('filters of the template', () => {
  const acct = { 'acct(n)': "n < 0 ? '(' & -n & ')' : n & ''", 'rated(n)': 'n * rate' };
  const schema = objectOf({
    rate: { type: 'number' },
    lines: listOf(objectOf({ price: { type: 'number' }, count: { type: 'number' } })),
  });
  const given = { rate: 2, lines: [...lines, ...records('price count', [-1, 1])] };

  test('work in cells, links, conditions, charts, codes, and in definitions, with the data', async () => {
    const body = [
      {
        table: 'lines',
        as: 'l',
        where: '(l.price | rated) > -9',
        sort: 'l.price | rated',
        let: { 'net(n, r)': 'n - r.count' },
        columns: ['{{ l.price | acct }}', { body: '{{ l.price | net: l | acct }}', align: 'decimal' }],
      },
      { text: 'shown', when: "(lines | sum: 'price | rated') > 10" },
      { text: 'hidden', when: '(1 | rated) > 10' },
      { use: 'amount', with: { value: -3 } },
      { text: 'a link', link: "https://example.com/{{ -1 | acct | replace: '(', 'x' }}" },
      { barcode: '{{ 12 | rated }}', symbology: 'qr', width: 20 },
      { chart: 'bar', each: 'lines', as: 'l', x: '{{ l.count | rated }}', value: 'l.count | rated', height: 80, alt: '' },
    ];
    const define = {
      amount: {
        params: { value: { type: 'number' } },
        let: { 'both(n)': "(n | acct) & '/' & (n | rated)" },
        body: '{{ value | both }}',
      },
    };
    const out = await layOut(body, given, {}, { let: acct, define, dataSchema: schema });
    expect(pageTexts(out)[0]!.slice(0, 9)).toEqual(['(1)', '(2)', '2', '(1)', '5', '4', 'shown', '(3)/-6', 'a link']);
    expect(out.warnings).toEqual([]);
  });

  test('of which one is unknown, or takes other arguments, are faults at their places', async () => {
    const diagnosed = await explain({
      let: acct,
      dataSchema: schema,
      pages: [{ body: ['{{ rate | act }}', '{{ rate | acct: 1 }}', "{{ 'x' | rated }}"] }],
    });
    expect(diagnosed).toEqual([
      expect.stringContaining('error unknown-filter /pages/0/body/0 There is no filter "act"; did you mean "acct"?'),
      expect.stringContaining('error wrong-arguments /pages/0/body/1'),
      expect.stringMatching(/^error wrong-type \/let\/rated\(n\) .* The first use is at \/pages\/0\/body\/2\.$/),
    ]);
  });

  test('of a layout or a table are not known in definitions', async () => {
    const define = { d: { params: {}, body: '{{ 1 | own }}' } };
    const pages = [{ let: { 'own(n)': 'n' }, body: [{ use: 'd' }, '{{ 2 | own }}'] }];
    const diagnosed = await diagnose({ define, pages });
    expect(diagnosed).toEqual(['error unknown-filter /define/d/body']);
  });

  test('that compute for too long print nothing, with a warning', async () => {
    const chain = Array.from({ length: 32 }, (_, k) => [`f${k}(n)`, k === 0 ? 'n' : `(n | f${k - 1}) + (n | f${k - 1})`]);
    const { warnings } = await layOut(
      ["a{{ (rate | f31) ?? '' }}b"],
      given,
      {},
      { let: Object.fromEntries(chain), dataSchema: schema },
    );
    expect(warnings.map(({ code }) => code)).toEqual(['too-much-work']);
  });
});
