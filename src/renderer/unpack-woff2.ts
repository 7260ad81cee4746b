// Unpacks fonts in WOFF2 with the decoder of woff2-encoder, which is loaded for the first such font.
import { findMediaType } from '../contract/asset-types.ts';
import type { PdfgenError } from '../contract/errors.ts';
import type { Resource } from '../document/resources.ts';
import { invalidFont } from '../document/text/font/byte-reader.ts';

/** The most that the decoder writes. It cuts longer fonts off, and reserves what the header claims. */
const mostUnpacked = 30 * 1024 ** 2;
const headerLength = 48;

/** The font as TrueType or OpenType; a font in another form as it is. Raises ASSET_INVALID. */
export async function unpackFont({ key, bytes }: Resource): Promise<Resource> {
  if (findMediaType(bytes) !== 'font/woff2') return { key, bytes };
  const fault = (what: string, cause?: unknown): PdfgenError => invalidFont(`(SHA-256 ${key.slice(0, 12)})`, what, cause);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // WOFF File Format 2.0, 4: the length of the file, and that of the unpacked font.
  if (bytes.length < headerLength || view.getUint32(8) !== bytes.length)
    throw fault('is cut short or damaged. Give the whole file.');
  const tooLarge = 'unpacks to more than 30 MiB. Use it as TTF or OTF.';
  if (view.getUint32(16) > mostUnpacked) throw fault(tooLarge);
  const { default: decompress } = await import('woff2-encoder/decompress');
  let unpacked: Uint8Array;
  try {
    unpacked = await decompress(bytes);
  } catch (cause) {
    throw fault('is damaged, so that it cannot be unpacked. Give an intact file.', cause);
  }
  if (unpacked.length >= mostUnpacked) throw fault(tooLarge);
  return { key, bytes: unpacked };
}
