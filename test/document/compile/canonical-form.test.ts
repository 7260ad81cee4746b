// The canonical form: one order of members, short where it can be, and nothing else changed.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalForm, keepsLook, renewNotation } from '../../../src/document/compile/canonical-form.ts';
import { createRandom } from '../../support/random.ts';
import { makeRandomTemplate } from '../../support/random-template.ts';

type Part = Readonly<Record<string, unknown>>;

const examples = new URL('../../../templates-examples/', import.meta.url);
const random = createRandom(13);
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members whose own members have names that the author chooses, and so their order. */
const named: readonly string[] = [
  'let',
  'sums',
  'with',
  'params',
  'define',
  'fonts',
  'styles',
  'colors',
  'dataSchema',
  'invoice',
];

/** The same with the members of each part in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isPart(value)) return value;
  const members = Object.entries(value).map((entry) => ({ entry, rank: random() }));
  return Object.fromEntries(
    members
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ entry: [name, member] }) => [name, named.includes(name) ? member : shuffled(member)]),
  );
}

const formOf = (component: unknown) => {
  const { pages } = canonicalForm({ pages: [{ body: [component] }] }) as { pages: readonly { body: readonly unknown[] }[] };
  return pages[0]!.body[0];
};

test.each(readdirSync(examples))('the example %s is in canonical form, and becomes it from any order of its members', (name) => {
  const template = JSON.parse(readFileSync(new URL(`${name}/template.json`, examples), 'utf8')) as Part;
  expect(JSON.stringify(canonicalForm(template))).toBe(JSON.stringify(template));
  for (let i = 0; i < 20; i++) expect(JSON.stringify(canonicalForm(shuffled(template) as Part))).toBe(JSON.stringify(template));
});

test.each<[string, unknown, unknown]>([
  [
    'a column that takes what is left, as short as it goes',
    {
      row: [
        { width: '*', text: 'a' },
        { width: 30, text: 'b' },
        { width: '*', stack: ['c', 'd'] },
      ],
      gap: 3,
      id: 'r',
    },
    { id: 'r', gap: 3, row: ['a', { text: 'b', width: 30 }, ['c', 'd']] },
  ],
  [
    'a column of a table, too, and the lists after the short members',
    {
      columns: [
        { width: '*', body: 'x' },
        { body: 'y', width: 30 },
        { body: 'b', width: '*', header: 'h' },
        { body: { text: 'z', bold: true } },
      ],
      empty: 'e',
      as: 'r',
      table: 'rows',
      rules: { header: { color: '#000000', width: 1 }, rows: { width: 2 } },
      id: 't',
    },
    {
      id: 't',
      table: 'rows',
      as: 'r',
      rules: { rows: { width: 2 }, header: { width: 1, color: '#000000' } },
      columns: ['x', { width: 30, body: 'y' }, { header: 'h', body: 'b' }, { body: { text: 'z', bold: true } }],
      empty: 'e',
    },
  ],
  [
    'a list of rows in the place of an expression is long',
    { columns: ['x'], table: [{ a: 1 }], as: 'r' },
    { as: 'r', table: [{ a: 1 }], columns: ['x'] },
  ],
  [
    'the name and the type first',
    { color: '#000000', when: 'c', bold: true, text: 'a', id: 'b' },
    { id: 'b', text: 'a', when: 'c', bold: true, color: '#000000' },
  ],
  ['a text of lines last', { text: ['a', 'b'], bold: true }, { bold: true, text: ['a', 'b'] }],
  [
    'a pair that is a label and a value',
    {
      pairs: [
        { value: 'b', label: 'a' },
        { value: 'd', label: 'c', when: 'e' },
      ],
      labels: { width: 3 },
    },
    { labels: { width: 3 }, pairs: [['a', 'b'], { when: 'e', label: 'c', value: 'd' }] },
  ],
])('%s', (_name, component, form) => {
  expect(JSON.stringify(formOf(component))).toBe(JSON.stringify(form));
});

test('a variant of a band and a component are told apart', () => {
  const header = [
    { body: ['b'], on: 'first' },
    { body: [{ bold: true, text: 'a' }], when: 'x' },
  ];
  expect(JSON.stringify(canonicalForm({ pages: [{ body: [], header }] }))).toBe(
    JSON.stringify({
      pages: [
        {
          header: [
            { on: 'first', body: ['b'] },
            { when: 'x', body: [{ text: 'a', bold: true }] },
          ],
          body: [],
        },
      ],
    }),
  );
  const components = [
    { body: 'b', as: 'x', repeat: 'rows' },
    { bold: true, text: 'a' },
  ];
  expect(JSON.stringify(canonicalForm({ pages: [{ body: [], header: components }] }))).toBe(
    JSON.stringify({
      pages: [
        {
          header: [
            { repeat: 'rows', as: 'x', body: 'b' },
            { text: 'a', bold: true },
          ],
          body: [],
        },
      ],
    }),
  );
});

test('a shape begins with what makes it', () => {
  const corners = [
    [0, 0],
    [5, 5],
  ];
  const body = [
    { fill: '#111', polygon: corners },
    { stroke: { join: 'round', width: 1 }, viewBox: [0, 0, 9, 9], path: 'M0 0' },
  ];
  expect(JSON.stringify(canonicalForm({ pages: [{ body }] }))).toBe(
    JSON.stringify({
      pages: [
        {
          body: [
            { polygon: corners, fill: '#111' },
            { path: 'M0 0', viewBox: [0, 0, 9, 9], stroke: { width: 1, join: 'round' } },
          ],
        },
      ],
    }),
  );
});

test('a stack of one text keeps what only a stack has', () => {
  const choose = [
    { when: 'x', header: [{ on: 'notFirst', body: 'again' }], stack: 'a' },
    { when: 'y', stack: 'b' },
  ];
  const { pages } = renewNotation({ pages: [{ body: [{ type: 'text', text: 'old' }, { choose }] }] }) as {
    pages: readonly [{ body: readonly unknown[] }];
  };
  expect(pages[0].body[1]).toEqual({ choose: [choose[0], { when: 'y', text: 'b' }] });
});

test('parts that do not fit the schema stay as they are', () => {
  const wrong = [null, 5, true, 'x', [], {}, [null], { row: null }, { text: null }, { nothing: [{ at: 5 }] }, { table: 5 }];
  /** The value with another one in place of each of its parts in turn. */
  function* replaced(value: unknown): Generator<unknown> {
    yield wrong[Math.floor(random() * wrong.length)];
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value))
      for (const other of replaced(member))
        yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
  }
  for (let seed = 1; seed <= 5; seed++) {
    const template = canonicalForm(renewNotation(makeRandomTemplate(seed)));
    for (const one of replaced(template)) {
      if (!isPart(one)) continue;
      const form = canonicalForm(one);
      expect(JSON.stringify(canonicalForm(form))).toBe(JSON.stringify(form));
    }
  }
  for (const value of wrong) {
    expect(canonicalForm({ styles: value, fonts: value, document: value, pages: value })).toEqual({
      document: value,
      fonts: value,
      styles: value,
      pages: value,
    });
  }
});

