// Paints pictures of pixels.
import type { StoredImage } from '../../document/image/stored-image.ts';
import { multiply, orientations } from '../../document/vector/matrix.ts';
import type { Rectangle } from '../../document/vector/path.ts';
import { standInWords } from '../../editor-words/index.ts';
import { scaleOf } from './fill.ts';
import { paintLabel } from './paint-label.ts';
import type { Target } from './target.ts';

/** Paints pixels over a box, turned as people see them. */
export function paintPixels(image: StoredImage & { readonly name?: string }, box: Rectangle, target: Target): void {
  const { x, y, width, height } = box;
  const { tools } = target;
  const name = image.name ?? standInWords.noFile;
  const pixels = tools.pictures.get(image.key);
  if (!pixels) {
    tools.noteStandIn({ kind: 'picture', name });
    paintLabel(name, box, target);
    return;
  }
  if (image.traits?.space === 'cmyk') tools.noteStandIn({ kind: 'colors', name });
  const { bitmap, orientation } = pixels;
  // From the unit square of the bitmap, y down, to that of PDF and to the box.
  const turned = multiply([1, 0, 0, -1, 0, 1], orientations[orientation - 1] ?? orientations[0]!);
  const place = multiply(multiply(turned, [width, 0, 0, -height, x, y + height]), target.matrix);
  const { context } = target;
  context.setTransform(...place);
  // As viewers of PDF: few pixels are shown as squares.
  context.imageSmoothingEnabled = scaleOf(place) / Math.sqrt(bitmap.width * bitmap.height) < squaresFrom;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, 1, 1);
  context.setTransform(...target.matrix);
}

/** Pixels of the sheet in a pixel of the picture, in each direction. */
const squaresFrom = 4;
