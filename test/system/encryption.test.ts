// Encrypted documents, opened by other programs.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/inspect/inspect-pdf.ts';
import { makePng } from '../document/image/make-image.ts';
import { ends } from '../support/ends.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';
import { runProgram } from '../support/run-program.ts';

const body = [
  { text: 'Salary of {{ name }}', bookmark: 'Salary (März)' },
  { image: 'dot.png', alt: 'A dot' },
];
const template = { document: { title: 'Päyslip', attachments: [{ data: true }] }, pages: [{ body }] };
// A palette is a string inside of the dictionary of a stream.
const png = makePng({ width: 2, height: 2, bits: 8, colorType: 3, palette: [0, 0, 0, 255, 0, 0], sample: (x) => x });

function makeTemplate(document: object = template): string {
  const cwd = makeFolder({
    't/template.json': document,
    't/schema.json': { type: 'object', properties: { name: { type: 'string' } } },
    'data.json': { name: 'Ada' },
    'user.txt': 'geheïm\nsecond line',
    'owner.txt': 'Öwner\r\n',
    'empty.txt': '\nx',
    'spaces.txt': '  \nx',
    'windows.txt': 'secret \r\n',
  });
  execFileSync('mkdir', ['-p', join(cwd, 't/assets')]);
  writeFileSync(join(cwd, 't/assets/dot.png'), png);
  return cwd;
}

const generate = (cwd: string, ...args: string[]) =>
  runCli(['generate', 'single', './t', '-d', 'data.json', '-o', 'a.pdf', '--date', '2026-01-31', ...args], { cwd });

const run = (cwd: string, program: string, ...args: string[]) => execFileSync(program, args, { cwd, encoding: 'utf8' });

/** The document without its encryption. */
function decrypt(cwd: string, password: string, ...more: readonly string[]): Buffer {
  run(cwd, 'qpdf', `--password=${password}`, '--decrypt', ...more, '--deterministic-id', 'a.pdf', 'plain.pdf');
  return readFileSync(join(cwd, 'plain.pdf'));
}

describe('a batch with passwords', () => {
  test('takes the password of each document from its data, keeps none, and asks again when it is continued', async () => {
    const cwd = makeTemplate();
    writeFileSync(join(cwd, 'staff.csv'), 'name,secret\nAda,geheïm-1\nBob,geheïm-2\n');
    const first = ['generate', 'batch', './t', '-i', 'staff.csv', '-o', 'out/{{ name }}.pdf', '--user-password-from', 'secret'];
    expect((await runProgram([...first, '--owner-password-file', 'owner.txt'], { cwd })).code).toBe(0);
    const open = (name: string, password: string) => inspectPdf(readFileSync(join(cwd, `out/${name}.pdf`)), { password });
    await expect(open('Ada', 'geheïm-2')).rejects.toThrow('does not open');
    expect(await open('Ada', 'geheïm-1')).toMatchObject({ pages: { length: 1 } });
    const before = readFileSync(join(cwd, 'out/Ada.pdf'));
    rmSync(join(cwd, 'out/Bob.pdf'));
    const record = join(cwd, 'out/pdfgen-run.jsonl');
    const resume = (...flags: string[]) =>
      runProgram(['generate', 'batch', '--resume', 'out/pdfgen-run.jsonl', ...flags], { cwd });
    await ends(resume(), 2, 'Give the password again with --owner-password-file');
    expect((await resume('--owner-password-file', 'owner.txt')).code).toBe(0);
    expect(readFileSync(join(cwd, 'out/Ada.pdf')).equals(before)).toBe(true);
    expect(await open('Bob', 'geheïm-2')).toMatchObject({ pages: { length: 1 } });
    expect(readFileSync(record, 'utf8')).not.toMatch(/geheïm|Öwner/);
  });
});

