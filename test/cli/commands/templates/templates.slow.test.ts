import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends } from '../../../support/ends.ts';
import { pixel } from '../../../support/pixel.ts';
import { makeWorkspace, runCli } from '../../../support/run-cli.ts';

/** What `templates lint w` prints for a template of these files. */
const lint = async (files: Readonly<Record<string, unknown>>) =>
  (await runCli(['templates', 'lint', 'w'], { cwd: makeWorkspace(files) })).stdout;
const exitCodeOf = async (cwd: string, ...args: readonly string[]) => (await runCli(args, { cwd })).exitCode;

describe('templates list', () => {
  test('prints tab-separated lines in a pipe and a table on a terminal, within its width', async () => {
    const cwd = makeWorkspace();
    expect((await runCli(['templates', 'list'], { cwd })).stdout.split('\t').slice(0, 2)).toEqual(['note', 'A note']);
    const { stdout } = await runCli(['templates', 'list'], { cwd, terminal: 60 });
    expect(stdout).toContain('slug');
    for (const line of stdout.split('\n')) expect(line.replace(/\u001b\[\d+m/g, '').length).toBeLessThanOrEqual(60);
  });
  test('prints what the API answers with --json', async () => {
    const { stdout } = await runCli(['templates', 'list', '--json'], { cwd: makeWorkspace() });
    expect(JSON.parse(stdout)).toMatchObject({
      items: [{ slug: 'note', name: 'A note', tags: ['demo'], version: null, pageCount: 1 }],
      nextCursor: null,
    });
  });
  test('filters by tag and text', async () => {
    const cwd = makeWorkspace();
    expect((await runCli(['templates', 'list', '--tag', 'other'], { cwd })).stdout).toBe('');
    expect((await runCli(['templates', 'list', '--search', 'NOTE'], { cwd })).stdout).toContain('note');
  });
});

describe('templates lint', () => {
  test('says file, line and column of each fault, in the file that it is in', async () => {
    const cwd = makeWorkspace({
      'templates/bad/template.json':
        '{\n  "pages": [{ "body": [\n    { "text": "Dear {{ nam }}", "aling": "left" },\n    "{{ name | monye }}"\n  ] }]\n}',
      'templates/bad/schema.json': { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      'templates/bad/example.json': '{\n  "name": 5\n}',
    });
    const { stdout } = await ends(runCli(['templates', 'lint', 'bad'], { cwd }), 3);
    expect(stdout).toContain(
      'templates/bad/template.json:3:33  error  /pages/0/body/0/aling "aling" is not known here; did you mean "align"?',
    );
    expect(stdout).toContain('templates/bad/template.json:4:16  error');
    expect(stdout).toContain('templates/bad/example.json:2:11  error');
  });
  test('a template without a schema says that nothing can be proved, if it looks at data at all', async () => {
    const lintText = (text: string, files: object = {}) =>
      lint({ 'templates/w/template.json': { pages: [{ body: [text] }] }, ...files });
    expect(await lintText('{{ number }}')).toMatch(
      /^templates\/w\/template\.json:1:1 {2}warning .* neither a data schema nor example data, .* paths cannot be checked: .* no-schema$/m,
    );
    expect(await lintText("{{ rows | sum: 'amount' }}")).toContain('no-schema');
    expect(await lintText('Page {{ page.number }} of {{ page.total }}, {{ doc.title }}')).toBe('');
    expect(
      await lintText('{{ number }}', { 'templates/w/schema.json': { type: 'object', properties: { number: {} } } }),
    ).not.toContain('no-schema');
  });
  describe.each([
    ['no schema', undefined],
    ['an empty schema', {}],
    ['a schema that says only "object"', { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }],
  ])('a template with an example and %s', (_, schema) => {
    const files = (text: string, example: unknown = { customer: { name: 'Ada' } }) => ({
      'templates/w/template.json': `{ "pages": [{ "body": [\n  ${JSON.stringify(text)}\n] }] }`,
      'templates/w/example.json': example,
      ...(schema && { 'templates/w/schema.json': schema }),
    });
    const lintText = (text: string, ...options: string[]) =>
      runCli(['templates', 'lint', 'w', ...options], { cwd: makeWorkspace(files(text)) });
    test('is proved by the example, with warnings and not with errors', async () => {
      const { stdout } = await ends(lintText('Dear {{ custmer.name }}'), 0);
      expect(stdout).toContain(
        'templates/w/template.json:2:12  warning  /pages/0/body/0 The schema inferred from the example has no "custmer"; did you mean "customer"?  unknown-path\n',
      );
      expect(stdout).toMatch(
        / {2}warning {2}\/ There is no data schema: paths are checked against the example data only, .* {2}no-schema\n/,
      );
      expect(stdout.match(/warning/g)).toHaveLength(2);
      expect((await lintText('Dear {{ custmer.name }}', '--strict')).exitCode).toBe(3);
    });
    test('has no finding if the example has its paths', async () => {
      expect((await lintText('Dear {{ customer.name }}')).stdout).not.toMatch(/inferred|untyped|unknown-path/);
    });
    test('renders data that the example lacks', async () => {
      const cwd = makeWorkspace({ ...files('Dear {{ customer.title }}'), 'd.json': { customer: { title: 'Dr.' }, more: [1] } });
      expect(await exitCodeOf(cwd, 'generate', 'single', 'w', '-d', 'd.json', '-o', 'o.pdf')).toBe(0);
    });
    test('an example without members proves nothing', async () => {
      expect(await lint(files('{{ name }}', {}))).toContain('neither a data schema nor example data');
    });
  });
  test('the place of the data schema is that of the template', async () => {
    const dataSchema = { type: 'object', required: ['total'], properties: { total: { type: 'number' } } };
    const document = { pages: [{ body: ['{{ total.sku }}'] }] };
    const place = 'there is a number at /properties/total of the data schema';
    expect(await lint({ 'templates/w/template.json': document, 'templates/w/schema.json': dataSchema })).toContain(
      `${place} (schema.json)`,
    );
    expect(await lint({ 'templates/w/template.json': { ...document, dataSchema } })).toContain(
      `${place} ("dataSchema" in template.json)`,
    );
  });
  test('numbers that lose digits are told in each file of a template', async () => {
    const stdout = await lint({
      'templates/w/template.json': '{"pages": [{"body": [{"spacer": 1.23456789012345678}]}]}',
      'templates/w/schema.json': '{"type": "object",\n "properties": {"n": {"maximum": 9007199254740993}}}',
      'templates/w/example.json': '{"n": 12345678901234567890}',
    });
    expect(stdout).toMatch(/template\.json:1:33 {2}warning .* loses digits .* digits-lost/);
    expect(stdout).toMatch(/schema\.json:2:34 {2}warning .* 9007199254740993 loses digits/);
    expect(stdout).toMatch(/example\.json:1:7 {2}warning .* 12345678901234567890 loses digits/);
  });
  test('warnings fail only with --strict', async () => {
    const cwd = makeWorkspace({
      'templates/w/template.json': { pages: [{ body: ['{{ note }}'] }] },
      'templates/w/schema.json': { type: 'object', properties: { note: { type: 'string' } } },
    });
    expect(await exitCodeOf(cwd, 'templates', 'lint', 'w')).toBe(0);
    expect(await exitCodeOf(cwd, 'templates', 'lint', 'w', '--strict')).toBe(3);
  });
  test('one template that cannot be read hides none of the others', async () => {
    const cwd = makeWorkspace({ 'templates/broken/template.json': '{\n  "pages": [,]\n}' });
    const listed = await runCli(['templates', 'list'], { cwd });
    expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^note\t/) });
    expect(listed.stderr).toMatch(/warning: .*broken\/template\.json:2:13 is not JSON/);
    const linted = await ends(runCli(['templates', 'lint'], { cwd }), 3);
    expect(linted.stdout).toMatch(/^error {2}.*broken\/template\.json:2:13 is not JSON/);
    expect(linted.stderr).toContain('2 templates: 1 error');
  });
  test('two folders with one UUID are refused wherever one of them is named', async () => {
    const uuid = '0190a1b2-0000-7000-8000-00000000000a';
    const template = { uuid, pages: [{ body: ['x'] }] };
    const cwd = makeWorkspace({ 'templates/a/template.json': template, 'templates/b/template.json': template });
    for (const args of [
      ['templates', 'lint', 'a'],
      ['generate', 'single', 'b'],
      ['templates', 'get', uuid],
    ]) {
      await ends(runCli(args, { cwd }), 3, /have the same UUID/);
    }
    expect(await exitCodeOf(cwd, 'generate', 'single', 'note')).toBe(0);
  });
  test('a template that cannot be read can be deleted', async () => {
    const cwd = makeWorkspace({ 'templates/broken/template.json': '{nope' });
    expect(await exitCodeOf(cwd, 'templates', 'delete', 'broken', '--yes')).toBe(0);
    expect(existsSync(join(cwd, 'templates/broken'))).toBe(false);
    expect(await exitCodeOf(cwd, 'templates', 'delete', 'broken', '--yes')).toBe(5);
  });
  test('a template from data that loses digits says so', async () => {
    const cwd = makeWorkspace({ 'long.json': '{"id": 12345678901234567890}' });
    await ends(
      runCli(['templates', 'create', 'long', '--from-data', 'long.json'], { cwd }),
      0,
      /long\.json:1:8 {2}warning: the number 12345678901234567890 loses digits.*as a string/,
    );
  });
  test('no template is made from data that none can have', async () => {
    const cwd = makeWorkspace({ 'odd.json': '{"a": {"__proto__": 1}}' });
    await ends(runCli(['templates', 'create', 'odd', '--from-data', 'odd.json'], { cwd }), 3, /\/a must not have "__proto__"/);
    expect(existsSync(join(cwd, 'templates/odd'))).toBe(false);
  });
});

