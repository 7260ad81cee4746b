// API tokens as text: `pdfgen_`, 32 random bytes as 43 base62 characters, and a checksum of 6 characters. The prefix lets scanners of
// repositories find a leaked token. The checksum shows a mistyped token without a look-up in the store.
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;
const form = new RegExp(`^pdfgen_[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** A new token. It is shown once. Only its hash is stored. */
export function createToken(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `pdfgen_${secret}${checksumOf(secret)}`;
}

/** Whether a text has the form and the checksum of a token. */
export function isToken(text: string): boolean {
  if (!form.test(text)) return false;
  const secret = text.slice('pdfgen_'.length, -checksumLength);
  return checksumOf(secret) === text.slice(-checksumLength);
}

/** SHA-256, hex. A slow hash is not needed: nobody can guess 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checksumOf(secret: string): string {
  return toBase62(BigInt(crc32(secret)), checksumLength);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)]! + text;
  return text;
}
