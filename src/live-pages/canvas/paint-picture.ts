// Paints pictures: pixels, drawings, and what stands in for pages of other PDFs.
import type { ImageSource } from '../../document/image/image-source.ts';
import { type Matrix, multiply } from '../../document/vector/matrix.ts';
import type { Rectangle } from '../../document/vector/path.ts';
import { standInWords } from '../../editor-words/index.ts';
import { paintDrawing } from './paint-drawing.ts';
import { paintLabel } from './paint-label.ts';
import { paintPixels } from './paint-pixels.ts';
import { type Target, within } from './target.ts';

export function paintPicture(image: ImageSource, box: Rectangle, target: Target): void {
  const { drawing, page, name = standInWords.noFile } = image;
  if (page) {
    target.tools.noteStandIn({ kind: 'page', name });
    paintLabel(standInWords.area(page.number, name), box, target);
  } else if (drawing) {
    const place: Matrix = [box.width / drawing.width, 0, 0, box.height / drawing.height, box.x, box.y];
    within(target, multiply(place, target.matrix), (inside) => paintDrawing(drawing, inside));
  } else paintPixels(image, box, target);
}
