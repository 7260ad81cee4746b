// The pixels of an image in the form that a PDF image object takes: compressed, colour and opacity apart.

import { deflate } from '../../platform/index.ts';
import type { ColorProfile } from './color-profile.ts';

export interface Raster {
  /** As stored, before the orientation. */
  readonly width: number;
  readonly height: number;
  readonly plane: PixelPlane;
  readonly color: RasterColor;
  /** Ranges of sample values that are transparent, `min max` for each component. */
  readonly transparent: readonly number[] | undefined;
  /** The opacity: gray, as large as the image. */
  readonly alpha: PixelPlane | undefined;
}

export type RasterColor =
  | { readonly kind: 'gray' | 'rgb'; readonly profile: ColorProfile | undefined }
  /** `inverted`: 0 is full ink, as Adobe writes it. */
  | { readonly kind: 'cmyk'; readonly inverted: boolean; readonly profile: ColorProfile | undefined }
  /** RGB triples. */
  | { readonly kind: 'indexed'; readonly palette: Uint8Array; readonly profile: ColorProfile | undefined };

/** One compressed plane of an image: its colours, or its opacity. */
export interface PixelPlane {
  /** `png`: zlib over rows with a PNG filter byte each; `flate`: zlib over bare rows; `jpeg`: a whole JPEG file. */
  readonly coding: 'png' | 'flate' | 'jpeg';
  /** Bits of one sample. */
  readonly bits: number;
  /** Samples in a pixel. */
  readonly samples: number;
  readonly data: Uint8Array;
}

/** `rows`: rows with a PNG filter byte each. */
export function packPlane(rows: Uint8Array, bits: number, samples: number): PixelPlane {
  return { coding: 'png', bits, samples, data: deflate(rows) };
}
