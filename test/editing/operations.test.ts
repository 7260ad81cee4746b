import { expect, test } from 'vitest';
import { followAll, followNearest } from '../../src/editing/follow.ts';
import { applyOperation, applyOperations, getValue, type Operation } from '../../src/editing/operations.ts';

const parse = (text: string): unknown => JSON.parse(text);
const write = (value: unknown): string => JSON.stringify(value);

/** The value after an operation as JSON. Fails if the inverse does not give the bytes back. */
function apply(text: string, operation: Operation): string {
  const before = parse(text);
  const { value, inverse } = applyOperation(before, operation);
  expect(write(before)).toBe(text);
  expect(write(applyOperation(value, inverse).value)).toBe(text);
  return write(value);
}

test('a member that is set keeps its place, and a new one comes last or at its index', () => {
  expect(apply('{"a":1,"b":2}', { op: 'set', at: '/a', value: 3 })).toBe('{"a":3,"b":2}');
  expect(apply('{"a":1,"b":2}', { op: 'set', at: '/c', value: 3 })).toBe('{"a":1,"b":2,"c":3}');
  expect(apply('{"a":1,"b":2}', { op: 'set', at: '/c', value: 3, index: 1 })).toBe('{"a":1,"c":3,"b":2}');
  expect(apply('[1,{"a":[2]}]', { op: 'set', at: '/1/a/0', value: 5 })).toBe('[1,{"a":[5]}]');
});

test('a member that was taken out comes back to its place', () => {
  expect(apply('{"a":1,"b":2,"c":3}', { op: 'unset', at: '/b' })).toBe('{"a":1,"c":3}');
  expect(apply('{"x":{"a":1}}', { op: 'unset', at: '/x/a' })).toBe('{"x":{}}');
});

test('names that look like numbers, and the name of the prototype, are names like others', () => {
  expect(apply('{"2":0,"10":1,"a":2}', { op: 'unset', at: '/10' })).toBe('{"2":0,"a":2}');
  expect(apply('{"a":2}', { op: 'set', at: '/10', value: 1, index: 1 })).toBe('{"10":1,"a":2}');
  const inside = '{"a":{"__proto__":{"b":1},"c":2}}';
  expect(apply(inside, { op: 'set', at: '/a/__proto__/b', value: 4 })).toBe('{"a":{"__proto__":{"b":4},"c":2}}');
  expect(apply(inside, { op: 'unset', at: '/a/__proto__' })).toBe('{"a":{"c":2}}');
  expect(apply('{"a":1}', { op: 'set', at: '/__proto__', value: [2] })).toBe('{"a":1,"__proto__":[2]}');
  expect(apply('{"a~b":{"c/d":1}}', { op: 'set', at: '/a~0b/c~1d', value: 2 })).toBe('{"a~b":{"c/d":2}}');
  expect(getValue({}, '/constructor')).toBeUndefined();
  expect(getValue([1], '/length')).toBeUndefined();
});

test('elements are inserted, removed and moved', () => {
  expect(apply('{"a":[1,2]}', { op: 'insert', at: '/a/2', value: 3 })).toBe('{"a":[1,2,3]}');
  expect(apply('{"a":[1,2]}', { op: 'insert', at: '/a/0', value: 3 })).toBe('{"a":[3,1,2]}');
  expect(apply('{"a":[1,2]}', { op: 'remove', at: '/a/0' })).toBe('{"a":[2]}');
  expect(apply('{"a":[1,2,3]}', { op: 'move', from: '/a/0', to: '/a/2' })).toBe('{"a":[2,3,1]}');
  // The goal is a place in what is left when the element was taken out.
  expect(apply('[1,{"b":[]}]', { op: 'move', from: '/0', to: '/0/b/0' })).toBe('[{"b":[1]}]');
});

