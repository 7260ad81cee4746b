// `pdfgen generate batch` as a process, and what it leaves behind.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));

/** Starts `pdfgen generate batch ARGS` in a folder; its standard input is open. `uid`: the user whose process it is. */
export function startBatch(cwd: string, args: readonly string[], uid?: number) {
  const env = { ...process.env, PDFGEN_CONFIG_DIR: join(cwd, '.user'), CI: '1' };
  const child = spawn(process.execPath, [program, 'generate', 'batch', ...args], {
    cwd,
    env,
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

/** Runs it to its end. */
export function runBatch(cwd: string, args: readonly string[], input = '', uid?: number) {
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
/** The lines of a record. */
export const linesOf = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
