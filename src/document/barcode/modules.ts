// Barcodes as shapes: encoders make them, and layout places them.

/** A barcode in units of its own modules, without a quiet zone, the origin at the top left. */
export interface Modules {
  readonly width: number;
  readonly height: number;
  /** The dark rectangles, `x, y, width, height` each. */
  readonly rects: readonly number[];
}

/** Why a text has no barcode of the wanted kind; a sentence for the person who gave it. */
export interface Unencodable {
  readonly error: string;
}
