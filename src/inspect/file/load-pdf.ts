// Loads a PDF with pdf-lib, and says why a file cannot be loaded.
import type { PDFDocument } from '@cantoo/pdf-lib';
import { UnreadablePdf } from './objects.ts';

/** The file is encrypted, and the password does not open it. */
export class WrongPassword extends UnreadablePdf {}

/** Without a password, an encrypted file is given as it is: its strings and streams cannot be read. Raises UnreadablePdf. */
export async function loadPdf(bytes: Uint8Array, password?: string): Promise<PDFDocument> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  if (bytes.length === 0) throw new UnreadablePdf('is empty');
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-'))
    throw new UnreadablePdf('is no PDF: it does not begin with %PDF-');
  // pdf-lib would give the rest of a file that was cut off.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('startxref'))
    throw new UnreadablePdf('is damaged: its end is missing');
  const how = password === undefined ? { ignoreEncryption: true } : { password };
  return PDFDocument.load(bytes, { updateMetadata: false, ...how }).catch((cause: unknown) => {
    if (password === undefined) throw new UnreadablePdf('is damaged: its objects cannot be read', { cause });
    const why = cause instanceof Error ? cause.message : String(cause);
    if (/password/i.test(why)) throw new WrongPassword('is encrypted, and the password does not open it', { cause });
    throw new UnreadablePdf(`is encrypted in a way that cannot be read: ${why}`, { cause });
  });
}
