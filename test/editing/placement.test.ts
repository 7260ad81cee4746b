import { expect, test } from 'vitest';
import { readParts } from '../../src/editing/part-tree.ts';
import { createPlacement } from '../../src/editing/placement.ts';
import { type Json, templateOf } from './support.ts';

/** Whether a part of the body, or a new component, may stand in a slot; otherwise why not. */
function place(template: Json, what: string | { readonly component: unknown }, slot: string): string | true {
  const tree = readParts(template);
  const part = typeof what === 'string' ? tree.places.get(what)!.part : undefined;
  const goal = tree.slots.get(slot);
  if (!goal) throw new Error(`There is no slot ${slot} but ${[...tree.slots.keys()].join(' ')}`);
  return createPlacement(tree, part ? part.value : (what as { component: unknown }).component, part)(goal) ?? true;
}

const body = '/pages/0/body';
const list = { repeat: 'lines', as: 'l', body: ['x'] };

test('a part that binds a name does not stand where the name is bound', () => {
  const template = templateOf([
    { repeat: 'others', as: 'l', body: 'y' },
    list,
    { repeat: 'others', as: 'o', body: '{{ loop.index }}' },
  ]);
  expect(place(template, `${body}/0`, `${body}/1/body`)).toBe('“l” means something else there.');
  expect(place(template, `${body}/2`, `${body}/1/body`)).toBe(true);
});

test('a part that uses a field of the data does not stand where its name is bound', () => {
  expect(place(templateOf(['{{ l }}', list]), `${body}/0`, `${body}/1/body`)).toBe('“l” means something else there.');
  expect(place(templateOf(['{{ k }}', list]), `${body}/0`, `${body}/1/body`)).toBe(true);
});

test.each<[string, Json, string, string]>([
  [
    'the elements of a page layout',
    { pages: [{ each: 'all', as: 'a', body: ['{{ a }}'] }, { body: [] }] },
    `${body}/0`,
    '/pages/1/body',
  ],
  [
    'the values of a page layout',
    { pages: [{ let: { a: 'b' }, body: ['{{ a }}'] }, { body: [] }] },
    `${body}/0`,
    '/pages/1/body',
  ],
  [
    'the columns for a list',
    templateOf([{ table: 'l', columns: [{ each: 'm', as: 'a', body: ['{{ a }}'] }] }]),
    `${body}/0/columns/0/body/0`,
    body,
  ],
  ['pairs of the data', templateOf([{ pairs: 'l', as: 'a', label: '{{ a }}', value: 'x' }]), `${body}/0/label`, body],
  [
    'a pair for a list',
    templateOf([{ pairs: [{ each: 'l', as: 'a', label: '{{ a }}', value: 'x' }] }]),
    `${body}/0/pairs/0/label`,
    body,
  ],
  ['a list of the data', templateOf([{ list: 'l', as: 'a', body: '{{ a }}' }]), `${body}/0/body`, body],
  [
    'further rows',
    templateOf([{ table: 'l', as: 'a', columns: ['x'], rows: [{ cells: [{ stack: ['{{ a }}'] }] }] }]),
    `${body}/0/rows/0/cells/0/stack/0`,
    body,
  ],
])('a name that %s give is not lost', (_, template, part, slot) => {
  expect(place(template, part, slot)).toContain('It uses “a”');
});

test.each<[string, Json, string, string]>([
  ['sums', { sums: { s: 'l.a' }, footer: [{ cells: [{ stack: ['{{ sums.s.all }}'] }] }] }, '/footer/0/cells/0/stack/0', 'sums'],
  [
    'a group',
    { groups: [{ by: 'l.a', header: [{ cells: [{ stack: ['{{ group.key }}'] }] }] }] },
    '/groups/0/header/0/cells/0/stack/0',
    'group',
  ],
])('a part that prints %s of a table stays in it', (_, more, part, name) => {
  const template = templateOf([{ table: 'l', columns: ['x'], ...more }]);
  expect(place(template, `${body}/0${part}`, body)).toContain(`It uses “${name}”`);
});

test('what is numbered does not stand where it repeats', () => {
  const template = templateOf([
    { text: 'a', count: 'figure' },
    { stack: [], header: [{ body: [] }] },
    { repeat: 'l', separator: 'x', body: [] },
  ]);
  const to = (slot: string) => place(template, `${body}/0`, body + slot);
  expect([to('/1/header/0/body'), to('/2/separator'), to('/1/stack'), to('/2/body')]).toEqual([
    'What is numbered stands in the body of a page.',
    'What is numbered stands in the body of a page.',
    true,
    true,
  ]);
});

test('what a definition gives is not covered by accident', () => {
  const template = { define: {}, pages: [{ use: 'a', header: ['x'], body: [{ use: 'b' }, { use: 'b', body: [] }] }] };
  const to = (slot: string) => place(template, { component: 'n' }, slot);
  expect([to('/pages/0/footer'), to('/pages/0/header'), to(`${body}/0/body`), to(`${body}/1/body`)]).toEqual([
    'The definition of the page layout says what stands there.',
    true,
    'This block takes no content.',
    true,
  ]);
});

test('lists and pairs that are written take no content for elements', () => {
  const template = templateOf([{ list: ['x'] }, { pairs: [] }, { list: 'l', body: [] }]);
  const to = (slot: string) => place(template, { component: 'n' }, body + slot);
  expect([to('/0/body'), to('/0/list'), to('/1/label'), to('/2/body')]).toEqual([
    'The part takes its content from its own list.',
    true,
    'The part takes its content from its own list.',
    true,
  ]);
});

test('a list takes no more than its schema lets it', () => {
  const full = templateOf([{ row: Array.from({ length: 50 }, () => 'x') }]);
  expect(place(full, { component: 'n' }, `${body}/0/row`)).toBe('Row has no room for more.');
});
