// --open: the desktop's program gets the file that a command has made.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder, makeWorkspace } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';
import { keys } from '../support/sign.ts';

/** A person at a desktop whose program notes what it is to open. */
function openDesktop(given: Readonly<Record<string, string>> = {}) {
  const cwd = makeWorkspace({ 'items.json': [{ title: 'One' }] });
  const bin = makeFolder({ 'xdg-open': `#!/bin/sh\nprintf '%s\\n' "$@" >>'${cwd}/opened'\n` });
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const places = { HOME: cwd, XDG_CACHE_HOME: join(homedir(), '.cache'), PDFGEN_CONFIG_DIR: join(cwd, '.user') };
  const env = { PATH: `${bin}:${process.env.PATH}`, ...places, DISPLAY: ':0', ...given };
  return {
    cwd,
    pdfgen: (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { cwd, env }),
    opened: () => (existsSync(join(cwd, 'opened')) ? readFileSync(join(cwd, 'opened'), 'utf8').trimEnd().split('\n') : []),
  };
}

test('the program of the desktop gets the whole path of what each command has made', async () => {
  const { cwd, pdfgen, opened } = openDesktop();
  await pdfgen('generate', 'single', 'note', '-o', "-a b's $(x).pdf", '--open');
  await pdfgen('generate', 'single', 'note', '--open', '--json');
  await pdfgen('generate', 'async', 'note', '--wait', '-o', 'waited.pdf', '--open');
  await pdfgen('jobs', 'result', '@last', '-o', 'job.pdf', '--open');
  const pair = ['note', randomUUID()];
  await pdfgen('embedded', 'session', ...pair);
  await pdfgen('embedded', 'generate', ...pair, '-o', 'embedded.pdf', '--open');
  await pdfgen('generate', 'batch', 'note', '-i', 'items.json', '--detach');
  await pdfgen('batches', 'wait', '@last');
  await pdfgen('batches', 'result', '@last', '--format', 'pdf', '-o', 'batch.pdf', '--open');
  await pdfgen(
    'sign',
    'job.pdf',
    '--p12',
    join(keys, 'rsa.p12'),
    '--password-file',
    join(keys, 'password.txt'),
    '-o',
    'signed.pdf',
    '--open',
  );
  const others = ['note-hello.pdf', 'waited.pdf', 'job.pdf', 'embedded.pdf', 'batch.pdf', 'signed.pdf'];
  const names = ["-a b's $(x).pdf", ...others];
  await expect.poll(() => opened().sort()).toEqual(names.map((name) => join(cwd, name)).sort());
  for (const name of names) expect(readFileSync(join(cwd, name), 'latin1')).toMatch(/^%PDF-/);
});

test('a desktop without a program that opens files is told, and the file is there', async () => {
  const { cwd, pdfgen } = openDesktop({ PATH: '/nowhere' });
  const { stderr } = await pdfgen('generate', 'single', 'note', '-o', 'a.pdf', '--open');
  expect(stderr).toMatch(/^a\.pdf {2}1 page {2}\d+ kB\na\.pdf is not opened: there is no program xdg-open\.\n$/m);
  expect(existsSync(join(cwd, 'a.pdf'))).toBe(true);
});
