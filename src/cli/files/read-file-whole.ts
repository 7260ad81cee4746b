// Reads a file that a person named whole: a PDF, a key, a password.
import { openSource, readWhole } from '../../input/source.ts';
import type { CommandContext } from '../context.ts';

/** Larger than any document that pdfgen makes. */
export const mostPdfBytes = 1_000_000_000;

export interface WholeFile {
  /** The name that the user gave; `<stdin>` for standard input. */
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads a file, a pipe, or standard input (`-`). Raises InputError: kind `file` for a file that cannot be read, kind `data` for an empty file. */
export async function readFileWhole(name: string, mostBytes: number, { io, signal }: CommandContext): Promise<WholeFile> {
  const source = await openSource(name, { cwd: io.cwd, stdin: io.stdin, maxSpoolBytes: mostBytes, signal });
  return { file: source.file, bytes: await readWhole(source, mostBytes) };
}
