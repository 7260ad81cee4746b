import { describe, expect, test } from 'vitest';
import { makeFolder, runCli } from '../support/run-cli.ts';

const text = { type: 'string' } as const;

function makePayslips(document: object = {}): string {
  return makeFolder({
    'templates/pay/template.json': {
      document: { title: 'Payslip', lang: 'en', ...document },
      dataSchema: { type: 'object', properties: { number: text } },
      pages: [{ body: ['{{ number }}'] }],
    },
    'templates/pay/example.json': { number: 'A-0' },
    'pdfgen.json': '{}',
    'staff.csv': 'number,birthday\nA-1,010190\nA-2,\n',
    'user.txt': 'open sesame\n',
  });
}

const dryRun = (cwd: string, ...more: string[]) =>
  runCli(['generate', 'batch', 'pay', '-i', 'staff.csv', '--ignore-unknown-columns', '--dry-run', ...more], { cwd });

describe('the passwords of a batch', () => {
  test('are taken from a column, and a row without one is named before the first PDF', async () => {
    const { stderr, exitCode } = await dryRun(makePayslips(), '-o', 'out/{{ number }}.pdf', '--user-password-from', 'birthday');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('staff.csv:3  has no "birthday", which is to be its password\n');
    expect(stderr).not.toContain('010190');
    expect(stderr).not.toContain('--skip-invalid');
  });

  test('are needed if the template asks for encrypted documents', async () => {
    const cwd = makePayslips({ encryption: { permissions: ['print'] } });
    const { stderr, exitCode } = await dryRun(cwd, '-o', 'out/{{ number }}.pdf');
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('Give one: --user-password-file FILE, --user-password-from or'),
    ]);
    expect(await dryRun(cwd, '-o', 'out/{{ number }}.pdf', '--user-password-file', 'user.txt')).toMatchObject({ exitCode: 0 });
  });

  test.each([
    [['--user-password-from', 'birthday', '--skip-invalid'], '--skip-invalid would write the passwords of --user-password-from'],
    [['--user-password-from', 'birthday', '--failed', 'f.csv'], '--failed would write the passwords of --user-password-from'],
    [['--user-password-from', 'birthday', '--keep', 'birthday'], '--keep would write the passwords of --user-password-from'],
    [['--user-password-from', 'birthday', '--reference', 'birthday'], '--reference would write the passwords'],
    [['--user-password-from', 'birthday', '--user-password-file', 'user.txt'], 'both name the password that opens a document'],
    [['--user-password-file', 'user.txt', '--merge', 'all.pdf'], 'An encrypted document cannot be merged'],
    [['--user-password-file', 'user.txt', '--detach'], 'Passwords cannot be used with --detach'],
    [['--permissions', 'print'], '--permissions needs a password'],
    [['--user-password-file', 'user.txt', '--permissions', 'prnt'], 'did you mean "print"?'],
  ])('%j are refused', async (flags, message) => {
    const { stderr, exitCode } = await dryRun(makePayslips(), ...flags);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('are refused once under PDF/A', async () => {
    const flags = ['--user-password-file', 'user.txt', '--standard', 'PDF/A-2b'];
    const { stderr, exitCode } = await dryRun(makePayslips(), '-o', 'out/{{ number }}.pdf', ...flags);
    expect(exitCode).toBe(3);
    expect(stderr.match(/the document may not be encrypted\. Leave out the passwords, or the standard\./g)).toHaveLength(1);
  });
});
