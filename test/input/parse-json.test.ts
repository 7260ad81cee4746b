import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/input/input-error.ts';
import { parseJson } from '../../src/input/parse-json.ts';

const parse = (text: string) => parseJson(text, { file: 'a.json', maxDepth: 64 });

function fault(text: string): string {
  try {
    parse(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.exitCode).toBe(3);
    return error.message;
  }
}

describe('syntax errors have their place and say what to do', () => {
  test.each([
    ['{"a": 1,}', 'a.json:1:9: there must be no "," before "}"'],
    ['{"a": 1\n "b": 2}', 'a.json:2:2: expected "," or "}"'],
    ['{a: 1}', 'a.json:1:2: write names in double quotes'],
    ["{'a': 1}", 'a.json:1:2: write names in double quotes'],
    ['{"a": \'x\'}', 'a.json:1:7: write strings in double quotes'],
    ['{"a": True}', 'a.json:1:7: True is written true in JSON'],
    ['{"a": None}', 'a.json:1:7: None is written null in JSON'],
    ['{"a": NaN}', 'a.json:1:7: NaN is not a value in JSON; write null'],
    ['{"a": 01}', 'a.json:1:7: is not a valid number in JSON'],
    ['{"a": "x\ny"}', 'a.json:1:9: the string does not end on its line'],
    ['{"a": "\\q"}', 'a.json:1:8: "\\q" is not a valid escape in JSON'],
    ['{"a": "x', 'a.json:1:7: the string does not end'],
    ['{"a": [1, 2', 'a.json:1:12: the text ends inside the array'],
    ['{"a" 1}', 'a.json:1:6: expected ":" after the name'],
    ['// note\n{}', 'a.json:1:1: JSON has no comments'],
    ['{"a": 1 // note\n}', 'a.json:1:9: JSON has no comments'],
    ['{"a": new Date()}', 'a.json:1:7: JSON has no dates of its own; write the day as a string: "2026-01-31"'],
    ['{} {}', 'a.json:1:4: there is text after the value'],
    ['', 'a.json:1:1: there is no data'],
    [' \n', 'a.json:2:1: there is no data'],
    ['{"a": 1, "b": 2, "a": 3}', 'a.json:1:18: the name "a" appears twice in its object, first in line 1, column 2'],
    ['{"a\\u0062": 1, "ab": 2}', 'a.json:1:16: the name "ab" appears twice in its object, first in line 1, column 2'],
    ['{"n": 1e999}', 'a.json:1:7: the number 1e999 is too large'],
  ])('%j', (text, expected) => {
    expect(fault(text)).toBe(expected);
  });

  test('every text that JSON.parse refuses is refused with a place, every text that it takes is taken', () => {
    const seeds = ['{"a":[1,-2.5e3,"x\\n\\u00e9",null,true,{"b":{}}],"c":""}', '[[],{}]', '"s"', '-0', '1.5'];
    const letters = '{}[]:,"\\0e-.atn \n';
    for (const seed of seeds) {
      for (let i = 0; i < seed.length; i++) {
        for (const letter of ['', ...letters]) {
          const text = seed.slice(0, i) + letter + seed.slice(i + 1);
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          const found = fault(text);
          if (!valid || !found.includes('twice')) expect([text, found === 'none']).toEqual([text, valid]);
          if (!valid) expect(found).toMatch(/^a\.json:\d+:\d+: /);
        }
      }
    }
  });

  test('an excerpt shows the line with a caret under the place', () => {
    expect(() => parse('{\n\t"a": tru\n}')).toThrow(expect.objectContaining({ excerpt: ' "a": tru\n      ^' }));
  });
});

test('a name that appears twice is seen in spite of __proto__ and of the same name elsewhere', () => {
  expect(fault('{"__proto__": 1, "__proto__": 2}')).toContain('the name "__proto__" appears twice');
  expect(fault('{"a": {"a": 1}, "b": {"a": ":"}}')).toBe('none');
});

test('__proto__ is a member like any other and pollutes nothing', () => {
  const { value } = parse('{"__proto__": {"admin": true}}');
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test('nesting past the limit is refused at its bracket, however deep it goes', () => {
  expect(fault('['.repeat(5_000_000))).toBe('a.json:1:65: nested deeper than 64 levels');
  expect(fault(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe('none');
  expect(fault(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe('a.json:1:65: nested deeper than 64 levels');
  expect(fault(`{"a": "${'['.repeat(100)}"}`)).toBe('none');
  expect(fault('["\\":", ":", {"a" : 1}]')).toBe('none');
});

test.each([
  [
    '12345678901234567890',
    ['the number 12345678901234567890 loses digits and becomes 12345678901234567000; write it as a string to keep them'],
  ],
  ['9007199254740993', [expect.stringContaining('loses digits')]],
  ['0.1234567890123456789', [expect.stringContaining('loses digits')]],
  ['9007199254740991', []],
  ['0.30000000000000004', []],
  ['1.50000000000000000000', []],
  ['1e21', []],
  ['"12345678901234567890"', []],
])('digits of %s', (text, expected) => {
  expect(parse(`[${text}]`).warnings.map(({ message }) => message)).toEqual(expected);
});

test('places of values and names are found, also of escaped ones and across lines', () => {
  const { places } = parse('{\n  "lines": [\n    { "qty": "two",\n      "a/b": {\n      } }\n  ]\n}');
  expect(places.of('/lines/0/qty')).toEqual({
    line: 3,
    column: 14,
    endLine: 3,
    endColumn: 19,
    key: { line: 3, column: 7, endLine: 3, endColumn: 12 },
  });
  expect(places.of('/lines/0/a~1b')).toMatchObject({ line: 4, column: 14, endLine: 5, endColumn: 8 });
  expect(places.of('')).toMatchObject({ line: 1, column: 1, endLine: 7, endColumn: 2 });
  expect(places.of('/lines/1')).toBeUndefined();
});
