import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCommand } from '../../../src/cli/build-program.ts';
import { command, readValidateOptions, runValidate, type ValidateContext } from '../../../src/cli/commands/validate.ts';
import type { Engine } from '../../../src/contract/engine.ts';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { compileDataSchema } from '../../../src/data/data-schema.ts';
import { ends, raises } from '../../support/ends.ts';
import { makeFolder } from '../../support/folders.ts';

const schema = {
  type: 'object',
  required: ['number'],
  additionalProperties: false,
  properties: {
    number: { type: 'string' },
    lines: { type: 'array', items: { type: 'object', properties: { qty: { type: 'number' } } } },
  },
};
const uuid = '00000000-0000-4000-8000-000000000001';

let cwd: string;
beforeEach(() => {
  cwd = makeFolder();
});

async function write(files: Record<string, string | Uint8Array>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), content);
  }
}

async function run(
  args: string[],
  more: {
    stdin?: string;
    env?: Record<string, string>;
    signal?: AbortSignal;
    dataSchema?: unknown;
    folder?: string;
    /** The time for checking these data. Default: a time that a busy machine does not reach. */
    timeoutMs?: (data: unknown) => number | undefined;
  } = {},
) {
  let stdout = '';
  let stderr = '';
  const compiled = compileDataSchema(more.dataSchema ?? schema);
  const context: ValidateContext = {
    inputs: { files: [], folders: [] },
    io: {
      stdin: (async function* () {
        yield more.stdin ?? '';
      })(),
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
      env: more.env ?? {},
      cwd: more.folder ? join(cwd, more.folder) : cwd,
    },
    signal: more.signal ?? new AbortController().signal,
    openTemplate: async (name) => {
      if (name !== 'invoice') throw new PdfgenError('TEMPLATE_NOT_FOUND', `There is no template "${name}".`);
      const validateTemplateData: Engine['validateTemplateData'] = async ({ body }) => {
        const errors = compiled.check(body.data, { timeoutMs: more.timeoutMs?.(body.data) ?? 60_000 });
        return {
          valid: errors.length === 0,
          errors: errors.slice(0, 1000),
          ...(errors.length > 1000 && { errorsTruncated: true }),
        };
      };
      const getTemplate = (async () => ({ dataSchema: more.dataSchema ?? schema })) as unknown as Engine['getTemplate'];
      const getTemplateVersion = getTemplate as unknown as Engine['getTemplateVersion'];
      return { engine: { validateTemplateData, getTemplate, getTemplateVersion }, uuid, version: undefined };
    },
  };
  const parsed = createCommand('validate', command).exitOverride();
  parsed.parse(
    args.filter((arg) => arg !== '--json'),
    { from: 'user' },
  );
  const [template, files] = parsed.processedArgs;
  const outcome = await runValidate(
    readValidateOptions(template, files, parsed.opts(), { json: args.includes('--json'), quiet: false }),
    context,
  );
  return { exitCode: outcome === 0 ? 0 : outcome.exitCode, stdout, stderr };
}

