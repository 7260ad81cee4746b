import { faultWords } from '../editor-words/index.ts';

/** A fault in plain words, by its code. Undefined: the fault is rare, and its own message is shown. */
export const plainFault = (code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(faultWords, code) ? faultWords[code] : undefined;
