// The file of an image.
import type { ColorSpace } from './color-profile.ts';

/** An image as a file. `key` is the SHA-256 of its bytes. */
export interface StoredImage {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** How paint turns the stored pixels: 1–8 as in Exif. Absent: no turn. */
  readonly orientation?: number;
  /** What a standard may refuse. */
  readonly traits?: ImageTraits;
}

export interface ImageTraits {
  /** Bits of a sample. */
  readonly bits: number;
  /** Pixels may be half transparent. */
  readonly hasAlpha: boolean;
  readonly space: ColorSpace;
  /** The major version of the image's own color profile. Undefined: no profile fits its colors. */
  readonly profile: number | undefined;
  /** Why its colours may look different. The text goes after "The image". */
  readonly doubt?: string | undefined;
  /** Its first frame is drawn. */
  readonly isAnimated?: boolean;
}
