// Webhooks as a stranger has them: the guide's receiver, and the commands on a real server.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DelivererEvent } from '../../src/webhooks/deliverer.ts';
import { letter } from '../contract/engine.suite.ts';
import { blocksOf, readPage } from '../docs/guide.ts';
import { raises } from '../support/ends.ts';
import { freePort } from '../support/free-port.ts';
import { openServer } from '../support/open-server.ts';
import { openReceiver } from '../support/receiver.ts';
import { makeFolder, runCli } from '../support/run-cli.ts';

/** A server that may call this machine and has begun to work, and its command line. */
async function open() {
  const server = await openServer({ settings: { webhookNetworks: ['127.0.0.1'] } });
  onTestFinished(() => server.close());
  await server.service.startDeliverer(() => {});
  const cwd = makeFolder();
  const run = (...args: readonly string[]) =>
    runCli(['webhooks', ...args, '--remote', server.url], { cwd, env: { PDFGEN_TOKEN: server.token } });
  return { ...server, run };
}

/** Starts the receiver of the guide, and gives what it printed. */
function startReceiver(secret: string, port: number): () => string {
  const { text } = blocksOf(readPage('docs/guides/webhooks.md')).find(({ before }) => before.includes('`receive.mjs`'))!;
  const path = join(makeFolder(), 'receive.mjs');
  writeFileSync(path, text);
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child: ChildProcess = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return () => printed;
}

test('the receiver of the guide takes what is genuine, and nothing else', async () => {
  const { engine, run } = await open();
  const port = await freePort();
  const { stdout: secret } = await run('create', `http://127.0.0.1:${port}/`);
  const printed = startReceiver(secret.trim(), port);
  await expect.poll(async () => (await run('test', '@last')).exitCode).toBe(0);
  const { uuid } = await engine.createTemplate({ body: letter('letter') });
  const job = await engine.createRenderJob({ params: { uuid }, body: { data: { name: 'Ada' } } });
  await expect.poll(printed).toMatch(new RegExp(`^webhook.test .*\\njob.completed \\S+ ${job.uuid}\\n$`));
  const body = JSON.stringify({ type: 'job.completed', data: { uuid: 'forged' } });
  const time = String(Math.floor(Date.now() / 1000));
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': time, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
  for (const given of [{}, headers])
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: given, body })).status).toBe(401);
  expect(printed()).not.toContain('forged');
});

test('the commands make, list, try, rotate and delete a webhook, and replay its deliveries', async () => {
  const { engine, run } = await open();
  const { url, received, answer } = await openReceiver();
  const made = await run('create', url, '--event', 'job.completed');
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^whsec_\S{44}\n$/) as string });
  expect(made.stderr).toContain('The secret is shown only once');
  const { uuid } = (await engine.listWebhooks({})).items[0]!;
  expect((await run('list')).stdout).toBe(`${uuid}\ton\t${url}\tjob.completed\t\n`);
  expect((await run('rotate', uuid.slice(-8))).stdout).toMatch(/^whsec_/);
  answer((_, response) => response.writeHead(500).end('out of order'));
  const tried = await run('test', '@last');
  expect(tried).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^500 {2}\d+ ms\n$/) as string });
  expect(tried.stderr).toContain('The endpoint did not accept the test. It answered 500.');
  const template = await engine.createTemplate({ body: letter('letter') });
  await engine.createRenderJob({ params: { uuid: template.uuid }, body: { data: { name: 'Ada' } } });
  await expect
    .poll(async () => (await run('deliveries')).stdout)
    .toMatch(/\tpending\tjob.completed\t\S+\t1\t500\tIt answered 500.\t/);
  answer((_, response) => response.writeHead(204).end());
  const before = received.length;
  expect((await run('replay', '@last')).stderr).toContain('1 delivery is sent again');
  await expect.poll(() => received.length).toBe(before + 1);
  await expect.poll(async () => (await run('deliveries', '@last')).stdout).toContain('state     delivered\n');
  expect((await run('deliveries', '@last')).stdout).toContain('"type": "job.completed"');
  expect((await run('replay', '--failed')).stderr).toContain('No delivery has failed.');
  expect((await run('delete', uuid)).exitCode).toBe(0);
  expect((await run('delete', uuid)).exitCode).toBe(5);
});

