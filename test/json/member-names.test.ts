import { expect, test } from 'vitest';
import { conformNames, ownName, readNames, writtenPointer } from '../../src/json/member-names.ts';
import { objectOf } from '../support/schemas.ts';

const [composed, decomposed] = ['Straße_ü', 'Straße_ü'].map((name, i) => name.normalize(i === 0 ? 'NFC' : 'NFD')) as [
  string,
  string,
];

const schemaOf = (name: string) => objectOf({ a: { items: { required: [name], properties: { [name]: {} } } } }, '');

test.each([
  [composed, decomposed],
  [decomposed, composed],
])('names get the writing of the schema, at any depth', (written, given) => {
  const writing = readNames(schemaOf(written));
  const data = { b: 1, a: [{ x: 0 }, { [given]: { [given]: 2 } }], [written]: 3 };
  const { data: named, clashes } = conformNames(data, writing);
  expect(named).toEqual({ b: 1, a: [{ x: 0 }, { [written]: { [written]: 2 } }], [written]: 3 });
  expect([clashes, writtenPointer(`/a/1/${written}/${written}/0`, data)]).toEqual([[], `/a/1/${given}/${given}/0`]);
  expect(conformNames(named, writing).data).toBe(named);
});

test('two names that fall together stay, and are told', () => {
  const data = { a: [{ [composed]: 1, [decomposed]: 2 }] };
  for (const name of [composed, decomposed]) {
    const other = name === composed ? decomposed : composed;
    expect(conformNames(data, readNames(schemaOf(name)))).toEqual({ data, clashes: [`/a/0/${other}`] });
  }
});

test('a schema that has both names leaves both as they are', () => {
  const writing = readNames({ properties: { [composed]: {}, [decomposed]: {} } });
  const data = { [composed]: 1, [decomposed]: 2 };
  expect(conformNames(data, writing)).toEqual({ data, clashes: [] });
});

test('a schema without such names changes nothing; an example has names of its own', () => {
  expect(readNames({ properties: { a: { title: composed } } })).toBeUndefined();
  expect(readNames(true, { a: [{ [composed]: 1 }] })?.(decomposed)).toBe(composed);
});

test('a member is found under a name of another composition', () => {
  expect([ownName({ [decomposed]: 1 }, composed), ownName({ a: 1 }, 'b'), ownName({}, 'toString')]).toEqual([
    decomposed,
    undefined,
    undefined,
  ]);
});
