import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/input/input-error.ts';
import { type ReadOptions, readRecord, readRecords } from '../../src/input/read-records.ts';
import { openFolder } from '../support/folders.ts';
import { failureOf, stream } from './input-folder.ts';

const cwd = openFolder();

async function read(name: string, content: string | Uint8Array, options: Partial<ReadOptions> = {}): Promise<unknown[]> {
  if (name !== '-') await writeFile(join(cwd, name), content);
  const stdin = name === '-' ? stream(content) : stream();
  const results: unknown[] = [];
  for await (const result of readRecords(name, { cwd, stdin, ...options })) {
    results.push(result instanceof InputError ? `${result.exitCode} ${result.message}` : result.value);
  }
  return results;
}

const fails = (...args: Parameters<typeof read>) => failureOf(read(...args));

describe('JSON', () => {
  test('a byte order mark is accepted', async () => {
    expect(await read('bom.json', '\ufeff{"a": 1}')).toEqual([{ a: 1 }]);
  });

  test('bytes that are not UTF-8 are an error with their offset and a remedy', async () => {
    const bytes = Buffer.concat([Buffer.from('{\n"a": "caf'), Buffer.from([0xe9]), Buffer.from('"}')]);
    expect(await fails('latin.json', bytes)).toBe(
      '3 latin.json:2:10: is not UTF-8: byte 11 is 0xE9; save it as UTF-8; if "café" is right there, convert it: iconv -f WINDOWS-1252 -t UTF-8',
    );
    expect(await fails('utf16.json', Buffer.from('\ufeff{}', 'utf16le'))).toContain('is UTF-16; save it as UTF-8');
    expect(await fails('cut.json', Buffer.from([0x22, 0xe2, 0x82]))).toContain('is not UTF-8');
  });

  test('a file that is missing, a folder or over the limit cannot be read', async () => {
    expect(await fails('a/../x.json', '{}', { cwd: '/nowhere' }).catch(() => 'refused')).toBeDefined();
    await expect(readRecord('missing.json', { cwd, stdin: stream() })).rejects.toMatchObject({
      exitCode: 9,
      message: 'missing.json: cannot be read: there is no such file',
      file: 'missing.json',
    });
    await expect(readRecord('.', { cwd, stdin: stream(), format: 'json' })).rejects.toMatchObject({
      exitCode: 9,
      message: '.: cannot be read: it is a folder',
    });
    expect(await fails('big.json', `[${'1,'.repeat(2000)}1]`, { maxBytes: 1000 })).toContain('9 big.json: is over the limit');
    expect(await fails('-', `[${'1,'.repeat(2000)}1]`, { maxBytes: 1000 })).toContain('9 <stdin>: is over the limit');
  });

  test('a file of 300 GB is refused by its size, without reading it', async () => {
    const file = await open(join(cwd, 'huge.json'), 'w');
    await file.truncate(300_000_000_000);
    await file.close();
    await expect(readRecord('huge.json', { cwd, stdin: stream() })).rejects.toMatchObject({
      exitCode: 9,
      message: expect.stringContaining('it has 300'),
    });
  });
});

