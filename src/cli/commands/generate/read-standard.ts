// Reads the flag --standard.
import { readStandardText, type StandardName, standardSentence } from '../../../contract/standards.ts';
import { UsageError } from '../../../words/usage-error.ts';

export const standardText = "standard that the PDF keeps, such as PDF/A-2b, or two: PDF/A-2a,PDF/UA-1 (default: the template's)";

/** `--standard A --standard B` asks for the same as `--standard A,B`. */
export const addStandard = (value: string, before?: string): string => (before === undefined ? value : `${before},${value}`);

/** The option for a request. Raises UsageError. */
export function readStandard(given: unknown): { readonly standard?: readonly StandardName[] } {
  if (given === undefined) return {};
  const read = readStandardText(String(given));
  if ('names' in read) return { standard: read.names };
  throw new UsageError(`--standard: ${standardSentence(read.fault)}`);
}
