// What the layout of documents needs of Node. In a bundle for browsers, browser.ts takes the place of this file.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import zlib from 'node:zlib';

/**
 * Unpacks zlib's format (RFC 1950). Undefined: there would be more than `most` bytes. `expected`: about how many bytes come out. If it is right, they
 * are never held twice. Raises an error for damaged data.
 */
export function inflate(packed: Uint8Array, most: number, expected = 16_384): Uint8Array | undefined {
  try {
    return zlib.inflateSync(packed, { maxOutputLength: most, chunkSize: Math.max(64, expected + 1) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/** Compresses into a single piece of memory. The system provides it only as it is filled; joining pieces would hold the result twice. */
export function deflate(bytes: Uint8Array): Uint8Array {
  // RFC 1951, 3.2.4: data that cannot be compressed takes five more bytes for each block of up to 65,535. zlib's own bound allows for smaller blocks.
  const most = bytes.length + (bytes.length >> 8) + 1024;
  const deflated = zlib.deflateSync(bytes, { chunkSize: most });
  return deflated.length * 2 < most ? Buffer.from(deflated) : deflated;
}

/** CRC-32 (ISO 3309). */
export const crc32 = (bytes: Uint8Array): number => zlib.crc32(bytes);

/** SHA-256 in hexadecimal digits. A text counts as UTF-8. */
export const sha256 = (given: Uint8Array | string): string => createHash('sha256').update(given).digest('hex');

/** SHA-256 of a text that comes in pieces. */
export interface Sha256 {
  update(text: string): void;
  /** In hexadecimal digits. */
  digest(): string;
}

export function createSha256(): Sha256 {
  const hash = createHash('sha256');
  return { update: (text) => void hash.update(text), digest: () => hash.digest('hex') };
}

/** The bytes of a text in base64. Skips characters that base64 does not have. */
export const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** Loads PDFKit's metrics of a standard font: `Helvetica-Bold`. */
export const standardMetrics = (name: string): unknown =>
  createRequire(import.meta.url)(`pdfkit/standard-fonts/${name.replace('-', '')}`);
