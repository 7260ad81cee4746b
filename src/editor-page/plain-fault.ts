import { faultWords } from '../editor-words/index.ts';

/** A fault in plain words, by its code. Undefined: it is rare, and its message says it. */
export const plainFault = (code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(faultWords, code) ? faultWords[code] : undefined;