test('what a command cannot do is refused with a reason', async () => {
  const { run } = await open();
  const refusals = [
    [['create'], 2, 'Give either the address of an endpoint or --callbacks.'],
    [['create', 'https://a.example', '--callbacks'], 2, 'Give either'],
    [['create', '--callbacks', '--event', 'job.failed'], 2, '--event cannot be used with --callbacks'],
    [['create', 'https://a.example', '--event', 'job.complete'], 2, 'did you mean "job.completed"'],
    [['create', 'http://10.0.0.1/'], 2, 'is not on the internet'],
    [['create', 'https://169.254.169.254/'], 2, 'is not on the internet'],
    [['test', '@last'], 5, 'There is no webhook yet.'],
    [['deliveries', '@last', '--state', 'failed'], 2, 'Options are for the list.'],
    [['replay'], 2, 'Name deliveries, or use --failed.'],
    [['deliveries', '--state', 'lost'], 2, '--state must be one of pending, delivered, failed'],
  ] as const;
  for (const [args, exitCode, reason] of refusals)
    expect(await run(...args), args.join(' ')).toMatchObject({ exitCode, stderr: expect.stringContaining(reason) });
});

test('a test tells a team nothing of the names that the network of the server knows', async () => {
  const told: DelivererEvent[] = [];
  const { engine, close } = await openServer({ worker: false, tellOperator: (event) => told.push(event) });
  onTestFinished(close);
  const answers = [];
  for (const host of ['localhost', 'nobody.invalid']) {
    const { uuid } = await engine.createWebhook({ body: { url: `https://${host}/` } });
    const { milliseconds: _, webhookId: __, ...answer } = await engine.testWebhook({ params: { uuid } });
    answers.push({ ...answer, error: answer.error?.replaceAll(host, 'HOST') });
    expect(told.at(-1)).toMatchObject({ kind: 'refused', webhookUuid: uuid });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ delivered: false, status: null, body: null });
  expect(told.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^localhost is \S+, which is not on the internet/),
    'The name nobody.invalid is unknown.',
  ]);
});

test('a team may replay a limited number of deliveries a minute', async () => {
  const { url } = await openReceiver();
  const {
    engine,
    service,
    advance,
    close,
    tokenOf,
    url: server,
  } = await openServer({
    settings: { webhookNetworks: ['127.0.0.1'] },
    replaysPerMinute: 2,
  });
  onTestFinished(close);
  await service.startDeliverer(() => {});
  await engine.createWebhook({ body: { url } });
  const template = await engine.createTemplate({ body: letter('letter') });
  await engine.createRenderJob({ params: { uuid: template.uuid }, body: { data: { name: 'Ada' } } });
  const delivered = async () => (await engine.listWebhookDeliveries({ query: { state: 'delivered' } })).items;
  await expect.poll(async () => (await delivered()).length).toBe(1);
  const params = { uuid: (await delivered())[0]!.uuid };
  for (let n = 0; n < 2; n++) await engine.replayWebhookDelivery({ params });
  await raises(
    engine.replayWebhookDelivery({ params }),
    'RATE_LIMITED',
    /^A team may replay 2 deliveries a minute. Go on in \d+ seconds.$/,
  );
  const path = `${server}/api/v1/webhook-deliveries/${params.uuid}/replay`;
  const ofOther = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${await tokenOf('other')}` } });
  expect(ofOther.status).toBe(404);
  await advance(60_000);
  await engine.replayWebhookDelivery({ params });
});

test('a token without the scope neither sees nor makes webhooks', async () => {
  const { url, tokenOf } = await open();
  const token = await tokenOf('default', ['render']);
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(`${url}/api/v1/webhooks`, { method, headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
  }
});
