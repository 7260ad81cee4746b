// Line and column of faults in JSON text.
import { expect, test } from 'vitest';
import { positionsOf } from '../../src/json/fault-positions.ts';

test.each([
  ['no escape', 'a {{ x }} {{ y }}'],
  ['escaped quotes before it', 'A "b" {{ l | where: "k == \'s\'" }}; {{ y }}'],
  ['a backslash before it', 'a\\n {{ y }}'],
  ['a line end before it', 'a\n{{ y }}'],
])('a fault in a string has its own column: %s', (_, value) => {
  const text = `{\n  "text": ${JSON.stringify(value)}\n}`;
  const offset = value.indexOf('y');
  const fault = { pointer: '/text', code: 'x', offset };
  expect(positionsOf(text, [fault]).get(fault)).toMatchObject({ line: 2, column: text.split('\n')[1]!.lastIndexOf('y') + 1 });
});

test('a character that is written by its number is one character', () => {
  const fault = { pointer: '/text', code: 'x', offset: 2 };
  expect(positionsOf(String.raw`{"text":"\u00e9\ty"}`, [fault]).get(fault)?.column).toBe(18);
});

test('a fault beyond the end of a string stands at its beginning', () => {
  const fault = { pointer: '/text', code: 'x', offset: 50 };
  expect(positionsOf('{"text":"abc"}', [fault]).get(fault)?.column).toBe(9);
});
