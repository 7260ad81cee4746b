import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createPoolRenderer, type PoolOptions, type PoolRenderer } from '../../src/renderer/pool/create-pool-renderer.ts';
import { letter, limits, rendererSuite, request } from '../renderer/renderer.suite.ts';

const folder = new URL('../../dist/js/', import.meta.url);

rendererSuite('in threads of a child process', () => createPoolRenderer({ threads: 2, folder }));

function open(options: PoolOptions = {}): PoolRenderer {
  const pool = createPoolRenderer({ threads: 2, folder, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

/** Children of this process that render. */
function renderProcesses(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, ppid] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
        return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/child.js');
      } catch {
        return false; // it has just ended
      }
    })
    .map(Number);
}

/** A pattern with a look-around runs natively; this one takes exponential time. */
const endless = () =>
  letter({ dataSchema: { type: 'object', properties: { name: { type: 'string', pattern: '(?=.)^(a+)+$' } } } });
const endlessData = { name: `${'a'.repeat(60)}!` };

test('checking that never ends is stopped, and the pool goes on', async () => {
  const pool = open();
  await pool.render(request(letter(), { name: 'warm' }));
  const short = { ...limits, validationMs: 300 };
  await expect(pool.validate(endless(), endlessData, short)).rejects.toMatchObject({ code: 'VALIDATION_TIMEOUT' });
  await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
});

test('data that fills the memory ends a thread, not the others', async () => {
  const pool = open({ threadHeapMb: 48 });
  const bomb = letter({ dataSchema: true, pages: [{ body: ['{{ name }}'] }] });
  const huge = Array.from({ length: 3_000_000 }, (_, i) => [i]);
  const lost = pool.render({ ...request(bomb, { name: 'x', huge }), limits: { ...limits, renderMs: 60_000 } });
  const fine = pool.render({ ...request(letter(), { name: 'Ada' }), limits: { ...limits, renderMs: 60_000 } });
  await expect(lost).rejects.toMatchObject({ code: 'RENDER_FAILED', cause: { setback: 'thread-died' } });
  await expect(fine).resolves.toMatchObject({ pages: 1 });
  await expect(pool.render(request(letter(), { name: 'Bob' }))).resolves.toMatchObject({ pages: 1 });
});

test('a child that is killed loses what ran; what waited is rendered by the next', async () => {
  const pool = open();
  await pool.render(request(letter(), { name: 'warm' }));
  const calls = Array.from({ length: 40 }, (_, i) => pool.render(request(letter(), { name: `n${i}` })));
  for (const pid of renderProcesses()) process.kill(pid, 'SIGKILL');
  const settled = await Promise.allSettled(calls);
  const failed = settled.filter((one) => one.status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThanOrEqual(2);
  for (const { reason } of failed) expect(reason).toMatchObject({ code: 'RENDER_FAILED', cause: { setback: 'process-lost' } });
  expect(pool.stats().losses).toBe(1);
});

test('calls begin in the order in which they came, also those that were handed over ahead', async () => {
  const pool = open({ threads: 3 });
  await Promise.all([1, 2, 3].map(() => pool.render(request(letter(), { name: 'warm' }))));
  const ended: number[] = [];
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => pool.render(request(letter(), { name: `n${i}` })).then(() => ended.push(i))),
  );
  const overtaken = ended.map((call, place) => place - call);
  expect(Math.max(...overtaken)).toBeLessThan(12);
});

test('a call that was handed over and has not begun ends at once, and harms none that runs', async () => {
  const pool = open({ threads: 1 });
  await pool.render(request(letter(), { name: 'warm' }));
  const stop = new AbortController();
  const [pid] = renderProcesses();
  process.kill(pid!, 'SIGSTOP');
  const running = pool.render(request(letter(), { name: 'Ada' }));
  const ahead = pool.render(request(letter(), { name: 'Bob' }), { signal: stop.signal });
  stop.abort(new Error('gone'));
  await expect(ahead).rejects.toThrow('gone');
  process.kill(pid!, 'SIGCONT');
  await expect(running).resolves.toMatchObject({ pages: 1 });
  await expect(pool.render(request(letter(), { name: 'Eve' }))).resolves.toMatchObject({ pages: 1 });
  expect(pool.stats()).toMatchObject({ losses: 0, running: 0, waitingNow: 0 });
});

