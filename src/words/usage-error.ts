// The error for a wrong command line, setting or output file.

/** Exit code 2: wrong usage or configuration. Exit code 9: a file cannot be written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode: 2 | 9;

  constructor(message: string, exitCode: 2 | 9 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
