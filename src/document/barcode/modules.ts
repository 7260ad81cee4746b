// Barcodes as shapes, from the encoders to layout.

/** A barcode in units of its own modules, without a quiet zone, the origin at the top left. */
export interface Modules {
  readonly width: number;
  readonly height: number;
  /** The dark rectangles: `x, y, width, height` of each. */
  readonly rects: readonly number[];
}

/** A barcode with what stands around its modules. */
export interface Code extends Modules {
  /** The value for people, if it is not the text itself. */
  readonly printed?: string;
  /** Bars that reach down between the digits, in `rects` too. */
  readonly guards?: readonly number[];
  /** The digits below, each group centred between two places in modules. */
  readonly digits?: readonly CodeDigits[];
  /** Thick lines above and below the bars, which a scanner that crosses them at a slant must not miss. */
  readonly hasBearers?: true;
}

export interface CodeDigits {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The reason why a text has no barcode of this kind, as a sentence for the user. */
export interface Unencodable {
  readonly error: string;
}
