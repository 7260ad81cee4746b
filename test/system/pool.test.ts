import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../src/files/process-stat.ts';
import { createPoolRenderer, type PoolOptions, type PoolRenderer } from '../../src/renderer/pool/create-pool-renderer.ts';
import type { RenderRequest } from '../../src/renderer/renderer.ts';
import { wrapPng } from '../document/image/make-image.ts';
import { endless, endlessData, letter, limits, rendererSuite, request } from '../renderer/renderer.suite.ts';
import { deflateZeros } from '../support/deflate-zeros.ts';
import { makeFolder } from '../support/folders.ts';

const folder = new URL('../../dist/js/', import.meta.url);

/** Longer than a call waits for a thread on a busy machine, where a process takes seconds to start. */
const waitSeconds = 120;

rendererSuite('in threads of a child process', () => createPoolRenderer({ threads: 2, folder, waitSeconds }));

function open(options: PoolOptions = {}): PoolRenderer {
  const pool = createPoolRenderer({ threads: 2, folder, waitSeconds, ...options });
  onTestFinished(() => pool.close());
  return pool;
}
/** One whose process runs. */
async function openWarm(options: PoolOptions = {}): Promise<PoolRenderer> {
  const pool = open(options);
  await pool.render(request(letter(), { name: 'warm' }));
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

/** A render that takes so long. */
const slow = (validationMs: number) => ({ ...request(endless(), endlessData), limits: { ...limits, validationMs } });

describe('a pool of two threads goes on after each of these', () => {
  let pool: PoolRenderer;
  beforeAll(async () => {
    pool = createPoolRenderer({ threads: 2, folder, waitSeconds });
    await pool.render(request(letter(), { name: 'warm' }));
  });
  afterAll(() => pool.close());

  test('checking that never ends is stopped, and the pool goes on', async () => {
    const short = { ...limits, validationMs: 300 };
    await expect(pool.validate({ template: endless(), data: endlessData, limits: short })).rejects.toMatchObject({
      code: 'VALIDATION_TIMEOUT',
    });
    await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
  });

  test.each(['render', 'validate'] as const)('calls of a team that hold all threads hold up no other team: %s', async (kind) => {
    const stop = new AbortController();
    const hostile = { signal: stop.signal, team: 'hostile' };
    setMaxListeners(0, stop.signal);
    const call = (more: typeof hostile) =>
      kind === 'render'
        ? pool.render(slow(60_000), more)
        : pool.validate({ template: endless(), data: endlessData, limits: { ...limits, validationMs: 60_000 } }, more);
    const calls = Array.from({ length: 20 }, () => call(hostile));
    const ended = Promise.allSettled(calls);
    let failures = 0;
    for (const one of calls) one.catch(() => failures++);
    for (let i = 0; i < 5; i++) {
      const ours = Array.from({ length: 4 }, () =>
        kind === 'render'
          ? pool.render(request(letter(), { name: 'Ada' }), { team: 'good' })
          : pool.validate({ template: letter(), data: { name: 'Ada' }, limits }, { team: 'good' }),
      );
      await Promise.all(ours);
    }
    expect(failures).toBe(0);
    stop.abort(new Error('enough'));
    await ended;
  });
});

describe('a pool of one thread goes on after each of these', () => {
  let pool: PoolRenderer;
  beforeAll(async () => {
    pool = createPoolRenderer({ threads: 1, folder, waitSeconds });
    await pool.render(request(letter(), { name: 'warm' }));
  });
  afterAll(() => pool.close());

  test('checks have threads of their own: what renders does not hold them up, nor they what renders', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const renders = Promise.allSettled([1, 2, 3].map(() => pool.render(slow(60_000), { signal, urgency: 'later' })));
    await expect(pool.validate({ template: letter(), data: {}, limits })).rejects.toMatchObject({ errors: { length: 1 } });
    await expect(pool.lint({ template: letter() })).resolves.toEqual([]);
    const forever = { ...limits, validationMs: 60_000 };
    const checks = Promise.allSettled(
      [1, 2, 3].map(() => pool.validate({ template: endless(), data: endlessData, limits: forever }, { signal })),
    );
    await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
    stop.abort(new Error('enough'));
    for (const one of [...(await renders), ...(await checks)])
      expect(one).toMatchObject({ status: 'rejected', reason: stop.signal.reason });
  });

  test("a team's jobs in all threads do not hold up its calls", async () => {
    const stop = new AbortController();
    const job = pool
      .render(slow(60_000), { signal: stop.signal, urgency: 'later', team: 'one' })
      .catch((error: Error) => error.message);
    await expect(pool.render(request(letter(), { name: 'Ada' }), { team: 'one' })).resolves.toMatchObject({ pages: 1 });
    stop.abort(new Error('enough'));
    expect(await job).toBe('enough');
  });

  test('a call that was handed over and has not begun ends at once, and harms none that runs', async () => {
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

  test('an aborted call ends at once, waiting or running', async () => {
    const running = new AbortController();
    const waiting = new AbortController();
    const first = pool.render(slow(60_000), { signal: running.signal });
    const second = pool.render(request(letter(), { name: 'x' }), { signal: waiting.signal });
    waiting.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    await sleep(50);
    running.abort(new Error('stop'));
    await expect(first).rejects.toThrow('stop');
    await expect(pool.render(request(letter(), { name: 'y' }))).resolves.toMatchObject({ pages: 1 });
  });

  test('data that is no data is refused and costs no thread', async () => {
    await expect(pool.render(request(letter(), { name: () => 'Ada' }))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
  });

  test('signals that go to every process of the program do not end what renders', async () => {
    const [pid] = renderProcesses();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid!, signal);
    await sleep(200);
    await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
    expect(pool.stats().losses).toBe(0);
  });
});

test('data that fills the memory ends a thread, not the others', async () => {
  const pool = open({ threadMemoryMb: 48 });
  const bomb = letter({ dataSchema: true, pages: [{ body: ['{{ name }}'] }] });
  const huge = Array.from({ length: 1_000_000 }, (_, i) => [i]);
  const lost = pool.render({ ...request(bomb, { name: 'x', huge }), limits: { ...limits, renderMs: 60_000 } });
  const fine = pool.render({ ...request(letter(), { name: 'Ada' }), limits: { ...limits, renderMs: 60_000 } });
  await expect(lost).rejects.toMatchObject({ code: 'RENDER_FAILED', cause: { setback: 'thread-died' } });
  await expect(fine).resolves.toMatchObject({ pages: 1 });
  await expect(pool.render(request(letter(), { name: 'Bob' }))).resolves.toMatchObject({ pages: 1 });
});

test('calls in a child that is killed are rendered again, and what waited by the next child', async () => {
  const pool = await openWarm();
  const calls = Array.from({ length: 40 }, (_, i) =>
    pool.render(request(letter(), { name: `n${i}` }), { team: `team ${i % 3}` }),
  );
  for (const pid of renderProcesses()) process.kill(pid, 'SIGKILL');
  for (const { pages } of await Promise.all(calls)) expect(pages).toBe(1);
  expect(pool.stats()).toMatchObject({ losses: 1, running: 0, waitingNow: 0 });
});

test('a call that is alone in a child that is killed fails', async () => {
  const pool = await openWarm();
  const call = pool.render(slow(60_000));
  await expect.poll(() => pool.stats().running).toBe(1);
  for (const pid of renderProcesses()) process.kill(pid, 'SIGKILL');
  await expect(call).rejects.toMatchObject({ code: 'RENDER_FAILED', cause: { setback: 'process-lost' } });
});

test('a document that ends the process fails alone: it ends no other call, and its team renders apart from then on', async () => {
  const lines: string[] = [];
  // More than the process may hold, for longer than it takes to be seen.
  const bomb = {
    template: pictureOf(8_000, 9_000),
    data: {},
    options: {},
    limits: { ...limits, maxImagePixels: 1e9, maxImageBytes: 1e9, renderMs: 60_000 },
  };
  const pool = await openWarm({ renderMemoryMb: 330, log: (line) => lines.push(line) });
  const render = (call: RenderRequest, team: string) => pool.render(call, { team }).catch((error: unknown) => error);
  const bombs = [1, 2].map(() => render(bomb, 'hostile'));
  const others = [1, 2, 3, 4].map(() => render(slow(1_000), 'good'));
  for (const other of await Promise.all(others)) expect(other).toMatchObject({ code: 'VALIDATION_TIMEOUT' });
  for (const one of await Promise.all(bombs))
    expect(one).toMatchObject({ code: 'RENDER_FAILED', cause: { setback: 'process-lost' } });
  const { losses } = pool.stats();
  const [more, meanwhile] = await Promise.all([render(bomb, 'hostile'), render(slow(1_000), 'good')]);
  expect(more).toMatchObject({ code: 'RENDER_FAILED' });
  expect(meanwhile).toMatchObject({ code: 'VALIDATION_TIMEOUT' });
  expect(pool.stats().losses).toBe(losses + 1);
  expect(lines).not.toEqual([]);
});

/** A template with one picture that has opacity, black and so of few bytes. */
function pictureOf(width: number, height: number) {
  const png = wrapPng({ width, height, bits: 8, colorType: 6 }, deflateZeros(height * (1 + 4 * width)));
  const sha256 = createHash('sha256').update(png).digest('hex');
  const assets = { 'black.png': { bytes: png, sha256 } };
  return { ...letter({ pages: [{ body: [{ image: 'black.png' }] }], dataSchema: true }), assets };
}

test('a team that fills the waiting room gives way to others', async () => {
  const pool = await openWarm({ threads: 1, maxWaitingCalls: 4 });
  const stop = new AbortController();
  const { signal } = stop;
  const hostile = Array.from({ length: 5 }, () => pool.render(slow(60_000), { signal, team: 'hostile' }));
  const settled = Promise.allSettled(hostile);
  await expect(pool.render(slow(60_000), { signal, team: 'hostile' })).rejects.toMatchObject({
    code: 'OVERLOADED',
    retryAfter: 1,
  });
  // Both spare threads are taken, so that the third team waits.
  const others = ['b', 'c'].map((team) => pool.render(slow(60_000), { signal, team }).catch(() => undefined));
  const waits = pool.render(slow(60_000), { signal, team: 'd' }).catch((error: Error) => error.message);
  await expect(hostile[4]).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  stop.abort(new Error('enough'));
  expect(await waits).toBe('enough');
  await Promise.all([settled, ...others]);
});

test('calls begin in the order in which they came, also those that were handed over ahead', async () => {
  const pool = open({ threads: 3 });
  await Promise.all([1, 2, 3].map(() => pool.render(request(letter(), { name: 'warm' }))));
  const ended: number[] = [];
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => pool.render(request(letter(), { name: `n${i}` })).then(() => ended.push(i))),
  );
  // When a call ends, only those that run beside it may be left of the calls before it, however long these are held up.
  const leftBefore = ended.map((call, place) => call - ended.slice(0, place).filter((one) => one < call).length);
  expect(Math.max(...leftBefore)).toBeLessThan(3);
});

