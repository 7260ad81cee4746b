// Images: PNG and JPEG, checked and made ready for PDF.
export { type OpenedImage, openImage, readRaster } from './open-image.ts';
export type { Plane, Raster, RasterColor } from './raster.ts';
