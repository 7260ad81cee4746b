// The error for input that cannot be used, with its file and, if known, its place.
import { exitCodes, type FaultKind } from '../words/fault-kind.ts';

/** An input that cannot be used. The message begins with the place: `order.json:3:7: …`. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** `file`: a file cannot be read, or a pattern matches no file. `data`: the text is invalid data. `usage`: an option is wrong. */
  readonly kind: FaultKind;
  /** Exit code of the CLI. */
  readonly exitCode: (typeof exitCodes)[FaultKind];
  /** The message without the place that it begins with. */
  readonly reason: string;
  /** The name that the user gave; `<stdin>` for standard input; undefined: the command line. */
  readonly file: string | undefined;
  /** Counted from 1, in UTF-16 code units. */
  readonly line: number | undefined;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number | undefined;
  /** The line of the text, with a caret under the place, for a terminal. */
  readonly excerpt: string | undefined;
  /** The text of the row or record that cannot be read, as far as it is known. */
  readonly text: string | undefined;

  constructor(
    kind: FaultKind,
    reason: string,
    at: { file?: string; line?: number; column?: number; excerpt?: string; text?: string; cause?: unknown } = {},
  ) {
    const place = showPlace(at);
    super(place ? `${place}: ${reason}` : reason, at.cause === undefined ? undefined : { cause: at.cause });
    this.kind = kind;
    this.exitCode = exitCodes[kind];
    this.reason = reason;
    this.file = at.file;
    this.line = at.line;
    this.column = at.column;
    this.excerpt = at.excerpt;
    this.text = at.text;
  }
}

/** `order.json:3:7`, or the known part of it. */
const showPlace = ({ file, line, column }: { file?: string; line?: number; column?: number }): string =>
  [file, line, column].filter((part) => part !== undefined).join(':');

/** The input is empty. */
export class NoDataError extends InputError {
  constructor(at: { file: string; line?: number; column?: number; excerpt?: string }, reason = 'there is no data') {
    super('data', reason, at);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links go round in circles',
  ERR_INVALID_ARG_VALUE: 'its name holds a null character',
};

/** The error of kind `file` with the reason why the system refused a file. An InputError stays as it is. */
export function cannotRead(file: string, cause: unknown): InputError {
  if (cause instanceof InputError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new InputError('file', `cannot be read: ${reasons[code] ?? (code || String(cause))}`, { file, cause });
}
