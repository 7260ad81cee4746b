// Reads the master key, which encrypts the keys of the editor in the database.
import { readFileSync } from 'node:fs';
import { PdfgenError } from '../../contract/errors.ts';
import { exitCodes } from '../../words/fault-kind.ts';

const keyBytes = 32;

/** Reads 32 bytes in base64, base64url or hexadecimal. Raises INTERNAL for a file that cannot be read or holds anything else. */
export function readMasterKey(path: string): Uint8Array {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw unusable(`cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  if ((isHex || /^[\w+/-]{43}=?$/.test(text)) && bytes.length === keyBytes) return bytes;
  throw unusable('must hold 32 random bytes in base64');
}

/** A client may see the message, so only the cause names the path. A new key in the place of the old one makes secrets unreadable. */
function unusable(what: string, cause?: unknown): PdfgenError {
  return new PdfgenError(
    'INTERNAL',
    `The file of the master key (--master-key-file or PDFGEN_MASTER_KEY_FILE) ${what}. Give each server and worker the same file. A new database needs a new file: openssl rand -base64 32 > master.key`,
    { exitCode: exitCodes.usage, ...(cause !== undefined && { cause }) },
  );
}
