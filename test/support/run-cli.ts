// The command line run in process, in a folder of its own.
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../../src/cli/main.ts';
import { makeFolder } from './folders.ts';

export { makeFolder };

export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
  readonly exitCode: number;
}

export interface CliRun {
  readonly cwd: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Width of a terminal; undefined: the streams are pipes. */
  readonly terminal?: number;
  /** Its abort is a Ctrl-C. */
  readonly signal?: AbortSignal;
  /** Hears what is printed, at once. */
  readonly see?: (text: string) => void;
  /** A person at the terminal: when the question is on the screen, the reply is typed. */
  readonly answers?: readonly (readonly [question: string, reply: string])[];
  /** The program as it is built, for a command that starts threads. */
  readonly program?: typeof run;
}

/** Runs `pdfgen ARGS`. */
export async function runCli(
  args: readonly string[],
  { cwd, stdin = '', env = {}, terminal, answers, signal, see = () => {}, program = run }: CliRun,
): Promise<CliResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const stream = (to: Buffer[], heard?: (text: string) => void) => {
    const hear = (chunk: string | Uint8Array) => {
      to.push(Buffer.from(chunk as string));
      heard?.(String(chunk));
      see(String(chunk));
    };
    const drawn = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hear(chunk);
        done();
      },
    });
    // A prompt ends what it is given; the streams of a process outlive that.
    drawn.end = () => drawn;
    return {
      write: (chunk: string | Uint8Array) => {
        hear(chunk);
        return true;
      },
      isTTY: terminal !== undefined,
      columns: terminal ?? 80,
      flush: async () => {},
      stream: drawn,
    };
  };
  const person = answers && answerQuestions(answers);
  const io = {
    stdin: person?.keyboard ?? Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]),
    stdout: stream(out),
    stderr: stream(err, person?.see),
    cwd,
    env: { PDFGEN_CONFIG_DIR: join(cwd, '.user'), HOME: cwd, ...(answers ? {} : { CI: 'true' }), ...env },
  };
  const exitCode = await program(args, io, signal && { signal, whileBusy: (work) => work(), withoutReader: (work) => work() });
  const bytes = Buffer.concat(out);
  return { stdout: bytes.toString(), stderr: Buffer.concat(err).toString(), bytes, exitCode };
}

function answerQuestions(answers: readonly (readonly [string, string])[]) {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  const left = [...answers];
  let seen = '';
  const see = (text: string) => {
    seen += stripVTControlCharacters(text);
    const [next] = left;
    if (!next || !seen.includes(next[0])) return;
    left.shift();
    seen = '';
    // Typed when the question stands, not while it is being drawn.
    setImmediate(() => keyboard.write(next[1]));
  };
  return { keyboard, see };
}

/** A workspace with one small template, `note`. */
export function makeWorkspace(more: Readonly<Record<string, unknown>> = {}): string {
  return makeFolder({
    'pdfgen.json': {},
    'templates/note/template.json': {
      name: 'A note',
      tags: ['demo'],
      document: { filename: 'note-{{ title | slugify }}' },
      pages: [
        {
          body: [{ text: '{{ title }}' }, { when: 'text', text: '{{ text }}' }],
        },
      ],
    },
    'templates/note/schema.json': {
      type: 'object',
      required: ['title'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', minLength: 1 },
        text: { type: 'string' },
        lines: { type: 'array', items: { type: 'object', properties: { qty: { type: 'integer' } } } },
      },
    },
    'templates/note/example.json': { title: 'Hello', text: 'An example.' },
    ...more,
  });
}
