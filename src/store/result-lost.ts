// The error for a result that is missing or damaged.
import { PdfgenError } from '../contract/errors.ts';

export function resultLost(): PdfgenError {
  return new PdfgenError('RESULT_LOST', 'The stored result is missing or damaged. Render the document again.');
}
