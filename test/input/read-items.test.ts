import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/input/input-error.ts';
import { isTable } from '../../src/input/is-table.ts';
import { type ItemOptions, readItems } from '../../src/input/read-items.ts';
import type { ReadResult } from '../../src/input/record.ts';
import { openSource } from '../../src/input/source.ts';
import { ElementSplitter } from '../../src/input/split-elements.ts';
import { openFolder } from '../support/folders.ts';
import { failureOf, stream } from './input-folder.ts';

const cwd = openFolder();

async function itemsOf(
  content: string | Uint8Array,
  name = 'i.json',
  options: Partial<ItemOptions> = {},
): Promise<AsyncIterable<ReadResult>> {
  if (name !== '-') await writeFile(join(cwd, name), content);
  return readItems(name, { cwd, stdin: name === '-' ? stream(content) : stream(), ...options });
}

/** Each as its number and its value, such as `1: {"a":1}`. */
async function gather(items: AsyncIterable<ReadResult>): Promise<string[]> {
  const results: string[] = [];
  for await (const item of items)
    results.push(
      item instanceof InputError ? `${item.exitCode} ${item.message}` : `${item.number}: ${JSON.stringify(item.value)}`,
    );
  return results;
}

const read = async (...args: Parameters<typeof itemsOf>) => gather(await itemsOf(...args));

const fails = (...args: Parameters<typeof itemsOf>) => failureOf(read(...args));

describe('a JSON array', () => {
  test('gives its elements, numbered, each time it is read', async () => {
    const items = await itemsOf('\ufeff [ {"a": "x,]}\\"" } ,\n[1,[2]],"s,",\t1.5 , null\r\n]\n');
    const expected = ['1: {"a":"x,]}\\""}', '2: [1,[2]]', '3: "s,"', '4: 1.5', '5: null'];
    expect(await gather(items)).toEqual(expected);
    expect(await gather(items)).toEqual(expected);
    expect(await read('[]')).toEqual([]);
    expect(await read('[\n]\n')).toEqual([]);
  });

  test('knows the places of values, also of elements that share a line', async () => {
    const places: unknown[] = [];
    for await (const item of await itemsOf('[{"a":1}, {"é":"ü","a":\n  2},\n  {"b":{"a":3}}]'))
      if (!(item instanceof InputError)) places.push(item.places.of('/a') ?? item.places.of('/b/a'));
    expect(places).toMatchObject([
      { line: 1, column: 7, key: { line: 1, column: 3 } },
      { line: 2, column: 3, key: { line: 1, column: 20 } },
      { line: 3, column: 13 },
    ]);
  });

  test('with an element that is wrong gives an error in its place; those after it are read', async () => {
    expect(await read('[{"a":1}, {"a":tru},\n {"a":1,"a":2}, {"a":"x},\n {"b":2}]')).toEqual([
      '1: {"a":1}',
      expect.stringMatching(/^3 i\.json:1:16: /),
      '3 i.json:2:9: the name "a" appears twice in its object, first in line 2, column 3',
      expect.stringMatching(/^3 i\.json:2:26: the string does not end on its line/),
    ]);
    expect(await read('[{"a":1}, , {"c":3} {"d":4},\n{"e":5},]')).toEqual([
      '1: {"a":1}',
      '3 i.json:1:11: expected a value, not ","',
      '3 i.json:1:21: expected "," or "]" after the element',
      '4: {"e":5}',
      '3 i.json:2:9: there must be no "," before "]"',
    ]);
  });

  test('that is cut, or goes on behind its end, is an error', async () => {
    expect(await read('[{"a":1},\n{"a":2')).toEqual([
      '1: {"a":1}',
      expect.stringMatching(/^3 i\.json:2:7: the text ends inside the object/),
    ]);
    expect(await read('[{"a":1},\n2 ')).toEqual(['1: {"a":1}', '2: 2', '3 i.json:2:3: the text ends inside the array']);
    expect(await read('[1')).toEqual(['1: 1', '3 i.json:1:3: the text ends inside the array']);
    expect(await read('[')).toEqual(['3 i.json:1:2: the text ends inside the array']);
    expect(await read('[1]\n [2]')).toEqual(['1: 1', '3 i.json:2:2: there is text after the array']);
    expect(await read('')).toEqual(['3 i.json:1:1: there is no data']);
  });

  test('warns of numbers that lose digits at their place', async () => {
    const warnings: unknown[] = [];
    for await (const item of await itemsOf('[1, 12345678901234567890]'))
      if (!(item instanceof InputError)) warnings.push(...item.warnings);
    expect(warnings).toMatchObject([{ line: 1, column: 5 }]);
  });

  test('is read the same however it comes in pieces', () => {
    const text = '[ {"a": "\\"],\\\\" , "b": [1, {}]},\r\n "x" ,\n{"c":\n1},\n 12 , , [[]] ] x';
    const split = (length: number) => {
      const splitter = new ElementSplitter();
      const found = [];
      for (let i = 0; i < text.length; i += length) found.push(...splitter.push(text.slice(i, i + length)));
      return [...found, ...splitter.end()];
    };
    const whole = split(text.length);
    expect(whole).toHaveLength(7);
    for (let length = 1; length < text.length; length++) expect(split(length)).toEqual(whole);
  });

  test('whose element is over the limit cannot be read; so is text that is no UTF-8', async () => {
    expect(await fails(`[1,"${'x'.repeat(3_000_000)}"]`, 'big.json', { maxBytes: 1_000_000 })).toMatch(
      /^9 big\.json: is over the limit of 1 MB/,
    );
    expect(await fails(Buffer.from('[1,\n"\xe9"]', 'latin1'))).toMatch(
      /^3 i\.json:2: is not UTF-8: byte 5 is 0xE9; save it as UTF-8; if "é" is right there, convert it: iconv -f WINDOWS-1252/,
    );
    expect(await fails(Buffer.from('\ufeff[1]', 'utf16le'))).toMatch(/iconv -f UTF-16/);
  });

  test('is needed where one object stands', async () => {
    expect(await fails('\n{"a":\n1}')).toBe(
      '3 i.json:2: is one object, where a list is needed, a document for each element; put [ ] around it',
    );
    expect(await fails('{"a":1}\n{"a":2}\n')).toBe('3 i.json:1: is JSON Lines, not JSON; give the file the ending .jsonl');
    expect(await fails('"x"')).toMatch(/^3 i\.json:1: is not a list/);
  });
});

