// The error for an image that cannot be read.
import { PdfgenError } from '../../contract/errors.ts';

/** ASSET_INVALID with the fault. The caller puts the file's name before it. */
export function invalidImage(problem: string, cause?: unknown): PdfgenError {
  return new PdfgenError('ASSET_INVALID', `The image ${problem}.`, { cause });
}
