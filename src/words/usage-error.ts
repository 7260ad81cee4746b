// The error for a wrong command line, setting or output file.
import { exitCodes } from './fault-kind.ts';

type UsageFault = 'usage' | 'file';

/** A wrong call, command line or setting, or a file that cannot be written. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** `usage`: the call or command line is wrong. `file`: a file cannot be written. */
  readonly kind: UsageFault;
  /** Exit code of the CLI. */
  readonly exitCode: (typeof exitCodes)[UsageFault];

  constructor(message: string, kind: UsageFault = 'usage') {
    super(message);
    this.kind = kind;
    this.exitCode = exitCodes[kind];
  }
}
