// A command line, a setting or an output that cannot be.

/** 2: wrong usage or configuration; 9: a file cannot be written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode: 2 | 9;

  constructor(message: string, exitCode: 2 | 9 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