describe('a look is kept unless a column or cell of the old notation has a style with a box', () => {
  const styles = { plain: { bold: true }, box: { padding: 2 }, framed: { border: { width: 1 } }, apart: { margin: 2 } };
  const keeps = (component: unknown, more: object = { styles }) => keepsLook({ ...more, pages: [{ body: [component, null] }] });
  const column = (style: unknown) => ({ type: 'row', columns: [{ children: 'a' }, { style, children: 'b' }] });
  const table = (more: object) => ({ type: 'table', each: 'rows', columns: [{ cell: 'a' }], ...more });
  test.each<[string, unknown, boolean]>([
    ...['plain', ['plain'], undefined, '', 'nowhere', 5].map((style) => [JSON.stringify(style), style, true] as const),
    ...['box', 'framed', 'apart', ['plain', 'box'], '{{ s }}'].map((style) => [JSON.stringify(style), style, false] as const),
  ] as [string, unknown, boolean][])('the style %s', (_name, style, isKept) => {
    expect(keeps(column(style))).toBe(isKept);
    expect(keeps({ stack: ['a', { group: [column(style)] }] })).toBe(isKept);
    expect(keeps(table({ columns: [{ cell: 'a', style }] }))).toBe(isKept);
    for (const name of ['headerStyle', 'footerStyle']) expect(keeps(table({ [name]: style })), name).toBe(isKept);
    expect(keepsLook({ styles, define: { d: { body: [column(style)] } }, pages: [] })).toBe(isKept);
  });
  test('any style of the notation of today, and any where no style has a box', () => {
    expect(keeps({ row: [{ text: 'a', style: 'box' }] })).toBe(true);
    expect(keeps({ table: 'rows', headerStyle: 'box', columns: [{ body: 'a', style: 'box' }] })).toBe(true);
    expect(keeps(column('{{ s }}'), { styles: { plain: {} } })).toBe(true);
    for (const none of [{}, { styles: null }, { styles: { box: null } }]) expect(keeps(column('box'), none)).toBe(true);
  });
});

