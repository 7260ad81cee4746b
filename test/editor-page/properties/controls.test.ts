import { describe, expect, test } from 'vitest';
import {
  argumentsByName,
  argumentsLike,
  canShow,
  controlsOf,
  showLines,
  sidesOf,
  withMember,
  withSide,
} from '../../../src/editor-page/properties/controls.ts';
import { schemas } from './every-part.ts';

describe('a side', () => {
  test.each([
    ['of one length', 5, 'top', 7, [7, 5, 5, 5]],
    ['of a pair', [1, 2], 'left', 7, [1, 2, 1, 7]],
    ['of four', [1, 2, 3, 4], 'bottom', 7, [1, 2, 7, 4]],
    ['of an object', { left: 1, top: 2 }, 'left', 7, { left: 7, top: 2 }],
    ['beside others in an object', { left: 1 }, 'top', 7, { left: 1, top: 7 }],
    ['of an object of four', { top: 1, right: 1, bottom: 1, left: 1 }, 'top', 7, { top: 7, right: 1, bottom: 1, left: 1 }],
    ['where none is set', undefined, 'top', 7, { top: 7 }],
    ['that is inner', { inner: 1 }, 'inner', 7, { inner: 7 }],
    ['is taken from four', [1, 2, 3, 4], 'right', undefined, { top: 1, bottom: 3, left: 4 }],
    ['is taken from an object', { left: 1, top: 2 }, 'left', undefined, { top: 2 }],
    ['is the last one', { left: 1 }, 'left', undefined, undefined],
  ])('%s', (_, value, side, length, expected) => {
    expect(withSide(value, side, length)).toEqual(expected);
    if (typeof expected === 'object' && !Array.isArray(expected))
      expect(Object.keys(withSide(value, side, length) as object)).toEqual(Object.keys(expected));
  });

  test('stands in each form of sides', () => {
    expect(sidesOf(5)).toEqual({ all: 5 });
    expect(sidesOf('{{ x }}')).toEqual({ all: '{{ x }}' });
    expect(sidesOf([1, 2])).toEqual({ each: { top: 1, right: 2, bottom: 1, left: 2 } });
    expect(sidesOf([1, 2, 3, 4])).toEqual({ each: { top: 1, right: 2, bottom: 3, left: 4 } });
    expect(sidesOf([1, 2, 3])).toBeUndefined();
    expect(sidesOf(true)).toBeUndefined();
  });
});

test('the values of a block are shown by the names of its params, and stay a list as long as they can', () => {
  const params = ['head', 'n', 'note'];
  expect(argumentsByName(['Amount', 5], params)).toEqual({ head: 'Amount', n: 5 });
  expect(argumentsByName({ n: 5 }, params)).toEqual({ n: 5 });
  expect(argumentsByName(['Amount', 5], ['head'])).toEqual({ head: 'Amount', 2: 5 });
  expect(argumentsByName(undefined, params)).toBeUndefined();
  expect(argumentsLike(['Amount', 5], { head: 'Price', n: 5, note: 'x' }, params)).toEqual(['Price', 5, 'x']);
  expect(argumentsLike(['Amount', 5], { head: 'Amount' }, params)).toEqual(['Amount']);
  expect(argumentsLike(['Amount', 5], { n: 5 }, params)).toEqual({ n: 5 });
  expect(argumentsLike({ n: 5 }, { head: 'x', n: 5 }, params)).toEqual({ head: 'x', n: 5 });
  expect(argumentsLike(['Amount'], undefined, params)).toBeUndefined();
  const control = { kind: 'arguments', schema: {} } as const;
  expect([['a'], { a: 1 }, 'a'].map((value) => canShow(control, value))).toEqual([true, true, false]);
});

test('a member is changed at its place, added last, and taken away', () => {
  expect(Object.entries(withMember({ a: 1, b: 2 }, 'a', 3)!)).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  expect(Object.entries(withMember({ b: 2 }, 'a', 3)!)).toEqual([
    ['b', 2],
    ['a', 3],
  ]);
  expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(withMember({ a: 1 }, 'a', undefined)).toBeUndefined();
});

test('lists of texts are shown by their lines, if the lines are read as the same list', () => {
  expect(showLines(['a', 'b'])).toBe('a\nb');
  expect(showLines(['', 'b'])).toBe('\nb');
  expect(showLines([''])).toBeUndefined();
  expect(showLines(['a', ''])).toBeUndefined();
  expect(showLines([])).toBeUndefined();
  expect(showLines(['a\nb'])).toBeUndefined();
  expect(showLines(['a', 1])).toBeUndefined();
  expect(showLines('a')).toBeUndefined();
});

describe('the control that shows a value', () => {
  const kindFor = (type: string, member: string, value: unknown) =>
    controlsOf(member, schemas.components[type]!.properties![member]!).find((one) => canShow(one, value))?.kind;

  test.each([
    ['text', 'text', undefined, 'long'],
    ['text', 'text', 'a\nb', 'long'],
    ['text', 'text', ['a', 'b'], 'lines'],
    ['text', 'text', [1], undefined],
    ['text', 'bold', true, 'toggle'],
    ['text', 'bold', 'yes', undefined],
    ['text', 'align', 'right', 'alignment'],
    ['text', 'align', '{{ side }}', undefined],
    ['text', 'rotate', 90, 'choice'],
    ['text', 'rotate', '90', undefined],
    ['text', 'hyphenate', { before: 3 }, 'members'],
    ['text', 'hyphenate', false, 'toggle'],
    ['text', 'margin', [1, 2], 'sides'],
    ['text', 'margin', [1, 2, 3], undefined],
    ['text', 'style', 'a', 'names'],
    ['text', 'style', ['a', 'b'], 'lines'],
    ['text', 'mark', { a: 'b' }, undefined],
    ['rect', 'fill', 'accent', 'color'],
    ['rect', 'fill', { from: 'accent' }, 'members'],
    ['line', 'line', true, 'members'],
    ['table', 'rules', 'all', 'choice'],
    ['table', 'rules', { rows: {} }, 'members'],
    ['table', 'table', 'lines', 'expression'],
    ['table', 'table', [{ a: 1 }], undefined],
    ['list', 'list', 'lines', 'expression'],
    ['list', 'list', ['a'], undefined],
    ['chart', 'axis', false, 'toggle'],
    ['chart', 'series', [{ name: 'a' }], undefined],
    ['field', 'value', true, 'toggle'],
  ])('%s.%s: %j', (type, member, value, kind) => expect(kindFor(type, member, value)).toBe(kind));
});
