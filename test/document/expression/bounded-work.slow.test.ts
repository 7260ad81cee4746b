// Expressions over many elements, whose work is bounded.
import { describe, expect, test } from 'vitest';
import { compileExpression, compileLet } from '../../../src/document/expression/index.ts';
import type { StaticScope } from '../../../src/document/expression/scope.ts';
import { listOf, objectOf } from '../../support/schemas.ts';
import { scopeOf } from './scope.ts';

const open: StaticScope = { schema: true, locals: [] };

function run(expression: string, values: unknown, scope = open) {
  const warnings: string[] = [];
  const compiled = compileExpression(expression, scope);
  expect(compiled.diagnostics).toEqual([]);
  const value = compiled.evaluate({ ...scopeOf(values), warn: (_place, message) => void warnings.push(message) });
  return { value, warnings };
}

describe('work is bounded', () => {
  const many = { lines: Array.from({ length: 20_000 }, (_, a) => ({ a })), big: 'x'.repeat(1_000_000) };
  const tooMuch = (filter: string) => [`"${filter}" has too much to compute and prints nothing.`];
  test.each([
    ['sum', 'lines | sum: "data.lines | sum: \'a * 1\'"'],
    ['sum', 'lines | sum: "data.lines | sum: \'a\'"'],
    ['map', "lines | map: 'data.big | upcase'"],
    ['where', 'lines | where: "data.big | upcase | size"'],
    ['sort', 'lines | sort: "data.lines | where: \'a > 0\' | size"'],
  ])('%s of %s ends with a warning', (filter, expression) => {
    expect(run(expression, many)).toEqual({ value: undefined, warnings: tooMuch(filter) });
  });
  test('what people write is far from the limit', () => {
    expect(run("lines | sum: 'a * 2 + 1'", many)).toEqual({ value: 400_000_000, warnings: [] });
    expect(run('lines | slice: 0, 50 | sum: "data.lines | sum: \'a\'"', many).warnings).toEqual([]);
  });
  test('each filter of an expression has its own work', () => {
    const one = 'lines | sum: "data.lines | sum: \'a\'"';
    const lines = many.lines.slice(0, 1200);
    expect(run(`(${one}) > 0 and (${one}) > 0`, { lines })).toEqual({ value: true, warnings: [] });
  });
});

test('an expression of many tests is proved in seconds', () => {
  const lists = Array.from({ length: 350 }, (_, i) => `x${i}`);
  for (const test of ['.size > 999', '[999] != null', ' != null and y']) {
    const began = performance.now();
    expect(compileExpression(lists.map((name) => name + test).join(' and '), open).diagnostics).toEqual([]);
    expect(performance.now() - began).toBeLessThan(20_000);
  }
});

test('a schema whose branches lead back to it is looked at once', () => {
  const branches = [{ $ref: '#' }, { $ref: '#' }, { required: ['a'] }];
  const schema = { type: 'object', properties: { a: { type: 'number' } }, anyOf: branches };
  const began = performance.now();
  for (let i = 0; i < 100; i++) expect(compileExpression('a > 1', { schema, locals: [] }).diagnostics).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('filters of the template that are used with ever more kinds of values are not proved without end', () => {
  const schema = objectOf(
    {
      l: listOf(objectOf({ key: { type: 'number' }, items: { type: 'string' } }, '')),
    },
    '',
  );
  const next = (before: string) => `(n | ${before}) + (n | group: 'items' | ${before}) + (n | group: 'key' | ${before})`;
  const chain = Array.from({ length: 32 }, (_, k) => [`f${k}(n)`, k === 0 ? 'n | size' : next(`f${k - 1}`)]);
  const began = performance.now();
  const { names } = compileLet(Object.fromEntries(chain), { schema, locals: [] }, '/let', () => undefined);
  const codes = compileExpression('l | f31', names).diagnostics.map(({ code, place }) => [code, place]);
  expect(codes).toEqual([['too-much-work', '/let/f0(n)']]);
  expect(performance.now() - began).toBeLessThan(20_000);
});
