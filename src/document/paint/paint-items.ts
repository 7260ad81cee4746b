// Draws items onto a canvas, in order. Links and named places are not content; they go to the page's record.
import type { AnchorItem, GroupItem, Item, LinkItem } from '../layout/fragment.ts';
import type { Canvas } from './canvas.ts';
import type { Fonts } from './fonts.ts';
import type { Images } from './images.ts';
import { paintText } from './paint-text.ts';

export interface PaintTarget {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
  readonly images: Images;
  addLink(item: LinkItem, canvas: Canvas): void;
  addAnchor(item: AnchorItem, canvas: Canvas): void;
}

/** Draws items one above the other. Raises RENDER_FAILED for a colour or link that layout should have refused. */
export function paintItems(items: readonly Item[], target: PaintTarget): void {
  for (const item of items) paintItem(item, target);
}

function paintItem(item: Item, target: PaintTarget): void {
  const { canvas } = target;
  switch (item.kind) {
    case 'text':
      paintText(item, canvas, target.fonts);
      return;
    case 'rect':
      canvas.rect(item.x, item.y, item.width, item.height, item.radius, item.fill, item.stroke);
      return;
    case 'line':
      canvas.strokeLine(item.x1, item.y1, item.x2, item.y2, item.stroke);
      return;
    case 'modules':
      canvas.modules(item.x, item.y, item.scaleX, item.scaleY, item.rects, item.fill);
      return;
    case 'image':
      canvas.image(target.images.use(item.image), item.x, item.y, item.width, item.height, item.image.orientation ?? 1);
      return;
    case 'link':
      target.addLink(item, canvas);
      return;
    case 'anchor':
      target.addAnchor(item, canvas);
      return;
    case 'group':
      paintGroup(item, target);
  }
}

function paintGroup({ x, y, rotate, clip, items }: GroupItem, target: PaintTarget): void {
  const { canvas } = target;
  const inside = (): void => paintItems(items, target);
  const content = clip ? () => canvas.clipped(clip, inside) : inside;
  if (rotate % 360 === 0) canvas.moved(x, y, content);
  else canvas.turned(x, y, rotate, content);
}