describe('pdfgen validate', () => {
  test.each([true, {}])('a template with the schema %j proves nothing, which each report says', async (dataSchema) => {
    await write({ 'any.json': '{"x": 1}' });
    const { stdout } = await ends(run(['invoice', 'any.json'], { dataSchema }), 0);
    expect(stdout).toContain('any.json  warning: the template "invoice" has no data schema, so any data is valid');
    const json = JSON.parse((await run(['invoice', 'any.json', '--json'], { dataSchema })).stdout);
    expect(json.files[0].warnings).toEqual([expect.objectContaining({ keyword: 'no-schema' })]);
    expect(json.valid).toBe(true);
  });
  test('valid data gives 0, a breach 3 with file, line and column', async () => {
    await write({
      'good.json': '{"number": "1"}',
      'bad.json': '{\n  "number": "1",\n  "lines": [{ "qty": "two" }],\n  "nmuber": 2\n}',
    });
    expect(await run(['invoice', 'good.json'])).toEqual({ exitCode: 0, stdout: '1 file checked: 1 valid\n', stderr: '' });
    expect(await run(['invoice', 'bad.json', 'good.json'])).toEqual({
      exitCode: 3,
      stdout:
        'bad.json:3:22  /lines/0/qty must be a number, got "two"\nbad.json:4:3  data must not have "nmuber"; did you mean "number"?\n2 files checked: 1 valid, 1 invalid (2 errors)\n',
      stderr: '',
    });
  });

  test('every file is checked and reported even if others cannot be read, and the worst exit code is given', async () => {
    await write({ 'a.json': '{"number": 1}', 'b.json': '{"number": ', 'c.json': Buffer.from([0xff, 0xfe]), 'd.json': '[1]' });
    const { stdout } = await ends(run(['invoice', 'missing.json', 'a.json', 'b.json', 'c.json', 'd.json']), 9);
    expect(stdout.split('\n')).toEqual([
      'missing.json  cannot be read: there is no such file',
      'a.json:1:12  /number must be a string, got 1',
      'b.json:1:12  the text ends where a value is expected',
      '    {"number": ',
      '               ^',
      expect.stringContaining('c.json:1:1  is UTF-16'),
      'd.json:1:1  data must be an object, got an array. Use a file for each document, or JSON Lines (.jsonl) for many',
      '5 files checked: 0 valid, 4 invalid (4 errors), 1 unreadable',
      '',
    ]);
  });

  test('patterns, folders and files are expanded, each file once', async () => {
    await write({
      'd/1.json': '{"number":"1"}',
      'd/x/2.yaml': 'number: "2"',
      'd/x/3.jsonl': '{"number":"3"}\n{"number":"4"}\n',
      'd/note.txt': 'no',
      'd/.hidden/4.json': '{',
      'd/[b].json': '{"number":"1"}',
    });
    const { exitCode, stdout } = await run(['invoice', 'd/**/*.json', 'd', 'd/[b].json', '--format', 'json']);
    const { files } = JSON.parse(stdout);
    expect(files.map(({ file, records }: { file: string; records: number }) => [file, records])).toEqual([
      ['d/1.json', 1],
      ['d/[b].json', 1],
      ['d/x/2.yaml', 1],
      ['d/x/3.jsonl', 2],
    ]);
    expect(exitCode).toBe(0);
  });

  test('a pattern that matches none is exit 9, with --allow-empty 0', async () => {
    await mkdir(join(cwd, 'empty'));
    expect(await run(['invoice', '*.json', 'empty'])).toMatchObject({
      exitCode: 9,
      stdout:
        '*.json  matches no data file (--allow-empty accepts this)\nempty  matches no data file (--allow-empty accepts this)\nno files checked; no data file matches *.json, empty\n',
    });
    expect(await run(['invoice', '*.json', '--allow-empty'])).toMatchObject({ exitCode: 0, stdout: 'no files checked\n' });
  });

  test('standard input is read for -, in the format asked for', async () => {
    expect(await run(['invoice', '-'], { stdin: '{"number":"1"}\n{"number":2}\n' })).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('<stdin>:2:11  /number must be a string, got 2'),
    });
    expect(await run(['invoice', '-', '--input-format', 'yaml'], { stdin: '{number: x}' })).toMatchObject({ exitCode: 0 });
  });

  test('several forms at once go to their files, the counts to stderr', async () => {
    await write({ 'a.json': '{"number": 1}' });
    const formats = '--format json --format junit=r.xml --format sarif=r.sarif'.split(' ');
    const { exitCode, stdout, stderr } = await run(['invoice', 'a.json', ...formats]);
    expect([exitCode, JSON.parse(stdout).valid, stderr]).toEqual([3, false, '1 file checked: 0 valid, 1 invalid (1 error)\n']);
    expect(await readFile(join(cwd, 'r.xml'), 'utf8')).toContain('failures="1"');
    expect(JSON.parse(await readFile(join(cwd, 'r.sarif'), 'utf8')).version).toBe('2.1.0');
    expect((await readdir(cwd)).toSorted()).toEqual(['a.json', 'r.sarif', 'r.xml']);
    await raises(run(['invoice', 'a.json', '--format', 'json=no/such/folder.json']), 9, 'its folder does not exist');
  });

  test('under GitHub Actions people and annotations both get theirs', async () => {
    await write({ 'a.json': '{"number": 1}' });
    const { stdout } = await run(['invoice', 'a.json'], { env: { GITHUB_ACTIONS: 'true' } });
    expect(stdout).toContain('a.json:1:12  /number must be a string, got 1\n1 file checked');
    expect(stdout).toContain(
      '::error file=a.json,line=1,endLine=1,col=12,endColumn=13,title=Data for invoice::/number must be a string, got 1\n',
    );
  });

  test('--json prints JSON only', async () => {
    await write({ 'a.json': '{"number": 1}' });
    const { stdout, stderr } = await run(['invoice', 'a.json', '--json']);
    expect([JSON.parse(stdout).valid, stderr]).toEqual([false, '']);
  });

  test('without arguments the pairs of the nearest pdfgen.json are checked', async () => {
    await write({
      'pdfgen.json': '{"validate": [{"template": "invoice", "files": ["data/*.json"]}]}',
      'data/a.json': '{"number": 1}',
      'sub/x.txt': '',
    });
    expect(await run([])).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('data/a.json:1:12  ') });
    expect(await run([], { folder: 'sub' })).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('../data/a.json:1:12  '),
    });
    await write({ 'pdfgen.json': '{"validate": [{"template": "invoice", "file": "a"}]}' });
    await expect(run([])).rejects.toMatchObject({
      exitCode: 2,
      message: 'pdfgen.json:1:39: unknown member "file"; a pair has "template" and "files"',
    });
    await write({ 'pdfgen.json': '{' });
    await expect(run([])).rejects.toMatchObject({ exitCode: 2, file: 'pdfgen.json' });
  });

  test('wrong usage is told with what to type', async () => {
    await raises(run([]), 2, 'Name a template and data files');
    await raises(run(['invoice']), 2, 'pdfgen validate invoice order.json');
    await expect(run(['letter', 'a.json'])).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
    await expect(run(['invoice', 'a.json', '--max-errors', '0'])).rejects.toMatchObject({ exitCode: 2 });
    await expect(run(['invoice', 'a.json', '--json', '--format', 'human'])).rejects.toMatchObject({ exitCode: 2 });
  });

  test('an interrupted run gives 130', async () => {
    await write({ 'a.json': '{"number": 1}' });
    expect(await run(['invoice', 'a.json'], { signal: AbortSignal.abort() })).toMatchObject({ exitCode: 130 });
  });

  test('a check that runs out of time is a finding of its record, the next one is still checked', async () => {
    const dataSchema = { properties: { s: { type: 'string', pattern: '^(?=a)(a+)+$' } } };
    await write({ 'a.jsonl': `{"s": "${'a'.repeat(40)}b"}\n{"s": 1}\n` });
    const timeoutMs = (data: unknown) => (typeof (data as { s: unknown }).s === 'string' ? 100 : undefined);
    const { stdout } = await ends(run(['invoice', 'a.jsonl'], { dataSchema, timeoutMs }), 3);
    expect(stdout).toContain('a.jsonl:1:1  data cannot be checked: Checking the data');
    expect(stdout).toContain('a.jsonl:2:7  /s must be a string, got 1');
  });

  test('numbers that lose digits are warned of and do not fail', async () => {
    await write({ 'a.json': '{"number": "1", "lines": [{ "qty": 12345678901234567890 }]}' });
    const { stdout } = await ends(run(['invoice', 'a.json']), 0);
    expect(stdout).toContain('a.json:1:36  warning: the number 12345678901234567890 loses digits');
  });

  test('twenty thousand wrong lines list the limit and count the rest', async () => {
    await write({ 'a.jsonl': '{"number":1}\n'.repeat(20_000) });
    const { stdout } = await run(['invoice', 'a.jsonl', '--max-errors', '2']);
    expect(stdout).toBe(
      'a.jsonl:1:11  /number must be a string, got 1\na.jsonl:2:11  /number must be a string, got 1\na.jsonl  and 19,998 more errors\n1 file checked: 0 valid, 1 invalid (20,000 errors)\n',
    );
  });
});
