import { expect, test } from 'vitest';
import { usesName } from '../../../src/document/expression/index.ts';

/** Every place where an expression may hold another one. */
const places = [
  ...['_', '_.x', '_[0]', 'b[_]', '-_', 'not _', '_ + 1', '1 + _', '_ and b', 'b or _', '_ ? b : c', 'b ? _ : c'],
  ...['b ? c : _', '_ | size', 'b | round: _', 'b | number: 1, _', '(_)'],
];

test.each(places)('an expression uses the name that stands in %s', (place) => {
  expect(usesName(place.replace('_', 'n'), 'n')).toBe(true);
  expect(usesName(place.replace('_', 'a'), 'n')).toBe(false);
  for (const inner of places) {
    const nested = place.replace('_', `(${inner})`);
    expect(usesName(nested.replace('_', 'n'), 'n'), nested).toBe(true);
    expect(usesName(nested.replace('_', 'a'), 'n'), nested).toBe(false);
  }
});

test('a member, a text and a filter of the same name are no use of it, nor is anything in a faulty expression', () => {
  for (const other of ['a.n', "a['n']", "'n'", 'a | n', 'nn', 'true']) expect(usesName(other, 'n'), other).toBe(false);
  expect(usesName('n +', 'n')).toBe(false);
});
