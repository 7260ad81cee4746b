import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { ends } from '../../support/ends.ts';
import { foreignTemplate, openForeignServer } from '../../support/foreign-server.ts';
import { openServer } from '../../support/open-server.ts';
import { makeFolder, makeWorkspace, runCli } from '../../support/run-cli.ts';

async function open(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer(options);
  onTestFinished(() => server.close());
  const cwd = makeWorkspace({ 'good.json': { title: 'Data' }, 'bad.json': { text: 1 } });
  const login = await runCli(['login', server.url, '--profile', 'dev', '--with-token'], { cwd, stdin: `${server.token}\n` });
  expect({ ...login, bytes: undefined }).toMatchObject({ exitCode: 0 });
  const remote = (...args: string[]) => runCli([...args, '--remote', 'dev'], { cwd });
  return { server, cwd, remote };
}

test('login keeps the token for its owner alone, and shows it nowhere', async () => {
  const { server, cwd } = await open();
  const file = join(cwd, '.user', 'profiles.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(server.token);
  for (const args of [
    ['profiles', 'list', '--json'],
    ['config', 'list', '--json'],
    ['whoami', '--remote', 'dev', '--json'],
  ]) {
    const { stdout, stderr } = await ends(runCli(args, { cwd }), 0);
    expect(stdout + stderr).not.toContain(server.token);
  }
  const odd = await runCli(['login', server.url, '--profile', ':a', '--with-token'], { cwd, stdin: `${server.token}\n` });
  expect(odd.stderr).toContain(
    '":a" cannot be the name of a profile: begin with a letter or a digit, then use letters, digits, dots, colons,',
  );
  await ends(runCli(['login', server.url, '--profile', 'x', '--with-token'], { cwd, stdin: 'pdfgen_nonsense' }), 4);
  expect(readFileSync(file, 'utf8')).not.toContain('"x"');
  expect((await runCli(['logout', 'dev'], { cwd })).exitCode).toBe(0);
  expect((await runCli(['whoami', '--remote', 'dev'], { cwd })).exitCode).toBe(2);
});

test('a template that differs in its notation only makes no version, and its file stays as it is', async () => {
  const { cwd, remote } = await open();
  const file = join(cwd, 'templates/note/template.json');
  const write = (pages: unknown, styles: unknown = {}) =>
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), pages, styles }));
  write([{ body: ['Hello'] }]);
  expect((await remote('templates', 'push', 'note')).stderr).toContain('note@1  created');
  write([{ body: [{ text: 'Hello' }] }]);
  const before = readFileSync(file, 'utf8');
  expect((await remote('templates', 'push', 'note')).stderr).toContain('note@1  unchanged');
  expect((await remote('templates', 'pull', 'note')).stderr).toContain('unchanged');
  expect(readFileSync(file, 'utf8')).toBe(before);
  // Here the notation decides whether the column has the padding of its style.
  const box = { box: { padding: 2 } };
  write([{ body: [{ row: [{ style: 'box', stack: 'a' }] }] }], box);
  expect((await remote('templates', 'push', 'note')).stderr).toContain('note@2  updated');
  write([{ body: [{ row: [{ text: 'a', style: 'box' }] }] }], box);
  expect((await remote('templates', 'push', 'note')).stderr).toContain('note@3  updated');
});

