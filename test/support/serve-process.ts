// A real `pdfgen serve` on a free port, and `pdfgen worker` processes beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));

export interface RunningProcess {
  readonly child: ChildProcess;
  /** What it wrote to stderr, its last 100,000 characters. */
  readonly stderr: () => string;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface ServeProcess extends RunningProcess {
  readonly url: string;
  readonly port: number;
  readonly token: string;
}

/** Starts a server on a data folder and waits until it listens. */
export async function startServe(dataDir: string, flags: readonly string[] = []): Promise<ServeProcess> {
  const standard = ['--port', '0', '--min-free-bytes', '0', '--log-level', 'warn'];
  const running = start(['serve', '--data-dir', dataDir, ...standard, ...flags]);
  const url = await new Promise<string>((resolve, reject) => {
    let stdout = '';
    running.child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const found = /listening on (\S+)/.exec(stdout);
      if (found) resolve(found[1]!);
    });
    running.child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${running.stderr()}`)));
  });
  const token = readFileSync(join(dataDir, 'first-token'), 'utf8').trim();
  return { ...running, url, port: Number(new URL(url).port), token };
}

/** Starts a further process that renders the server's jobs. */
export function startWorkerProcess(dataDir: string, flags: readonly string[] = []): RunningProcess {
  return start(['worker', '--data-dir', dataDir, ...flags]);
}

function start(args: readonly string[]): RunningProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-100_000);
  });
  return {
    child,
    stderr: () => stderr,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