describe('templates create', () => {
  test('a workspace that cannot be written is told with its place and exit code 9', async () => {
    const cwd = makeWorkspace({ '.pdfgen': 'in the way' });
    await ends(runCli(['templates', 'create', 'fresh'], { cwd }), 9, /Cannot write .*\.pdfgen/);
    expect(existsSync(join(cwd, 'templates/fresh'))).toBe(false);
  });
  test('makes one that lints and renders', async () => {
    const cwd = makeWorkspace();
    expect(await exitCodeOf(cwd, 'templates', 'create', 'fresh')).toBe(0);
    expect(await exitCodeOf(cwd, 'templates', 'lint', 'fresh', '--strict')).toBe(0);
    expect(await exitCodeOf(cwd, 'generate', 'single', 'fresh', '-o', 'fresh.pdf')).toBe(0);
  });
  test('copies another', async () => {
    const cwd = makeWorkspace();
    await runCli(['templates', 'create', 'copy', '--from', 'note'], { cwd });
    expect(JSON.parse(readFileSync(join(cwd, 'templates/copy/template.json'), 'utf8')).pages).toHaveLength(1);
    expect(await exitCodeOf(cwd, 'templates', 'lint', 'copy')).toBe(0);
  });
  test('infers schema, example and a first page from data', async () => {
    const cwd = makeWorkspace({
      'order.json': {
        number: 'A-1',
        date: '2026-01-31',
        customer: { name: 'Ada', city: 'Zürich' },
        lines: [
          { name: 'Bolt', qty: 2, price: 1.5 },
          { name: 'Nut', qty: 5, price: 0.2, note: 'x' },
        ],
        tags: ['a', 'b'],
        paid: false,
      },
    });
    expect(await exitCodeOf(cwd, 'templates', 'create', 'order', '--from-data', 'order.json')).toBe(0);
    expect(await exitCodeOf(cwd, 'templates', 'lint', 'order', '--strict')).toBe(0);
    await ends(runCli(['generate', 'single', 'order', '-d', 'order.json', '-o', 'order.pdf', '--strict'], { cwd }), 0);
    expect(JSON.parse(readFileSync(join(cwd, 'templates/order/schema.json'), 'utf8')).properties.lines.items.required).toEqual([
      'name',
      'qty',
      'price',
    ]);
  });
  test('a template made from data with gaps asks for what may be missing, and nothing is told of it', async () => {
    const cwd = makeWorkspace({
      'gaps.json': {
        at: '2026-01-31T10:00:00+02:00',
        note: null,
        tags: ['red', null],
        lines: [
          { name: 'Bolt', price: 1.5, day: '2026-01-31', at: '2026-01-31T10:00:00Z', isPaid: true, sizes: [1], box: { w: 1 } },
          { name: 'Nut', price: null, day: null, at: null, isPaid: null, sizes: null, box: null },
          { name: 'Gear' },
        ],
      },
    });
    await ends(runCli(['templates', 'create', 'gaps', '--from-data', 'gaps.json'], { cwd }), 0);
    await ends(runCli(['templates', 'lint', 'gaps', '--strict'], { cwd }), 0, /0 errors, 0 warnings/);
    await ends(runCli(['generate', 'single', 'gaps', '-d', 'gaps.json', '-o', 'gaps.pdf', '--strict'], { cwd }), 0);
    const template = readFileSync(join(cwd, 'templates/gaps/template.json'), 'utf8');
    for (const written of [
      "{{ note ?? '' }}",
      "{{ tags | compact | join: ', ' }}",
      "{{ (item.price | number: 2) ?? '' }}",
      "{{ item.isPaid == null ? '' : item.isPaid ? 'yes' : 'no' }}",
      "{{ item.box == null ? '' : (item.box | json) }}",
    ])
      expect(template).toContain(written);
  });
  test('refuses a name that is taken or is none', async () => {
    const cwd = makeWorkspace();
    expect(await exitCodeOf(cwd, 'templates', 'create', 'note')).toBe(1);
    expect(await exitCodeOf(cwd, 'templates', 'create', '../x')).toBe(2);
  });
});