test('a template goes to a server and comes back, and the PDF is the same on both', async () => {
  const { cwd, remote } = await open();
  expect((await remote('templates', 'push', 'note')).stderr).toContain('note@1  created');
  // A document beside the template is written, and is no part of it.
  const folder = join(cwd, 'templates/note');
  expect((await runCli(['generate', 'single', '.', '-o', 'here.pdf'], { cwd: folder })).exitCode).toBe(0);
  const { stderr } = await remote('templates', 'push', 'note');
  expect(stderr).toContain('note@1  unchanged');
  expect(stderr).toContain('note  left out: 1 file beside template.json, such as here.pdf');
  expect((await remote('templates', 'list')).stdout).toMatch(/^note\tA note\t1\t/);
  expect((await remote('templates', 'diff', 'note')).exitCode).toBe(0);
  expect((await remote('generate', 'single', 'note', '-d', 'good.json', '-o', 'far.pdf')).exitCode).toBe(0);
  await runCli(['generate', 'single', 'note', '-d', 'good.json', '-o', 'near.pdf'], { cwd });
  expect(readFileSync(join(cwd, 'far.pdf')).equals(readFileSync(join(cwd, 'near.pdf')))).toBe(true);
  await runCli(['templates', 'create', 'other', '--from', 'note'], { cwd });
  await ends(remote('templates', 'push', 'other'), 0);
  const { stdout, exitCode } = await runCli(['templates', 'diff', 'dev:note', 'dev:other'], { cwd });
  expect([exitCode, stdout]).toEqual([10, expect.stringMatching(/^-.*"A note"[\s\S]*^\+.*"Other"/m)]);
  const elsewhere = makeFolder({ 'pdfgen.json': {} });
  const env = { PDFGEN_CONFIG_DIR: join(cwd, '.user') };
  expect((await runCli(['templates', 'pull', '--all', '--remote', 'dev'], { cwd: elsewhere, env })).exitCode).toBe(0);
  expect(existsSync(join(elsewhere, 'templates/note/template.json'))).toBe(true);
});

test('a template that has lost its UUID is told which UUID the server knows', async () => {
  const { cwd, remote } = await open();
  const file = join(cwd, 'templates/note/template.json');
  const lost = JSON.parse(readFileSync(file, 'utf8')) as object;
  const uuid = '0190a0a0-0000-7000-8000-00000000000a';
  writeFileSync(file, JSON.stringify({ uuid, ...lost }));
  await remote('templates', 'push', 'note');
  writeFileSync(file, JSON.stringify(lost));
  await ends(remote('templates', 'push', 'note'), 1, `has the slug "note": its UUID is ${uuid}, not`);
});

