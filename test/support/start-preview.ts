// Starts `pdfgen templates preview` as a person does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { program } from './run-program.ts';

export interface RunningPreview {
  /** With the secret. */
  readonly address: string;
  /** What it has said so far. */
  said(): string;
  /** Presses Ctrl-C and waits for the end. */
  end(): Promise<number | null>;
}

export const startPreview = (cwd: string, ...args: readonly string[]): Promise<RunningPreview> =>
  start(cwd, [...args, '--no-open'], {});

/** At a desktop, whose programs are those of a folder. */
export const startAtDesktop = (cwd: string, programs: string, ...args: readonly string[]): Promise<RunningPreview> =>
  start(cwd, args, { PATH: `${programs}:${process.env.PATH}`, DISPLAY: ':0', CI: '' });

async function start(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<RunningPreview> {
  const child = spawn(process.execPath, [program, 'templates', 'preview', ...args], {
    cwd,
    env: { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let [address, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    address += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  // With --json it says nothing.
  const hasStarted = () => said.includes('Ctrl-C ends the preview.') || (args.includes('--json') && address.endsWith('}\n'));
  while (!hasStarted()) {
    await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data'), closed]);
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
  }
  return {
    address: address.trim(),
    said: () => said,
    async end() {
      child.kill('SIGINT');
      await closed;
      return child.exitCode;
    },
  };
}
