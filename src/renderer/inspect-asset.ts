// What a file is that somebody uploads, found by opening it as rendering would.
import { createHash } from 'node:crypto';
import { openImage } from '../document/image/index.ts';
import type { TextEngine } from '../document/text/index.ts';

/** A picture of more pixels is refused when it is rendered. */
const maxPixels = 100_000_000;

/** The size of a picture in pixels; null for a font. Raises ASSET_INVALID for what is damaged, RENDER_LIMIT. */
export function inspectAsset(
  bytes: Uint8Array,
  text: TextEngine,
): { readonly width: number | null; readonly height: number | null } {
  const key = createHash('sha256').update(bytes).digest('hex');
  if (isPicture(bytes)) {
    const { width, height } = openImage({ key, bytes }, { maxPixels });
    return { width, height };
  }
  if (isFont(bytes)) text.openFace({ key, bytes });
  return { width: null, height: null };
}

function isPicture(bytes: Uint8Array): boolean {
  return (bytes[0] === 0x89 && bytes[1] === 0x50) || (bytes[0] === 0xff && bytes[1] === 0xd8);
}

/** OpenType 1.9, table directory: 0x00010000, `true` or `OTTO`. */
function isFont(bytes: Uint8Array): boolean {
  const tag = String.fromCharCode(...bytes.subarray(0, 4));
  return tag === '\0\u0001\0\0' || tag === 'true' || tag === 'OTTO';
}
