// Describes unexpected faults for the log of the server.
import { hidePaths } from '../words/hide-paths.ts';

/** The facts that the log shows: enough to find the fault in the source, but without stack and path. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** File, line and column in the source that raised the fault. */
  readonly at?: string;
  readonly cause?: ErrorDescription;
}

export function describeError(fault: unknown, levels = 4): ErrorDescription {
  if (!(fault instanceof Error)) return { name: typeof fault, message: hidePaths(String(fault)) };
  const { name, message, stack = '', cause } = fault;
  const { code } = fault as { readonly code?: unknown };
  const frame = stack.split('\n').find((line) => /^ +at /.test(line) && !line.includes('node:'));
  const at = /([^\s\\/()]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1];
  return {
    name,
    message: hidePaths(message),
    ...(code !== undefined && { code: String(code) }),
    ...(at !== undefined && { at }),
    ...(cause !== undefined && levels > 1 && { cause: describeError(cause, levels - 1) }),
  };
}
