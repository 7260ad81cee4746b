// Makes a picture smaller that has more pixels than print shows, or more bytes than the server takes.
import {
  fitBytes,
  fitSize,
  type PictureLimits,
  type PictureSize,
  photoQuality,
  type SentKind,
  sentKinds,
} from './picture-size.ts';

export interface MeasuredPicture extends PictureSize {
  readonly bytes: number;
}

export interface ShrunkPicture {
  readonly file: Blob;
  readonly from: MeasuredPicture;
  readonly to: MeasuredPicture;
}

/** To find transparency, this many pixels in a row are sampled. */
const sampleSide = 256;

/** A picture that is smaller than a file. Undefined: the file need not be made smaller, or this browser cannot open it. `type`: the media type of the file. */
export async function shrinkPicture(file: Blob, type: string, limits: PictureLimits): Promise<ShrunkPicture | undefined> {
  // A drawing has no pixels.
  if (type === 'image/svg+xml') return undefined;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    const { width, height } = picture;
    const fitting = fitSize(picture, limits);
    if (fitting === picture && file.size <= limits.maxBytes) return undefined;
    const { file: made, size } = await encode(picture, fitting, sentKinds(type, isTransparent(picture)), limits.maxBytes);
    // Large drawings of few colours have fewer bytes than what is made of them.
    const isKept = made.size >= file.size && width * height <= limits.maxPixels;
    return isKept ? undefined : { file: made, from: { width, height, bytes: file.size }, to: { ...size, bytes: made.size } };
  } finally {
    picture.close();
  }
}

async function encode(
  picture: ImageBitmap,
  size: PictureSize,
  kinds: readonly SentKind[],
  maxBytes: number,
): Promise<{ readonly file: Blob; readonly size: PictureSize }> {
  const canvas = draw(picture, size);
  const files = await Promise.all(kinds.map((type) => canvas.convertToBlob({ type, quality: photoQuality })));
  const file = files.reduce((least, one) => (one.size < least.size ? one : least));
  const isSmallest = size.width === 1 && size.height === 1;
  if (file.size <= maxBytes || isSmallest) return { file, size };
  return encode(picture, fitBytes(size, file.size, maxBytes), kinds, maxBytes);
}

function isTransparent(picture: ImageBitmap): boolean {
  const size = { width: Math.min(sampleSide, picture.width), height: Math.min(sampleSide, picture.height) };
  const { data } = contextOf(draw(picture, size)).getImageData(0, 0, size.width, size.height);
  return data.some((value, i) => i % 4 === 3 && value < 255);
}

function draw(picture: ImageBitmap, { width, height }: PictureSize): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

const contextOf = (canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D => canvas.getContext('2d')!;
