// No command writes over a person's own files: those that it reads, those of templates, and, unless it is told to, files of other kinds.
import { linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../../src/cli/build-program.ts';
import { ends } from '../../support/ends.ts';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

const makeFiles = () => {
  const cwd = makeWorkspace({
    'd.json': { title: 'A' },
    'd.csv': 'title,text\nA,1\n,2\n',
    'map.json': {},
    'secret.txt': 'password\n',
    'other.txt': 'of a person',
    'doc.pdf': '%PDF-1.7 a document',
    'key.p12': 'a key',
    'token.txt': 'token',
    'templates/note/assets/terms.pdf': '%PDF-1.7 terms',
    'assets/shared.pdf': '%PDF-1.7 shared terms',
  });
  linkSync(join(cwd, 'd.json'), join(cwd, 'hard.pdf'));
  symlinkSync('d.json', join(cwd, 'soft.pdf'));
  return cwd;
};

/** Every file below a folder that a person may miss, with its content. */
const contentsOf = (cwd: string) =>
  Object.fromEntries(
    readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.pdfgen') && statSync(join(cwd, name)).isFile())
      .map((name) => [name, readFileSync(join(cwd, name), 'latin1')]),
  );

/** The writers of a person's files, with the files that each reads. */
const writers: Readonly<
  Record<string, { readonly line: (target: string) => readonly string[]; readonly reads: readonly string[] }>
> = {
  'generate single': {
    line: (target) => ['generate', 'single', 'note', '-d', 'd.json', '--user-password-file', 'secret.txt', '-o', target],
    reads: ['d.json', 'hard.pdf', 'soft.pdf', 'secret.txt'],
  },
  'generate async': {
    line: (target) => ['generate', 'async', 'note', '-d', 'd.json', '--wait', '-o', target],
    reads: ['d.json', 'hard.pdf', 'soft.pdf'],
  },
  'embedded generate': {
    line: (target) => ['embedded', 'generate', 'note', '0190a1b2-0000-7000-8000-000000000001', '-d', 'd.json', '-o', target],
    reads: ['d.json', 'hard.pdf', 'soft.pdf'],
  },
  invoice: { line: (target) => ['invoice', 'note', '-d', 'd.json', '--xml', '-o', target], reads: ['d.json'] },
  sign: {
    line: (target) => ['sign', 'doc.pdf', '--p12', 'key.p12', '--password-file', 'secret.txt', '-o', target],
    reads: ['doc.pdf', 'key.p12', 'secret.txt'],
  },
  'jobs result': { line: (target) => ['jobs', 'result', '@last', '-o', target], reads: [] },
  'batches result': { line: (target) => ['batches', 'result', '@last', '--format', 'pdf', '-o', target], reads: [] },
  'validate --format': {
    line: (target) => ['validate', 'note', 'd.json', '--format', `json=${target}`],
    reads: ['d.json', 'hard.pdf', 'soft.pdf'],
  },
  ...Object.fromEntries(
    ['--merge', '--zip', '--manifest', '--rejected', '--failed'].map((option) => [
      `generate batch ${option}`,
      {
        line: (target: string) => [
          ...'generate batch note -i d.csv --map map.json --skip-invalid'.split(' '),
          // An encrypted document cannot be merged.
          ...(option === '--merge' ? [] : ['--user-password-file', 'secret.txt']),
          ...[option, target],
        ],
        reads: ['d.csv', 'map.json', ...(option === '--merge' ? [] : ['secret.txt'])],
      },
    ]),
  ),
};

const ofTemplates = [
  ...'templates/note/template.json templates/note/schema.json templates/note/assets/terms.pdf'.split(' '),
  ...'templates/note/new.csv templates/note/assets/new.csv templates/note/new.dat assets/shared.pdf'.split(' '),
  'pdfgen.json',
];

/** Their files have endings of their own. */
const isOfText = (name: string) => /--(?:rejected|failed|manifest|format)$/.test(name);

const endsLike = (name: string, file: string) =>
  // A name that ends like another kind is refused for that.
  (name === 'generate batch --zip' && file.endsWith('.pdf')) ||
  (name === 'invoice' && file.endsWith('.pdf')) ||
  (!isOfText(name) && /\.(?:json|csv|txt)$/.test(file)) ||
  (/--(?:rejected|failed)$/.test(name) && !file.endsWith('.csv'));

describe.each(Object.entries(writers))('%s', (name, { line, reads }) => {
  const targets = [...reads, ...ofTemplates].filter((file) => !endsLike(name, file));
  test.each(targets)('never writes to %s, whatever is said', async (target) => {
    const cwd = makeFiles();
    const before = contentsOf(cwd);
    for (const more of [[], ['--overwrite']]) {
      await ends(runCli([...line(target), ...more], { cwd }), 2, /reads \(|in the folder|is an input|settings/);
    }
    expect(contentsOf(cwd)).toEqual(before);
  });

  test('replaces no file of another kind unless it is told to', async () => {
    const cwd = makeFiles();
    const target = /--(?:rejected|failed)$/.test(name) ? 'other.csv' : 'other.dat';
    writeFileSync(join(cwd, target), 'of a person');
    await ends(runCli(line(target), { cwd }), 9, /--overwrite/);
    expect(readFileSync(join(cwd, target), 'utf8')).toBe('of a person');
  });
});

test.each([
  ['a PDF', '%PDF-1.7 of before', []],
  ['an empty file', '', []],
  ['any file with --overwrite', '{"mine":true}', ['--overwrite']],
])('generate single goes on replacing %s', async (_, content, more) => {
  const cwd = makeFiles();
  writeFileSync(join(cwd, 'x.pdf'), content);
  expect((await runCli(['generate', 'single', 'note', '-d', 'd.json', '-o', 'x.pdf', ...more], { cwd })).exitCode).toBe(0);
  expect(readFileSync(join(cwd, 'x.pdf'), 'latin1')).toMatch(/^%PDF-1\.7\n.*%%EOF\s*$/s);
});

test('a file that has the name of the template is no input', async () => {
  const cwd = makeFiles();
  for (let time = 0; time < 2; time++)
    expect(await runCli(['generate', 'single', 'note', '-d', 'd.json', '-o', 'note'], { cwd })).toMatchObject({ exitCode: 0 });
});

test('the name that a document gives itself is protected like a given name', async () => {
  const cwd = makeFiles();
  writeFileSync(join(cwd, 'note-a.pdf'), 'of a person');
  await ends(
    runCli(['generate', 'single', 'note', '-d', 'd.json'], { cwd }),
    9,
    'note-a.pdf is there already, and is not a PDF.',
  );
});

test.each(['human', 'json', 'junit', 'sarif', 'github'])('validate replaces its own report of the form %s', async (form) => {
  const cwd = makeFiles();
  for (const title of ['A', '', 'B']) {
    writeFileSync(join(cwd, 'd.json'), JSON.stringify({ title }));
    await ends(runCli(['validate', 'note', 'd.json', '--format', `${form}=report`], { cwd }), title === '' ? 3 : 0);
  }
  writeFileSync(join(cwd, 'report'), '{ "name": "mine" }');
  await ends(
    runCli(['validate', 'note', 'd.json', '--format', `${form}=report`], { cwd }),
    9,
    'report is there already, and is not',
  );
  expect((await runCli(['validate', 'note', 'd.json', '--format', `${form}=report`, '--overwrite'], { cwd })).exitCode).toBe(0);
});

test('a report never replaces a file that a pattern finds', async () => {
  const cwd = makeFiles();
  await ends(
    runCli(['validate', 'note', '*.json', '--format', 'json=d.json', '--overwrite'], { cwd }),
    2,
    'd.json is a file that this command reads (d.json)',
  );
});

test.each([
  [
    ['-o', 'templates/note/assets/{{ title }}.pdf'],
    'templates/note/assets/A.pdf is in the folder of the template note. Name another folder with -o.',
  ],
  [['-o', 'templates/note/{{ title | downcase }}/x.pdf'], 'templates/note/note/x.pdf is in the folder of the template note'],
  [['-o', 'assets/'], 'is in the folder assets, whose files pdfgen uses'],
  [
    ['-o', '{{ title }}.pdf', '--user-password-file', 'A.pdf', '--overwrite'],
    'A.pdf is a file that this command reads (--user-password-file A.pdf)',
  ],
  [['-o', '{{ title }}.png'], '-o {{ title }}.png is the name of a PNG picture, and this command writes a PDF.'],
  [['-o', 'x.docx'], '-o x.docx is not the name of a PDF'],
  [['--merge', 'all.zip'], '--merge all.zip is the name of a zip, and this command writes a PDF.'],
])('names of generate batch %j are refused', async (args, message) => {
  const cwd = makeFiles();
  writeFileSync(join(cwd, 'A.pdf'), 'password\n');
  writeFileSync(join(cwd, 'd.csv'), args[1]!.includes('downcase') ? 'title\nNOTE\n' : 'title\nA\n');
  const before = contentsOf(cwd);
  await ends(runCli(['generate', 'batch', 'note', '-i', 'd.csv', ...args], { cwd }), 2, message);
  expect(contentsOf(cwd)).toEqual(before);
});

test.each(['jpg', 'svg', 'html', 'docx', 'json', 'csv', 'txt'])('-o x.%s is refused', async (ending) => {
  const cwd = makeFiles();
  await ends(
    runCli(['generate', 'single', 'note', '-d', 'd.json', '-o', `x.${ending}`, '--overwrite'], {
      cwd,
    }),
    2,
    `-o x.${ending} is not the name of a PDF: pdfgen cannot make `,
  );
});

test('an option that names a file says so, and so the file is protected', async () => {
  const program = await buildProgram({ columns: 80 });
  const options = program.commands.flatMap((one) => [one, ...one.commands]).flatMap((command) => command.options);
  const odd = options.filter(({ flags, long }) => /-file$/.test(long ?? '') && !/<file>/.test(flags)).map(({ flags }) => flags);
  expect(odd).toEqual([]);
});

test('the commands write files of people at one place', () => {
  const source = fileURLToPath(new URL('../../../src/cli', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const writing = files.filter((name) =>
    /writeFileWhole|openWholeFile|createWriteStream/.test(readFileSync(join(source, name), 'utf8')),
  );
  expect(writing.map((name) => relative('.', name))).toEqual(['output/write-output.ts']);
});
