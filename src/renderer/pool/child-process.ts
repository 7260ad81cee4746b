// The pool's child process as the parent sees it: started, watched, started again when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FromChild, SentTask, Task, ToChild } from './messages.ts';
import { keptTexts, RecentlyUsed } from './template-texts.ts';

export interface ChildOptions {
  readonly threads: number;
  /** Largest heap of a thread. */
  readonly threadHeapMb: number;
  /** The child is ended when its resident memory is larger. */
  readonly maxResidentBytes: number;
  /** Of the built pool. */
  readonly folder: URL;
  /** A line that the child printed, or what became of it. */
  readonly log: (line: string) => void;
}

export interface ChildEvents {
  /** It takes tasks. */
  ready(): void;
  message(message: Extract<FromChild, { type: 'done' | 'died' }>): void;
  /** It is gone with whatever ran in it. */
  lost(reason: string): void;
}

export interface Child {
  /** Begins a task. Raises an error for what is no data and cannot be sent. */
  run(id: number, task: Task): void;
  /** Ends the thread of a task. */
  stop(id: number): void;
  /** Ends it as lost. */
  kill(reason: string): void;
  residentBytes(): number;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

const watchEveryMs = 200;

/** Starts a child, or raises an error at once. `lost` is called once, also when it never becomes ready; not after `end`. */
export function startChild(options: ChildOptions, events: ChildEvents): Child {
  const child = fork(
    fileURLToPath(new URL('child.js', options.folder)),
    [String(options.threads), String(options.threadHeapMb)],
    {
      serialization: 'advanced',
      // Secrets of the server are in its environment; rendering needs none of it.
      env: pickEnvironment(),
      // Of the same reason as in bin/pdfgen.js: without it memory grows with each page.
      execArgv: ['--no-allocation-site-pretenuring'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let isEnding = false;
  let reported = 0;
  let reason: string | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      clearInterval(watch);
      resolve();
      if (!isEnding) events.lost(reason ?? how);
    };
    child.once('exit', (code, signal) => end(signal ? `it was ended by ${signal}` : `it ended with code ${code}`));
    child.on('error', (error) => {
      reason ??= error.message;
      // What could not be started does not exit.
      if (child.pid === undefined) end(error.message);
    });
  });
  /** Holds what the child holds. */
  const sent = new RecentlyUsed<true>(keptTexts);
  const send = (message: ToChild) => void (child.connected && child.send(message));
  const kill = (why: string) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  child.on('message', (message: FromChild) => {
    if (message.type === 'ready') events.ready();
    else if (message.type === 'resident') reported = message.bytes;
    else events.message(message);
  });
  for (const stream of [child.stdout, child.stderr]) forwardLines(stream, options.log);
  const residentBytes = () => readResident(child) ?? reported;
  const watch = setInterval(() => {
    if (residentBytes() <= options.maxResidentBytes) return;
    kill(`it held more than ${Math.round(options.maxResidentBytes / 1024 ** 2)} MiB of memory`);
  }, watchEveryMs);
  watch.unref();
  return {
    run(id, task) {
      if (!('template' in task)) return send({ type: 'run', id, task, template: undefined });
      const { template, ...rest } = task;
      const { key } = template;
      if (!sent.get(key)) {
        // Shared memory does not go to another process.
        send({ type: 'template', template: { ...template, json: Buffer.from(template.json) } });
        sent.add(key, true);
      }
      send({ type: 'run', id, task: rest as SentTask, template: key });
    },
    stop: (id) => send({ type: 'stop', id }),
    kill,
    residentBytes,
    async end() {
      isEnding = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Where programs, the time zone and the language are; nothing else. */
function pickEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** From the system, where it tells: a child that is out of breath reports nothing. */
function readResident({ pid }: ChildProcess): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    // proc(5): `status` counts in kB; `statm` in pages, whose size differs between machines.
    const [, kib] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined; // it has just ended
  }
}

function forwardLines(stream: NodeJS.ReadableStream | null, log: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = (lines.pop() ?? '').slice(-10_000);
    for (const line of lines) log(line);
  });
}
