// Barcodes as shapes, from the encoders to layout.

/** A barcode in units of its own modules, without a quiet zone, the origin at the top left. */
export interface Modules {
  readonly width: number;
  readonly height: number;
  /** The dark rectangles: `x, y, width, height` of each. */
  readonly rects: readonly number[];
}

/** The reason why a text has no barcode of this kind, as a sentence for the user. */
export interface Unencodable {
  readonly error: string;
}
