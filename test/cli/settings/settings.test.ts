import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ends } from '../../support/ends.ts';
import { makeFolder, makeWorkspace, runCli } from '../../support/run-cli.ts';

test('settings are strongest first: flag, variable, workspace, user, default, and say where they come from', async () => {
  const cwd = makeWorkspace();
  const originOf = async (env = {}) =>
    (await runCli(['config', 'list', '--origin'], { cwd, env })).stdout.split('\n').find((line) => line.startsWith('maxPages'));
  expect(await originOf()).toBe('maxPages\t20000\tdefault');
  await runCli(['config', 'set', 'maxPages', '7'], { cwd });
  expect(await originOf()).toBe('maxPages\t7\tuser');
  writeFileSync(join(cwd, 'pdfgen.json'), '{"maxPages": 8}');
  expect(await originOf()).toBe('maxPages\t8\tworkspace');
  expect(await originOf({ PDFGEN_MAX_PAGES: '9' })).toBe('maxPages\t9\tenvironment');
  await runCli(['config', 'unset', 'maxPages'], { cwd });
  writeFileSync(join(cwd, 'pdfgen.json'), '{}');
  expect(await originOf()).toBe('maxPages\t20000\tdefault');
});

test('the user file is readable by its owner alone', async () => {
  const cwd = makeWorkspace();
  await runCli(['config', 'set', 'color', 'never'], { cwd });
  const path = (await runCli(['config', 'path'], { cwd })).stdout.trim();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ color: 'never' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a workspace may not redirect the store, and wrong values name their place', async () => {
  const cwd = makeWorkspace();
  writeFileSync(join(cwd, 'pdfgen.json'), '{"store": "/elsewhere"}');
  await ends(runCli(['templates', 'list'], { cwd }), 2, 'cannot be set in a workspace');
  writeFileSync(join(cwd, 'pdfgen.json'), '{"maxPages": "many"}');
  await ends(runCli(['templates', 'list'], { cwd }), 2, 'pdfgen.json');
});

test.each(['token', 'remote', 'profile', 'allowInsecure', 'dataDir'])(
  'a workspace may not set %s: a cloned repository must not redirect a credential',
  async (name) => {
    const cwd = makeWorkspace({ 'pdfgen.json': { [name]: 'x' } });
    await ends(runCli(['templates', 'list'], { cwd }), 2, `"${name}" is not allowed in a workspace`);
  },
);

test('a misspelt setting of the workspace is an error with the nearest name', async () => {
  const cwd = makeWorkspace({ 'pdfgen.json': { maxPage: 5 } });
  expect((await runCli(['templates', 'list'], { cwd })).stderr).toContain('did you mean "maxPages"?');
});

test("a wrong setting of one's own can be taken back by the command that the message names", async () => {
  const cwd = makeWorkspace({ '.user/config.json': { maxPages: 'many' } });
  await ends(runCli(['templates', 'list'], { cwd }), 2, 'pdfgen config unset maxPages');
  expect((await runCli(['config', 'unset', 'maxPages'], { cwd })).exitCode).toBe(0);
  expect((await runCli(['templates', 'list'], { cwd })).exitCode).toBe(0);
});

test("a store of one's own is used where no workspace is found, and means the folder as seen when it was set", async () => {
  const store = makeWorkspace();
  const elsewhere = makeFolder();
  const env = { PDFGEN_CONFIG_DIR: join(elsewhere, 'user') };
  await runCli(['config', 'set', 'store', '.'], { cwd: store, env });
  expect((await runCli(['templates', 'list'], { cwd: elsewhere, env })).stdout).toContain('note');
  const other = makeWorkspace({ 'templates/other/template.json': { pages: [{ body: ['x'] }] } });
  expect((await runCli(['templates', 'list'], { cwd: other, env })).stdout).toContain('other');
});

test('a name that appears twice in a file of settings is refused with both places', async () => {
  const twice = '{\n "maxPages": 8,\n "maxPages": 9\n}';
  const places = ':3:2 the name "maxPages" appears twice in its object, first in line 2, column 2';
  const cwd = makeWorkspace({});
  writeFileSync(join(cwd, 's.json'), twice);
  await ends(runCli(['config', 'list', '--server', '--config', 's.json'], { cwd }), 2, `s.json${places}`);
  writeFileSync(join(cwd, 'pdfgen.json'), twice);
  await ends(runCli(['config', 'list'], { cwd }), 2, `pdfgen.json${places}`);
});