describe('JSON Lines', () => {
  test('give a record a line, each time they are read', async () => {
    const items = await itemsOf('{"a":1}\n\n{"a":}\n{"a":3}', 'i.jsonl');
    const expected = ['1: {"a":1}', expect.stringContaining('3 i.jsonl:3:6'), '3: {"a":3}'];
    expect(await gather(items)).toEqual(expected);
    expect(await gather(items)).toEqual(expected);
  });
});

describe('YAML', () => {
  test('gives the elements of a list', async () => {
    const items = await itemsOf('- a: 1\n  n: 12345678901234567890\n- a: 2\n  b:\n    c: x\n', 'i.yaml');
    const found: unknown[] = [];
    for await (const item of items)
      if (!(item instanceof InputError))
        found.push([item.number, item.warnings.length, item.places.of('/a')?.line, item.places.of('/b/c')?.line]);
    expect(found).toEqual([
      [1, 1, 1, undefined],
      [2, 0, 3, 5],
    ]);
  });
  test('gives its documents, broken ones in their place', async () => {
    expect(await read('a: 1\n---\na: [\n---\n- a: 3\n- a: 4\n', 'i.yml')).toEqual([
      '1: {"a":1}',
      expect.stringMatching(/^3 i\.yml:\d+:\d+: /),
      '3: {"a":3}',
      '4: {"a":4}',
    ]);
  });
  test('that is one document without a list is an error', async () => {
    expect(await fails('a: 1\n', 'i.yaml')).toMatch(/^3 i\.yaml: is one document, where a list is needed/);
    expect(await fails(`- ${'x'.repeat(2_000_000)}`, 'i.yaml', { maxBytes: 1_000_000 })).toMatch(/^9 i\.yaml: is over the limit/);
  });
});

describe('standard input', () => {
  test.each([
    ['[{"a":1},\n{"a":2}]', ['1: {"a":1}', '2: {"a":2}']],
    ['{"a":1}\n{"a":2}\n', ['1: {"a":1}', '2: {"a":2}']],
    ['{"a":1}', ['1: {"a":1}']],
    ['- a: 1\n', ['1: {"a":1}']],
  ])('%j is recognised, and read twice', async (text, expected) => {
    const items = await itemsOf(text, '-');
    expect(await gather(items)).toEqual(expected);
    expect(await gather(items)).toEqual(expected);
  });
  test('that is an object over many lines is an error', async () => {
    expect(await fails('{\n"a":1}', '-')).toMatch(/^3 <stdin>:1: is one object/);
  });
});

describe('an input', () => {
  test.each([
    ['a,b\n1,2\n', true],
    ['name;"x: y"\n', true],
    ['a\n1\n', true],
    ['PK\x03\x04', true],
    ['[{"a":1}]', false],
    ['\ufeff{"a":1}\n', false],
    ['a: 1\nb: 2\n', false],
    ['---\na\n', false],
    ['- a\n', false],
  ])('%j is a table: %s', async (text, expected) => {
    expect(await isTable(await openSource('-', { cwd, stdin: stream(text) }))).toBe(expected);
  });
  test('is known by its ending first', async () => {
    for (const [name, expected] of [
      ['a.CSV', true],
      ['a.xlsx', true],
      ['a.json', false],
      ['a.yml', false],
    ] as const) {
      await writeFile(join(cwd, name), expected ? '[1]' : 'a,b\n');
      expect(await isTable(await openSource(name, { cwd, stdin: stream() }))).toBe(expected);
    }
  });
});
