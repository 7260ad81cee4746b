// Decides in which size a picture is sent, and as which kind.

/** Pixels per inch that print shows. More are not seen on paper. */
const printDpi = 300;

/** Quality of JPEG, 0 to 1. At this one, the difference to the original is not seen in print. */
export const photoQuality = 0.9;

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureLimits {
  /** Most bytes of an upload. */
  readonly maxBytes: number;
  /** Most pixels of a picture in a document. */
  readonly maxPixels: number;
  /** The largest sheet, in pt. */
  readonly sheet: { readonly width: number; readonly height: number };
}

export type SentKind = 'image/png' | 'image/jpeg';

/** The size in which a picture is sent: it fills the sheet in print. A picture that has fewer pixels stays as it is. */
export function fitSize(size: PictureSize, { maxPixels, sheet }: PictureLimits): PictureSize {
  const { width, height } = size;
  const pixelsOf = (pt: number) => (pt / 72) * printDpi;
  const factor = Math.min(
    pixelsOf(sheet.width) / width,
    pixelsOf(sheet.height) / height,
    Math.sqrt(maxPixels / (width * height)),
  );
  return factor < 1 ? scale(size, factor) : size;
}

/** The size to try next, for a picture with too many bytes in this one. */
export const fitBytes = (size: PictureSize, bytes: number, maxBytes: number): PictureSize =>
  // A smaller picture has more bytes for each pixel, so a tenth goes besides.
  scale(size, 0.9 * Math.sqrt(maxBytes / bytes));

/** The kinds as which a picture can be sent. Of several, the one with the fewest bytes is taken: JPEG for photographs, PNG for drawings. */
export function sentKinds(type: string, isTransparent: boolean): readonly SentKind[] {
  if (isTransparent) return ['image/png'];
  return type === 'image/jpeg' ? ['image/jpeg'] : ['image/png', 'image/jpeg'];
}

const scale = ({ width, height }: PictureSize, factor: number): PictureSize => ({
  width: Math.max(1, Math.floor(width * factor)),
  height: Math.max(1, Math.floor(height * factor)),
});
