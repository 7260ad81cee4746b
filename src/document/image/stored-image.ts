// The file of an image.

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
  /** Undefined: the colours are RGB or gray. `profile`: the major version of the image's own colour profile. */
  readonly cmyk: { readonly profile: number | undefined } | undefined;
}
