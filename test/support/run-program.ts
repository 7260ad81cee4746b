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
  readonly input?: string;
  /** Variables besides those of the test process. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pdfgen ARGS` to its end. */
export async function runProgram(args: readonly string[], { cwd, input = '', env }: ProgramRun): Promise<ProgramResult> {
  const [stdout, stderr] = [gather(), gather()];
  const host = Object.assign(new EventEmitter(), {
    argv: [process.execPath, program, ...args],
    env: { ...process.env, ...env },
    cwd: () => cwd,
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    exit(code: number) {
      throw new Error(`The program ended itself with ${code}.`);
    },
  });
  const { main } = await built;
  const code = await main(host as unknown as NodeJS.Process);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function gather() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