describe('JSON Lines', () => {
  test.each([
    ['a last line that is cut', '{"a":2', '2:7: the line ends inside the object; in JSON Lines each value must be on one line'],
    ['a line cut behind a name', '{"a"', '2:5: the line ends after a name; in JSON Lines each value must be on one line'],
    ['a line cut behind a colon', '{"a":', '2:6: the line ends where a value is expected; in JSON Lines'],
    ['a comma before a brace', '{"a":2,}', '2:8: there must be no "," before "}"'],
    ['a comma after the value', '{"a":2},', '2:8: there must be no "," after the value: in JSON Lines a line end'],
    ['single quotes', "{'a':2}", '2:2: write names in double quotes'],
    ['single quotes around a text', `{"a":'b'}`, '2:6: write strings in double quotes'],
    ['a byte order mark within a line', ' \ufeff{"a":2}', '2:2: a byte order mark is allowed only at the beginning of a file'],
    ['two values', '{"a":2} {"a":3}', '2:9: expected the end of the line after the value: in JSON Lines each value has'],
  ])('%s is told with its place', async (_, line, message) => {
    const [first, fault, ...more] = await read('a.jsonl', `{"a":1}\n${line}`);
    expect([first, fault, more]).toEqual([expect.anything(), expect.stringContaining(`3 a.jsonl:${message}`), []]);
  });

  test('each line is a record with its own line number; a broken one does not end the others', async () => {
    expect(await read('a.jsonl', '{"a":1}\r\n\n{"a":}\n{"a":3}')).toEqual([
      { a: 1 },
      '3 a.jsonl:3:6: expected a value, not "}"',
      { a: 3 },
    ]);
  });

  test('places are those of the file', async () => {
    await writeFile(join(cwd, 'p.ndjson'), '{"a":1}\n{"b": 2}\n');
    const places: unknown[] = [];
    for await (const result of readRecords('p.ndjson', { cwd, stdin: stream() }))
      if (!(result instanceof InputError)) places.push([result.number, result.places.of('/b')?.line]);
    expect(places).toEqual([
      [1, undefined],
      [2, 2],
    ]);
  });

  test('a line that is not UTF-8 has its line and byte offset in the file', async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":1}\n"'), Buffer.from([0xff]), Buffer.from('"\n2\n')]);
    expect(await read('bytes.jsonl', bytes)).toEqual([
      { a: 1 },
      expect.stringContaining('3 bytes.jsonl:2:2: is not UTF-8: byte 9 is 0xFF'),
      2,
    ]);
  });

  test('lines that fall across chunks are joined', async () => {
    const results: unknown[] = [];
    for await (const result of readRecords('-', { cwd, stdin: stream('{"a"', ':1', '}\n{"a":2', '}\n'), format: 'jsonl' }))
      results.push(result instanceof InputError ? result : result.value);
    expect(results).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('200 MB of lines are read in flat memory', async () => {
    const line = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(10_000) })}\n`);
    async function* many() {
      const chunk = Buffer.concat(Array.from({ length: 100 }, () => line));
      for (let i = 0; i < 200; i++) yield chunk;
    }
    let records = 0;
    let peak = 0;
    const before = process.memoryUsage().rss;
    for await (const _result of readRecords('-', { cwd, stdin: many(), format: 'jsonl' })) {
      if (++records % 1000 === 0) peak = Math.max(peak, process.memoryUsage().rss - before);
    }
    expect(records).toBe(20_000);
    expect(peak).toBeLessThan(150_000_000);
  });
});

describe('YAML', () => {
  test('documents are records; dates and yes stay strings', async () => {
    expect(await read('a.yaml', 'date: 2026-03-31\nok: yes\n---\nn: 1\n')).toEqual([{ date: '2026-03-31', ok: 'yes' }, { n: 1 }]);
  });

  test('errors have their place, also a name that appears twice', async () => {
    expect(await read('twice.yml', 'a: 1\nb: 2\na: 3\n')).toEqual([expect.stringMatching(/^3 twice\.yml:3:1: /)]);
    expect(await read('bad.yml', 'a: [1, 2\nb: 3\n')).toEqual([expect.stringMatching(/^3 bad\.yml:\d+:\d+: /)]);
  });

  test('an alias without its anchor is told at its place, also when another document has it', async () => {
    expect(await read('alias.yaml', 'a: &one { x: 1 }\nb: *one\n---\nc: 1\nd: *one\n')).toEqual([
      { a: { x: 1 }, b: { x: 1 } },
      expect.stringMatching(/^3 alias\.yaml:5:4: the alias \*one has no anchor &one before it in its document/),
    ]);
  });

  test('aliases that multiply and nesting without end are refused', async () => {
    const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(',')}]`).join('\n')}\n`;
    expect(await read('bomb.yaml', bomb)).toEqual([expect.stringContaining('aliases multiply')]);
    expect((await read('deep.yaml', '['.repeat(50_000)).catch((error: unknown) => [String(error)]))[0]).toContain(
      'nested too deep',
    );
  });

  test('places follow maps, lists and aliases', async () => {
    await writeFile(join(cwd, 'p.yaml'), 'base: &b\n  qty: two\nlines:\n  - text: A\n    qty: 1\n  - *b\n');
    const { places } = await readRecord('p.yaml', { cwd, stdin: stream() });
    expect(places.of('/lines/0/qty')).toMatchObject({ line: 5, column: 10, key: { line: 5, column: 5 } });
    expect(places.of('/lines/1/qty')).toMatchObject({ line: 2, column: 8 });
    expect(places.of('/nothing')).toBeUndefined();
  });

  test('merge keys are merged, and places follow them', async () => {
    const text = 'a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\none:\n  <<: *a\n  x: 3\nmany:\n  <<: [*b, *a]\n"<<": text\n';
    expect(await read('merge.yaml', text)).toEqual([
      { a: { x: 1, y: 1 }, b: { y: 2, z: 2 }, one: { x: 3, y: 1 }, many: { x: 1, y: 2, z: 2 }, '<<': 'text' },
    ]);
    const { places } = await readRecord('merge.yaml', { cwd, stdin: stream() });
    expect(['/one/x', '/one/y', '/many/y', '/many/x'].map((pointer) => places.of(pointer)?.line)).toEqual([5, 1, 2, 1]);
    expect(await read('wrong.yaml', 'a:\n  <<: 5\n')).toEqual([expect.stringContaining('Merge sources must be maps')]);
    expect(await read('twice.yaml', 'a: 1\nb:\n  - c: 1\n    c: 2\n')).toEqual([
      expect.stringMatching(/^3 twice\.yaml:4:5: the key "c" stands twice in its mapping/),
    ]);
  });

  test('a mapping of very many keys is read, and the place of each is found', async () => {
    const text = Array.from({ length: 60_000 }, (_, i) => `k${i}: ${i}\n`).join('');
    await writeFile(join(cwd, 'many.yaml'), text);
    const { value, places } = await readRecord('many.yaml', { cwd, stdin: stream() });
    const pointers = Object.keys(value as object).map((key) => `/${key}`);
    expect([...places.all(pointers).values()].map(({ line }) => line)).toEqual(pointers.map((_, i) => i + 1));
  });

  test('__proto__ is a member like any other', async () => {
    const [value] = await read('proto.yaml', '__proto__:\n  admin: true\n');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('a number of too many digits is warned of', async () => {
    await writeFile(join(cwd, 'n.yaml'), 'n: 12345678901234567890\n');
    expect((await readRecord('n.yaml', { cwd, stdin: stream() })).warnings).toMatchObject([{ line: 1, column: 4 }]);
  });
});

test.each([
  ['{"a":\n1}', [{ a: 1 }]],
  ['{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['a: 1\n', [{ a: 1 }]],
  ['[1,\n[2]]', [[1, [2]]]],
])('standard input is recognised: %j', async (text, expected) => {
  expect(await read('-', text)).toEqual(expected);
});

test('readRecord refuses a second record', async () => {
  await writeFile(join(cwd, 'two.jsonl'), '1\n2\n');
  await expect(readRecord('two.jsonl', { cwd, stdin: stream() })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('more than one record'),
  });
});
