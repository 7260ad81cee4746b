// Prints errors for a person or a program, and chooses the exit code.

import { type Breach, PdfgenError, type Problem, toProblem } from '../../contract/errors.ts';
import { describeBreach, writeBreach } from '../../contract/warnings.ts';
import { findDiskFull } from '../../files/disk-full.ts';
import { writeError } from '../../files/write-error.ts';
import { InputError } from '../../input/input-error.ts';
import { escapeControls, toSafeJson } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Io } from '../io/io.ts';
import type { Style } from '../io/style.ts';

/** A person sees at most this many breaches. */
const shown = 50;

interface Reported {
  readonly exitCode: number;
  readonly problem: Problem;
  readonly lines: readonly string[];
}

/** Prints an error on stderr, with `json` as one problem object, and returns the exit code. */
export function reportError(error: unknown, io: Io, { json, style }: { readonly json: boolean; readonly style: Style }): number {
  const { exitCode, problem, lines } = reportedFailure(error, io);
  if (json) io.stderr.write(`${toSafeJson({ ...problem, exitCode })}\n`);
  else
    for (const [i, line] of lines.entries())
      io.stderr.write(`${i === 0 ? `${style.red('error:')} ` : ''}${escapeControls(line)}\n`);
  return exitCode;
}

/** What is printed about an error. */
export function reportedFailure(error: unknown, io: Io): Reported {
  if (error instanceof PdfgenError) {
    const breaches = error.errors ?? [];
    if (breaches.length === 1 && tells(error.message, breaches[0]!))
      return { exitCode: error.exitCode, problem: toProblem(error), lines: [error.message] };
    const listed = breaches.slice(0, shown).map((one) => `  ${describeBreach(one)}`);
    const more =
      breaches.length > shown ? [`  and ${breaches.length - shown}${error.errorsTruncated ? ' or more' : ''} more`] : [];
    return { exitCode: error.exitCode, problem: toProblem(error), lines: [headOf(error.message, breaches), ...listed, ...more] };
  }
  if (error instanceof InputError) {
    return {
      exitCode: error.exitCode,
      problem: usageProblem(error.message),
      lines: [error.message, ...(error.excerpt ? [error.excerpt] : [])],
    };
  }
  if (error instanceof UsageError)
    return { exitCode: error.exitCode, problem: usageProblem(error.message), lines: [error.message] };
  if (isFileError(error)) return reportedFailure(writeError(error.path, error), io);
  // The system's error for a full disk has no file name if the file was open already.
  const full = findDiskFull(error);
  if (full) return reportedFailure(full, io);
  const message = error instanceof Error ? error.message : String(error);
  const stack =
    io.env.PDFGEN_DEBUG && error instanceof Error && error.stack
      ? [error.stack]
      : ['Please report this fault. Set PDFGEN_DEBUG=1 to see where it happened.'];
  return {
    exitCode: 1,
    problem: toProblem(new PdfgenError('INTERNAL', message)),
    lines: [`An unexpected fault: ${message}`, ...stack],
  };
}

/** Whether a message already contains the breach. A message about the whole data begins with the name of the file instead of a path. */
function tells(message: string, breach: Breach): boolean {
  return message.includes(breach.path === '/data' || breach.path === '' ? breach.message : writeBreach(breach));
}

/** The beginning of a message, if the message goes on with the first of the breaches, which are listed below it. */
function headOf(message: string, breaches: readonly Breach[]): string {
  const end = breaches.length > 1 ? message.indexOf(`: ${writeBreach(breaches[0]!)}`) : -1;
  return end < 0 ? message : `${message.slice(0, end)}:`;
}

/** An error of the file system that the store passes on. */
function isFileError(error: unknown): error is Error & { readonly path: string } {
  return error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';
}

function usageProblem(detail: string): Problem {
  return toProblem(new PdfgenError('INVALID_REQUEST', detail));
}
