// The built program run in the process of the test, for tests of what it does rather than of how a process starts and ends.
import { execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FileRenderer } from '../../src/renderer/renderer.ts';

/** The file that starts the program. */
export const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));

/** The folder of the built modules. */
export const builtFolder = new URL('../../dist/js/', import.meta.url);

let built: Promise<typeof import('../../src/cli/main.ts')> | undefined;

let threads: Promise<FileRenderer> | undefined;

/** The threads of all runs in this process: starting one takes ten times as long as the few documents of a test. */
const openFileRenderer = async (): Promise<FileRenderer> => {
  threads ??= startThreads();
  return { ...(await threads), close: async () => {} };
};

/** By the module of the program itself, because it knows its own errors alone. */
async function startThreads(): Promise<FileRenderer> {
  const [name] = readdirSync(builtFolder).filter((one) => /^create-file-renderer-[\w-]+\.js$/.test(one));
  const { createFileRenderer } = (await import(
    new URL(name!, builtFolder).href
  )) as typeof import('../../src/renderer/pool/create-file-renderer.ts');
  return createFileRenderer({ threads: 2 });
}

export interface ProgramRun {
  readonly cwd: string;
  /** Its standard input. */
  readonly input?: string | Uint8Array;
  /** Its variables. Default: those of the test process. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pdfgen ARGS` to its end. `printed`: what it wrote to both streams, in order. */
export async function runProgram(
  args: readonly string[],
  { cwd, input = '', env = process.env }: ProgramRun,
): Promise<ProgramResult & { readonly printed: string }> {
  const printed: Buffer[] = [];
  const [stdout, stderr] = [gather(printed), gather(printed)];
  const host = Object.assign(new EventEmitter(), {
    argv: [process.execPath, program, ...args],
    env: { ...env },
    cwd: () => cwd,
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input as string)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    exit(code: number) {
      throw new Error(`The program ended itself with ${code}.`);
    },
  });
  built ??= import(new URL('main.js', builtFolder).href);
  const { main } = await built!;
  const code = await main(host as unknown as NodeJS.Process, undefined, { openFileRenderer });
  return { code, stdout: stdout.text(), stderr: stderr.text(), printed: Buffer.concat(printed).toString() };
}

function gather(printed: Buffer[]) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      printed.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Starts a process that reads a pipe which nobody writes to, and presses Ctrl-C. How it ends: exit code, signal. */
export async function interruptAtPipe(cwd: string, pipe: string, args: readonly string[]): Promise<unknown> {
  execFileSync('mkfifo', [pipe], { cwd });
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const writer = await open(join(cwd, pipe), 'w'); // waits until the command reads
  child.kill('SIGINT');
  const end: unknown = await ended;
  await writer.close();
  return end;
}
