// Checks keys of results, because they become names of files and objects.
import { PdfgenError } from '../contract/errors.ts';

/** `JOB-ATTEMPT.pdf`. */
const keyForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{1,9}\.pdf$/;

export function isResultKey(key: string): boolean {
  return keyForm.test(key);
}

/** Gives the key. Raises INTERNAL for a key that could name something else. */
export function checkResultKey(key: string): string {
  if (isResultKey(key)) return key;
  throw new PdfgenError('INTERNAL', `${JSON.stringify(key)} is not a valid key of a result. It must be JOB-ATTEMPT.pdf.`);
}