test('versions are recorded only when the content is new', async () => {
  const cwd = makeWorkspace();
  expect((await runCli(['templates', 'versions', 'note', '--save'], { cwd })).stderr).toContain('note@1 recorded');
  expect((await runCli(['templates', 'versions', 'note', '--save'], { cwd })).stderr).toContain('nothing new since note@1');
  expect((await runCli(['generate', 'single', 'note@1', '--json'], { cwd })).stdout).toContain('"templateVersion": 1');
});

test('delete asks at a terminal, and elsewhere needs --yes', async () => {
  const cwd = makeWorkspace();
  expect(await exitCodeOf(cwd, 'templates', 'delete', 'note')).toBe(2);
  expect(existsSync(join(cwd, 'templates/note'))).toBe(true);
  expect(await exitCodeOf(cwd, 'templates', 'delete', 'note', '--yes')).toBe(0);
  expect(existsSync(join(cwd, 'templates/note'))).toBe(false);
});

test('add-asset takes no programs, and never replaces unasked', async () => {
  const cwd = makeWorkspace({ 'dot.png': pixel, 'tool.bin': '\0\x01' });
  expect(await exitCodeOf(cwd, 'templates', 'add-asset', 'note', 'dot.png')).toBe(0);
  expect(readFileSync(join(cwd, 'templates/note/assets/dot.png')).equals(pixel)).toBe(true);
  expect(await exitCodeOf(cwd, 'templates', 'add-asset', 'note', 'dot.png')).not.toBe(0);
  expect(await exitCodeOf(cwd, 'templates', 'add-asset', 'note', 'dot.png', '--force')).toBe(0);
  expect(await exitCodeOf(cwd, 'templates', 'add-asset', 'note', 'tool.bin')).toBe(3);
  expect(await exitCodeOf(cwd, 'templates', 'add-asset', 'note', 'none.png')).toBe(9);
});

