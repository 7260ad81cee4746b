import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends } from '../../../support/ends.ts';
import { syntaxOf } from '../../../support/read-pdf.ts';
import { makeWorkspace, runCli } from '../../../support/run-cli.ts';
import { objectOf } from '../../../support/schemas.ts';

const isPdf = (path: string) => readFileSync(path).subarray(0, 5).toString() === '%PDF-';

describe('generate single', () => {
  test('writes the file that -o names and says so on stderr', async () => {
    const cwd = makeWorkspace({ 'order.json': { title: 'Mine' } });
    const { stdout, stderr, exitCode } = await runCli(['generate', 'single', 'note', '-d', 'order.json', '-o', 'out.pdf'], {
      cwd,
    });
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 0 });
    expect(stderr).toMatch(/^out\.pdf {2}1 page {2}\d+ kB\n$/);
    expect(isPdf(join(cwd, 'out.pdf'))).toBe(true);
  });
  test('takes the name from the template, and the example where there is no data, and says both', async () => {
    const cwd = makeWorkspace();
    const { stderr } = await runCli(['generate', 'single', 'note'], { cwd });
    expect(stderr).toContain('using the example data of note');
    expect(isPdf(join(cwd, 'note-hello.pdf'))).toBe(true);
  });
  test('reads YAML, standard input, and single values from the line', async () => {
    const cwd = makeWorkspace({ 'order.yaml': 'title: From YAML\n' });
    expect((await runCli(['generate', 'single', 'note', '-d', 'order.yaml', '-o', 'a.pdf'], { cwd })).exitCode).toBe(0);
    expect(
      (await runCli(['generate', 'single', 'note', '-d', '-', '-o', 'b.pdf'], { cwd, stdin: '{"title":"From stdin"}' })).exitCode,
    ).toBe(0);
    const set = await runCli(['generate', 'single', 'note', '-d', '-', '--set', 'title=Set', '--set', 'lines[0].qty=3'], {
      cwd,
      stdin: '{"title":"x"}',
    });
    expect(set.stderr).toContain('note-set.pdf');
  });
  test('-o - writes the bytes and nothing else to stdout, and never to a terminal', async () => {
    const cwd = makeWorkspace();
    const piped = await runCli(['generate', 'single', 'note', '-o', '-'], { cwd });
    expect(piped.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(piped.bytes.subarray(-6).toString()).toBe('%%EOF\n');
    expect((await runCli(['generate', 'single', 'note', '-o', '-'], { cwd, terminal: 80 })).exitCode).toBe(2);
  });
  test('keeps a document with warnings, of its data or its rendering, and exits with 6 where that is asked for', async () => {
    const cwd = makeWorkspace({
      'glyph.json': { title: '\u{10ffff}x' },
      'digits.json': '{"title":"x","lines":[{"qty":9007199254740993}]}',
      'good.json': { title: 'x' },
    });
    const single = (file: string, ...more: string[]) =>
      runCli(['generate', 'single', 'note', '-d', file, '-o', `${file}.pdf`, ...more], { cwd });
    for (const file of ['glyph.json', 'digits.json']) {
      expect((await single(file)).exitCode).toBe(0);
      await ends(single(file, '--fail-on-warnings'), 6, 'warning:');
      expect(isPdf(join(cwd, `${file}.pdf`))).toBe(true);
    }
    expect((await single('good.json', '--fail-on-warnings')).exitCode).toBe(0);
  });
  test('invalid data is told with file, line and column; nothing is written; exit 3', async () => {
    const cwd = makeWorkspace({ 'order.json': '{\n  "title": "",\n  "lines": [{ "qty": "two" }],\n  "txt": 1\n}' });
    await ends(
      runCli(['generate', 'single', 'note', '-d', 'order.json', '-o', 'out.pdf'], { cwd }),
      3,
      'order.json:2:12  /title ',
      'order.json:3:22  /lines/0/qty ',
      'txt',
    );
    expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
  });
  test('a table on standard input is told the command that reads tables', async () => {
    const cwd = makeWorkspace();
    for (const args of [
      ['generate', 'single', 'note', '-d', '-'],
      ['validate', 'note', '-'],
    ]) {
      const { stdout, stderr, exitCode } = await runCli(args, { cwd, stdin: 'title;text\nMine;x\n' });
      const advice = 'To make a document of each row: pdfgen generate batch note -i -. To check the rows only, add --dry-run';
      expect([exitCode, stdout + stderr]).toEqual([
        3,
        expect.stringContaining(`this is a text, perhaps a table, and this command`),
      ]);
      expect(stdout + stderr).toContain(advice);
    }
  });
  test.each(['orders.csv', 'orders.XLSX'])('%s as the data is told the command that reads tables', async (file) => {
    const cwd = makeWorkspace({ [file]: 'title\nMine\n' });
    for (const args of [
      ['generate', 'single', 'note', '-d', file],
      ['validate', 'note', file],
    ]) {
      const { stdout, stderr, exitCode } = await runCli(args, { cwd });
      expect([exitCode, stdout + stderr]).toEqual([
        3,
        expect.stringContaining(`pdfgen generate batch note -i ${file}. To check`),
      ]);
    }
    if (file.endsWith('csv'))
      expect((await runCli(['generate', 'batch', 'note', '-i', file, '--dry-run'], { cwd })).exitCode).toBe(0);
  });
  test('each fault of a template is told once', async () => {
    const dataSchema = { type: 'object', properties: { title: {} } };
    const cwd = makeWorkspace({
      'templates/one/template.json': { pages: [{ body: ['{{ titel }}'] }] },
      'templates/one/schema.json': dataSchema,
      'templates/two/template.json': { pages: [{ body: ['{{ titel }}', '{{ tilte }}'] }] },
      'templates/two/schema.json': dataSchema,
    });
    const told = 'The data schema has no "titel"; did you mean "title"?';
    const one = await runCli(['generate', 'single', 'one'], { cwd });
    expect(one.stderr).toContain(
      `templates/one/template.json:5:13  /pages/0/body/0 ${told}\nerror: The template "one" does not compile.\n`,
    );
    const two = await runCli(['generate', 'single', 'two'], { cwd });
    expect(two.stderr).toContain(`templates/two/template.json:5:13  /pages/0/body/0 ${told}\ntemplates/two/template.json:6:13  `);
    for (const { stderr } of [one, two]) expect(stderr.split('titel')).toHaveLength(2);
  });
  test('data that is no object is told once', async () => {
    const cwd = makeWorkspace({ 'order.json': [{ title: 'Mine' }] });
    const { stderr } = await runCli(['generate', 'single', 'note', '-d', 'order.json'], { cwd });
    expect(stderr).toBe('error: order.json: the data of one document must be an object, got an array.\n');
  });
  test('a date comes from --date, else SOURCE_DATE_EPOCH, else there is none', async () => {
    const cwd = makeWorkspace();
    const dateOf = async (args: string[], env = {}) =>
      /\((D:\d+)/.exec(syntaxOf((await runCli(['generate', 'single', 'note', '-o', '-', ...args], { cwd, env })).bytes))?.[1];
    expect(await dateOf(['--date', '2026-01-31'])).toBe('D:20260131000000');
    expect(await dateOf([], { SOURCE_DATE_EPOCH: '0' })).toBe('D:19700101000000');
    expect(await dateOf([])).toBeUndefined();
    expect((await runCli(['generate', 'single', 'note', '--date', 'soon'], { cwd })).exitCode).toBe(2);
  });
  test('--strict fails on a number of the data that loses digits', async () => {
    const cwd = makeWorkspace({ 'templates/sum/template.json': { pages: [{ body: ['{{ n }}'] }] } });
    writeFileSync(join(cwd, 'd.json'), '{\n "n": 12345678901234567890\n}');
    const told = 'd.json:2:7  warning: the number 12345678901234567890 loses digits and becomes 12345678901234567000';
    await ends(runCli(['generate', 'single', 'sum', '-d', 'd.json', '-o', 'a.pdf'], { cwd }), 0, told);
    await ends(
      runCli(['generate', 'single', 'sum', '-d', 'd.json', '-o', 'b.pdf', '--strict'], { cwd }),
      3,
      told,
      'Strict rendering: 1 warning about d.json.',
    );
    expect(existsSync(join(cwd, 'b.pdf'))).toBe(false);
    writeFileSync(join(cwd, 'd.json'), '[{"n": 1},{"n": 12345678901234567890}]');
    const batch = ['generate', 'batch', 'sum', '-i', 'd.json', '-o', 'out/{{ index }}.pdf'];
    await ends(runCli([...batch, '--strict'], { cwd }), 3, 'd.json:1:17  the number 12345678901234567890 loses');
    expect((await runCli([...batch, '--dry-run'], { cwd })).exitCode).toBe(0);
  });

  test('numbers of the example data that lose digits are told like those of a file', async () => {
    const document = { pages: [{ body: ['{{ n }}'] }] };
    const cwd = makeWorkspace({
      'templates/own/template.json': document,
      'templates/own/example.json': '{"n": 12345678901234567890}',
      'templates/inside/template.json': `{"pages": [{"body": ["{{ n }}"]}], "exampleData": {"n": 12345678901234567890}}`,
    });
    const make = (...args: string[]) => runCli(['generate', 'single', ...args, '-o', 'a.pdf'], { cwd });
    for (const name of ['own', 'inside']) {
      await ends(
        make(name),
        0,
        'digits-lost, data /n',
        'the number 12345678901234567890 loses digits and becomes 12345678901234567000',
      );
      expect((await make(name, '--strict')).exitCode).toBe(3);
      expect((await make(name, '--set', 'n=1')).stderr).not.toContain('digits');
    }
  });
  test('--strict fails on a warning and writes nothing', async () => {
    const cwd = makeWorkspace({
      'templates/cut/template.json': {
        pages: [{ body: [{ text: 'word word word word', maxLines: 1, width: 10 }] }],
      },
    });
    await ends(runCli(['generate', 'single', 'cut', '-o', 'a.pdf'], { cwd }), 0, 'text-cut');
    await ends(
      runCli(['generate', 'single', 'cut', '-o', 'b.pdf', '--strict'], { cwd }),
      3,
      '(text-cut, page 1, /pages/0/body/0)',
    );
    expect(readdirSync(cwd)).not.toContain('b.pdf');
  });
  test('--strict says page, component and place in the data of each warning', async () => {
    const line = { text: 'x', id: 'wide', margin: [0, 0, 0, -60], when: 'item > 1', break: { before: 'page' } };
    const cwd = makeWorkspace({
      'templates/off/template.json': { pages: [{ body: ['a', { repeat: 'lines', body: line }] }] },
      'off.json': { lines: [1, 2, 3] },
    });
    const args = ['generate', 'single', 'off', '-d', 'off.json', '-o', 'b.pdf'];
    const lenient = await runCli(args, { cwd });
    const strict = await runCli([...args, '--strict'], { cwd });
    for (const place of ['(off-sheet, page 2, wide, data /lines/1', '(off-sheet, page 3, wide, data /lines/2']) {
      expect(lenient.stderr).toContain(`${place} at off.json:`);
      expect(strict.stderr).toContain(`${place})`);
    }
    const told = await runCli([...args, '--strict', '--json'], { cwd });
    expect(JSON.parse(told.stderr)).toMatchObject({
      code: 'RENDER_WARNINGS',
      errors: [
        { path: '/data/lines/1', keyword: 'off-sheet', params: { component: 'wide', page: 2 } },
        { path: '/data/lines/2', keyword: 'off-sheet', params: { component: 'wide', page: 3 } },
      ],
    });
  });
  test('--max-pages is a limit that is named', async () => {
    const cwd = makeWorkspace({
      'templates/long/template.json': { pages: [{ body: [{ repeat: 'lines', body: '{{ item }}' }] }] },
    });
    await ends(
      runCli(['generate', 'single', 'long', '--max-pages', '2', '-d', '-'], {
        cwd,
        stdin: JSON.stringify({ lines: Array.from({ length: 500 }, (_, i) => i) }),
      }),
      3,
      'maxPages',
    );
  });
  test('--json prints what the API answers, and an error as one problem on stderr', async () => {
    const cwd = makeWorkspace();
    const good = await runCli(['generate', 'single', 'note', '--json'], { cwd });
    expect(JSON.parse(good.stdout)).toMatchObject({ pages: 1, filename: 'note-hello.pdf', templateVersion: null, warnings: [] });
    const bad = await runCli(['generate', 'single', 'note', '--json', '--set', 'title=1'], { cwd });
    expect(JSON.parse(bad.stderr)).toMatchObject({
      code: 'DATA_INVALID',
      exitCode: 3,
      status: 422,
      errors: [{ path: '/data/title' }],
    });
    expect(bad.stdout).toBe('');
  });
});

