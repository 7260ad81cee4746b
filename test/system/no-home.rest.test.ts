// A user id that the system has no entry of, as in a container with a foreign one: there is no home and no name of the user.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';

/** What Node does then, also where the test's own user has an entry. */
const preload = `data:text/javascript,${encodeURIComponent(`
  import os from 'node:os';
  import { syncBuiltinESMExports } from 'node:module';
  const raise = (call) => () => { throw Object.assign(new Error(call + ' returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' }); };
  os.homedir = () => process.env.HOME || raise('uv_os_homedir')();
  os.userInfo = raise('uv_os_get_passwd');
  syncBuiltinESMExports();
`)}`;

const { HOME: _, XDG_CONFIG_HOME: _config, PDFGEN_CONFIG_DIR: _own, ...env } = process.env;

function run(args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}) {
  const child = spawnSync(process.execPath, ['--import', preload, program, ...args], {
    cwd,
    env: { ...env, ...more },
    encoding: 'utf8',
  });
  return { status: child.status, stdout: child.stdout, stderr: child.stderr };
}

test('a workspace is made, shown and rendered without a home', () => {
  const cwd = makeFolder();
  const done: readonly (readonly [args: readonly string[], cwd: string])[] = [
    [['init', 'demo'], cwd],
    [['doctor'], join(cwd, 'demo')],
    [['templates', 'list'], join(cwd, 'demo')],
    [['config', 'list'], join(cwd, 'demo')],
    [['profiles', 'list'], join(cwd, 'demo')],
    [['generate', 'single', 'invoice', '-d', 'templates/invoice/example.json', '-o', 'hello.pdf'], join(cwd, 'demo')],
  ];
  for (const [args, folder] of done) expect(run(args, folder), args.join(' ')).toMatchObject({ status: 0 });
  expect(existsSync(join(cwd, 'demo', 'hello.pdf'))).toBe(true);
});

test('what belongs into the home says how to name another folder, and works with it', () => {
  const cwd = makeFolder();
  for (const args of [
    ['config', 'set', 'maxPages', '5'],
    ['config', 'unset', 'maxPages'],
    ['config', 'path'],
  ]) {
    const { status, stderr } = run(args, cwd);
    expect({ status, stderr }, args.join(' ')).toEqual({
      status: 9,
      stderr: expect.stringContaining('Set PDFGEN_CONFIG_DIR to a folder'),
    });
  }
  const own = join(cwd, 'own');
  expect(run(['config', 'set', 'maxPages', '5'], cwd, { PDFGEN_CONFIG_DIR: own })).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(join(own, 'config.json'), 'utf8'))).toEqual({ maxPages: 5 });
});

test('a server starts, renders and ends without a home, and so does a worker of a workspace', async () => {
  const cwd = makeFolder();
  const options = ['serve', '--data-dir', 'data', '--port', '0', '--min-free-bytes', '0', '--threads', '1'];
  const child = spawn(process.execPath, ['--import', preload, program, ...options], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  while (!stdout.includes('listening on')) await once(child.stdout, 'data');
  const url = /listening on (\S+)/.exec(stdout)![1]!;
  const authorization = `Bearer ${readFileSync(join(cwd, 'data', 'first-token'), 'utf8').trim()}`;
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post('/templates', { slug: 'a', pages: [{ body: ['A'] }], dataSchema: true, exampleData: {} });
  const { uuid } = (await made.json()) as { readonly uuid: string };
  expect((await post(`/generate/single/${uuid}`, { data: {} })).status).toBe(200);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);

  expect(run(['init', 'demo'], cwd).status).toBe(0);
  expect(
    run(['generate', 'async', 'invoice', '-d', 'templates/invoice/example.json', '--wait', '-o', 'hello.pdf'], join(cwd, 'demo')),
  ).toMatchObject({
    status: 0,
  });
});
