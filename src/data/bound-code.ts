// Rewrites the code that Ajv generates, to limit its time and memory: functions and loops take a step of the clock, and lists of errors get
// no longer than a report. Ajv counts errors in a separate variable, so the verdict stays right if a list is cut.
import type { ErrorObject } from 'ajv';
import type { Clock } from './clock.ts';

/** One more error than a report lists, to show that the list was cut. */
export const errorCap = 1001;

/** The members of `self`, the Ajv instance, that the rewritten code uses. */
export interface CodeSupport {
  readonly clock: Clock;
  joinErrors(list: ErrorObject[] | null, more: ErrorObject[]): ErrorObject[];
}

/** As `takeStep`, without a call: a check takes a step for every few values. */
const step = 'if(--self.clock.stepsLeft<0){self.clock.look();}';

// String literals come first, because they hold text of the schema, which must not change.
const parts =
  /"(?:[^"\\]|\\.)*"|vErrors\.push\((\w+)\);|vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\2\.errors\);errors = vErrors\.length;|vErrors\.length = (\w+);|let vErrors = null;|\bfor\((?:[^()"{}]|\([^()"{}]*\))*\)\{/g;

/** Rewrites the source of one validation function. Raises an Error for code of an unknown form. */
export function boundCode(source: string): string {
  const bounded = source.replace(parts, (part, pushed?: string, called?: string, length?: string) => {
    if (part.startsWith('"')) return part;
    if (pushed) return `if(vErrors.length<${errorCap}){vErrors.push(${pushed});}`;
    if (called) return `vErrors = self.joinErrors(vErrors,${called}.errors);errors += ${called}.errors.length;`;
    if (length) return `if(vErrors.length>${length}){vErrors.length = ${length};}`;
    return part + step;
  });
  const code = bounded.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (/\.concat\(|for\([^;{}]*(?:;[^;{}]*;[^{}]*)?\)\{(?!if\(--self\.clock)/.test(code))
    throw new Error('Ajv generated code of an unknown form.');
  return bounded;
}

export function joinErrors(list: ErrorObject[] | null, more: ErrorObject[]): ErrorObject[] {
  if (list === null) return more;
  for (const error of more) {
    if (list.length >= errorCap) break;
    list.push(error);
  }
  return list;
}