test('jobs, batches and embedded templates work on a server', async () => {
  const { cwd, remote } = await open();
  await remote('templates', 'push', 'note');
  await ends(remote('generate', 'async', 'note', '-d', 'bad.json'), 3, 'bad.json:1:1');
  const made = await remote('generate', 'async', 'note', '-d', 'good.json');
  expect(made.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
  expect((await remote('jobs', 'wait', '@last')).exitCode).toBe(0);
  expect((await remote('jobs', 'result', made.stdout.trim().slice(-6), '-o', 'job.pdf')).stderr).toContain('job.pdf  1 page');
  expect((await remote('jobs', 'cancel', '@last')).exitCode).toBe(1);
  expect((await remote('jobs', 'get', 'ffffffff')).exitCode).toBe(5);
  const items = makeFolder({ 'items.json': [{ title: 'a' }, { title: 'b' }] });
  const batch = await remote('generate', 'batch', 'note', '-i', join(items, 'items.json'), '-o', 'out');
  expect({ ...batch, bytes: undefined }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('2 documents made') });
  expect(readFileSync(join(cwd, 'out/note-a.pdf'), 'latin1')).toMatch(/^%PDF-/);
  const detached = await remote('generate', 'batch', 'note', '-i', join(items, 'items.json'), '--detach');
  expect(detached.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
  expect((await remote('batches', 'wait', '@last')).exitCode).toBe(0);
  expect((await remote('batches', 'result', '@last', '-o', 'all.zip')).exitCode).toBe(0);
  const pair = ['note', '0190a1b2-0000-7000-8000-00000000e001'];
  expect((await remote('embedded', 'generate', ...pair)).exitCode).toBe(5);
  expect((await remote('embedded', 'session', ...pair)).stdout).toMatch(/\/editor#capability=/);
  expect((await remote('embedded', 'generate', ...pair, '-o', 'embedded.pdf')).exitCode).toBe(0);
  expect((await remote('embedded', 'validate', ...pair, '-d', 'bad.json')).exitCode).toBe(3);
  await runCli(['templates', 'create', 'other', '--from', 'note'], { cwd });
  await ends(remote('templates', 'push', 'other'), 0);
  expect((await remote('embedded', 'list', '--base', 'note')).stdout).toContain(pair[1]);
  expect((await remote('embedded', 'list', '--base', 'other')).stdout).not.toContain(pair[1]);
});

test('what is of this machine is refused for a server, and secrets go nowhere in the clear', async () => {
  const { cwd, server } = await open();
  for (const args of [['templates', 'lint'], ['init', 'x'], ['doctor'], ['worker'], ['teams', 'list']]) {
    expect({ args, ...(await runCli([...args, '--remote', 'dev'], { cwd })), bytes: undefined }).toMatchObject({ exitCode: 2 });
  }
  expect((await runCli(['templates', 'list', '--remote', 'http://example.com'], { cwd })).stderr).toContain('is not https');
  expect((await runCli(['templates', 'list', '--remote', 'http://a:b@localhost'], { cwd })).exitCode).toBe(2);
  expect((await runCli(['templates', 'list', '--remote', 'staging'], { cwd })).stderr).toContain('The profiles are dev');
  const cloned = makeFolder({ 'pdfgen.json': { remote: server.url } });
  expect((await runCli(['templates', 'list'], { cwd: cloned })).exitCode).toBe(2);
  await ends(runCli(['templates', 'list', '--remote', 'http://127.0.0.1:9'], { cwd }), 7, 'nothing listens there');
});

test('a profile in use is overruled by --local, and stderr says which server is asked', async () => {
  const { cwd, server } = await open();
  await runCli(['profiles', 'use', 'dev'], { cwd });
  const far = await runCli(['templates', 'list'], { cwd });
  expect([far.stdout, far.stderr]).toEqual(['', expect.stringContaining(`dev: ${server.url}`)]);
  expect((await runCli(['templates', 'list', '--local'], { cwd })).stdout).toMatch(/^note\t/);
  await runCli(['profiles', 'use', '--none'], { cwd });
  expect((await runCli(['templates', 'list'], { cwd })).stdout).toMatch(/^note\t/);
});

test('another server of the interface is good for what it offers, and its names of files are no paths', async () => {
  const foreign = await openForeignServer();
  const cwd = makeWorkspace({ 'good.json': { name: 'good' } });
  const env = { PDFGEN_TOKEN: 'secret', PDFGEN_REMOTE: foreign.url };
  const run = (...args: string[]) => runCli(args, { cwd, env });
  expect((await run('generate', 'single', foreignTemplate, '-d', 'good.json', '-o', 'single.pdf')).exitCode).toBe(0);
  await ends(run('generate', 'async', foreignTemplate, '-d', 'good.json', '--wait'), 0, 'evil.pdf');
  expect(existsSync(join(cwd, 'evil.pdf'))).toBe(true);
  await ends(run('embedded', 'list'), 7, 'does not offer');
});

/** Is aborted when the server of this process gets a request for a stream of events: the caller waits from then on. */
function onceAStreamIsAsked(): AbortSignal {
  const controller = new AbortController();
  const look = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.headers.accept?.startsWith('text/event-stream')) controller.abort();
  };
  subscribe('http.server.request.start', look);
  onTestFinished(() => void unsubscribe('http.server.request.start', look));
  return controller.signal;
}

test('a waiting that ends before the work says what goes on, in words that can be pasted', async () => {
  const { cwd, remote } = await open({ worker: false });
  await remote('templates', 'push', 'note');
  const made = await remote('generate', 'async', 'note', '-d', 'good.json');
  const pasted = `pdfgen jobs wait ${made.stdout.trim().slice(-8)} --remote dev`;
  expect(made.stderr).toContain(`Wait for it with: ${pasted}\n`);
  await ends(remote('jobs', 'wait', '@last', '--timeout', '0.1'), 8, `it goes on. Wait for it with: ${pasted}\n`);
  const items = makeFolder({ 'items.json': [{ title: 'a' }] });
  await remote('generate', 'batch', 'note', '-i', join(items, 'items.json'), '--detach');
  const args = ['batches', 'wait', '@last', '--remote', 'dev'];
  await ends(
    runCli(args, { cwd, signal: onceAStreamIsAsked() }),
    130,
    /The batch \S+ has not ended yet; it goes on\. Wait for it with: pdfgen batches wait \S{8} --remote dev\n$/,
  );
  expect((await remote('batches', 'list')).stdout).toContain('queued');
  const unknown = await remote('generate', 'single', 'letters');
  expect(unknown.stderr).toContain('List them with: pdfgen templates list --remote dev\n');
});

