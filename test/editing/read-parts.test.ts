import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { componentMembers } from '../../src/document/compile/template-schema.ts';
import { components } from '../../src/document/components/all-components.ts';
import { mapBySchema } from '../../src/document/components/map-by-schema.ts';
import { labelOf } from '../../src/editing/label.ts';
import { childrenOf, parentOf, partAt, readParts } from '../../src/editing/part-tree.ts';
import { componentNames } from '../../src/editor-words/index.ts';
import { makeGrammarTemplate } from '../support/grammar/random-grammar.ts';
import { exampleNames } from '../support/shown-documents.ts';
import { trialSeeds } from '../support/trials.ts';

type Json = Record<string, unknown>;

const readTemplate = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../templates-examples/${name}/template.json`, import.meta.url), 'utf8')) as Json;

/** The pointers of all components that are objects. */
function listComponents(template: Json): string[] {
  const found: string[] = [];
  mapBySchema(componentMembers.pages, template.pages, '/pages', {
    component(part, pointer) {
      found.push(pointer);
      return part;
    },
  });
  return found;
}

const body = (...body: unknown[]) => ({ pages: [{ body }] });

/** The tree as lines: the label of each part, indented. */
function outline(template: Json): string[] {
  const tree = readParts(template);
  const lines = (part: (typeof tree.pages)[number], depth: number): string[] => [
    `${'  '.repeat(depth)}${labelOf(part)}`,
    ...childrenOf(part).flatMap((one) => lines(one, depth + 1)),
  ];
  return tree.pages.flatMap((page) => lines(page, 0));
}

test('each type of component has a name', () => {
  expect(Object.keys(componentNames).sort()).toEqual(components.map(({ type }) => type).sort());
});

test.each(exampleNames)('the tree of %s has each component once, with pointers of their own', (name) => {
  const template = readTemplate(name);
  const tree = readParts(template);
  const pointers = tree.parts.map(({ pointer }) => pointer);
  expect(new Set(pointers).size).toBe(pointers.length);
  expect(pointers).toEqual(expect.arrayContaining(listComponents(template)));
  expect(tree.parts.filter(({ name: unknown }) => unknown === 'Unknown part')).toEqual([]);
});

test('no slot of any component is left out', () => {
  const types = new Set<string>();
  for (const seed of trialSeeds('read-parts')) {
    const { template } = makeGrammarTemplate(seed);
    const tree = readParts(template);
    const pointers = tree.parts.map(({ pointer }) => pointer);
    expect(new Set(pointers).size).toBe(pointers.length);
    expect(pointers).toEqual(expect.arrayContaining(listComponents(template)));
    for (const { type } of tree.parts) if (type !== undefined) types.add(type);
  }
  // A slot stands in definitions, which are read only.
  expect([...types, 'slot'].sort()).toEqual(expect.arrayContaining(components.map(({ type }) => type).sort()));
});

test('parts say what they are, in the order of reading', () => {
  const template = {
    pages: [
      {
        header: [
          { on: 'first', body: 'Hello' },
          { on: 'rest', body: ['A', { row: ['L', ['R', 'S']] }] },
        ],
        body: [
          { stack: ['x'], footer: [{ body: 'end' }], header: [{ on: 'notFirst', body: 'again' }] },
          {
            table: 'lines',
            as: 'l',
            columns: ['{{ l.name }}', { header: 'Total', body: '{{ l.total }}' }],
            header: [{ cells: [{ span: 2 }] }],
            groups: [{ by: 'l.a', footer: [{ cells: ['Sum', '{{ group.sums.a }}'] }] }],
            footer: [{ cells: [{ span: 2, text: 'All' }] }],
          },
          { pairs: [['Net', '{{ net }}'], { label: 'Total', value: ['{{ total }}', { text: 'EUR', id: 'currency' }] }] },
          { use: 'card', with: { title: 'Terms' }, body: 'inside' },
          { nothing: 1 },
        ],
        footer: ['Page'],
        background: [{ at: { x: 1 }, image: 'logo.png' }],
      },
      { body: { text: `A ${'very '.repeat(20)}long text` } },
    ],
  };
  expect(outline(template)).toEqual([
    'Page layout',
    '  Header on the first page',
    '    Text: Hello',
    '  Header on the other pages',
    '    Text: A',
    '    Row: L, R, S',
    '      Text: L',
    '      Box: R, S',
    '        Text: R',
    '        Text: S',
    '  Box: x',
    '    Header on all pages but the first',
    '      Text: again',
    '    Text: x',
    '    Footer on the last page',
    '      Text: end',
    '  Table: Lines',
    '    Row',
    '      Cell',
    '    Column: ‹Name›',
    '    Column: Total',
    '      Text: Total',
    '      Text: ‹Total›',
    '    Group of rows',
    '      Row: Sum, ‹Sums a›',
    '        Cell: Sum',
    '        Cell: ‹Sums a›',
    '    Row: All',
    '      Cell: All',
    '  Labels and values: Net, ‹Net›, Total',
    '    Label and value: Net, ‹Net›',
    '      Text: Net',
    '      Text: ‹Net›',
    '    Label and value: Total',
    '      Text: Total',
    '      Text: ‹Total›',
    '      Text: currency',
    '  Block: Card',
    '    Text: inside',
    '  Unknown part',
    '  Picture: logo.png',
    '  Footer on all pages',
    '    Text: Page',
    'Page layout 2',
    '  Text: A very very very very very very very ve…',
  ]);
});

test('the names of parts are for people: no braces, no marks, no names of uploads', () => {
  const upload = `asset:${'a'.repeat(64)}`;
  const detailOf = (component: unknown, example?: unknown) =>
    childrenOf(readParts(body(component), example).pages[0]!)[0]!.detail;
  const example = { seller: { name: 'Gratwerk', city: ' ' }, total: 5 };
  expect(detailOf('Dear {{ seller.name }}', example)).toBe('Dear Gratwerk');
  expect(detailOf("{{ seller.name ?? '' }}", example)).toBe('Gratwerk');
  // What is missing, is no text or is printed in a format has its name.
  expect(detailOf('{{ seller.city }}{{ seller.zip }}', example)).toBe('‹Seller city›‹Seller ZIP›');
  expect(detailOf('{{ total }} {{ seller.name | upcase }}', example)).toBe('‹Total› ‹Seller name›');
  expect(detailOf("{{ a * b }}, {{ x ? 'y' : 'z' }}")).toBe('‹…›, ‹…›');
  expect(detailOf({ text: '**Pay** _now_ [here](https://x.org): {{ a_b }}', format: 'inline' })).toBe('Pay now here: ‹A b›');
  expect(detailOf({ group: [{ text: '**Pay**', format: 'inline' }, '2 * 3'] })).toBe('Pay, 2 * 3');
  expect(detailOf({ text: '* required_by_law' })).toBe('* required_by_law');
  expect(detailOf({ markdown: '# Terms\n- `one`' })).toBe('Terms one');
  expect(detailOf({ image: upload, alt: 'Logo of {{ seller.name }}' }, example)).toBe('Logo of Gratwerk');
  expect(detailOf({ image: upload })).toBe('');
  expect(detailOf({ repeat: 'order.lines', body: 'x' })).toBe('Order lines');
  expect(detailOf({ stack: [{ repeat: 'a | sort', body: 'x' }, 'after'] })).toBe('A, x, after');
  expect(detailOf({ use: 'addressBlock' })).toBe('Address block');
  expect(detailOf({ row: [{ use: 'addressBlock' }, 'x'] })).toBe('Address block, x');
});

test('parts are found by their place, around and beside a part', () => {
  const tree = readParts({ pages: [{ header: ['h'], body: [{ text: 'a', style: 'x' }, { row: ['b', ['c']] }] }] });
  const at = (pointer: string, uses: string[] = []) => partAt(tree, pointer, uses)?.pointer;
  expect([at('/pages/0/body/0/style'), at('/pages/0/body/1/row/1/0'), at('/pages/0/body'), at('/pages/0/header')]).toEqual([
    '/pages/0/body/0',
    '/pages/0/body/1/row/1/0',
    '/pages/0',
    '/pages/0/header',
  ]);
  expect([at('/styles/a'), at('/pages/7'), at('')]).toEqual([undefined, undefined, undefined]);
  // What stands in a definition belongs to the block that uses it.
  expect(at('/define/card/body/0', ['/pages/0/body/0', '/define/card/body'])).toBe('/pages/0/body/0');
  expect(at('/pages/0/body/1', ['/pages/0/body/0', '/define/card/body'])).toBe('/pages/0/body/1');
  expect(parentOf(tree, partAt(tree, '/pages/0/body/1/row/1')!)?.pointer).toBe('/pages/0/body/1');
  expect(parentOf(tree, tree.pages[0]!)).toBeUndefined();
});

test('a column with a block has its name, its own parts, and those of the block to look at', () => {
  const tree = readParts({
    define: { amount: { params: ['n'], column: { header: 'Amount', value: 'n', body: ['{{ value }}', 'x'] } } },
    pages: [
      {
        body: [
          {
            table: 'lines',
            columns: [
              { use: 'amount', with: ['{{ item.price }}'], footer: 'f' },
              { use: 'amount', header: 'h' },
            ],
          },
        ],
      },
    ],
  });
  const [column, named] = tree.parts.filter(({ kind }) => kind === 'column');
  expect([column!.detail, named!.detail]).toEqual(['Amount', 'h']);
  expect(column!.slots.map(({ member, form, isRequired }) => [member, form, isRequired])).toEqual([
    ['header', 'absent', false],
    ['body', 'absent', false],
    ['footer', 'one', false],
  ]);
  const inside = tree.slotsOfDefinition('amount', 'column').flatMap(({ parts }) => parts);
  expect(inside.map(({ pointer, isReadOnly }) => [pointer, isReadOnly])).toEqual([
    ['/define/amount/column/header', true],
    ['/define/amount/column/body/0', true],
    ['/define/amount/column/body/1', true],
  ]);
  expect(tree.slotsOfDefinition('amount', 'body').flatMap(({ parts }) => parts)).toEqual([]);
});

test('what a block takes from its definition is read only', () => {
  const tree = readParts({
    define: { card: { body: ['x', { slot: 'body' }] }, sheet: { page: { header: ['h'], body: [{ slot: 'body' }] } } },
    pages: [{ use: 'sheet', body: [{ use: 'card', body: 'y' }] }],
  });
  expect(tree.parts.every(({ isReadOnly }) => !isReadOnly)).toBe(true);
  const inside = tree.slotsOfDefinition('card', 'body');
  expect(inside.flatMap(({ parts }) => parts.map((part) => [part.pointer, part.type, part.isReadOnly]))).toEqual([
    ['/define/card/body/0', 'text', true],
    ['/define/card/body/1', 'slot', true],
  ]);
  expect(tree.slotsOfDefinition('sheet', 'page').map(({ pointer }) => pointer)).toContain('/define/sheet/page/body');
  expect([tree.slotsOfDefinition('other', 'body'), tree.slotsOfDefinition('card', 'page')]).toEqual([[], []]);
});

test.each<[string, unknown]>([
  ['pages that are no list', { pages: 1 }],
  ['no pages', {}],
  ['a page that is no object', { pages: [1, null, []] }],
  ['bodies of all kinds', { pages: [{ body: 1 }, { body: null }, { body: [null, 5, true, {}] }, { header: 'x', body: {} }] }],
  [
    'parts of all kinds',
    body(
      { table: 1, columns: 5, header: [1, null], groups: {} },
      { row: 'x' },
      { pairs: [[], [1, 2, 3], 5] },
      { text: 'a', row: [] },
    ),
  ],
])('a template that does not compile has a tree too: %s', (_, template) => {
  const pointers = readParts(template as Json).parts.map(({ pointer }) => pointer);
  expect(new Set(pointers).size).toBe(pointers.length);
});

test('an uploaded picture is called by what it shows, not by its hash', () => {
  const image = `asset:${'0'.repeat(64)}`;
  expect(
    outline(body({ image, alt: 'New logo' }, { image, alt: '' }, { row: [{ image }, 'Beside'] }, { image: 'logo.png' })),
  ).toEqual([
    'Page layout',
    '  Picture: New logo',
    '  Picture',
    '  Row: Beside',
    '    Picture',
    '    Text: Beside',
    '  Picture: logo.png',
  ]);
});
