import { hidePaths } from '../contract/hide-paths.ts';

/** What a log has of a fault: enough to find it in the source, but no stack and no path. */
export interface FaultDescription {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** File, line and column of the source that raised it. */
  readonly at?: string;
  readonly cause?: FaultDescription;
}

export function describeFault(fault: unknown, levels = 4): FaultDescription {
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
    ...(cause !== undefined && levels > 1 && { cause: describeFault(cause, levels - 1) }),
  };
}