test.each<[string, Operation]>([
  ['a member of nothing', { op: 'set', at: '/x/y', value: 1 }],
  ['an element behind the end', { op: 'set', at: '/a/2', value: 1 }],
  ['a member that is missing', { op: 'unset', at: '/b' }],
  ['an element of a list as a member', { op: 'unset', at: '/a/0' }],
  ['an index behind the end', { op: 'insert', at: '/a/3', value: 1 }],
  ['an index that is no number', { op: 'insert', at: '/a/-', value: 1 }],
  ['an element that is missing', { op: 'remove', at: '/a/2' }],
  ['a member as an element', { op: 'remove', at: '/a' }],
  ['a part into itself', { op: 'move', from: '/a/0', to: '/a/5/x/0' }],
  ['the root', { op: 'set', at: '', value: 1 }],
])('an operation that does not fit is an error: %s', (_, operation) => {
  expect(() => applyOperation({ a: [1, 2] }, operation)).toThrow(RangeError);
});

test('what does not change is shared', () => {
  const before = { a: [{ b: 1 }], c: { d: {} } };
  const { value } = applyOperation(before, { op: 'set', at: '/a/0/b', value: 2 });
  expect((value as typeof before).c).toBe(before.c);
});

test('several operations are taken back in the opposite order', () => {
  const text = '{"a":[1],"b":{"c":2}}';
  const { value, inverses } = applyOperations(parse(text), [
    { op: 'insert', at: '/a/0', value: { x: 1 } },
    { op: 'set', at: '/a/0/y', value: 2 },
    { op: 'unset', at: '/b/c' },
  ]);
  expect(write(value)).toBe('{"a":[{"x":1,"y":2},1],"b":{}}');
  expect(write(applyOperations(value, inverses).value)).toBe(text);
});

test('a place is followed through elements that come, go and move', () => {
  const followed = (pointer: string, ...operations: Operation[]) => followAll(pointer, operations);
  expect(followed('/a/1/x', { op: 'insert', at: '/a/1', value: 0 })).toBe('/a/2/x');
  expect(followed('/a/0/x', { op: 'insert', at: '/a/1', value: 0 })).toBe('/a/0/x');
  expect(followed('/a', { op: 'insert', at: '/a/0', value: 0 })).toBe('/a');
  expect(followed('/a/12/x', { op: 'remove', at: '/a/3' })).toBe('/a/11/x');
  expect(followed('/a/3/x', { op: 'remove', at: '/a/3' })).toBeUndefined();
  expect(followed('/a/3/x', { op: 'move', from: '/a/3', to: '/b/0' })).toBe('/b/0/x');
  expect(followed('/a/4/x', { op: 'move', from: '/a/3', to: '/a/3/b/0' })).toBe('/a/3/x');
  expect(followed('/a/2', { op: 'move', from: '/a/3', to: '/a/1' })).toBe('/a/3');
  expect(followed('/a/bc', { op: 'unset', at: '/a/b' })).toBe('/a/bc');
  expect(followed('/a/b/c', { op: 'unset', at: '/a/b' })).toBeUndefined();
  expect(followed('/b', { op: 'remove', at: '/b/0' }, { op: 'unset', at: '/b' })).toBeUndefined();
});

test('a value that is set stays, its inside is gone, and what it carries is followed', () => {
  const operation: Operation = { op: 'set', at: '/a', value: [{}, 1], carried: [{ from: '', to: '/0' }] };
  expect(followAll('/a/x', [operation])).toBe('/a/0/x');
  expect(followAll('/a', [operation])).toBe('/a/0');
  expect(followAll('/a', [{ op: 'set', at: '/a', value: 1 }])).toBe('/a');
  expect(followAll('/a/x', [{ op: 'set', at: '/a', value: 1 }])).toBeUndefined();
  const { inverse } = applyOperation({ a: {} }, operation);
  expect(followAll('/a/0/x', [inverse])).toBe('/a/x');
  const pair: Operation = {
    op: 'set',
    at: '/p',
    value: {},
    carried: [
      { from: '/0', to: '/label' },
      { from: '/1', to: '/value' },
    ],
  };
  expect(followAll('/p/1/x', [pair])).toBe('/p/value/x');
  expect(followAll('/p/2', [pair])).toBeUndefined();
});

test('of a place that is gone, the nearest place around it is followed', () => {
  expect(
    followNearest('/a/1/b/2', [
      { op: 'unset', at: '/a/1/b' },
      { op: 'insert', at: '/a/0', value: 0 },
    ]),
  ).toBe('/a/2');
});
