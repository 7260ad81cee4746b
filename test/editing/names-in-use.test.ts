import { expect, test } from 'vitest';
import { copyPart } from '../../src/editing/clipboard.ts';
import { goalsOf } from '../../src/editing/goals.ts';
import { bindersAt, mayUse } from '../../src/editing/names-in-use.ts';
import { readParts } from '../../src/editing/part-tree.ts';
import { createDice } from '../support/grammar/dice.ts';
import { trialSeeds } from '../support/trials.ts';

test.each<[string, string, boolean]>([
  ['line.name', 'line', true],
  ['{ $a }', '$a', true],
  ['a.line', 'line', false],
  ['lines', 'line', false],
  ['xa', '$a', false],
  // No name: no expression can use it.
  ['a(1)', 'a(', false],
  ['a.b', 'a.b', false],
  ['x', '', false],
  ['1a', '1a', false],
])('whether %s uses %s', (source, name, expected) => {
  expect(mayUse(source, name)).toBe(expected);
});

test('a column with a value gives it to its body, beside its element', () => {
  const columns = [
    { value: 'l.a', header: ['h'], body: ['b'] },
    { each: 'days', value: 'l.a', body: ['b'] },
  ];
  const tree = readParts({ pages: [{ body: [{ table: 'lines', as: 'l', columns }] }] });
  const namesAt = (pointer: string) =>
    bindersAt(tree, tree.places.get(`/pages/0/body/0/columns/${pointer}`)!.slot).flatMap(({ names }) => names);
  expect(namesAt('0/body/0')).toEqual(['value', 'l', 'loop']);
  expect(namesAt('0/header/0')).toEqual([]);
  expect(namesAt('1/body/0')).toEqual(['column', 'loop', 'value', 'l', 'loop']);
});

test('a column whose body prints the total too has no element', () => {
  const namesWith = (more: object) => {
    const columns = ['a', { value: 'l.a', sum: true, body: ['b'] }];
    const tree = readParts({ pages: [{ body: [{ table: 'lines', as: 'l', columns, ...more }] }] });
    return bindersAt(tree, tree.places.get('/pages/0/body/0/columns/1/body/0')!.slot).flatMap(({ names }) => names);
  };
  expect(namesWith({})).toEqual(['value', 'l', 'loop']);
  expect(namesWith({ total: 'Total' })).toEqual(['value']);
});

const signs = [...'ab1$_.^*+?()[]{}|\\/-,&~! \u00e4\u{1f600}', '\n', '{{', '}}'];

test('a part among names of any signs has goals, and is copied', () => {
  for (const seed of trialSeeds('names-in-use')) {
    const dice = createDice(seed);
    const name = Array.from({ length: dice.upTo(5) }, () => dice.pick(signs)).join('');
    const lets = { [name]: 'x' };
    const inner = { text: `{{ ${name} }}`, when: name };
    const tree = readParts({ pages: [{ let: lets, body: [{ repeat: 'lines', as: name, let: lets, body: [inner] }, 'b'] }] });
    const part = tree.places.get('/pages/0/body/0/body/0')!.part;
    expect(goalsOf(tree, part), JSON.stringify(name)).toBeDefined();
    expect(copyPart(tree, part)).toContain('pdfgen/part');
  }
});
