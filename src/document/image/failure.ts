// How reading an image fails.
import { PdfgenError } from '../../contract/errors.ts';

/** ASSET_INVALID with what is wrong; the caller knows the file's name and puts it before. */
export function invalidImage(problem: string, cause?: unknown): PdfgenError {
  return new PdfgenError('ASSET_INVALID', `The image ${problem}.`, { cause });
}