describe('what is wrong is said with its remedy and the right code', () => {
  test.each([
    ['an unknown template, with the nearest', ['generate', 'single', 'noet'], 5, 'did you mean "note"'],
    ['a missing data file', ['generate', 'single', 'note', '-d', 'none.json'], 9, 'none.json'],
    ['broken JSON with its place', ['generate', 'single', 'note', '-d', 'broken.json'], 3, 'broken.json:1:'],
    ['a folder that is not there', ['generate', 'single', 'note', '-o', 'no/such/out.pdf'], 9, 'folder does not exist'],
    ['a folder in the place of the file', ['generate', 'single', 'note', '-o', 'templates'], 9, 'folder'],
    ['no template in a pipe', ['generate', 'single'], 2, 'The template is missing.'],
    ['an unknown option, with the nearest', ['generate', 'single', 'note', '--outptu', 'x'], 2, '--output'],
    ['a version that is not recorded', ['generate', 'single', 'note@9'], 5, 'version'],
    ['a path without a template', ['generate', 'single', './nowhere'], 5, 'nowhere'],
    ['a path to a template with broken JSON, with its place', ['generate', 'single', './broken'], 3, 'template.json:1:'],
    ['a path to a file that is no template', ['generate', 'single', './broken.json'], 3, 'broken.json:1:'],
    ['a wrong value of a setting', ['generate', 'single', 'note', '--max-pages', 'many'], 2, '--max-pages'],
  ])('%s', async (_what, args, exit, words) => {
    const cwd = makeWorkspace({ 'broken.json': '{"title": }', 'broken/template.json': '{ "pages": [' });
    const before = readdirSync(cwd).sort();
    const { stdout, stderr, exitCode } = await runCli(args, { cwd });
    expect({ exitCode, stdout }).toEqual({ exitCode: exit, stdout: '' });
    expect(stderr).toContain(words);
    expect(readdirSync(cwd).sort()).toEqual(before);
  });
  test('outside of any workspace', async () => {
    await ends(runCli(['templates', 'list'], { cwd: '/' }), 2, 'pdfgen init');
  });
});

