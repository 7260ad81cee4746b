// Images, checked and made ready for PDF.
export { checkJpeg } from './check-jpeg.ts';
export { type ColorProfile, readProfile } from './color-profile.ts';
export {
  type Drawing,
  type DrawingPart,
  type DrawnGroup,
  type DrawnPath,
  type Fill,
  isTransparent,
  type Tiling,
} from './drawing.ts';
export type { ImageLimits } from './image-limits.ts';
export type { ImageSource } from './image-source.ts';
export { type OpenedImage, openImage, readRaster } from './open-image.ts';
export type { PictureFonts } from './picture-reader.ts';
export type { PixelPlane, Raster, RasterColor } from './raster.ts';
export type { ImageTraits, StoredImage } from './stored-image.ts';