test('a look is not kept where a style meets another thing that a column says of its text', () => {
  const styles = { strong: { bold: true }, light: { bold: false }, large: { size: 20 } };
  const keeps = (headerStyle: string, style: string) =>
    keepsLook({ styles, pages: [{ body: [{ type: 'table', each: 'rows', headerStyle, columns: [{ cell: 'a', style }] }] }] });
  expect([keeps('strong', 'strong'), keeps('strong', 'large'), keeps('strong', 'light')]).toEqual([true, true, false]);
  expect([keeps('{{ s }}', 'strong'), keeps('strong', '{{ s }}')]).toEqual([false, false]);
});

test('a text of the old notation without its text gets none', () => {
  const renewed = renewNotation({ pages: [{ body: [{ type: 'text', format: 'inline' }] }] });
  expect(renewed).toStrictEqual({ pages: [{ body: [{ type: 'text', format: 'inline' }] }] });
});

describe('a column of the old notation becomes the component in it', () => {
  const styles = { plain: { size: 8 }, strong: { bold: true }, apart: { margin: 2 } };
  const columnOf = (around: object, only: object) => {
    const row = {
      type: 'row',
      columns: [
        { ...around, children: 'type' in only ? only : { type: 'text', text: 'a', italic: true, ...only } },
        { children: 'b' },
      ],
    };
    const { pages } = canonicalForm(renewNotation({ styles, pages: [{ body: [row] }] })) as unknown as {
      pages: readonly { body: readonly { row: readonly object[] }[] }[];
    };
    return Object.keys(pages[0]!.body[0]!.row[0]!).includes('stack') ? 'stack' : 'component';
  };
  test.each<[string, object, object, string]>([
    ['it says nothing', {}, {}, 'component'],
    ['its style has no box', { style: 'plain' }, {}, 'component'],
    ['its style has a margin', { style: 'apart' }, {}, 'stack'],
    ['one of its styles has a margin', { style: ['plain', 'apart'] }, {}, 'stack'],
    ['it says what only a stack has', { gap: 3 }, {}, 'stack'],
    ['both have a style', { style: 'plain' }, { style: 'strong' }, 'stack'],
    ['it says what the style of the component leaves open', { bold: true }, { style: 'plain' }, 'component'],
    ['it says what the style of the component says', { bold: true }, { style: 'strong' }, 'stack'],
    ['the style of the component comes from the data', { bold: true }, { style: '{{ s }}' }, 'stack'],
    ['a text has a width of its own', { width: 30 }, { width: 30 }, 'stack'],
    ['a picture fills it', { width: 30 }, { type: 'image', src: 'a.png', width: 30 }, 'component'],
    ['a picture has its own size in a set width', { width: 30 }, { type: 'image', src: 'a.png' }, 'stack'],
    ['a picture has its own size in a width of its own', { width: 'auto' }, { type: 'image', src: 'a.png' }, 'component'],
    ['a picture is narrower', { width: 30 }, { type: 'image', src: 'a.png', width: 20 }, 'stack'],
  ])('where %s', (_name, around, only, form) => {
    expect(columnOf(around, only)).toBe(form);
  });
});

test.each<[string, object, string]>([
  ['it has no style', {}, 'component'],
  ['its style has no box', { style: 'plain' }, 'component'],
  ['its style has a box', { style: ['plain', 'apart'] }, 'stack'],
  ['its style comes from the data', { style: '{{ s }}' }, 'stack'],
  ['it has a box', { padding: 2 }, 'stack'],
])(
  'a footer cell of the old notation becomes the component in it, unless a box would be that of the cell: %s',
  (_name, more, form) => {
    const styles = { plain: { size: 8 }, apart: { margin: 2 } };
    const cells = [{ content: { type: 'text', text: 'a', italic: true, ...more } }];
    const table = { type: 'table', each: 'rows', columns: [{ cell: 'b' }], footer: [{ cells }] };
    const { pages } = canonicalForm(renewNotation({ styles, pages: [{ body: [table] }] })) as unknown as {
      pages: readonly { body: readonly { footer: readonly { cells: readonly object[] }[] }[] }[];
    };
    expect('stack' in pages[0]!.body[0]!.footer[0]!.cells[0]! ? 'stack' : 'component').toBe(form);
  },
);