test('data on standard input without -d - is an error, not a document of example data', async () => {
  const cwd = makeWorkspace();
  await ends(runCli(['generate', 'single', 'note', '-o', 'out.pdf'], { cwd, stdin: '{"title":"Mine"}' }), 2, '-d -');
  expect(existsSync(join(cwd, 'out.pdf'))).toBe(false);
});

test('a breach in what --set put there names the option', async () => {
  const { stderr } = await runCli(['generate', 'single', 'note', '-d', 'order.json', '--set', 'lines[0].qty=x'], {
    cwd: makeWorkspace({ 'order.json': '{\n  "title": "a"\n}' }),
  });
  expect(stderr).toContain('--set lines[0].qty  /lines/0/qty must');
});

test('a member that is missing or too much is shown where it should be', async () => {
  const cwd = makeWorkspace({ 'order.yaml': 'text: x\nextra: 1\n' });
  const { stderr } = await runCli(['generate', 'single', 'note', '-d', 'order.yaml'], { cwd });
  expect(stderr).toMatch(/^order\.yaml:1:1 {2}.*title/m);
  expect(stderr).toMatch(/^order\.yaml:2:\d+ {2}.*extra/m);
});

test('a member whose name is not allowed is shown where it stands', async () => {
  const schema = { type: 'object', properties: { title: { type: 'string' } }, propertyNames: { pattern: '^[a-z]+$' } };
  const cwd = makeWorkspace({ 'templates/note/schema.json': schema, 'order.yaml': 'title: x\nOther: 1\n' });
  const { stderr } = await runCli(['generate', 'single', 'note', '-d', 'order.yaml'], { cwd });
  expect(stderr).toMatch(/^order\.yaml:2:\d+ {2}/m);
});

