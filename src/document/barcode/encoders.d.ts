// The encoders of bwip-js, bundled by scripts/build.mjs.

declare module '#barcode-encoders' {
  /** Where an encoder draws, in modules, from the top left. */
  export interface BarcodeDrawing {
    scale(x: number, y: number): readonly [x: number, y: number];
    measure(): { readonly width: number; readonly ascent: number; readonly descent: number };
    init(width: number, height: number): void;
    /** A bar: `x` is the middle of its width, rounded up. */
    line(x: number, y: number, endX: number, endY: number, width: number): void;
    /** The corners of a polygon. All polygons up to `fill` are one shape by the even-odd rule. */
    polygon(corners: readonly (readonly [x: number, y: number])[]): void;
    fill(): void;
    end(): void;
  }
  /** Draws a text, or raises an Error with the reason. */
  export type Encode = (options: Readonly<Record<string, unknown>>, drawing: BarcodeDrawing) => void;
  export type EncoderName =
    | 'aztec'
    | 'codabar'
    | 'code39'
    | 'datamatrix'
    | 'ean8'
    | 'ean13'
    | 'gs1-128'
    | 'gs1-datamatrix'
    | 'itf14'
    | 'microqr'
    | 'pdf417'
    | 'upca'
    | 'upce';
  export const encoders: Readonly<Record<EncoderName, Encode>>;
}
