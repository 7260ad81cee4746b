// Writes the file that a person named with -o. The only writer of such files among the commands: it protects the files that are there.
import { resolve } from 'node:path';
import { checkEnding, type FileKind, isOfOtherKind, pdfFile } from '../../files/file-kinds.ts';
import { OutputGuard } from '../../files/output-guard.ts';
import { type WriteOptions, writeFileWhole } from '../../files/write-file.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';

export const overwriteText = 'replace an existing file of another kind, too';

export interface OutputTarget {
  /** The file as the user named it, or `-`. */
  readonly target: string;
  /** Default: a PDF. */
  readonly kind?: FileKind;
  readonly overwrite: unknown;
  /** The option that names the file. Default: `-o`. */
  readonly option?: string;
  readonly check?: WriteOptions['check'];
}

/** Checks `-o` before any work. `hint`: by an ending, the way to a file of that kind. Raises UsageError. */
export function checkOutput(
  { output, overwrite, open }: OptionValues,
  context: CommandContext,
  kind = pdfFile,
  hint?: Readonly<Record<string, string>>,
): void {
  const { io, options } = context;
  if (typeof output !== 'string') return;
  if (output === '') throw new UsageError('-o needs the name of a file, or - for standard output.');
  if (output.endsWith('/'))
    throw new UsageError(`-o needs the name of a file, got the folder ${output}. Write: -o ${output}NAME.${kind.ending}`);
  if (output !== '-') {
    checkEnding(output, kind, `-o ${output}`, hint);
    protectFiles({ target: output, kind, overwrite }, context);
    return;
  }
  if (open) throw new UsageError('--open needs a file, but -o - writes to standard output. Name a file with -o FILE.');
  if (options.json) throw new UsageError('--json and -o - cannot share standard output.');
  if (kind === pdfFile && io.stdout.isTTY)
    throw new UsageError('pdfgen does not print a PDF on a terminal. Name a file with -o FILE, or redirect standard output.');
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Writes a file, or standard output. Raises UsageError. */
export async function writeOutput(chunks: Chunks, output: OutputTarget, context: CommandContext): Promise<void> {
  const { stdout } = context.io;
  if (output.target !== '-') return writeProtected(chunks, output, context);
  for await (const chunk of chunks) stdout.write(chunk);
  await stdout.flush();
}

/** The parts of the context that a written file needs. */
export type FileContext = Pick<CommandContext, 'inputs' | 'signal'> & { readonly io: { readonly cwd: string } };

/** Writes a file. Raises UsageError. */
export async function writeProtected(chunks: Chunks, output: OutputTarget, context: FileContext): Promise<void> {
  const { target, check } = output;
  const { io, signal } = context;
  protectFiles(output, context);
  await writeFileWhole(resolve(io.cwd, target), chunks, { shown: target, signal, ...(check && { check }) });
}

/** Raises UsageError if a file would replace a file that the command reads, a file of a template, or, without `overwrite`, a file of another kind. */
export function protectFiles(
  { target, kind = pdfFile, overwrite, option = '-o' }: OutputTarget,
  { io, inputs }: Pick<FileContext, 'io' | 'inputs'>,
): void {
  const path = resolve(io.cwd, target);
  const found = new OutputGuard(inputs).findFault(path);
  if (found) throw new UsageError(`${target} ${found.fault}. Name another ${found.change} with ${option}.`);
  if (overwrite !== true && isOfOtherKind(path, kind))
    throw new UsageError(
      `${target} is there already, and is not ${kind.name}. Name another file with ${option}, or replace it with --overwrite.`,
      'file',
    );
}
