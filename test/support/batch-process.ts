// `pdfgen generate batch`, and what it leaves behind.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramResult, program, runProgram } from './run-program.ts';

const variables = (cwd: string) => ({ ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user'), CI: '1' });

/** Runs `pdfgen generate batch ARGS` in a folder, in the process of the test. */
export function runBatch(cwd: string, args: readonly string[], input = ''): Promise<ProgramResult> {
  return runProgram(['generate', 'batch', ...args], { cwd, input, env: variables(cwd) });
}

/** Starts a process of it; its standard input is open. `uid`: the user whose process it is. */
export function startBatch(cwd: string, args: readonly string[], uid?: number) {
  const child = spawn(process.execPath, [program, 'generate', 'batch', ...args], {
    cwd,
    env: variables(cwd),
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stdout, stderr }));
  return { child, ended };
}

/** Runs a process of it to its end. */
export function runBatchProcess(cwd: string, args: readonly string[], input = '', uid?: number): Promise<ProgramResult> {
  const { child, ended } = startBatch(cwd, args, uid);
  child.stdin.end(input);
  return ended;
}

/** A CSV file for the template `note`. */
export const rows = (count: number): string =>
  ['title,text', ...Array.from({ length: count }, (_, i) => `t${i},"Text ${i}, and more"`)].join('\n');
export const pdfs = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf')) : [];
/** SHA-256 of each PDF, by name. */
export const digests = (folder: string): Record<string, string> =>
  Object.fromEntries(
    pdfs(folder)
      .toSorted()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
/** The lines of a record, without those that a kill cut off: at its end, and before a run goes on. */
export function linesOf(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line, i) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch (error) {
      if (lines[i + 1]?.startsWith('{"kind":"resume"')) return [];
      throw error;
    }
  });
}