test('a child that grows too large is ended and started again', async () => {
  const lines: string[] = [];
  const pool = open({ maxResidentBytes: 20 * 1024 * 1024, log: (line) => lines.push(line) });
  pool.render(request(letter(), { name: 'Ada' }), { urgency: 'later' }).catch(() => undefined); // it is lost, or still waits at the end
  await expect.poll(() => lines.join('\n'), { timeout: 10_000 }).toMatch(/more than 20 MiB/);
});

test('what somebody waits for goes first, and is refused when too much waits', async () => {
  const pool = open({ threads: 1, mostWaiting: 2 });
  await pool.render(request(letter(), { name: 'warm' }));
  const order: string[] = [];
  const busy = pool.validate(endless(), endlessData, { ...limits, validationMs: 250 }).catch(() => order.push('busy'));
  const later = pool.render(request(letter(), { name: 'l' }), { urgency: 'later' }).then(() => order.push('later'));
  const now = [1, 2].map(() => pool.render(request(letter(), { name: 'n' })).then(() => order.push('now')));
  await expect(pool.render(request(letter(), { name: 'x' }))).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  await Promise.all([busy, later, ...now]);
  expect(order).toEqual(['busy', 'now', 'now', 'later']);
});

test('what somebody waits for is refused when no thread becomes free in time; what has time waits on', async () => {
  const pool = open({ threads: 1, longestWaitMs: 300 });
  // The process starts within this call: only one that has time is sure to see it.
  await pool.render(request(letter(), { name: 'warm' }), { urgency: 'later' });
  const stop = new AbortController();
  const busy = pool.validate(endless(), endlessData, { ...limits, validationMs: 60_000 }, { signal: stop.signal });
  const later = pool.render(request(letter(), { name: 'l' }), { urgency: 'later' });
  const now = pool.render(request(letter(), { name: 'n' }));
  await expect(now).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  expect(pool.stats()).toMatchObject({ running: 1, waitingNow: 0, waitingLater: 1 });
  stop.abort(new Error('enough'));
  await expect(busy).rejects.toThrow('enough');
  await expect(later).resolves.toMatchObject({ pages: 1 });
});

test('an aborted call ends at once, waiting or running', async () => {
  const pool = open({ threads: 1 });
  await pool.render(request(letter(), { name: 'warm' }));
  const running = new AbortController();
  const waiting = new AbortController();
  const first = pool.validate(endless(), endlessData, { ...limits, validationMs: 60_000 }, { signal: running.signal });
  const second = pool.render(request(letter(), { name: 'x' }), { signal: waiting.signal });
  waiting.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  await sleep(50);
  running.abort(new Error('stop'));
  await expect(first).rejects.toThrow('stop');
  await expect(pool.render(request(letter(), { name: 'y' }))).resolves.toMatchObject({ pages: 1 });
});

test('closing ends the child and every call', async () => {
  const pool = createPoolRenderer({ threads: 1, folder });
  await pool.render(request(letter(), { name: 'warm' }));
  const calls = [1, 2, 3].map(() => pool.render(request(letter(), { name: 'x' })));
  await Promise.all([pool.close(), ...calls.map((call) => expect(call).rejects.toMatchObject({ code: 'OVERLOADED' }))]);
  expect(renderProcesses()).toEqual([]);
});

test('a process that cannot be started is tried again, and what waits is rendered then', async () => {
  const lines: string[] = [];
  const pool = open({ log: (line) => lines.push(line) });
  await pool.render(request(letter(), { name: 'warm' }));
  const program = process.execPath;
  onTestFinished(() => {
    process.execPath = program;
  });
  process.execPath = '/nowhere/node';
  for (const pid of renderProcesses()) process.kill(pid, 'SIGKILL');
  await expect.poll(() => lines.join('\n')).toMatch(/ENOENT/);
  const waiting = pool.render(request(letter(), { name: 'Ada' }), { urgency: 'later' });
  process.execPath = program;
  await expect(waiting).resolves.toMatchObject({ pages: 1 });
});

