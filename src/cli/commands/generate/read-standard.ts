// Reads the flag --standard.
import { readStandardText, standardSentence, toStandardText } from '../../../contract/standards.ts';
import { UsageError } from '../../../words/usage-error.ts';

export const standardText =
  "standard that the PDF keeps, such as PDF/A-2b, or two: PDF/A-2a,PDF/UA-1; none: no standard (default: the template's)";

/** `--standard A --standard B` asks for the same as `--standard A,B`. */
export const addStandard = (value: string, before?: string): string => (before === undefined ? value : `${before},${value}`);

/** The option for a request. Raises UsageError. */
export function readStandard(given: unknown): { readonly standard?: readonly string[] } {
  if (given === undefined) return {};
  const read = readStandardText(String(given));
  if ('names' in read) return { standard: toStandardText(read.names).split(',') };
  throw new UsageError(`--standard: ${standardSentence(read.fault)}`);
}