test('a child that grows too large is ended and started again', async () => {
  const lines: string[] = [];
  const pool = open({ renderMemoryMb: 20, log: (line) => lines.push(line) });
  pool.render(request(letter(), { name: 'Ada' }), { urgency: 'later' }).catch(() => undefined); // it is lost, or still waits at the end
  await expect.poll(() => lines.join('\n')).toMatch(/more than 20 MiB/);
});

test('what somebody waits for is refused when no thread becomes free in time; what has time waits on', async () => {
  const pool = open({ threads: 1, waitSeconds: 0.3 });
  // The process starts within this call: only one that has time is sure to see it.
  await pool.render(request(letter(), { name: 'warm' }), { urgency: 'later' });
  const stop = new AbortController();
  const busy = pool.render(slow(60_000), { signal: stop.signal });
  const later = pool.render(request(letter(), { name: 'l' }), { urgency: 'later' });
  const now = pool.render(request(letter(), { name: 'n' }));
  await expect(now).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 1 });
  expect(pool.stats()).toMatchObject({ running: 1, waitingNow: 0, waitingLater: 1 });
  stop.abort(new Error('enough'));
  await expect(busy).rejects.toThrow('enough');
  await expect(later).resolves.toMatchObject({ pages: 1 });
});

test('closing ends the child and every call', async () => {
  const pool = createPoolRenderer({ threads: 1, folder, waitSeconds });
  await pool.render(request(letter(), { name: 'warm' }));
  const calls = [1, 2, 3].map(() => pool.render(request(letter(), { name: 'x' })));
  await Promise.all([pool.close(), ...calls.map((call) => expect(call).rejects.toMatchObject({ code: 'OVERLOADED' }))]);
  expect(renderProcesses()).toEqual([]);
});

