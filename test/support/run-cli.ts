// The command line run in process, in a folder of its own.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/main.ts';

export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly bytes: Buffer;
  readonly exitCode: number;
}

/** A fresh folder with these files; objects are written as JSON. */
export function makeFolder(files: Readonly<Record<string, unknown>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-test-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, null, 2),
    );
  }
  return folder;
}

/** Runs `pdfgen ARGS`. Streams are pipes unless `terminal` gives a width. */
export async function runCli(
  args: readonly string[],
  { cwd, stdin = '', env = {}, terminal }: { cwd: string; stdin?: string; env?: Record<string, string>; terminal?: number },
): Promise<CliResult> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const stream = (to: Buffer[]) => ({
    write: (chunk: string | Uint8Array) => to.push(Buffer.from(chunk as string)) > 0,
    isTTY: terminal !== undefined,
    columns: terminal ?? 80,
    flush: async () => {},
    stream: new Writable({
      write(chunk: Buffer, _encoding, done) {
        to.push(chunk);
        done();
      },
    }),
  });
  const input = Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]);
  const io = {
    stdin: input,
    stdout: stream(out),
    stderr: stream(err),
    cwd,
    env: { PDFGEN_CONFIG_DIR: join(cwd, '.user'), HOME: cwd, CI: 'true', ...env },
  };
  const exitCode = await run(args, io);
  const bytes = Buffer.concat(out);
  return { stdout: bytes.toString(), stderr: Buffer.concat(err).toString(), bytes, exitCode };
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
          body: [
            { type: 'text', text: '{{ title }}' },
            { type: 'text', when: 'text', text: '{{ text }}' },
          ],
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
