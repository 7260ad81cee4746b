// A process in a terminal of its own, by the program `script`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export interface Terminal {
  /** Waits until the screen shows this text. */
  shows(text: string): Promise<void>;
  /** Closes the window. Gives the exit code of the process as a shell sees it: 128 and the number of the signal, if a signal ended it. */
  close(): Promise<number>;
}

/**
 * Starts `node ARGS` in a folder. `hearsEnd`: the shell tells its process that the terminal is closed, as interactive shells do. Otherwise the process
 * finds out when it reads or writes.
 */
export function openTerminal(
  args: readonly string[],
  { cwd, hearsEnd }: { readonly cwd: string; readonly hearsEnd: boolean },
): Terminal {
  const [shell, codeFile] = [join(cwd, '.shell.sh'), join(cwd, '.exit-code')];
  const words = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // A signal that the shell hears ends the first wait.
  writeFileSync(
    shell,
    `trap '${hearsEnd ? 'kill -HUP $!' : ''}' HUP\n${words} </dev/tty &\nwait\nwait $!\necho $? >'${codeFile}.part'\nmv '${codeFile}.part' '${codeFile}'\n`,
  );
  const env = { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user'), CI: '' };
  const window = spawn('script', ['-qec', `exec sh '${shell}'`, '/dev/null'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void window.kill('SIGKILL'));
  let screen = '';
  window.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  return {
    async shows(text) {
      while (!screen.includes(text)) await once(window.stdout, 'data');
    },
    async close() {
      window.kill('SIGKILL');
      while (!existsSync(codeFile)) await sleep(20);
      return Number(readFileSync(codeFile, 'utf8'));
    },
  };
}
