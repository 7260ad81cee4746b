// What the groups of a table are made of.
import { describe, expect, test } from 'vitest';
import { compile, layOut, pageTexts } from '../../../support/render.ts';

const table = (by: string, values: Readonly<Record<string, string>>, column: object = {}) => ({
  table: 'lines',
  as: 'l',
  let: values,
  groups: [{ by, header: [{ cells: ['{{ group.key }}'] }] }],
  columns: [{ body: '{{ l.name }}', ...column }],
});
const data = {
  title: 'T',
  lines: [
    { kind: 'a', name: 'one', lots: [{ q: 1 }] },
    { kind: 'a', name: 'two', lots: [{ q: 2 }] },
    { kind: 'b', name: 'three', lots: [{ q: 2 }] },
  ],
};

describe('a value of "let" that uses the element', () => {
  test.each([
    ['x', { x: "l.kind & '!'" }, ['a!', 'one', 'two', 'b!', 'three']],
    ['y', { x: 'l.kind', y: "x & '!'" }, ['a!', 'one', 'two', 'b!', 'three']],
    ['x', { x: "l.lots | sum: 'q + l.lots.size'" }, ['2', 'one', '3', 'two', 'three']],
  ])('makes the groups of a table alone: %s of %j', async (by, values, printed) => {
    expect(pageTexts(await layOut([table(by, values)], data))).toEqual([printed]);
  });
  test('decides alone which cells are merged', async () => {
    const columns = [{ body: '{{ x }}', merge: 'x' }, '{{ l.name }}'];
    const body = { table: 'lines', as: 'l', let: { x: "l.kind & '!'" }, columns };
    expect(pageTexts(await layOut([body], data))).toEqual([['a!', 'one', 'two', 'b!', 'three']]);
  });
});

test('a value of "let" that is the same for every element makes no groups, merges no cells and chooses no rows', async () => {
  const faults = async (body: object) =>
    (await compile({ pages: [{ body: [body] }] })).diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
  const values = { x: "title & '!'" };
  const told = [expect.stringMatching(/^"x" is the same for every element, because it does not use "l"\./)];
  expect(await faults(table('x', values))).toEqual(told);
  expect(await faults(table('l.kind', values, { merge: 'x' }))).toEqual(told);
  expect(await faults({ ...table('l.kind', values), where: 'x' })).toEqual(told);
});
