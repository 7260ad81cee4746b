import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkspace, runCli } from '../support/run-cli.ts';

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
  expect(await runCli(['templates', 'list'], { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('cannot be set in a workspace'),
  });
  writeFileSync(join(cwd, 'pdfgen.json'), '{"maxPages": "many"}');
  expect(await runCli(['templates', 'list'], { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('pdfgen.json'),
  });
});
