// Images: PNG and JPEG, checked and made ready for PDF.
export { checkJpeg } from './check-jpeg.ts';
export type { ImageSource, ImageTraits } from './image-source.ts';
export { type ImageLimits, type OpenedImage, openImage, readRaster } from './open-image.ts';
export type { PixelPlane, Raster, RasterColor } from './raster.ts';
