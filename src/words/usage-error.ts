// The error for a wrong command line, setting or output file.
import { exitCodes } from './fault-kind.ts';

type UsageFault = 'usage' | 'file';

export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly kind: UsageFault;
  /** Exit code of the CLI. */
  readonly exitCode: (typeof exitCodes)[UsageFault];

  constructor(message: string, kind: UsageFault = 'usage') {
    super(message);
    this.kind = kind;
    this.exitCode = exitCodes[kind];
  }
}
