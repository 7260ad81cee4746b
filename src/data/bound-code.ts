// Ajv's generated code with two bounds: work ticks a clock, and no list of errors grows past what is reported.
// Ajv counts errors apart from listing them, so a list may stop while the verdict stays exact.
import type { ErrorObject } from 'ajv';

/** One more than is listed, so that a longer list is known to be cut. */
export const errorCap = 1001;

/** What the rewritten code calls through `self`, the Ajv instance. */
export interface CodeSupport {
  tick(): void;
  joinErrors(list: ErrorObject[] | null, more: ErrorObject[]): ErrorObject[];
}

// String literals come first: text of the schema stands in them and must pass untouched.
const parts =
  /"(?:[^"\\]|\\.)*"|vErrors\.push\((\w+)\);|vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\2\.errors\);errors = vErrors\.length;|vErrors\.length = (\w+);|let vErrors = null;|\bfor\((?:[^()"{}]|\([^()"{}]*\))*\)\{/g;

/** Rewrites the source of one validation function. Raises an Error when the code is not of the form it knows. */
export function boundCode(source: string): string {
  const bounded = source.replace(parts, (part, pushed?: string, called?: string, length?: string) => {
    if (part.startsWith('"')) return part;
    if (pushed) return `if(vErrors.length<${errorCap}){vErrors.push(${pushed});}`;
    if (called) return `vErrors = self.joinErrors(vErrors,${called}.errors);errors += ${called}.errors.length;`;
    if (length) return `if(vErrors.length>${length}){vErrors.length = ${length};}`;
    return part.startsWith('let') ? `${part}self.tick();` : `${part}self.tick();`;
  });
  const code = bounded.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (/\.concat\(|for\([^;{}]*(?:;[^;{}]*;[^{}]*)?\)\{(?!self\.tick)/.test(code))
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
