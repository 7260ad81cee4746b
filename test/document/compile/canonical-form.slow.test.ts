// The canonical form: one order of members, short where it can be, and nothing else changed.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalForm } from '../../../src/document/compile/canonical-form.ts';
import { createRandom } from '../../support/random.ts';
import { makeRandomTemplate } from '../../support/random-template.ts';
import { renderPdf } from '../../support/render-document.ts';
import { makePng } from '../image/make-image.ts';

type Part = Readonly<Record<string, unknown>>;

const examples = new URL('../../../templates-examples/', import.meta.url);
const random = createRandom(13);
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members whose own members have names that the author chooses, and so their order. */
const named = 'let sums with params define fonts styles colors dataSchema invoice'.split(' ');

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

const narrow = { width: 30, text: 'b' };
const pair = { value: 'b', label: 'a' };

test.each<[string, unknown, unknown]>([
  [
    'a column that takes what is left, as short as it goes',
    { row: [{ width: '*', text: 'a' }, narrow, { width: '*', stack: ['c', 'd'] }], gap: 3, id: 'r' },
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
    { pairs: [pair, { value: 'd', label: 'c', when: 'e' }], labels: { width: 3 } },
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
  const bands = [
    { on: 'first', body: ['b'] },
    { when: 'x', body: [{ text: 'a', bold: true }] },
  ];
  const formed = (given: unknown) => JSON.stringify(canonicalForm({ pages: [{ body: [], header: given }] }));
  const wanted = (header: unknown) => JSON.stringify({ pages: [{ header, body: [] }] });
  expect(formed(header)).toBe(wanted(bands));
  const components = [
    { body: 'b', as: 'x', repeat: 'rows' },
    { bold: true, text: 'a' },
  ];
  const form = [
    { repeat: 'rows', as: 'x', body: 'b' },
    { text: 'a', bold: true },
  ];
  expect(formed(components)).toBe(wanted(form));
});

test('a shape begins with what makes it', () => {
  const corners = [0, 5].map((at) => [at, at]);
  expect(JSON.stringify(formOf({ fill: '#111', polygon: corners }))).toBe(JSON.stringify({ polygon: corners, fill: '#111' }));
  const path = { path: 'M0 0', viewBox: [0, 0, 9, 9], stroke: { width: 1, join: 'round' } };
  const given = { stroke: { join: 'round', width: 1 }, viewBox: [0, 0, 9, 9], path: 'M0 0' };
  expect(JSON.stringify(formOf(given))).toBe(JSON.stringify(path));
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
    const template = canonicalForm(makeRandomTemplate(seed));
    for (const one of replaced(template)) {
      if (!isPart(one)) continue;
      const form = canonicalForm(one);
      expect(JSON.stringify(canonicalForm(form))).toBe(JSON.stringify(form));
    }
  }
  for (const value of wrong) {
    const template = { document: value, fonts: value, styles: value, pages: value };
    expect(canonicalForm(template)).toEqual(template);
  }
});

test('values of literal lists and of params stay as they are, whatever their members are called', () => {
  const value = { row: [{ stack: ['a'] }], choose: [{ stack: 'b' }], footer: [{ cells: [{ stack: ['c'] }] }] };
  const define = { d: { params: { v: { default: value } }, body: ['a'] } };
  const body = [
    { repeat: [value], body: ['x'] },
    { use: 'd', with: { v: value } },
  ];
  expect(canonicalForm({ define, pages: [{ body }] })).toEqual({ define, pages: [{ body }] });
});

test.each([undefined, 30, '30%', '*', 'auto'])('a picture keeps its width in a column of %s', async (width) => {
  const column = { image: 'dot.png', alt: '', ...(width !== undefined && { width }) };
  const template = { unit: 'pt', pages: [{ size: [200, 100], margin: 10, body: [{ row: [column, 'T'] }] }] };
  const images = { 'dot.png': makePng({ width: 4, height: 4, sample: () => 128, bits: 8, colorType: 2 }) };
  const document = await renderPdf(template, { images });
  expect(document.equals(await renderPdf(canonicalForm(template) as Record<string, unknown>, { images }))).toBe(true);
});

test('filters of the template are written in one form, wherever they stand', () => {
  const let1 = { ' share( n,of ) ': 'n / of', rate: '2', 'acct (n)': 'n' };
  const let2 = { 'share(n, of)': 'n / of', rate: '2', 'acct(n)': 'n' };
  const template = (values: object) => ({
    let: values,
    define: { d: { params: {}, let: values, body: 'x' } },
    pages: [{ let: values, body: [{ let: values, as: 'l', repeat: 'lines', body: 'x' }] }],
  });
  expect(JSON.stringify(canonicalForm(template(let1)))).toBe(JSON.stringify(canonicalForm(template(let2))));
  expect(Object.keys(canonicalForm({ let: let1 }).let as object)).toEqual(Object.keys(let2));
  // Two names that become the same one are a fault, which stays.
  const twice = { 'f(n)': 'n', 'f( n )': 'n' };
  expect(canonicalForm({ let: twice }).let).toEqual(twice);
});
