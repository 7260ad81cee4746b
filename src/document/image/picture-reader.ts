// What reads one kind of picture.
import type { Resource } from '../resources.ts';
import type { ImageLimits } from './image-limits.ts';
import type { ImageSource } from './image-source.ts';
import type { Raster } from './raster.ts';
import type { ImageTraits } from './stored-image.ts';

/** What is known of a picture once it is opened. */
export type OpenedPicture = Omit<ImageSource, 'key' | 'bytes' | 'name'> & {
  readonly dpi: number | undefined;
  readonly orientation: number;
  readonly traits: ImageTraits;
  /** Bytes that its pixels take while they are decoded; 0 if PDF takes them as they are. */
  readonly decodedBytes: number;
  /** It has text, which is drawn in the fonts of the template. */
  readonly usesFonts?: boolean;
};

/** The fonts for text in drawings. */
export interface PictureFonts {
  /** Distinct for distinct fonts. */
  readonly key: string;
  /** Font files as plain TrueType or OpenType. */
  files(): readonly { readonly postscriptName: string; readonly bytes: Uint8Array }[];
  /** The family of a font whose letters are all equally wide. Undefined: there is none. */
  fixedFamily(): string | undefined;
  /** The visible characters of a text that none of the fonts has. */
  lacks(text: string): readonly number[];
}

export interface PictureSurroundings {
  readonly fonts: PictureFonts | undefined;
  /** Opens a picture within the picture. Raises as `openImage`. */
  openPicture(file: Resource): ImageSource;
}

export interface PictureReader {
  /** For messages. */
  readonly name: string;
  /** How a file of this kind takes fewer bytes to decode. The text goes after "save it". */
  readonly leaner: string;
  /** The size from the headers, before anything is decoded. Raises ASSET_INVALID. */
  readSize(bytes: Uint8Array): { readonly width: number; readonly height: number };
  /** Opens a file and checks it to its end. `raster`: its pixels, if they had to be decoded. Raises ASSET_INVALID and RENDER_LIMIT. */
  open(bytes: Uint8Array, limits: ImageLimits, surroundings: PictureSurroundings): OpenedPicture & { readonly raster?: Raster };
  /** The pixels of a file that was opened. Absent: it is a drawing. */
  readRaster?(bytes: Uint8Array): Raster;
}