test('a priority is sent with a job or batch, and a wrong priority is refused', async () => {
  const { server, cwd, remote } = await open({ worker: false });
  writeFileSync(join(cwd, 'items.json'), '[{"title":"a"}]');
  await remote('templates', 'push', 'note');
  const single = ['generate', 'async', 'note', '-d', 'good.json'];
  const batch = ['generate', 'batch', 'note', '-i', 'items.json'];
  const made = [
    await remote(...single),
    await remote(...single, '--priority', '3'),
    await remote(...batch, '--detach', '--priority', '7'),
  ].map(({ stdout }) => stdout.trim());
  const state = createSqliteStateStore({ path: join(server.folder, 'state.db'), now: Date.now });
  onTestFinished(() => state.close());
  const order = (await state.queue.claim(3, 60_000)).map(({ uuid, job }) => job.batchUuid ?? uuid);
  expect(order).toEqual(made.toReversed());
  for (const wrong of ['101', '-1', '1.5', 'high', '']) {
    await ends(remote(...single, '--priority', wrong), 2, 'a whole number from 0 to 100');
  }
  await ends(remote(...batch, '--priority', '1'), 2, '--priority needs --detach');
});

test('a batch names the address that is called when it has ended', async () => {
  const { cwd, remote } = await open({ worker: false });
  writeFileSync(join(cwd, 'items.json'), '[{"title":"a"}]');
  await remote('templates', 'push', 'note');
  const batch = ['generate', 'batch', 'note', '-i', 'items.json', '--callback-url', 'https://shop.example/done'];
  await ends(remote(...batch), 2, '--callback-url needs --detach');
  await ends(remote(...batch, '--detach'), 2, 'pdfgen webhooks create --callbacks');
  expect((await remote('webhooks', 'create', '--callbacks')).exitCode).toBe(0);
  expect((await remote(...batch, '--detach')).exitCode).toBe(0);
});

test('failed and canceled jobs are retried, and a fault of one does not stop the others', async () => {
  const { remote } = await open({ worker: false });
  await remote('templates', 'push', 'note');
  const made: string[] = [];
  for (let n = 0; n < 3; n++) made.push((await remote('generate', 'async', 'note', '-d', 'good.json')).stdout.trim());
  for (const uuid of made.slice(0, 2)) await remote('jobs', 'cancel', uuid);
  const listed = await remote('jobs', 'list', '--state', 'canceled');
  expect(listed.stdout.match(/^\S+/gm)!.sort()).toEqual(made.slice(0, 2).sort());
  const one = await remote('jobs', 'retry', made[0]!);
  expect([one.exitCode, one.stdout, one.stderr]).toEqual([
    0,
    expect.stringMatching(/^[0-9a-f-]{36}\n$/),
    expect.stringMatching(/Wait for it with: pdfgen jobs wait \S{8} --remote dev\n$/),
  ]);
  const all = await remote('jobs', 'retry', made[2]!, ...made.slice(0, 2), '--template-version', 'current');
  expect([all.exitCode, all.stdout, all.stderr]).toEqual([
    8,
    expect.stringMatching(new RegExp(`^${one.stdout}[0-9a-f-]{36}\n$`)),
    expect.stringContaining(`${made[2]} has not ended: it is queued`),
  ]);
  expect((await remote('jobs', 'get', made[0]!)).stdout).toContain(`retried as  ${one.stdout}`);
  const json = await remote('jobs', 'retry', made[0]!, '--json');
  expect(JSON.parse(json.stdout)).toMatchObject([{ uuid: one.stdout.trim(), state: 'queued' }]);
  await ends(remote('jobs', 'retry', made[0]!, '--template-version', '2'), 2, '--template-version must be current');
  expect((await remote('jobs', 'retry', made[2]!)).exitCode).toBe(8);
});

