// The built program run in the process of the test, for tests of what it does rather than of how a process starts and ends.
import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The file that starts the program. */
export const program = fileURLToPath(new URL('../../bin/pdfgen.js', import.meta.url));

const built = import(new URL('../../dist/js/main.js', import.meta.url).href) as Promise<typeof import('../../src/cli/main.ts')>;

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
  const { main } = await built;
  const code = await main(host as unknown as NodeJS.Process);
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
