import { expect, test } from 'vitest';
import { setPath, splitAssignment } from '../../src/input/set-path.ts';

test.each([
  [{ a: 1 }, 'b', 'x', { a: 1, b: 'x' }],
  [{ a: 1 }, 'a', '2.5', { a: 2.5 }],
  [{}, 'customer.name', '"7"', { customer: { name: '7' } }],
  [{ lines: [{ price: 1, n: 1 }] }, 'lines[0].price', '3', { lines: [{ price: 3, n: 1 }] }],
  [{ lines: [1] }, 'lines[1]', '{"a":[true]}', { lines: [1, { a: [true] }] }],
  [undefined, 'a["b.c"]', 'null', { a: { 'b.c': null } }],
  [{}, 'größe', 'true', { größe: true }],
])('%j with %s=%s', (data, path, value, expected) => {
  const before = structuredClone(data);
  expect(setPath(data, path, value, `--set ${path}`)).toEqual(expected);
  expect(data).toEqual(before);
});

test.each([
  [{ a: 1 }, 'a.b', '--set a.b: "b" needs an object, but there is the number 1'],
  [{ a: {} }, 'a[0]', '--set a[0]: [0] needs an array, but there is an object'],
  [{ a: [] }, 'a[2]', '--set a[2]: [2] is past the end; the array has 0 items'],
  [{}, 'a..b', '--set a..b: cannot be read as a path from "..b"; paths look like lines[0].price'],
  [{}, '__proto__.x', '--set __proto__.x: "__proto__" cannot be the name of a member'],
])('%j with %s is refused', (data, path, message) => {
  expect(() => setPath(data, path, '1', `--set ${path}`)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
});

test('an assignment is split at its first equals sign', () => {
  expect(splitAssignment('a.b=x=y', '--set')).toEqual({ path: 'a.b', value: 'x=y' });
  expect(splitAssignment('a["x=y"]=1', '--set')).toEqual({ path: 'a["x=y"]', value: '1' });
  expect(() => splitAssignment('a', '--set')).toThrow('--set takes PATH=VALUE');
});

test('a value that would not be the one that was typed is refused', () => {
  expect(() => setPath({}, 'a', '12345678901234567890', '--set a')).toThrow(
    '--set a: the number 12345678901234567890 loses digits',
  );
  expect(() => setPath({}, 'a', '1e999', '--set a')).toThrow('--set a: the number 1e999 is too large');
  expect(() => setPath({}, 'a', '{"b": 1, "b": 2}', '--set a')).toThrow('--set a: the name "b" appears twice in its object');
  expect(setPath({}, 'a', '"12345678901234567890"', '--set a')).toEqual({ a: '12345678901234567890' });
});