test('a batch without a failed item is not said to be on its way again', async () => {
  const { remote } = await open();
  const items = makeFolder({ 'items.json': [{ title: 'a' }] });
  await remote('templates', 'push', 'note');
  await remote('generate', 'batch', 'note', '-i', join(items, 'items.json'), '--detach');
  await remote('batches', 'wait', '@last');
  await ends(remote('batches', 'retry', '@last'), 0, 'there is nothing to retry');
});

test('a token that is not taken is named by where it came from, with the way to another', async () => {
  const { server, cwd, remote } = await open();
  expect((await remote('whoami')).stdout).toContain('expires never\n');
  await ends(
    runCli(['whoami', '--remote', 'dev'], { cwd, env: { PDFGEN_TOKEN: 'wrong' } }),
    4,
    'The token came from PDFGEN_TOKEN.',
  );
  await ends(runCli(['whoami', '--remote', 'dev'], { cwd, env: { PDFGEN_TOKEN: ` ${server.token} \n` } }), 0);
  await ends(runCli(['whoami', '--remote', server.url], { cwd: makeFolder() }), 4, `Log in with: pdfgen login ${server.url}\n`);
  const file = join(cwd, '.user', 'profiles.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(server.token, 'revoked'));
  expect((await remote('whoami')).stderr).toContain(`Log in again with: pdfgen login ${server.url} --profile dev\n`);
  const [problem, ...more] = (await remote('whoami', '--json')).stderr.trim().split('\n');
  expect([JSON.parse(problem ?? ''), more]).toMatchObject([{ code: 'UNAUTHENTICATED', exitCode: 4 }, []]);
});

test('a token in a wrong encoding is refused before any call, and the message does not show it', async () => {
  const cwd = makeFolder({ 'utf16.txt': Buffer.from('t0ken', 'utf16le'), 'latin1.txt': Buffer.from('t\xf6ken', 'latin1') });
  const list = ['templates', 'list', '--remote', 'http://127.0.0.1:9'];
  const must = 'must contain one token in ASCII and nothing else.\n';
  for (const [args, env, place] of [
    [[...list, '--token-file', 'utf16.txt'], {}, '--token-file utf16.txt'],
    [[...list, '--token-file', 'latin1.txt'], {}, '--token-file latin1.txt'],
    [list, { PDFGEN_TOKEN: 't\u0000oken' }, 'PDFGEN_TOKEN'],
  ] as const)
    expect(await runCli(args, { cwd, env })).toMatchObject({ exitCode: 2, stderr: `error: ${place} ${must}` });
  const login = ['login', 'http://127.0.0.1:9', '--with-token'];
  expect(await runCli(login, { cwd, stdin: 't\u0000oken' })).toMatchObject({
    exitCode: 2,
    stderr: `error: Standard input ${must}`,
  });
});

test('messages name what was given: the minutes of a session, the address, the variable', async () => {
  const { server, cwd, remote } = await open();
  await ends(
    remote('embedded', 'session', 'note', '0190a1b2-0000-7000-8000-00000000e001', '--expires-in', '2'),
    2,
    '--expires-in must be whole minutes from 5',
  );
  await ends(
    runCli(['login', `${server.url}/docs`, '--with-token'], { cwd, stdin: server.token }),
    5,
    '/docs/api/v1. Give the part of the address before',
  );
  await ends(runCli(['doctor'], { cwd, env: { PDFGEN_REMOTE: 'dev' } }), 2, 'Leave out PDFGEN_REMOTE');
  const settings = await runCli(['config', 'list'], { cwd, env: { PDFGEN_REMOTE: 'dev' } });
  expect([settings.exitCode, settings.stdout]).toEqual([0, expect.stringContaining('fontSubset\tdocument')]);
  await ends(runCli(['worker'], { cwd: makeFolder() }), 2, 'To render the jobs of a server, add --data-dir DIR');
  await runCli(['profiles', 'use', 'dev'], { cwd });
  expect((await runCli(['logout'], { cwd })).stderr).toContain('commands now work locally');
});

test('push takes a template with warnings, and counts them', async () => {
  const { cwd, remote } = await open();
  mkdirSync(join(cwd, 'templates/typo'));
  writeFileSync(join(cwd, 'templates/typo/template.json'), `{ "pages": [{ "body": ["Dear {{ custmer ?? 'you' }}"] }] }`);
  writeFileSync(join(cwd, 'templates/typo/example.json'), '{ "customer": "Ada" }');
  expect(await remote('templates', 'push', 'typo')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(
      /typo@1 {2}created\ntypo {2}warning: 2 warnings of the template: see pdfgen templates lint typo\n/,
    ),
  });
  expect((await remote('templates', 'push', 'note')).stderr).not.toContain('warning');
  // A server keeps to the warnings of the document, and its template has no file here.
  expect(await remote('generate', 'single', 'typo', '-o', 'o.pdf', '--strict')).toMatchObject({ exitCode: 0 });
  writeFileSync(join(cwd, 'glyph.json'), '{ "title": "\u{10ffff}" }');
  const strict = await ends(
    remote('generate', 'single', 'note', '-d', 'glyph.json', '-o', 'o.pdf', '--strict'),
    3,
    '(missing-glyph, page 1, /pages/0/body/0)',
  );
  expect(strict.stderr).not.toContain('template.json');
});