const bmp = `BM${'\0'.repeat(30)}`;

test('a shared font that cannot be drawn is a fault of the templates that name it, and of no other', async () => {
  const cwd = makeWorkspace({
    'fonts/Broken.ttf': 'no font at all',
    'assets/logo.bmp': bmp,
  });
  const codes = async () => {
    const { stdout } = await runCli(['templates', 'lint', 'note', '--json'], { cwd });
    return stdout.match(/"message": ?"(?:Broken\.ttf|logo\.bmp)/g) ?? [];
  };
  expect(await codes()).toHaveLength(1);
  const document = join(cwd, 'templates/note/template.json');
  const named = { ...JSON.parse(readFileSync(document, 'utf8')), fonts: { own: { regular: 'Broken.ttf' } } };
  writeFileSync(document, JSON.stringify(named));
  expect(await codes()).toHaveLength(2);
});

test('a file that cannot be drawn is refused by add-asset and by lint, with what to do', async () => {
  const cwd = makeWorkspace({
    'logo.bmp': bmp,
    'cut.ttf': readFileSync(new URL('../../../../src/fonts/noto-sans/NotoSans-Regular.ttf', import.meta.url)).subarray(0, 5000),
    'templates/note/assets/logo.bmp': bmp,
    'templates/note/assets/empty.png': '',
    'templates/note/assets/notes.txt': 'Where the logo comes from',
  });
  const words = 'logo.bmp is a BMP picture, which cannot be drawn. Convert it to PNG.';
  await ends(runCli(['templates', 'add-asset', 'note', 'logo.bmp', '--force'], { cwd }), 3, words);
  await ends(runCli(['templates', 'add-asset', 'note', 'cut.ttf'], { cwd }), 3, /cut\.ttf: The font .* Give an intact file/);
  expect(existsSync(join(cwd, 'templates/note/assets/cut.ttf'))).toBe(false);
  const linted = await runCli(['templates', 'lint', 'note'], { cwd });
  expect([linted.exitCode, linted.stdout]).toEqual([3, expect.stringContaining(words)]);
  expect(linted.stdout).toContain('empty.png is empty');
  expect(linted.stdout).not.toContain('notes.txt');
  // Nothing draws the file.
  expect(await exitCodeOf(cwd, 'generate', 'single', 'note', '-o', 'x.pdf')).toBe(0);
});

test('add-asset prints the line for a font, until the template has it', async () => {
  const font = readFileSync(new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf', import.meta.url));
  const cwd = makeWorkspace({ 'DejaVuSans.ttf': font });
  const add = (...args: readonly string[]) => runCli(['templates', 'add-asset', 'note', 'DejaVuSans.ttf', ...args], { cwd });
  const line = '"DejaVuSans": { "regular": "DejaVuSans.ttf" }';
  expect(await add()).toMatchObject({
    exitCode: 0,
    stderr: `DejaVuSans.ttf added\nTo use the font, write in "fonts" of template.json: ${line}\n`,
  });
  const file = join(cwd, 'templates/note/template.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), fonts: JSON.parse(`{${line}}`) }));
  expect(await add('--force')).toMatchObject({ exitCode: 0, stderr: 'DejaVuSans.ttf added\n' });
});
