// Paints an area with a text for what a canvas cannot show.
import type { Rectangle } from '../../document/vector/path.ts';
import { scaleOf } from './fill.ts';
import type { Target } from './target.ts';

const gray = '#6b7280';

/** `isDashed`: something will stand there that is not in the document yet. */
export function paintLabel(
  text: string,
  { x, y, width, height }: Rectangle,
  { context, matrix }: Target,
  isDashed = false,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = gray;
  // Two pixels, of which one lies outside.
  context.lineWidth = 2 / scaleOf(matrix);
  context.setLineDash(isDashed ? [3, 2] : []);
  context.strokeRect(x, y, width, height);
  context.fillStyle = gray;
  context.font = `${Math.min(9, height * 0.6)}px sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x + width / 2, y + height / 2, width * 0.9);
  context.restore();
}