test('a batch that is too large for one request says how to make it', async () => {
  const { cwd, remote } = await open({ limits: { maxStreamItems: 1_000 } });
  await remote('templates', 'push', 'note');
  const rows = Array.from({ length: 1_001 }, (_, i) => ({ title: `t${i}` }));
  writeFileSync(join(cwd, 'rows.json'), JSON.stringify(rows));
  await ends(
    remote('generate', 'batch', 'note', '-i', 'rows.json', '--detach'),
    2,
    'a batch may have 1000. Send several batches. Make parts with --limit and --offset, or leave out --detach',
  );
});

test('a command without a workspace says how to use the server that the user logged in to', async () => {
  const { cwd } = await open();
  const env = { PDFGEN_CONFIG_DIR: join(cwd, '.user') };
  await ends(
    runCli(['templates', 'list'], { cwd: makeFolder(), env }),
    2,
    'To use the server that you logged in to, add --remote dev.',
  );
});

test('warnings of jobs and batches exit with 6 where that is asked for, and items are counted from 1', async () => {
  const { cwd, remote } = await open();
  await remote('templates', 'push', 'note');
  const rows = ['title', 'left out', 'good', '\u{10ffff}x', ''].join('\n');
  writeFileSync(join(cwd, 'notes.csv'), rows);
  writeFileSync(join(cwd, 'doubtful.json'), JSON.stringify({ title: '\u{10ffff}x' }));
  const job = ['generate', 'async', 'note', '-d', 'doubtful.json', '-o', 'job.pdf', '--fail-on-warnings'];
  await ends(remote(...job, '--wait'), 6, 'warning:');
  expect(existsSync(join(cwd, 'job.pdf'))).toBe(true);
  await ends(remote('generate', 'async', 'note', '-d', 'good.json', '--fail-on-warnings'), 2, '--fail-on-warnings needs --wait');
  const detach = ['generate', 'batch', 'note', '-i', 'notes.csv', '--offset', '1', '--detach'];
  const hint = 'The batch counts its items from 1: its item 1 is document 2 of the input.';
  expect((await remote(...detach, '--reference', 'title')).stderr).toMatch(new RegExp(`${hint}\n$`));
  expect((await remote(...detach)).stderr).toContain(`${hint} To tell them apart, add --reference COLUMN.`);
  expect((await remote('batches', 'wait', '@last')).exitCode).toBe(0);
  await ends(
    remote('batches', 'wait', '@last', '--fail-on-warnings'),
    6,
    /^item 2 {2}warning: /m,
    '1 completed item has warnings',
  );
  await remote(...detach, '--strict');
  await ends(remote('batches', 'wait', '@last', '--fail-on-warnings'), 6, /^2\s+RENDER_WARNINGS/m);
  expect((await remote('batches', 'get', '@last', '--state', 'failed')).stdout).toMatch(/^2\t/m);
});
