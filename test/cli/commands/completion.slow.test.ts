import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { standardNames } from '../../../src/contract/standards.ts';
import { ends } from '../../support/ends.ts';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

/** The words that may stand last, as a shell hears them. */
async function complete(...words: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await runCli(['completion', 'bash', '--', ...words], { cwd: makeWorkspace() });
  expect([stderr, exitCode]).toEqual(['', 0]);
  return stdout.split('\n').slice(0, -1);
}

test.each([
  [['gen'], ['generate']],
  [
    ['generate', ''],
    ['single', 'async', 'batch'],
  ],
  [['generate', 'single', 'no'], ['note']],
  [['generate', 'single', '--stric'], ['--strict']],
  [['generate', 'single', '--no-col'], ['--no-color']],
  [
    ['generate', 'single', 'note', '--standard', 'PDF/UA'],
    ['PDF/UA-1', 'PDF/UA-2'],
  ],
  [['--quiet', 'templates', 'lin'], ['lint']],
  [['templates', 'lint', 'other', 'no'], ['note']], // any number of templates
  [['config', 'set', 'sto'], ['store']],
  [['generate', 'single', '--he'], ['--help']],
  [['init', '--example', 'cat'], ['catalogue']],
  [['generate', 'single', '--standard', 'n'], ['none']],
  [['generate', 'single', '--standard=PDF/UA-1'], ['--standard=PDF/UA-1']],
  [['generate', 'single', '--standard', '=', 'PDF/UA-1'], ['PDF/UA-1']], // as bash splits it
  [
    ['generate', 'single', '--standard', '='],
    [...standardNames, 'none'],
  ],
  [
    ['generate', 'single', '--font-subset', ''],
    ['document', 'template'],
  ],
  [
    ['jobs', 'list', '--state', 'c'],
    ['completed', 'canceled'],
  ],
  [['batches', 'list', '--state', 'completed_'], ['completed_with_errors']],
  [['batches', 'get', '@last', '--state', 'exp'], ['expired']],
  [['webhooks', 'deliveries', '--state=f'], ['--state=failed']],
  [['--store', '.', 'templates', 'get', ''], ['note']],
  [['templates', '--token-file', 'token.txt', 'get', ''], ['note']],
])('pdfgen %j may go on with %j', async (words, found) => {
  expect(await complete(...words)).toEqual(found);
});

test.each([
  [['generate', 'single', 'note', '-d', '']], // a file
  [['generate', 'single', 'note', '-o', 'no']],
  [['generate', 'single', 'note', '']], // no second argument
  [['no-such-command', '']],
  [['--store', '']],
  [['templates', 'get', '--store', 'elsewhere', '']],
  [['templates', 'get', '--remote', 'https://pdf.example.com', '']], // those of a server are not known
])('pdfgen %j offers no words, so that the shell offers files', async (words) => {
  expect(await complete(...words)).toEqual([]);
});

test('the help names the values of an option once', async () => {
  const { stdout } = await runCli(['jobs', 'list', '--help'], { cwd: makeWorkspace() });
  expect(stdout).toMatch(/only jobs in this state: queued,\s+processing/);
  expect(stdout).not.toContain('choices');
});

test('profiles are offered where a server is named', async () => {
  const cwd = makeWorkspace();
  const config = join(cwd, 'config');
  const env = { PDFGEN_CONFIG_DIR: config };
  mkdirSync(config);
  const profiles = { profiles: { live: { url: 'https://pdf.example.com', token: 'secret' } } };
  writeFileSync(join(config, 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
  const { stdout } = await runCli(['completion', 'fish', '--', 'templates', 'list', '--remote', ''], { cwd, env });
  expect(stdout).toBe('live\thttps://pdf.example.com\n');
});

test('bash splits words at colons, and gets the rest of a profile with a colon in its name', async () => {
  const cwd = makeWorkspace();
  const env = { PDFGEN_CONFIG_DIR: join(cwd, 'config') };
  mkdirSync(env.PDFGEN_CONFIG_DIR);
  const profiles = { profiles: { 'localhost:3000': { url: 'http://localhost:3000', token: 'secret' } } };
  writeFileSync(join(env.PDFGEN_CONFIG_DIR, 'profiles.json'), JSON.stringify(profiles), { mode: 0o600 });
  const answers = async (...words: string[]) => (await runCli(['completion', 'bash', '--', ...words], { cwd, env })).stdout;
  expect(await answers('jobs', 'list', '--remote', 'local')).toBe('localhost:3000\n');
  expect(await answers('jobs', 'list', '--remote', 'localhost', ':')).toBe('3000\n');
  expect(await answers('jobs', 'list', '--remote', 'localhost', ':', '30')).toBe('3000\n');
  expect(await answers('jobs', 'list', '--remote', '=', 'localhost', ':', '30')).toBe('3000\n');
  expect(await answers('--remote', 'localhost', ':', '3000', 'jobs', 'li')).toBe('list\n');
});

test('a shell of another name is refused', async () => {
  const { stderr } = await ends(runCli(['completion', 'tcsh'], { cwd: makeWorkspace() }), 2);
  expect(stderr).toBe('error: There is no script for tcsh; there are: bash, zsh, fish, powershell\n');
});

test('bash completes by the script', async () => {
  const cwd = makeWorkspace();
  const { stdout: script } = await runCli(['completion', 'bash'], { cwd });
  // Stands for the program: says with which words it is called.
  const program = join(cwd, 'pdfgen');
  writeFileSync(program, '#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done\n');
  chmodSync(program, 0o755);
  const line = `COMP_WORDS=(pdfgen generate single 'a $(touch gone)' ''); COMP_CWORD=4; _pdfgen; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}` };
  const said = execFileSync('bash', ['-c', `${script}\n${line}`], { cwd, env, encoding: 'utf8' });
  expect(said.split('\n')).toEqual(['<completion>', '<bash>', '<-->', '<generate>', '<single>', '<a $(touch gone)>', '<>', '']);
});

test('PowerShell drops empty words, so its script marks the last word', async () => {
  const cwd = makeWorkspace();
  const { stdout } = await runCli(['completion', 'powershell', '--', 'generate', '='], { cwd });
  expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['single', 'async', 'batch', '']);
});
