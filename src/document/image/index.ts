// Images, checked and made ready for PDF.
export { checkJpeg } from './check-jpeg.ts';
export type { ImageLimits } from './image-limits.ts';
export type { ImageSource, ImageTraits } from './image-source.ts';
export { type OpenedImage, openImage, readRaster } from './open-image.ts';
export { loadPictureReaders, pictureTypesIn } from './picture-readers.ts';
export type { PixelPlane, Raster, RasterColor } from './raster.ts';
