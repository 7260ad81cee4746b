// The pixels of pictures, decoded by the browser and kept from one layout to the next.
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { readJpegHeader } from '../../document/image/jpeg-header.ts';
import type { StoredImage } from '../../document/image/stored-image.ts';
import { isTurnedByDecoder, toPlainPicture } from './plain-picture.ts';

export interface DecodedPicture {
  readonly bitmap: ImageBitmap;
  /** How its pixels are turned, 1–8 as in Exif. */
  readonly orientation: number;
}

/** Pixels of all pictures that are kept. */
const keptPixels = 64_000_000;
/** Pixels of one picture. A larger one is made smaller: it fills a screen at any zoom. */
const mostPixels = 16_000_000;

export class Pictures {
  readonly #decoded = new BoundedCache<DecodedPicture>(keptPixels);
  /** Keys of files that the browser cannot decode. */
  readonly #lost = new Set<string>();

  get(key: string): DecodedPicture | undefined {
    return this.#decoded.get(key);
  }

  async decode(image: StoredImage): Promise<void> {
    const { key } = image;
    if (this.#decoded.get(key) || this.#lost.has(key)) return;
    const decoded = await decode(image).catch(() => undefined);
    if (decoded) this.#decoded.set(key, decoded, decoded.bitmap.width * decoded.bitmap.height);
    else this.#lost.add(key);
  }
}

/** Raises an error of the browser, and one for colours that browsers read the other way round: CMYK that Adobe's encoder has not written. */
async function decode({ bytes, orientation: given = 1, traits }: StoredImage): Promise<DecodedPicture> {
  if (traits?.space === 'cmyk' && !readJpegHeader(bytes).isAdobe) throw new Error('not inverted');
  const orientation = isTurnedByDecoder(bytes) ? 1 : given;
  const plain = toPlainPicture(bytes, traits?.profile !== undefined);
  const bitmap = await createImageBitmap(new Blob([plain as Uint8Array<ArrayBuffer>]));
  const factor = Math.sqrt(mostPixels / (bitmap.width * bitmap.height));
  if (factor >= 1) return { bitmap, orientation };
  const size = { resizeWidth: Math.round(bitmap.width * factor), resizeHeight: Math.round(bitmap.height * factor) };
  // Better qualities take three times as long, and the picture is made smaller once more when it is painted.
  const smaller = await createImageBitmap(bitmap, { ...size, resizeQuality: 'low' });
  bitmap.close();
  return { bitmap: smaller, orientation };
}
