import { describe, expect, test } from 'vitest';
import { addedRepetitions, goalsOf, goalsOfNew, readParts, repetitionsAt } from '../../src/editing/index.ts';

const body = [
  'outside',
  { table: 'lines', columns: [{ header: 'Name', body: ['{{ item.name }}', 'again'] }], empty: 'none' },
  { repeat: 'lines', body: ['in it', 'last'], separator: 'between' },
  { pairs: 'facts', label: 'l', value: 'v' },
  { list: 'lines', body: ['entry'] },
  { list: ['own'] },
  {
    table: 'lines',
    groups: [{ by: 'item.name', header: [{ text: 'head', span: 1 }] }],
    columns: [{ each: 'lines', body: 'deep' }],
  },
];
const tree = readParts({ pages: [{ each: 'pages', body, header: ['top'] }] });
const at = (pointer: string) => tree.slots.get(`/pages/0/body${pointer}`)!;
const around = (pointer: string) => repetitionsAt(tree, at(pointer)).map(({ part }) => part.pointer.replace('/pages/0/body', ''));

describe('what repeats a part', () => {
  test.each([
    ['', []],
    ['/1/columns/0/body', ['/1']],
    ['/1/columns/0/header', []],
    ['/1/empty', []],
    ['/2/body', ['/2']],
    ['/2/separator', ['/2']],
    ['/3/label', ['/3']],
    ['/4/body', ['/4']],
    ['/5/list', []],
    ['/6/columns/0/body', ['/6/columns/0', '/6']],
    ['/6/groups/0/header', ['/6']],
  ])('in %s', (pointer, parts) => {
    expect(around(pointer)).toEqual(parts);
  });

  test('is not what repeats it already', () => {
    const part = tree.places.get('/pages/0/body/1/columns/0/body/0')!.part;
    expect(addedRepetitions(tree, at('/1/columns/0/body'), part)).toEqual([]);
    expect(addedRepetitions(tree, at('/1/columns/0/body'), undefined)).toHaveLength(1);
    expect(addedRepetitions(tree, at('/2/body'), part)).toHaveLength(1);
  });
});

test('the name of a goal says that the part would be repeated there', () => {
  const names = goalsOfNew(tree, 'new').map(({ name }) => name);
  expect(names).toContain('After Text: outside');
  expect(names).toContain('After Text: again, in each row of Table: Lines');
  expect(names).toContain('After Text: last, in each element of Repetition: Lines');
  expect(names).toContain('After Text: l, in each pair of Labels and values: Facts');
  expect(names).toContain('After Text: entry, in each item of List: Lines');
  expect(names).toContain('After Text: deep, in each column of Column: deep');
  const part = tree.places.get('/pages/0/body/1/columns/0/body/1')!.part;
  expect(goalsOf(tree, part).map(({ name }) => name)).toContain('At the start of Column: Name, Content');
});
