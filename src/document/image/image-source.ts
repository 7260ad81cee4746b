// An image on its way to layout and paint.
/** An opened image. `key` is the SHA-256 of its bytes. */
export interface ImageSource {
  readonly key: string;
  readonly bytes: Uint8Array;
  /** Its name among the assets. Absent: it comes from a data: URI. */
  readonly name?: string;
  /** In pixels, as people see the image: turned by `orientation`. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, if the file has them. */
  readonly dpi?: number | undefined;
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
