// How a command ended, if it raised no error.

/** `0`, or why the exit code is another. */
export type Outcome = 0 | Failure;

export interface Failure {
  readonly exitCode: number;
  /** One sentence. Printed with `--quiet`, which hides the lines that tell a person more. */
  readonly reason: string;
  /** The results on stdout, or a log, name the reason already. */
  readonly isPrinted?: boolean;
}