test("fonts come from the workspace's fonts folder, images from its assets", async () => {
  const font = readFileSync(new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf', import.meta.url));
  const cwd = makeWorkspace({
    'fonts/Mono.ttf': font,
    'templates/mono/template.json': {
      fonts: { mono: { regular: 'Mono.ttf' } },
      styles: { base: { font: 'mono' } },
      pages: [{ body: ['Hello'] }],
    },
  });
  const { bytes, exitCode } = await runCli(['generate', 'single', 'mono', '-o', '-'], { cwd });
  expect({ exitCode, named: syntaxOf(bytes).includes('DejaVuSansMono') }).toEqual({ exitCode: 0, named: true });
});

test('a locale, zone or currency in the data that there is not is a warning that names what is used instead', async () => {
  const cwd = makeWorkspace({
    'templates/bound/template.json': {
      locale: '{{ locale }}',
      timezone: '{{ zone }}',
      currency: '{{ currency }}',
      document: { lang: '{{ locale }}' },
      pages: [{ body: ['{{ 1234.5 | money }}'] }],
    },
    'templates/bound/schema.json': objectOf({
      locale: { type: 'string' },
      zone: { type: 'string' },
      currency: { type: 'string' },
    }),
    'good.json': { locale: 'de-DE', zone: 'Europe/Berlin', currency: 'EUR' },
    'bad.json': { locale: 'de_DE', zone: 'Europe/Berln', currency: 'EURO' },
  });
  await ends(runCli(['generate', 'single', 'bound', '-d', 'good.json', '--strict'], { cwd }), 0);
  const bad = await runCli(['generate', 'single', 'bound', '-d', 'bad.json', '--json'], { cwd });
  const { warnings } = JSON.parse(bad.stdout) as { warnings: { code: string; message: string }[] };
  expect(warnings.map((one) => one.code)).toEqual(['unknown-locale', 'unknown-timezone', 'unknown-currency', 'unknown-lang']);
  expect(warnings[0]!.message).toMatch(/did you mean "de-DE"\? Used instead: en-US\./);
});

test('a link to an anchor that nothing bears is a warning, and control characters stay out of the title', async () => {
  const cwd = makeWorkspace({
    'templates/odd/template.json': {
      document: { title: 'a{{ t }}b' },
      pages: [
        {
          body: [
            { text: 'x', link: '#nope' },
            { text: 'y', link: '#z' },
            { text: 'z', bookmark: { title: 'Z', anchor: 'z' } },
          ],
        },
      ],
    },
    'templates/odd/schema.json': { type: 'object', properties: { t: { type: 'string' } } },
    'data.json': { t: '\u0000\u001b' },
  });
  const { stdout } = await runCli(['generate', 'single', 'odd', '-d', 'data.json', '-o', 'odd.pdf', '--json'], { cwd });
  const { warnings } = JSON.parse(stdout) as { warnings: { code: string; message: string }[] };
  expect(warnings).toMatchObject([{ code: 'link-dropped', message: expect.stringContaining('"nope"') }]);
  expect(readFileSync(join(cwd, 'odd.pdf'), 'latin1')).toMatch(/>a b</);
});

test('a template that prints the date of a document that has none says so', async () => {
  const pages = [{ body: ['Printed {{ doc.date | date }}'] }];
  const cwd = makeWorkspace({ 'templates/dated/template.json': { timezone: 'Europe/Berlin', pages } });
  await ends(runCli(['generate', 'single', 'dated', '--strict'], { cwd }), 3, 'no date was given');
  expect((await runCli(['generate', 'single', 'dated', '--strict', '--date', '2026-01-31'], { cwd })).exitCode).toBe(0);
});
