// Checks an uploaded image, font or file of hyphenation patterns by opening it as rendering would.
import { createHash } from 'node:crypto';
import { findMediaType } from '../contract/asset-types.ts';
import { PdfgenError } from '../contract/errors.ts';
import { loadPictureReaders, openImage } from '../document/image/index.ts';
import { pickFont } from '../document/text/font/collection.ts';
import type { TextEngine } from '../document/text/index.ts';
import { libraryFile } from '../files/program-files.ts';
import { patternLanguage } from '../words/pattern-name.ts';
import { readPatterns } from './open-patterns.ts';
import type { AssetSize, Limits } from './renderer.ts';
import { unpackFont } from './unpack-woff2.ts';

/** Raises ASSET_INVALID for a damaged file, RENDER_LIMIT for a picture that rendering would refuse. */
export async function inspectAsset(
  bytes: Uint8Array,
  name: string | undefined,
  { maxImagePixels, maxImageBytes }: Pick<Limits, 'maxImagePixels' | 'maxImageBytes'>,
  text: TextEngine,
): Promise<AssetSize> {
  const key = createHash('sha256').update(bytes).digest('hex');
  const type = findMediaType(bytes);
  if (type?.startsWith('image/')) {
    await loadPictureReaders([type], { libraryFile });
    const { width, height } = openImage({ key, bytes }, { maxPixels: maxImagePixels, maxBytes: maxImageBytes });
    return { width, height };
  }
  if (type?.startsWith('font/')) text.openFace(pickFont(await unpackFont({ key, bytes }), undefined));
  if (name !== undefined && patternLanguage(name) !== undefined) readPatterns(name, bytes);
  if (type === 'application/vnd.iccprofile') checkProfile(bytes);
  return { width: null, height: null };
}

/** ICC.1:2022, 7.2 and 7.3: the header says how long the profile is, and each tag of its table lies inside. Raises ASSET_INVALID. */
function checkProfile(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tableEnd = (count: number) => 132 + 12 * count;
  const isWhole = bytes.length >= 132 && view.getUint32(0) === bytes.length && tableEnd(view.getUint32(128)) <= bytes.length;
  const count = isWhole ? view.getUint32(128) : 0;
  const tags = Array.from({ length: count }, (_, i) => [view.getUint32(136 + 12 * i), view.getUint32(140 + 12 * i)] as const);
  if (count > 0 && tags.every(([offset, size]) => offset >= tableEnd(count) && offset + size <= bytes.length)) return;
  throw new PdfgenError('ASSET_INVALID', 'The colour profile is damaged: its tags point outside of the file. Export it again.');
}
