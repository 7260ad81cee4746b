// Processes of their own that run a TypeScript file of the tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const runner = fileURLToPath(new URL('./run-typescript.mjs', import.meta.url));

export interface TestProcess {
  readonly child: ChildProcess;
  /** Waits for a line of it that has this text. */
  says(text: string): Promise<void>;
  /** Waits for its end. */
  ends(): Promise<{ readonly code: number | null; readonly stdout: string }>;
}

/** Starts a file; it is killed when the test is over. `env`: variables besides those of the test process. */
export function startProcess(file: URL, args: readonly string[], env: Readonly<Record<string, string>> = {}): TestProcess {
  const child = spawn(process.execPath, [runner, fileURLToPath(file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  const closed = once(child, 'close');
  return {
    child,
    async says(text) {
      while (!stdout.includes(text)) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        if (child.exitCode !== null && !stdout.includes(text)) throw new Error(`The process ended without saying "${text}".`);
      }
    },
    async ends() {
      await closed;
      return { code: child.exitCode, stdout };
    },
  };
}
