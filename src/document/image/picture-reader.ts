// What reads one kind of picture.
import type { ImageLimits } from './image-limits.ts';
import type { ImageSource, ImageTraits } from './image-source.ts';
import type { Raster } from './raster.ts';

/** What is known of a picture once it is opened. */
export type OpenedPicture = Omit<ImageSource, 'key' | 'bytes' | 'name'> & {
  readonly dpi: number | undefined;
  readonly orientation: number;
  readonly traits: ImageTraits;
  /** Bytes that its pixels take while they are decoded; 0 if PDF takes them as they are. */
  readonly decodedBytes: number;
};

export interface PictureReader {
  /** For messages. */
  readonly name: string;
  /** How a file of this kind takes fewer bytes to decode. The text goes after "save it". */
  readonly leaner: string;
  /** The size from the headers, before anything is decoded. Raises ASSET_INVALID. */
  readSize(bytes: Uint8Array): { readonly width: number; readonly height: number };
  /** Opens a file and checks it to its end. `raster`: its pixels, if they had to be decoded. Raises ASSET_INVALID and RENDER_LIMIT. */
  open(bytes: Uint8Array, limits: ImageLimits): OpenedPicture & { readonly raster?: Raster };
  /** The pixels of a file that was opened. */
  readRaster(bytes: Uint8Array): Raster;
}