describe('a document with passwords', () => {
  test('opens with each password, allows what it says, and holds no text in clear', async () => {
    const cwd = makeTemplate();
    const passwords = ['--user-password-file', 'user.txt', '--owner-password-file', 'owner.txt'];
    const flags = [...passwords, '--permissions', 'printDraft, annotate'];
    const { exitCode, stdout, stderr } = await generate(cwd, ...flags, '--json');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).not.toMatch(/geheïm|Öwner/);
    const file = readFileSync(join(cwd, 'a.pdf')).toString('latin1');
    expect(file).not.toMatch(/xpacket|data\.json|Ada|Title/);
    expect(spawnSync('qpdf', ['--check', 'a.pdf'], { cwd, encoding: 'utf8' }).stderr).toContain('invalid password');
    for (const password of ['geheïm', 'Öwner'])
      expect(run(cwd, 'qpdf', `--password=${password}`, '--check', 'a.pdf')).toContain('No syntax or stream encoding errors');
    expect(run(cwd, 'qpdf', '--password=geheïm', '--show-encryption', 'a.pdf')).toMatch(
      /R = 6\n.*user password\nextract for accessibility: allowed\nextract for any purpose: not allowed\nprint low resolution: allowed\nprint high resolution: not allowed\nmodify document assembly: not allowed\nmodify forms: allowed\nmodify annotations: allowed\nmodify other: not allowed\n.*string encryption method: AESv3/s,
    );
    expect(run(cwd, 'pdfinfo', '-upw', 'geheïm', 'a.pdf')).toMatch(
      /Title: +Päyslip\n.*Encrypted: +yes \(print:yes copy:no change:no addNotes:yes algorithm:AES-256\)/s,
    );
    expect(run(cwd, 'pdftotext', '-opw', 'Öwner', 'a.pdf', '-')).toContain('Salary of Ada');
    expect(run(cwd, 'pdfdetach', '-upw', 'geheïm', '-list', 'a.pdf')).toContain('1: data.json');
  });

  test('has other bytes each time, which unseal to the same', async () => {
    const cwd = makeTemplate();
    const plain: Buffer[] = [];
    const sealed: Buffer[] = [];
    for (let i = 0; i < 2; i++) {
      expect((await generate(cwd, '--user-password-file', 'user.txt')).exitCode).toBe(0);
      sealed.push(readFileSync(join(cwd, 'a.pdf')));
      plain.push(decrypt(cwd, 'geheïm'));
    }
    expect(sealed[0]!.equals(sealed[1]!)).toBe(false);
    expect(plain[0]!.equals(plain[1]!)).toBe(true);
    run(cwd, 'pdfimages', '-png', 'plain.pdf', 'dot');
    expect(readdirSync(cwd)).toContain('dot-000.png');
  });

  test('with an owner password alone opens for everybody and keeps its permissions', async () => {
    const cwd = makeTemplate({ ...template, document: { encryption: { permissions: [] } } });
    expect((await generate(cwd, '--owner-password-file', 'owner.txt')).exitCode).toBe(0);
    expect(run(cwd, 'pdfinfo', 'a.pdf')).toContain('(print:no copy:no change:no addNotes:no algorithm:AES-256)');
    expect(run(cwd, 'qpdf', '--show-encryption', 'a.pdf')).toContain('extract for accessibility: allowed');
  });

  test('whose file has a space after the password is told', async () => {
    const cwd = makeTemplate();
    const { stderr } = await generate(cwd, '--user-password-file', 'windows.txt');
    expect(stderr).toContain('--user-password-file: the password begins or ends with a space, which is a part of it.\n');
    expect(stderr).not.toContain('secret');
  });

  test('keeps the name of a place for a signature', async () => {
    const field = { field: 'seller', kind: 'signature', alt: 'Signature of the seller' };
    const cwd = makeTemplate({ ...template, pages: [{ body: [field] }] });
    expect((await generate(cwd, '--user-password-file', 'user.txt')).exitCode).toBe(0);
    expect(readFileSync(join(cwd, 'a.pdf')).toString('latin1')).not.toContain('seller');
    expect(run(cwd, 'pdfsig', '-upw', 'geheïm', 'a.pdf')).toContain('Signature Field Name: seller');
    expect(decrypt(cwd, 'geheïm', '--object-streams=disable').toString('latin1')).toContain('/TU (Signature of the seller)');
  });
});

test('a document in PDF/UA lets screen readers have its text, whatever is allowed', async () => {
  const cwd = makeTemplate({ ...template, document: { ...template.document, lang: 'en', encryption: { permissions: [] } } });
  const { stderr, exitCode } = await generate(cwd, '--owner-password-file', 'owner.txt', '--standard', 'PDF/UA-1');
  expect(`${exitCode} ${stderr}`).toMatch(/^0 /);
  const { encrypted, check } = await inspectPdf(readFileSync(join(cwd, 'a.pdf')), { check: true });
  expect([encrypted, check!.findings]).toEqual([true, []]);
});

describe('is told', () => {
  test.each([
    [
      ['--user-password-file', 'empty.txt'],
      2,
      'error: --user-password-file: the first line of empty.txt is empty. Write the password there.\n',
    ],
    [['--user-password-file', 'spaces.txt'], 2, expect.stringContaining('the first line of spaces.txt is empty')],
    [['--user-password-file', 'none.txt'], 9, 'error: none.txt: cannot be read: there is no such file\n'],
    [['--user-password-file', 't'], 9, 'error: t: cannot be read: it is a folder\n'],
    [
      ['--password=geheim'],
      2,
      "error: unknown option '--password'. A password is never an argument: write it into a file, and name the file with --user-password-file or --owner-password-file.\n",
    ],
    [
      ['--user-password-file', 'user.txt', '--standard', 'PDF/A-2b'],
      3,
      expect.stringContaining('PDF/A-2b: the document may not be encrypted. Leave out the passwords, or the standard.'),
    ],
    [
      ['--permissions', 'print'],
      2,
      'error: --permissions needs a password: --owner-password-file, --user-password-file or both.\n',
    ],
    [
      ['--owner-password-file', 'owner.txt', '--permissions', 'prnt'],
      2,
      'error: --permissions: there is no permission "prnt"; did you mean "print"?\n',
    ],
    [
      ['--user-password-file', 'user.txt', '--owner-password-file', 'user.txt'],
      3,
      'error: The user password and the owner password are the same, so the permissions would hold for nobody. Choose different passwords.\n',
    ],
  ])('%j', async (flags, code, told) => {
    const { exitCode, stderr } = await generate(makeTemplate(), ...flags);
    expect([exitCode, stderr]).toEqual([code, told]);
  });

  test('a template that asks for encryption makes nothing without a password', async () => {
    const cwd = makeTemplate({ ...template, document: { encryption: {} } });
    await ends(generate(cwd), 3, 'and there is no password');
    writeFileSync(join(cwd, 'list.json'), '[{}]');
    const batch = await runCli(['generate', 'batch', './t', '-i', 'list.json', '--dry-run'], { cwd });
    expect([batch.exitCode, batch.stdout, batch.stderr]).toEqual([3, '', expect.stringContaining('and there is no password')]);
  });

  test('a permission that does not exist, with its place in the template', async () => {
    const cwd = makeTemplate({ ...template, document: { encryption: { permissions: ['prints'] } } });
    const { stderr } = await generate(cwd, '--user-password-file', 'user.txt');
    expect(stderr).toContain('/document/encryption/permissions/0');
    expect(stderr).toContain('did you mean "print"?');
  });
});
