// The hand-over from images to layout and paint.

/** A decoded-once image. `key` is the SHA-256 of its bytes. */
export interface ImageSource {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg';
  /** In pixels, as people see the image: turned by `orientation`. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch, where the file says so. */
  readonly dpi?: number | undefined;
  /** How paint turns the stored pixels: 1–8 as Exif counts. Absent: not at all. */
  readonly orientation?: number;
}
