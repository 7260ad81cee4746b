// A disk that takes nothing more. The system refuses every write to a file of a process that may make files of no length: any user can say
// so of an own process, and it comes to the program in the places where a full disk does.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makePng } from '../document/image/make-image.ts';
import { makeFolder } from '../support/run-cli.ts';
import { program } from '../support/run-program.ts';
import { startServe } from '../support/serve-process.ts';

const limitFiles = (pid: number, bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);

/** A program of which no file takes a byte. */
function runFull(args: readonly string[], cwd: string) {
  const line = 'ulimit -S -f 0; exec "$0" "$@"';
  return spawnSync('bash', ['-c', line, process.execPath, program, ...args], { cwd, encoding: 'utf8' });
}

test('on a full disk what stores something is 503, what reads goes on, and with room again all is as before', async () => {
  const dataDir = join(makeFolder(), 'data');
  const server = await startServe(dataDir, ['--workers', '1', '--threads', '1']);
  onTestFinished(() => server.kill());
  const call = async (method: string, path: string, body?: object | Buffer) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.token}`,
        ...(body && { 'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json };
  };
  const template = (slug: string, text = 'A') => ({
    slug,
    name: slug,
    pages: [{ body: [text] }],
    dataSchema: true,
    exampleData: {},
  });
  const base = (await call('POST', '/templates', template('base'))).json.uuid as string;
  const spare = (await call('POST', '/templates', template('spare'))).json.uuid as string;
  const asset = makePng({ width: 1, height: 1, bits: 8, colorType: 0, sample: () => 0 });
  const session = `/embedded-templates/${base}/01900000-0000-7000-8000-000000000000/session`;
  const writes: readonly (readonly [status: number, ...call: Parameters<typeof call>])[] = [
    [201, 'POST', '/templates', template('new')],
    [200, 'PUT', `/templates/${base}`, template('base', 'B')],
    [204, 'DELETE', `/templates/${spare}`],
    [200, 'PUT', `/assets/${createHash('sha256').update(asset).digest('hex')}`, asset],
    [202, 'POST', `/generate/async/${base}`, { data: {} }],
    [202, 'POST', `/generate/batch/${base}`, { items: [{ data: {} }, { data: {} }] }],
    [201, 'POST', session, {}],
  ];
  const reads: readonly (readonly [status: number, ...call: Parameters<typeof call>])[] = [
    [200, 'GET', `/templates/${base}`],
    [404, 'GET', '/templates/01900000-0000-7000-8000-000000000000'],
    [200, 'GET', '/templates'],
    [200, 'POST', `/generate/single/${base}`, { data: {} }],
  ];

  limitFiles(server.child.pid!, '0');
  for (const [, ...write] of writes) {
    const { status, json, retryAfter } = await call(...write);
    expect([write[0], write[1], status, json.code, retryAfter]).toEqual([write[0], write[1], 503, 'OVERLOADED', '60']);
  }
  for (const [wanted, ...read] of reads) expect([read[1], (await call(...read)).status]).toEqual([read[1], wanted]);
  // What stands for nobody would stall the next writer until it is old.
  const left = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => /(?:^|\/)lock(?:\.break)?$|\.tmp$/.test(name))).toEqual([]);
  expect(readdirSync(join(dataDir, 'teams', readdirSync(join(dataDir, 'teams'))[0]!, 'templates')).sort()).toEqual([
    'base',
    'spare',
  ]);

  limitFiles(server.child.pid!, 'unlimited');
  for (const [wanted, ...write] of writes) expect([write[1], (await call(...write)).status]).toEqual([write[1], wanted]);
  const { items } = (await call('GET', '/templates')).json as { readonly items: readonly { readonly slug: string }[] };
  expect(items.map(({ slug }) => slug).sort()).toEqual(['base', 'new']);
});

test('a server, a worker or a command that can write nothing at its start ends with exit code 9', async () => {
  const cwd = makeFolder();
  const server = await startServe(join(cwd, 'data'), ['--workers', '0', '--threads', '1']);
  await server.kill();
  const commands = [
    ['serve', '--data-dir', 'new', '--port', '0'],
    ['serve', '--data-dir', 'data', '--port', '0'],
    ['worker', '--data-dir', 'data'],
    ['tokens', 'create', '--name', 'x', '--team', 'default', '--scope', 'render', '--data-dir', 'data'],
    ['backup', '--data-dir', 'data', '-o', 'backup'],
  ];
  for (const command of commands) {
    const { status, stderr } = runFull(command, cwd);
    expect({ command, status, stderr }).toEqual({
      command,
      status: 9,
      stderr: expect.stringMatching(/is full|larger than the system allows/),
    });
    if (command[0] === 'serve')
      expect(stderr).toMatch(
        new RegExp(`the data folder ${join(cwd, command[2]!)} cannot be opened. Make \\d+ MB of room on its disk`),
      );
  }
});

test('a server that may open no more files says 503, tells the operator, and goes on when it may', async () => {
  const server = await startServe(join(makeFolder(), 'data'), ['--workers', '0', '--threads', '1']);
  onTestFinished(() => server.kill());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  /** A batch, on a connection that stays. */
  const send = async (path: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': type };
    const sent = request(`${server.url}/api/v1${path}`, { method: 'POST', agent, headers }).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { code, uuid, detail } = (await json(answer)) as Readonly<Record<string, string>>;
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code, uuid, detail };
  };
  const template = { slug: 'base', name: 'Base', pages: [{ body: ['A'] }], dataSchema: true, exampleData: {} };
  const { uuid } = await send('/templates', 'application/json', JSON.stringify(template));
  const sendBatch = () => send(`/generate/batch/${uuid}`, 'application/jsonl', '{}\n{"data":{}}\n');
  expect((await sendBatch()).status).toBe(202);
  const { pid } = server.child;
  // Input, output and errors are open from the start: with a limit of three there is no number left for another file.
  execFileSync('prlimit', ['--pid', String(pid), '--nofile=3:']);
  expect(await sendBatch()).toMatchObject({
    status: 503,
    retryAfter: '5',
    code: 'OVERLOADED',
    detail: 'The server has too many files and connections open. Try again later.',
  });
  await expect.poll(() => server.stderr()).toContain('ulimit -n');
  execFileSync('prlimit', ['--pid', String(pid), '--nofile=1024:']);
  expect((await sendBatch()).status).toBe(202);
});
