// The loops around a loop: loop.parent.
import { expect, test } from 'vitest';
import { compileExpression } from '../../../src/document/expression/index.ts';
import type { LoopValues, StaticScope } from '../../../src/document/expression/scope.ts';
import { scopeOf } from './scope.ts';

const inLoops = (loops: number, schema: StaticScope['schema'] = true): StaticScope => ({
  schema,
  locals: Array.from({ length: loops }, (_, i) => ({ name: `l${i}`, schema: true })),
});
const faults = (expression: string, names: StaticScope) =>
  compileExpression(expression, names).diagnostics.map(({ severity, code, offset, message }) => [
    severity,
    code,
    offset,
    message,
  ]);

const loopAt = (index: number, parent?: LoopValues): LoopValues => ({
  index,
  index0: index - 1,
  first: index === 1,
  last: false,
  count: 9,
  parent,
});

test('loop.parent is the loop around, as far out as loops go', () => {
  const scope = { ...scopeOf(), locals: [1, 2, 3], loop: loopAt(3, loopAt(2, loopAt(1))) };
  const value = (expression: string) => {
    expect(faults(expression, inLoops(3))).toEqual([]);
    return compileExpression(expression, inLoops(3)).evaluate(scope);
  };
  expect(value('loop.index')).toBe(3);
  expect(value('loop.parent.index')).toBe(2);
  expect(value('loop.parent.parent.index')).toBe(1);
  expect(value('loop.parent.parent.first and not loop.parent.last')).toBe(true);
  expect(value("loop['parent'].count * loop.parent.index")).toBe(18);
});

test('a loop without a loop around it has no parent', () => {
  expect(faults('loop.parent.index', inLoops(1))).toEqual([
    ['error', 'unknown-path', 5, '"loop" has no "parent": no loop is around it.'],
  ]);
  expect(faults('1 + loop.parent.parent.index', inLoops(2))).toEqual([
    ['error', 'unknown-path', 16, '"loop.parent" has no "parent": no loop is around it.'],
  ]);
  expect(faults('loop.parent', inLoops(0))[0]![3]).toContain('known only inside a repeat');
});

test('members and types are proved on every level', () => {
  expect(faults('loop.parent.idx', inLoops(2))).toEqual([
    [
      'error',
      'unknown-path',
      12,
      '"loop.parent" is not data and has no "idx"; it has: index, index0, first, last, count; did you mean "loop.parent.index"?',
    ],
  ]);
  expect(faults('loop.parnt.index', inLoops(2))[0]![3]).toContain('did you mean "loop.parent"?');
  expect(faults('loop.parent.index.x', inLoops(2))).toEqual([['error', 'unknown-path', 18, '"loop.parent.index" has no "x"']]);
  expect(faults('loop.parent * 2', inLoops(2))[0]![3]).toContain('needs a number');
  expect(compileExpression('loop.parent.index', inLoops(2)).schema).toMatchObject({ type: 'integer' });
  const schema = { type: 'object', properties: { loop: { type: 'object', properties: { x: { type: 'string' } } } } };
  expect(faults('loop.x', inLoops(1, schema))[0]![3]).toContain('; for "loop" of the data, write data.loop.x');
  expect(faults('loop.parent.x', inLoops(2, schema))[0]![3]).not.toContain('of the data');
});