test('a process that dies at every start is not started ever faster, and nobody waits for it in vain', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'pdfgen-'));
  onTestFinished(() => rmSync(broken, { recursive: true }));
  writeFileSync(join(broken, 'child.js'), 'process.exit(3);\n');
  const pool = createPoolRenderer({ threads: 1, folder: pathToFileURL(`${broken}/`), longestWaitMs: 3_000 });
  await expect(pool.render(request(letter(), { name: 'x' }))).rejects.toMatchObject({ code: 'OVERLOADED' });
  const { losses } = pool.stats();
  expect(losses).toBeGreaterThan(1);
  expect(losses).toBeLessThan(8);
  const left = pool.render(request(letter(), { name: 'x' }), { urgency: 'later' });
  await Promise.all([pool.close(), expect(left).rejects.toMatchObject({ code: 'OVERLOADED' })]);
});

test('a process that answers nothing any more is ended, and the time limit still holds', async () => {
  const pool = open({ threads: 1 });
  await pool.render(request(letter(), { name: 'warm' }));
  for (const pid of renderProcesses()) process.kill(pid, 'SIGSTOP');
  const silent = { ...request(letter(), { name: 'x' }), limits: { ...limits, validationMs: 100, renderMs: 100 } };
  await expect(pool.render(silent)).rejects.toMatchObject({ code: 'RENDER_TIMEOUT' });
  await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
});

test('data that is no data is refused and costs no thread', async () => {
  const pool = open({ threads: 1 });
  await expect(pool.render(request(letter(), { name: () => 'Ada' }))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
});

test('signals that go to every process of the program do not end what renders', async () => {
  const pool = open({ threads: 1 });
  await pool.render(request(letter(), { name: 'warm' }));
  const [pid] = renderProcesses();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid!, signal);
  await sleep(200);
  await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
  expect(pool.stats().losses).toBe(0);
});

test('the child has neither the sockets nor the secrets of the server', async () => {
  process.env.PDFGEN_TEST_SECRET = 'hush';
  const server = createServer().listen(0);
  onTestFinished(() => {
    delete process.env.PDFGEN_TEST_SECRET;
    server.close();
  });
  await once(server, 'listening');
  const pool = open({ threads: 1 });
  await pool.render(request(letter(), { name: 'warm' }));
  const [pid] = renderProcesses();
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('hush');
  expect(listeningSockets('self')).not.toEqual([]);
  expect(listeningSockets(pid!)).toEqual([]);
});

/** Sockets of a process on which connections are accepted: state 0A in the tables of the system. */
function listeningSockets(pid: number | 'self'): string[] {
  const listening = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/self/net/${table}`, 'latin1')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  );
  return readdirSync(`/proc/${pid}/fd`)
    .map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return ''; // closed since it was listed
      }
    })
    .filter((target) => listening.includes(target));
}

test('the child ends when its parent is killed, also in the middle of work', async () => {
  const file = new URL('../../.build/renderer/pool/create-pool-renderer.js', import.meta.url).href;
  const endlessCheck = [endless(), endlessData, { ...limits, validationMs: 60_000 }];
  const script = `const { createPoolRenderer } = await import(${JSON.stringify(file)}); const pool = createPoolRenderer({ threads: 1 }); pool.validate(...${JSON.stringify(endlessCheck)}).catch(() => {}); setInterval(() => pool.stats().running && console.log('busy'), 100);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  await expect.poll(() => renderProcesses(parent.pid).length, { timeout: 10_000 }).toBe(1);
  const [child] = renderProcesses(parent.pid);
  parent.kill('SIGKILL');
  await expect
    .poll(
      () =>
        execFileSync('sh', ['-c', `kill -0 ${child} 2>/dev/null && echo alive || echo gone`])
          .toString()
          .trim(),
      { timeout: 10_000 },
    )
    .toBe('gone');
});
