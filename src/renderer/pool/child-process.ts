// Starts, watches and ends a child process of the pool.
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FromChild, type Task, type ThreadGroup, type ToChild, threadGroups } from './messages.ts';
import { createTextCache } from './template-texts.ts';

export interface ChildOptions {
  readonly threads: Readonly<Partial<Record<ThreadGroup, number>>>;
  /** Largest heap of a thread. */
  readonly threadMemoryMb: number;
  /** Limit of the child's resident memory, in MiB. A larger child is ended. */
  readonly renderMemoryMb: number;
  /** Folder of the built pool. */
  readonly folder: URL;
  /** Receives the lines that the child prints, and the reason of its end. */
  readonly log: (line: string) => void;
}

/** Messages of a child about a task. */
export type TaskMessage = Extract<FromChild, { type: 'done' | 'died' | 'returned' }>;

export interface ChildEvents {
  /** The child is ready for tasks. */
  ready(): void;
  message(message: TaskMessage): void;
  /** The child has ended, with all its tasks. */
  lost(reason: string): void;
}

export interface Child {
  /** Begins a task. Raises an error for a value that cannot be sent because it is not plain data. */
  run(id: number, task: Task, group: ThreadGroup): void;
  /** Takes a task back. If it has not begun, the child answers `returned`. */
  takeBack(id: number): void;
  /** Ends the thread of a task. */
  stop(id: number): void;
  /** Ends the child as lost. */
  kill(reason: string): void;
  residentBytes(): number;
  /** Ends the child. Resolves when it has ended. */
  end(): Promise<void>;
}

const watchEveryMs = 200;

/** Starts a child, or raises an error at once. Calls `lost` once, also if the child never becomes ready, but not after `end`. */
export function startChild(options: ChildOptions, events: ChildEvents): Child {
  const child = fork(
    fileURLToPath(new URL('child.js', options.folder)),
    [options.threadMemoryMb, ...threadGroups.map((group) => options.threads[group] ?? 0)].map(String),
    {
      serialization: 'advanced',
      // The environment of the server holds secrets, and rendering does not need it.
      env: pickEnvironment(),
      // Without this flag memory grows with each page, as in bin/pdfgen.js.
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
      // A child that could not be started does not send `exit`.
      if (child.pid === undefined) end(error.message);
    });
  });
  /** The templates that the child has. Its own cache drops the same templates. */
  const sent = createTextCache<true>();
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
    if (residentBytes() <= options.renderMemoryMb * 1024 ** 2) return;
    kill(`it held more than ${options.renderMemoryMb} MiB of memory`);
  }, watchEveryMs);
  watch.unref();
  return {
    run(id, task, group) {
      const { template, ...rest } = task;
      if (template && !sent.get(template.key)) {
        // Shared memory cannot be sent to another process.
        send({ type: 'template', template: { ...template, json: Buffer.from(template.json) } });
        sent.set(template, true);
      }
      send({ type: 'run', id, group, task: rest, template: template?.key });
    },
    takeBack: (id) => send({ type: 'takeBack', id }),
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

/** The variables that the child gets: paths of programs, time zone and language, and what bin/cache-folder.js reads. */
function pickEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'TZ', 'LANG', 'LC_ALL', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  names.push('HOME', 'LOCALAPPDATA', 'NODE_DISABLE_COMPILE_CACHE', 'SUDO_UID', 'XDG_CACHE_HOME');
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** Read from the system where possible, because an overloaded child reports nothing. */
function readResident({ pid }: ChildProcess): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    // proc(5): `status` counts in kB. `statm` counts in pages, whose size differs between machines.
    const [, kib] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined; // the child has just ended
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
