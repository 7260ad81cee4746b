// Labels and values.
import { describe, expect, test } from 'vitest';
import { canonicalForm } from '../../../../src/document/compile/canonical-form.ts';
import { records } from '../../../support/records.ts';
import { compile, explain, layOut, pageLines, pageTexts } from '../../../support/render.ts';
import { structureLines } from '../../../support/structure.ts';

const textsOf = async (props: Record<string, unknown>, data: unknown = {}) =>
  pageTexts(await layOut([{ cellPadding: 0, ...props }], data)).flat();

/** What compiling a body reports, with messages. */
const faults = (body: unknown, dataSchema?: unknown) =>
  explain({ pages: [{ body }], ...(dataSchema !== undefined && { dataSchema }) });

const totals: unknown[] = [
  ['Net', '{{ net }}'],
  { each: 'taxes', as: 'tax', label: 'VAT {{ tax.rate }}', value: '{{ tax.amount }}', where: 'tax.amount > 0', sort: 'tax.rate' },
  { label: 'Total', value: ['{{ total }}'], style: 'total' },
];
const data = {
  net: 10,
  total: 12,
  taxes: records('rate amount', [19, 1], [7, 1], [0, 0]),
};

describe('pairs', () => {
  test('that are written stand below each other, and a list makes a pair for each element', async () => {
    expect(await textsOf({ pairs: totals.with(2, { label: 'Total', value: ['{{ total }}'] }) }, data)).toEqual([
      'Net',
      '10',
      'VAT 7',
      '1',
      'VAT 19',
      '1',
      'Total',
      '12',
    ]);
  });
  test('may be a list of the data', async () => {
    const props = {
      pairs: 'facts',
      as: 'f',
      where: 'f.v != 3',
      sort: { by: 'f.k', descending: true },
      label: '{{ loop.index }} {{ f.k }}',
      value: '{{ f.v }}',
    };
    const facts = records('k v', ['a', 1], ['b', 2], ['c', 3], ['d', '']);
    expect(await textsOf(props, { facts })).toEqual(['2 b', '2', '3 a', '1']);
    expect(await textsOf(props, { facts: [] })).toEqual([]);
  });
  test('are left out when the value is bound and empty, or `when` does not hold', async () => {
    const pairs = [
      ['a', '{{ none }}'],
      ['b', ' {{ none }} {{ none }} '],
      ['c', ''],
      ['d', 'no. {{ none }}'],
      ['e', { text: '{{ none }}', bold: true }],
      ['f', { row: ['{{ none }}'] }],
      ['g', '{{ 0 }}'],
      { when: 'none', label: 'h', value: 'h' },
      { each: [1, null, 2], label: 'i', value: '{{ item }}' },
    ];
    expect(await textsOf({ pairs })).toEqual(['c', 'd', 'no. ', 'f', 'g', '0', 'i', '1', 'i', '2'].map((text) => text.trim()));
  });
  test('that are left out when they are empty give no warning of what may be missing', async () => {
    const dataSchema = { type: 'object', properties: { note: { type: 'string' } } };
    const note = '{{ note }}';
    const pairs = [
      ['a', note],
      ['b', { text: note }],
      { each: [1], label: 'c', value: `${note} ${note}` },
      ['d', `no. ${note}`],
      [note, 'e'],
      ['f', [note]],
      ['g', { text: note, link: '#{{ note }}' }],
      ['h', `${note} {{ page.number }}`],
    ];
    const { diagnostics } = await compile({ dataSchema, pages: [{ body: [{ pairs }] }] });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer.slice('/pages/0/body/0/pairs'.length)}`)).toEqual([
      'possibly-missing /3/1',
      'possibly-missing /4/0',
      'possibly-missing /6/1/link',
      'possibly-missing /7/1',
    ]);
  });
  test('stay when the value computes with what is missing: a total does not vanish in silence', async () => {
    const number = { type: 'number' };
    const dataSchema = { type: 'object', required: ['net'], properties: { net: number, vat: number } };
    const total = "{{ net + vat | money: 'EUR' }}";
    const body = [
      {
        pairs: [
          ['Net', '{{ net }}'],
          ['VAT', '{{ vat | number }}'],
          ['Total', total],
        ],
      },
      { text: ['{{ vat }}', total] },
    ];
    const { diagnostics } = await compile({ pages: [{ body }], dataSchema });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'possibly-missing /pages/0/body/0/pairs/2/1',
      'possibly-missing /pages/0/body/1/text/1',
    ]);
    const laidOut = await layOut(body, { net: 100 }, {}, { dataSchema });
    expect(pageTexts(laidOut)[0]).toEqual(['Net', '100', 'Total']);
    expect(laidOut.warnings.map(({ code, component }) => `${code} ${component}`)).toEqual([
      'no-value /pages/0/body/0/pairs/2/1',
      'no-value /pages/0/body/1/text/1',
    ]);
    const named = [{ pairs: [['Total', '{{ total }}']] }];
    const withLet = await layOut(named, { net: 100 }, {}, { dataSchema, let: { total: 'net + vat' } });
    expect(pageTexts(withLet)[0]).toEqual(['Total']);
    expect(withLet.warnings).toMatchObject([{ code: 'no-value', message: '"total" is missing and prints nothing.' }]);
  });
  test('are left out when the value is a list of texts that are all bound and empty', async () => {
    const body = {
      pairs: [
        ['A', ['{{ a }}', '{{ b }}']],
        ['B', ['{{ a }}', '{{ full }}']],
        ['C', { text: ['{{ a }}', '{{ b }}'] }],
        ['D', ['{{ a }}', { text: '{{ b }}' }]],
        ['E', ['{{ a }}', 'e']],
        ['F', ['{{ a }}', { rect: 2, fill: '#000000' }]],
        ['G', []],
      ],
    };
    const texts = pageTexts(await layOut([body], { full: 'f' })).flat();
    expect(texts).toEqual(['B', 'f', 'E', 'e', 'F', 'G']);
  });
  test('are left out when all lines of the value are bound and empty', async () => {
    const pairs = [
      ['A', ['{{ none }}', '{{ none }}']],
      ['B', { text: ['{{ none }}', '{{ none }}'] }],
      ['C', ['{{ none }}', '{{ net }}']],
      ['D', ['{{ none }}', { text: '{{ none }}', padding: 1 }]],
      ['E', ['{{ none }}', '{{ page.number == 2 ? 1 : none }}']],
      ['F', []],
    ];
    const labels = (await textsOf({ pairs }, data)).filter((text) => /[A-F]/.test(text));
    expect(labels).toEqual(['C', 'E', 'F']);
  });
  test('are left out when nothing but signs stands beside values that are missing', async () => {
    const pairs = [
      ['A', '{{ none }} – {{ none }}'],
      ['B', { text: '({{ none }})' }],
      ['C', ['{{ none }}/{{ none }}', '€ {{ none }}']],
      ['D', ['{{ none }}/{{ none }}', '{{ net }}']],
      ['E', { text: '**{{ none }}**: {{ none }}', format: 'inline' }],
      ['F', '{{ net }} – {{ none }}'],
    ];
    expect((await textsOf({ pairs }, data)).filter((text) => /[A-F/–]/.test(text))).toEqual(['D', 'F', '10 –']);
  });
  test('warn of signs beside a value that may be missing alone', async () => {
    const day = { type: 'string', format: 'date' };
    const dataSchema = { type: 'object', properties: { from: day, to: day } };
    const pairs = [
      ['A', '{{ from }} – {{ to }}'],
      ['B', { text: '**{{ from }}** ~{{ to }}~', format: 'inline' }],
      ['C', '{{ from }} {{ to }}'],
      ['D', '({{ to }})'],
    ];
    const body = [{ pairs }];
    const { diagnostics } = await compile({ dataSchema, pages: [{ body }] });
    expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'possibly-missing /pages/0/body/0/pairs/0/1',
      'possibly-missing /pages/0/body/0/pairs/0/1',
    ]);
    const half = await layOut(body, { from: '2026-01-01' }, {}, { dataSchema });
    expect(half.warnings).toMatchObject([
      { component: '/pages/0/body/0/pairs/0/1', message: '"to" is missing and prints nothing.' },
    ]);
    const none = await layOut(['x', ...body], {}, {}, { dataSchema });
    expect([pageTexts(none)[0], none.warnings]).toEqual([['x'], []]);
  });
  test('are left out when the template says that a missing result prints nothing', async () => {
    const day = { type: 'string', format: 'date' };
    const dataSchema = { type: 'object', properties: { a: day, b: day, n: { type: 'number' } } };
    const pairs = [
      ['Age', "{{ (a | years_until: b) ?? '' }}"],
      ['X', "{{ ('T' & a) ?? '' }}"],
      ['Y', "{{ a != null ? 'T' & a : '' }}"],
      ['Z', "{{ (a | days_until: b) + 1 | default: '' }}"],
      ['Due', "{{ (a | add_days: n | date) ?? '' }}"],
    ];
    const { diagnostics } = await compile({ dataSchema, pages: [{ body: [{ pairs }] }] });
    expect(diagnostics).toEqual([]);
    const laidOut = await layOut(['x', { pairs }], {}, {}, { dataSchema });
    expect([pageTexts(laidOut)[0], laidOut.warnings]).toEqual([['x'], []]);
  });
  test('are left out when `when` holds for no part of the value', async () => {
    const pairs = [
      ['A', { text: 'Tel. {{ none }}', when: 'none' }],
      ['B', [{ text: 'Tel. {{ none }}', when: 'none' }, '{{ none }}']],
      ['C', { rect: 2, fill: '#000000', when: 'none' }],
      ['D', [{ text: 'x', when: 'none' }, 'd']],
      ['E', { text: '{{ net }}', when: 'net' }],
      ['F', { text: ['{{ none }}', '({{ none }})'], when: 'net' }],
    ];
    expect(pageTexts(await layOut([{ pairs }], data)).flat()).toEqual(['D', 'd', 'E', '10']);
  });
  test('tell of a part with own words, also beside one that may be left out', async () => {
    const dataSchema = { type: 'object', properties: { note: { type: 'string' } } };
    const pairs = [
      [
        'A',
        [
          { stack: ['{{ note }}'], when: 'true' },
          { text: 'x {{ note }}', when: 'true' },
        ],
      ],
    ];
    const { diagnostics } = await compile({ dataSchema, pages: [{ body: [{ pairs }] }] });
    expect(diagnostics.map(({ pointer }) => pointer.slice('/pages/0/body/0/pairs/0/1'.length))).toEqual([
      '/0/stack/0',
      '/1/text',
    ]);
  });
  test('give no row, rule or stripe for what is left out', async () => {
    const lines = async (pairs: unknown) =>
      pageLines(await layOut([{ pairs, cellPadding: 0, zebra: '#eeeeee', rules: 'rows' }])).flat();
    expect(
      await lines([
        ['a', '1'],
        ['b', '{{ none }}'],
        ['c', '3'],
        ['d', '{{ none }}'],
      ]),
    ).toEqual(
      await lines([
        ['a', '1'],
        ['c', '3'],
      ]),
    );
  });
  test('have labels as wide as their texts, unless a width says otherwise', async () => {
    const xs = async (props: Record<string, unknown>) =>
      pageLines(await layOut([{ cellPadding: 0, pairs: [['l', 'v']], ...props }]))
        .flat()
        .map((line) => Math.round(Number(/ ([\d.]+),/.exec(line)![1])));
    expect(await xs({})).toEqual([10, 12]);
    expect(await xs({ labels: { width: 50 } })).toEqual([10, 60]);
    expect(await xs({ values: { width: 50 } })).toEqual([10, 140]);
    expect(await xs({ labels: { width: '{{ 25 * 2 }}' }, values: { padding: [0, 5] } })).toEqual([10, 65]);
  });
  test('take looks of the labels, the values and the pair, of which the pair wins', async () => {
    const styles = { total: { color: '#ff0000', background: '#00ff00', padding: 4, border: { top: { width: 2 } } } };
    const body = [
      {
        cellPadding: 0,
        labels: { color: '#0000ff' },
        values: { align: 'right', background: '#eeeeee' },
        pairs: totals.toSpliced(1, 1),
      },
    ];
    const laidOut = await layOut(body, data, {}, { styles: { base: { size: 8, lineHeight: 1.25 }, ...styles } });
    const colors = laidOut.pages[0]!.items.flatMap((item) => (item.kind === 'text' ? [item.segment.style.color] : []));
    expect(colors).toEqual(['#0000ff', '#000000', '#ff0000', '#ff0000']);
    const drawn = pageLines(laidOut).flat();
    expect(drawn.filter((line) => /^(rect|line)/.test(line))).toEqual([
      'rect 36.2,10 153.8x10 #eeeeee',
      'rect 10,20 180x18 #00ff00',
      'line 10,20 190,20',
    ]);
  });
  test('have borders of their style in place of those of the values', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, due: { border: { top: { width: 1 }, bottom: { width: 2 } } } };
    const lines = async (style: string) => {
      const pairs = [{ style, label: 'a', value: 'b' }];
      const values = { border: { bottom: { width: 3 } } };
      const { pages } = await layOut([{ pairs, values, cellPadding: 0 }], {}, {}, { styles });
      return pages[0]!.items.flatMap((item) => (item.kind === 'line' ? [item.stroke.width] : [])).sort();
    };
    expect(await lines('due')).toEqual([1, 2]);
    expect(await lines('base')).toEqual([3]);
  });
  test('with a page number are never left out', async () => {
    expect(await textsOf({ pairs: [['a', '{{ page.total }}']] })).toEqual(['a', '1']);
  });
  test('have a style that depends on the data', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, late: { background: '#ff0000' } };
    const pairs = [{ each: 'days', as: 'd', style: "{{ d > 3 ? 'late' : '' }}", label: 'x', value: '{{ d }}' }];
    const lines = pageLines(await layOut([{ pairs, cellPadding: 0 }], { days: [1, 5] }, {}, { styles })).flat();
    expect(lines.filter((line) => line.startsWith('rect'))).toEqual(['rect 10,20 180x10 #ff0000']);
  });
  test('take the looks of a style of tables', async () => {
    const styles = { base: { size: 8, lineHeight: 1.25 }, facts: { cellPadding: 0, zebra: '#ff0000', rules: 'rows' } };
    const pairs = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    const own = await layOut([{ pairs, cellPadding: 0, zebra: '#ff0000', rules: 'rows' }], {}, {}, { styles });
    expect(pageLines(await layOut([{ pairs, style: 'facts' }], {}, {}, { styles }))).toEqual(pageLines(own));
  });
  test('run over pages, of which each has its page number in an auto column', async () => {
    const pairs = [
      { each: Array.from({ length: 20 }, (_, i) => i), label: '{{ item }} of {{ page.total }}', value: 'page {{ page.number }}' },
    ];
    const laidOut = await layOut([{ pairs, cellPadding: 0 }]);
    expect(pageTexts(laidOut).map((page, i) => page.filter((text) => text === `page ${i + 1}`).length)).toEqual([8, 8, 4]);
    expect(laidOut.warnings).toEqual([]);
  });
  test('have the background of `zebra` in every second row', async () => {
    const zebra = '#eeeeee';
    const [lines] = pageLines(await layOut([{ cellPadding: 0, zebra, pairs: [1, 2, 3, 4].map((n) => [`${n}`, 'x']) }]));
    expect(lines!.filter((line) => line.startsWith('rect'))).toEqual(['rect 10,20 180x10 #eeeeee', 'rect 10,40 180x10 #eeeeee']);
  });
  test('are a table whose labels head their rows', async () => {
    expect(structureLines(await layOut([{ pairs: [['Net', '{{ net }}']] }], data))).toEqual([
      'Table > TBody > TR > TH scope=Row "Net" | TD "10"',
    ]);
    expect(await faults([{ pairs: [['a', 'b']] }])).toEqual([]);
  });
  test('are proved at their place, and name it in warnings', async () => {
    const schema = {
      type: 'object',
      required: ['net', 'taxes'],
      properties: {
        net: { type: 'number' },
        taxes: { type: 'array', items: { type: 'object', required: ['rate'], properties: { rate: { type: 'number' } } } },
      },
    };
    const pairs = [
      ['{{ nett }}', '{{ neet }}'],
      { each: 'taxes', as: 't', label: '{{ t.rat }}', value: '{{ t.rate | date }}', sort: 't' },
      { when: 'nett > 1', label: 'a', value: 'b' },
    ];
    expect((await faults([{ pairs }], schema)).map((one) => one.split(' ').slice(0, 3).join(' ')).sort()).toEqual([
      'error unknown-path /pages/0/body/0/pairs/0/0',
      'error unknown-path /pages/0/body/0/pairs/0/1',
      'error unknown-path /pages/0/body/0/pairs/1/label',
      'error unknown-path /pages/0/body/0/pairs/2/when',
      'error wrong-type /pages/0/body/0/pairs/1/sort',
      'error wrong-type /pages/0/body/0/pairs/1/value',
    ]);
    const listed = { pairs: 'taxes', as: 't', label: '{{ t.rat }}', value: '{{ t.rate | date }}', sort: 't' };
    expect((await faults([listed], schema)).map((one) => one.split(' ').slice(0, 3).join(' ')).sort()).toEqual([
      'error unknown-path /pages/0/body/0/label',
      'error wrong-type /pages/0/body/0/sort',
      'error wrong-type /pages/0/body/0/value',
    ]);
    expect(await faults([{ pairs: [{ label: 'a', value: 'b', sort: 'c' }] }])).toEqual([
      'error no-effect /pages/0/body/0/pairs/0/sort "sort" belongs to "each", which is missing',
    ]);
    const { warnings } = await layOut(
      [{ pairs: [['a', '{{ net | number }}'], { each: 'l', label: 'b', value: '{{ item | number }}!' }] }],
      { net: 'x', l: [1, 'y'] },
    );
    expect(warnings).toMatchObject([
      { component: '/pages/0/body/0/pairs/0/1', dataPath: null },
      { component: '/pages/0/body/0/pairs/1/value', dataPath: '/l/1' },
    ]);
    expect(warnings).toHaveLength(2);
  });
  test.each([
    [
      { pairs: { Net: '{{ net }}', VAT: '{{ vat }}' } },
      '/pairs must be a list: write [["Net", "{{ net }}"], ["VAT", "{{ vat }}"]]',
    ],
    [{ pairs: [['a', 'b'], { Net: '{{ net }}' }] }, '/pairs/1 is an object of another form: write ["Net", "{{ net }}"]'],
    [{ pairs: [{ label: 'a', value: 'b', text: 'c' }] }, '/pairs/0/text "text" is not known here'],
    [{ pairs: [{ name: 'Net', value: '{{ net }}' }] }, '/pairs/0/name "name" is not known here; did you mean "label"?'],
    [
      { pairs: ['Net: {{ net }}'] },
      '/pairs/0 "Net: {{ net }}" does not fit here. This takes: A pair, such as `["Net", "{{ net }}"]`',
    ],
    [{ pairs: [['Net']] }, '/pairs/0 must have at least 2 entries, has 1'],
    [
      { pairs: [['a', 'b'], { slot: 'body' }] },
      '/pairs/1 is a component, and a pair is a label and a value: write ["…", {"slot":"body"}]',
    ],
    [{ pairs: {} }, '/pairs {} does not fit here. This takes: The pairs: `[["Net", "{{ net }}"]'],
    [{ pairs: 'facts' }, ' needs "label", because "pairs" is a list of the data'],
    [{ pairs: [['a', 'b']], label: 'a' }, '/label "label" belongs to a list of the data, such as "pairs": "facts"'],
    [{ pairs: [{ label: 'a', value: 'b', where: 'c' }] }, '/pairs/0/where "where" belongs to "each", which is missing'],
    [{ type: 'pairs', pairs: [['a', 'b']] }, '/type leave "type" out: the key "pairs" says what the component is'],
    [{ pairs: [['a', 'b']], zebra: '{{ a | nofilter }}' }, '/zebra There is no filter "nofilter"'],
    [
      { pairs: [['a', 'b']], rules: { rows: { color: '{{ a | nofilter }}' } } },
      '/rules/rows/color There is no filter "nofilter"',
    ],
    [{ pairs: [['a', 'b']], alt: '{{ a | nofilter }}' }, '/alt There is no filter "nofilter"'],
    [{ pairs: Array(1001).fill(['a', 'b']) }, '/pairs must have at most 1,000 entries, has 1001'],
  ])('%j is an error that says what to write', async (props, message) => {
    expect(await faults([props])).toContainEqual(expect.stringContaining(`/pages/0/body/0${message}`));
  });
  test('have a canonical form', () => {
    const pairs = [
      { value: 'b', label: 'a' },
      { value: 'd', label: [{ text: 'c' }, 'e'], when: 'x' },
    ];
    const { pages } = canonicalForm({ pages: [{ body: [{ pairs, values: { align: 'right', width: 10 }, width: 50 }] }] });
    expect(JSON.stringify(pages)).toBe(
      '[{"body":[{"values":{"width":10,"align":"right"},"width":50,"pairs":[["a","b"],{"when":"x","label":["c","e"],"value":"d"}]}]}]',
    );
  });
  test('of a list of the data begin with the list', () => {
    const { pages } = canonicalForm({ pages: [{ body: [{ value: 'b', label: 'a', width: 50, as: 'f', pairs: 'facts' }] }] });
    expect(JSON.stringify(pages)).toBe('[{"body":[{"pairs":"facts","as":"f","width":50,"label":"a","value":"b"}]}]');
  });
});

test('a label that may be missing gets a remedy that keeps the amount beside it', async () => {
  const schema = { type: 'object', required: ['n'], properties: { word: { type: 'string' }, n: { type: 'number' } } };
  const told = async (label: unknown) =>
    (await compile({ dataSchema: schema, pages: [{ body: [{ pairs: [[label, '{{ n }}']] }] }] })).diagnostics;
  const why = '"word" is not required by the data schema and may be missing: write';
  for (const label of ['{{ word }}', { text: '{{ word }}', bold: true }])
    expect(await told(label)).toMatchObject([
      { message: `${why} word ?? '…', where … is a word for it, or list it under "required".`, left: 'words' },
    ]);
  expect(await told('Discount {{ word }}')).toMatchObject([{ message: `${why} word ?? '', or list it under "required".` }]);
  for (const label of ["{{ word ?? 'Discount' }}", "Discount {{ word ?? '' }}"]) {
    expect(await told(label)).toEqual([]);
    expect(await textsOf({ pairs: [[label, '{{ n }}']] }, { n: 3 })).toEqual(['Discount', '3']);
  }
});
