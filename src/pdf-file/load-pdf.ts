// Loads a PDF with pdf-lib as its cross-reference sections say, and tells why a file cannot be loaded.
import type { PDFDocument } from '@cantoo/pdf-lib';
import { FileRoom } from './file-room.ts';
import { UnreadablePdf } from './objects.ts';

/** The file is encrypted, and the password does not open it. */
export class WrongPassword extends UnreadablePdf {}

/** Without a password, an encrypted file is given as it is: its strings and streams cannot be read. Raises UnreadablePdf. */
export async function loadPdf(bytes: Uint8Array, password?: string, room = new FileRoom(bytes.length)): Promise<PDFDocument> {
  const [{ PDFDocument }, { holdToTable, keepLive }] = await Promise.all([
    import('@cantoo/pdf-lib'),
    import('./live-objects.ts'),
  ]);
  const live = keepLive(toWholeFile(bytes), room);
  const how = password === undefined ? { ignoreEncryption: true } : { password };
  const document = await PDFDocument.load(live.bytes, { updateMetadata: false, ...how }).catch((cause: unknown) => {
    if (password === undefined) throw new UnreadablePdf('is damaged: its objects cannot be read', { cause });
    const why = cause instanceof Error ? cause.message : String(cause);
    if (/password/i.test(why)) throw new WrongPassword('is encrypted, and the password does not open it', { cause });
    throw new UnreadablePdf(`is encrypted in a way that cannot be read: ${why}`, { cause });
  });
  // The object streams of an encrypted file can be read only with its password.
  // pdf-lib has looked for the catalog before the objects of object streams were there.
  if (!document.isEncrypted) Object.assign(document, { catalog: holdToTable(document.context, live, room) });
  return document;
}

/** The bytes of a file that has a beginning and an end. Raises UnreadablePdf. */
export function toWholeFile(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) throw new UnreadablePdf('is empty');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!file.subarray(0, 1024).includes('%PDF-')) throw new UnreadablePdf('is no PDF: it does not begin with %PDF-');
  if (!file.includes('startxref')) throw new UnreadablePdf('is damaged: its end is missing');
  return file;
}
