// The limits for opening a picture.
import { PdfgenError } from '../../contract/errors.ts';

export interface ImageLimits {
  readonly maxPixels: number;
  /** Bytes of the pixels, if they must be decoded. */
  readonly maxBytes: number;
}

/** Raises RENDER_LIMIT. */
export function checkPixels(width: number, height: number, maxPixels: number): void {
  if (width * height <= maxPixels) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The image has ${width} × ${height} pixels, more than ${maxPixels} (limit maxImagePixels).`,
  );
}

/** `leaner`: how the picture takes fewer bytes; the text goes after "save it". Raises RENDER_LIMIT. */
export function checkBytes(
  { name, leaner }: { readonly name: string; readonly leaner: string },
  { width, height, decodedBytes }: { readonly width: number; readonly height: number; readonly decodedBytes: number },
  maxBytes: number,
): void {
  if (decodedBytes <= maxBytes) return;
  throw new PdfgenError(
    'RENDER_LIMIT',
    `The ${name} of ${width} × ${height} pixels takes ${decodedBytes} bytes to decode, more than ${maxBytes} (limit maxImageBytes). Make it smaller, or save it ${leaner}.`,
  );
}
