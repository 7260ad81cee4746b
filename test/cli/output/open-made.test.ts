import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findObstacle } from '../../../src/cli/output/open-made.ts';
import { ends } from '../../support/ends.ts';
import { makeWorkspace, runCli } from '../../support/run-cli.ts';

test.each<[Readonly<Record<string, string>>, NodeJS.Platform, string | undefined]>([
  [{ DISPLAY: ':0' }, 'linux', undefined],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', undefined],
  [{ DISPLAY: ':0', CI: '1' }, 'linux', 'there is no desktop in CI'],
  [{}, 'linux', 'there is no desktop: neither DISPLAY nor WAYLAND_DISPLAY is set'],
  [{ WSL_DISTRO_NAME: 'Debian' }, 'linux', undefined],
  [{ DISPLAY: 'localhost:10', SSH_CONNECTION: '::1' }, 'linux', undefined],
  [{ SSH_CONNECTION: '::1' }, 'linux', 'there is no desktop at the end of an SSH connection'],
  [{ SSH_TTY: '/dev/pts/1' }, 'darwin', 'there is no desktop at the end of an SSH connection'],
  [{}, 'darwin', undefined],
  [{}, 'win32', undefined],
])('with %j on %s: %j', (env, platform, obstacle) => {
  expect(findObstacle(env, platform)).toBe(obstacle);
});

test('without a desktop the file is written, one line says that it is not opened, and all is well', async () => {
  const cwd = makeWorkspace();
  const { stderr, exitCode } = await runCli(['generate', 'single', 'note', '--open', '-o', 'a.pdf'], { cwd });
  expect([exitCode, existsSync(join(cwd, 'a.pdf'))]).toEqual([0, true]);
  expect(stderr).toMatch(/\na\.pdf is not opened: there is no desktop in CI\.\n$/);
  expect((await runCli(['generate', 'single', 'note', '-o', 'a.pdf'], { cwd })).stderr).not.toContain('opened');
});

test.each([
  ['generate single note -o - --open', '--open needs a file, but -o - writes to standard output. Name a file with -o FILE.'],
  ['generate async note --open', '--open needs --wait: without it, the document is made later.'],
  ['generate batch note -i a.csv --open', "unknown option '--open'"],
  ['invoice note --open', "unknown option '--open'"],
])('pdfgen %s is refused', async (line, message) => {
  const cwd = makeWorkspace();
  await ends(runCli(line.split(' '), { cwd }), 2, message);
});