test('a process that cannot be started is tried again, and what waits is rendered then', async () => {
  const lines: string[] = [];
  const pool = await openWarm({ log: (line) => lines.push(line) });
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
  const broken = makeFolder();
  writeFileSync(join(broken, 'child.js'), 'process.exit(3);\n');
  const pool = createPoolRenderer({ threads: 1, folder: pathToFileURL(`${broken}/`), waitSeconds: 3 });
  await expect(pool.render(request(letter(), { name: 'x' }))).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(pool.stats().losses).toBeLessThan(8);
  const left = pool.render(request(letter(), { name: 'x' }), { urgency: 'later' });
  await expect.poll(() => pool.stats().losses).toBeGreaterThan(1);
  await Promise.all([pool.close(), expect(left).rejects.toMatchObject({ code: 'OVERLOADED' })]);
});

test('a call ends with its time limit, before the process that does not answer is ended', async () => {
  const pool = await openWarm({ threads: 1 });
  for (const pid of renderProcesses()) process.kill(pid, 'SIGSTOP');
  const silent = { ...request(letter(), { name: 'x' }), limits: { ...limits, validationMs: 100, renderMs: 100 } };
  await expect(pool.render(silent)).rejects.toMatchObject({ code: 'RENDER_TIMEOUT' });
  expect(pool.stats().losses).toBe(0);
  await expect(pool.render(request(letter(), { name: 'Ada' }))).resolves.toMatchObject({ pages: 1 });
  expect(pool.stats().losses).toBe(1);
});

test('the child has neither the sockets nor the secrets of the server', async () => {
  process.env.PDFGEN_TEST_SECRET = 'hush';
  const server = createServer().listen(0);
  onTestFinished(() => {
    delete process.env.PDFGEN_TEST_SECRET;
    server.close();
  });
  await once(server, 'listening');
  await openWarm({ threads: 1 });
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
  const endlessCheck = { template: endless(), data: endlessData, limits: { ...limits, validationMs: 60_000 } };
  const script = `const { createPoolRenderer } = await import(${JSON.stringify(file)}); const pool = createPoolRenderer({ threads: 1 }); pool.validate(${JSON.stringify(endlessCheck)}).catch(() => {}); setInterval(() => pool.stats().running && console.log('busy'), 100);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  await expect.poll(() => renderProcesses(parent.pid).length).toBe(1);
  const [child] = renderProcesses(parent.pid);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(child!)).toBe(false);
});
