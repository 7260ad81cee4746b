// A real `pdfgen serve` on a free port, and `pdfgen worker` processes beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './run-program.ts';

export interface RunningProcess {
  readonly child: ChildProcess;
  /** What it wrote to stderr, its last 100,000 characters. */
  readonly stderr: () => string;
  /** What the pattern's group finds in what it writes to stdout; waits for it. */
  says(pattern: RegExp): Promise<string>;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface ServeProcess extends RunningProcess {
  readonly url: string;
  readonly port: number;
  readonly token: string;
}

/** Starts a server on a data folder and waits until it listens. It has one render thread: each takes a third of a second to start. */
export async function startServe(dataDir: string, flags: readonly string[] = []): Promise<ServeProcess> {
  const standard = ['--port', '0', '--threads', '1', '--min-free-bytes', '0', '--log-level', 'warn'];
  const running = startProgram(['serve', '--data-dir', dataDir, ...standard, ...flags]);
  const url = await running.says(/listening on (\S+)/);
  const token = readFileSync(join(dataDir, 'first-token'), 'utf8').trim();
  return { ...running, url, port: Number(new URL(url).port), token };
}

/** Starts a further process that renders the server's jobs. */
export function startWorkerProcess(dataDir: string, flags: readonly string[] = []): RunningProcess {
  return startProgram(['worker', '--data-dir', dataDir, ...flags]);
}

/** Starts the built program. `env`: variables besides those of the test process. */
export function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningProcess {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-100_000);
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout = (stdout + chunk).slice(-100_000);
  });
  return {
    child,
    stderr: () => stderr,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout);
          if (found) resolve(found[1]!);
        };
        child.stdout.on('data', look);
        child.once('exit', (code) => reject(new Error(`The program ended with ${code}: ${stderr}`)));
        look();
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
