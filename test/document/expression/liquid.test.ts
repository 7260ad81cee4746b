import { Liquid } from 'liquidjs';
import { describe, expect, test } from 'vitest';
import { filterReference } from '../../../src/document/expression/index.ts';
import { records } from '../../support/records.ts';
import { print } from './scope.ts';

// Where a filter has Liquid's name it does what Liquid's does; liquidjs is the yardstick.
const liquid = new Liquid({ ownPropertyOnly: true, jsTruthy: false });
const values = {
  text: 'Hello wide World',
  padded: '  a b ',
  empty: '',
  missing: undefined,
  list: [3, 1, 2, 1],
  words: ['pear', 'apple', 'fig', 'apple'],
  people: records('name age active', ['Bo', 31, true], ['Al', 25, false], ['Cy', 31, true]),
  n: 4.567,
  negative: -4.567,
  digits: '-2.9',
};

const cases: Readonly<Record<string, readonly string[]>> = {
  upcase: ['text | upcase', 'empty | upcase', 'missing | upcase'],
  downcase: ['text | downcase'],
  capitalize: ['text | capitalize', "'hELLO' | capitalize", 'empty | capitalize'],
  strip: ['padded | strip'],
  truncate: [
    'text | truncate: 10',
    "text | truncate: 10, '…'",
    'text | truncate: 100',
    "text | truncate: 7, ''",
    'text | truncate',
  ],
  default: ["missing | default: 'x'", "empty | default: 'x'", "text | default: 'x'", "false | default: 'x'"],
  join: ["words | join: ', '", 'words | join'],
  map: ["people | map: 'name' | join: ','"],
  concat: ['list | concat: list | size', "words | concat: words | join: ','"],
  compact: ["people | map: 'missing' | compact | size", "words | compact | join: ','"],
  size: ['words | size', 'text | size', 'empty | size'],
  sum: ['list | sum', "people | sum: 'age'"],
  first: ['words | first', 'list | first'],
  last: ['words | last'],
  sort: ["list | sort | join: ','", "words | sort | join: ','", "people | sort: 'age' | map: 'name' | join: ','"],
  where: ["people | where: 'age', 31 | map: 'name' | join: ','", "people | where: 'active' | map: 'name' | join: ','"],
  uniq: ["list | uniq | join: ','", "words | uniq | join: ','"],
  round: ['n | round', 'n | round: 2', '7 | round'],
  floor: ['n | floor', 'negative | floor', 'digits | floor', '7 | floor'],
  ceil: ['n | ceil', 'negative | ceil', '7 | ceil'],
  abs: ['n | abs', 'negative | abs', 'digits | abs'],
  at_least: ['n | at_least: 5', 'n | at_least: 4', "n | at_least: '5'", 'negative | at_least: negative'],
  at_most: ['n | at_most: 5', 'n | at_most: 4', 'negative | at_most: -5'],
  replace: [
    "text | replace: 'l', 'L'",
    "text | replace: 'o w', ''",
    "text | replace: 'x', 'y'",
    "empty | replace: 'a', 'b'",
    "'a.b$c' | replace: '.', '$&'",
    "'aaa' | replace: 'aa', 'b'",
  ],
  split: [
    "text | split: ' ' | join: ','",
    "text | split: '' | join: ','",
    "'a,b,,' | split: ',' | join: '-'",
    "',a' | split: ',' | join: '-'",
    "'a  b' | split: ' ' | join: '-'",
    "'abc' | split: 'x' | size",
    "empty | split: ',' | size",
    "',,' | split: ',' | size",
  ],
  slice: [
    'text | slice: 1',
    'text | slice: 1, 3',
    'text | slice: -5, 3',
    'text | slice: -5, 100',
    'text | slice: 100, 3',
    'text | slice: -100, 3',
    'text | slice: 0, 0',
    "'a𝄞b' | slice: 1, 2",
    "words | slice: 1, 2 | join: ','",
    "words | slice: -1, 5 | join: ','",
    "words | slice: -9, 5 | join: ','",
    "words | slice: 1 | join: ','",
  ],
  json: ['words | json', 'people[0] | json'],
};

describe('filters with a name of Liquid', () => {
  test.each(Object.values(cases).flat())('%s', async (expression) => {
    const source = `{{ ${expression} }}`;
    expect(print(source, values)).toBe(await liquid.parseAndRender(source, values));
  });
  test('each one that says so is among the cases', () => {
    expect(
      filterReference
        .filter((one) => one.liquid)
        .map((one) => one.name)
        .sort(),
    ).toEqual(Object.keys(cases).sort());
  });
});
