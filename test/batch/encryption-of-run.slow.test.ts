import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    expect(stderr).toContain('staff.csv:3  has no password: "birthday" is empty\n');
    expect(stderr).not.toContain('010190');
    expect(stderr).not.toContain('--skip-invalid');
  });

  test.each([
    ['staff.csv', Buffer.from('number,birthday\nA-1,P\xe4sse-partout\n', 'latin1')],
    ['staff.json', Buffer.from('[{ "number": "A-1", "birthday": "P\xe4sse-partout" }]', 'latin1')],
    ['staff.jsonl', Buffer.from('{ "number": "A-1", "birthday": "P\xe4sse-partout" }\n', 'latin1')],
    ['staff.yaml', Buffer.from('- number: A-1\n  birthday: P\xe4sse-partout\n', 'latin1')],
  ])('of %s in another encoding are not quoted, not even a byte of them', async (file, bytes) => {
    const cwd = makePayslips();
    writeFileSync(join(cwd, file), bytes);
    const args = ['generate', 'batch', 'pay', '-i', file, '--user-password-from', 'birthday', '--dry-run'];
    const { stderr, exitCode } = await runCli(args, { cwd });
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/is not UTF-8 at byte \d+; save .* as UTF-8/)]);
    expect(stderr).not.toMatch(/sse|0xE4/);
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
    [['--user-password-from', 'birthday', '--group-by', 'birthday', '--rows', 'lines'], '--group-by would show the passwords'],
    [['--user-password-from', 'birthday', '--join', 'lines=a.csv', '--on', 'birthday=b'], '--on would show the passwords'],
    [['--user-password-from', 'birthday', '--user-password-file', 'user.txt'], 'both name the password that opens a document'],
    [['--user-password-file', 'user.txt', '--merge', 'all.pdf'], 'An encrypted document cannot be merged'],
    [['--user-password-file', 'user.txt', '--detach'], 'Passwords cannot be used with --detach'],
    [['--permissions', 'print'], '--permissions needs a password'],
    [['--user-password-file', 'user.txt', '--permissions', 'prnt'], 'did you mean "print"?'],
  ])('%j are refused', async (flags, message) => {
    const { stderr, exitCode } = await dryRun(makePayslips(), ...flags);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test.each([
    [['--user-password-file', 'user.txt', '--owner-password-file', 'user.txt'], 'are the same password'],
    [['--user-password-file', 'long.txt'], 'the password has more than 127 bytes'],
    [['--owner-password-file', 'bell.txt'], 'the password has a control character'],
    [['--user-password-from', 'spaced'], 'staff.csv:2  the password in "spaced" begins or ends with a space'],
    [
      ['--user-password-from', 'birthday', '--owner-password-file', 'ada.txt'],
      'staff.csv:2  the password in "birthday" is the owner',
    ],
  ])('%j are refused before the first PDF, as they would be in the run', async (flags, message) => {
    const cwd = makePayslips();
    writeFileSync(join(cwd, 'staff.csv'), 'number,birthday,spaced\nA-1,010190,"a "\n');
    for (const [name, password] of Object.entries({ long: 'x'.repeat(128), bell: 'a\u0007', ada: '010190' }))
      writeFileSync(join(cwd, `${name}.txt`), `${password}\n`);
    const { stderr, exitCode } = await dryRun(cwd, '-o', 'out/{{ number }}.pdf', ...flags);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(message)]);
  });

  test('are refused where they were read in a wrong encoding, and the message does not show them', async () => {
    const cwd = makePayslips();
    writeFileSync(join(cwd, 'staff.csv'), 'number,birthday\nA-1,geheÃ¯m\n');
    const { stderr, exitCode } = await dryRun(cwd, '--user-password-from', 'birthday');
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('the password in "birthday" may be damaged')]);
    expect(stderr).not.toContain('gehe');
  });

  test.each([
    ['UTF-16', Buffer.from('sesame', 'utf16le')],
    ['UTF-16 with a mark', Buffer.from('\ufeffsesame', 'utf16le')],
    ['Latin-1', Buffer.from('s\xe9same', 'latin1')],
  ])('in a file in %s are refused, and the message does not show them', async (_, bytes) => {
    const cwd = makePayslips();
    writeFileSync(join(cwd, 'user.txt'), bytes);
    const { stderr, exitCode } = await dryRun(cwd, '--user-password-file', 'user.txt');
    const message = 'error: --user-password-file: user.txt is not written in UTF-8. Save it in UTF-8.\n';
    expect([exitCode, stderr]).toEqual([2, message]);
  });

  test('stay out of the data, so that no name of a file and no digest has them', async () => {
    const cwd = makePayslips();
    writeFileSync(join(cwd, 'staff.json'), '[{"number":"A-1","pin":"p1"},{"number":"A-2","pin":"p2"}]');
    const flags = ['generate', 'batch', 'pay', '-i', 'staff.json', '--dry-run', '--user-password-from', 'pin'];
    expect(await runCli([...flags, '-o', 'out/{{ number }}.pdf'], { cwd })).toMatchObject({ exitCode: 0 });
    for (const [more, message] of [
      [['--keep', '["pin"]'], '--keep would write the passwords'],
      [['--reference', '["pin"]'], '--reference would write the passwords'],
      [['-o', 'out/{{ pin }}.pdf'], 'pin'],
    ] as const) {
      const { stderr, exitCode } = await runCli([...flags, ...more], { cwd });
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  test('are refused in a column that the template knows, by its name or by a map', async () => {
    for (const flags of [
      ['--user-password-from', 'number'],
      ['--user-password-from', 'birthday', '--map', 'birthday=number', '--reference', 'number'],
    ]) {
      const cwd = makePayslips();
      writeFileSync(join(cwd, 'staff.csv'), flags.length > 2 ? 'birthday\n010190\n' : 'number\n010190\n');
      const { stderr, exitCode } = await runCli(['generate', 'batch', 'pay', '-i', 'staff.csv', '--dry-run', ...flags], { cwd });
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringMatching(/the template mentions number|number belongs to the template's data/),
      ]);
      expect(stderr).not.toContain('010190');
    }
  });

  test('are refused in a column that a template without a schema shows: the document would lack the value', async () => {
    const cwd = makePayslips();
    const template = { document: { title: 'Payslip' }, pages: [{ body: ['{{ number }} {{ birthday }}'] }] };
    writeFileSync(join(cwd, 'templates/pay/template.json'), JSON.stringify(template));
    const check = () => dryRun(cwd, '-o', 'out/{{ number }}.pdf', '--user-password-from', 'birthday');
    const { stderr, exitCode } = await check();
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('the template mentions birthday')]);
    writeFileSync(join(cwd, 'templates/pay/template.json'), JSON.stringify(template).replace(' {{ birthday }}', ''));
    expect((await check()).stderr).toContain('staff.csv:3  has no password');
    const other = ['--user-password-from', 'pin-code (new)'];
    writeFileSync(join(cwd, 'staff.csv'), 'number,pin-code (new)\nA-1,010190\n');
    expect(await dryRun(cwd, '-o', 'out/{{ number }}.pdf', ...other)).toMatchObject({ exitCode: 0 });
  });

  test('are not asked for where jobs could not have them', async () => {
    const cwd = makePayslips({ encryption: { permissions: ['print'] } });
    const hand = (...more: string[]) => runCli(['generate', 'batch', 'pay', '-i', 'staff.csv', '--detach', ...more], { cwd });
    const { stderr, exitCode } = await hand();
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('jobs and batches of a server cannot encrypt')]);
    expect((await hand('--permissions', 'print')).stderr).toContain('jobs and servers take no passwords');
  });

  test('are refused once under PDF/A', async () => {
    const flags = ['--user-password-file', 'user.txt', '--standard', 'PDF/A-2b'];
    const { stderr, exitCode } = await dryRun(makePayslips(), '-o', 'out/{{ number }}.pdf', ...flags);
    expect(exitCode).toBe(3);
    expect(stderr.match(/the document may not be encrypted\. Leave out the passwords, or the standard\./g)).toHaveLength(1);
  });
});
