// Draws items onto a canvas, in order. Links and named places are not content; they go to the page's record.
import type { AnchorItem, FieldItem, GroupItem, LinkItem, PageItem, PathItem, RectItem } from '../layout/fragment.ts';
import type { SheetSize } from '../layout/sheet-size.ts';
import type { Tag } from '../layout/tag.ts';
import { extentOfPath } from '../vector/path.ts';
import type { Canvas } from './canvas.ts';
import { type ColorOperators, colorOperators } from './color.ts';
import type { Fonts } from './fonts.ts';
import { type Forms, sheetBox } from './forms.ts';
import type { Gradients } from './gradients.ts';
import type { Images } from './images.ts';
import { figureOf, layoutArtifact } from './marked-content.ts';
import { paintText } from './paint-text.ts';

export interface PaintTarget {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
  readonly images: Images;
  readonly forms: Forms;
  readonly gradients: Gradients;
  readonly sheet: SheetSize;
  addLink(item: LinkItem, canvas: Canvas): void;
  addAnchor(item: AnchorItem, canvas: Canvas): void;
  addField(item: FieldItem, canvas: Canvas): void;
}

/** Draws items one above the other. Raises RENDER_FAILED for a colour or link that layout should have refused. */
export function paintItems(items: readonly PageItem[], target: PaintTarget): void {
  for (const item of items) paintItem(item, target);
}

function paintItem(item: PageItem, target: PaintTarget): void {
  const { canvas } = target;
  switch (item.kind) {
    case 'text':
      canvas.belongTo(item.tag ?? layoutArtifact);
      paintText(item, canvas, target.fonts);
      return;
    case 'rect':
      canvas.belongTo(tagOfShape(item.tag));
      canvas.cover(item.x, item.y, item.width, item.height);
      canvas.rect(item, item.radius, operatorsOf(item, target), item.stroke);
      return;
    case 'path':
      paintPath(item, target);
      return;
    case 'line':
      canvas.belongTo(tagOfShape(item.tag));
      canvas.cover(item.x1, item.y1, item.x2 - item.x1, item.y2 - item.y1);
      canvas.strokeLine(item.x1, item.y1, item.x2, item.y2, item.stroke);
      return;
    case 'modules':
      canvas.belongTo(item.tag ?? layoutArtifact);
      canvas.modules(item.x, item.y, item.scaleX, item.scaleY, item.rects, item.fill);
      return;
    case 'image':
      canvas.belongTo(item.tag ?? layoutArtifact);
      canvas.cover(item.x, item.y, item.width, item.height);
      canvas.image(target.images.use(item.image), item.x, item.y, item.width, item.height, item.image.orientation ?? 1);
      return;
    case 'link':
      target.addLink(item, canvas);
      return;
    case 'anchor':
      target.addAnchor(item, canvas);
      return;
    case 'field':
      target.addField(item, canvas);
      return;
    case 'group':
      paintGroup(item, target);
  }
}

function paintPath(item: PathItem, target: PaintTarget): void {
  const { canvas } = target;
  const { x, y, path, rule, stroke } = item;
  canvas.belongTo(tagOfShape(item.tag));
  const reach = extentOfPath(path);
  if (!reach) return;
  canvas.cover(x + reach.left, y + reach.top, reach.right - reach.left, reach.bottom - reach.top);
  canvas.path(x, y, path, operatorsOf(item, target), rule, stroke);
}

function operatorsOf({ x, y, fill }: RectItem | PathItem, { canvas, gradients }: PaintTarget): ColorOperators | undefined {
  if (typeof fill === 'object') return gradients.operators(fill, canvas.matrixAt(x, y));
  return fill === undefined ? undefined : colorOperators(fill);
}

/** Rules and filled areas are decoration, except in a figure. */
function tagOfShape(tag: Tag | undefined): Tag {
  return tag === undefined || (tag.kind === 'element' && figureOf(tag) === undefined) ? layoutArtifact : tag;
}

function paintGroup(group: GroupItem, target: PaintTarget): void {
  const { opacity = 1 } = group;
  if (opacity >= 1) paintGathered(group, target);
  else {
    const box = sheetBox(target.canvas, target.sheet);
    target.forms.paint(target.canvas, box, { opacity }, (canvas) => paintGathered(group, { ...target, canvas }));
  }
}

function paintGathered({ x, y, rotate, clip, items }: GroupItem, target: PaintTarget): void {
  const { canvas } = target;
  const inside = (): void => paintItems(items, target);
  const content = clip ? () => canvas.clipped(clip, inside) : inside;
  if (rotate % 360 === 0) canvas.moved(x, y, content);
  else canvas.turned(x, y, rotate, content);
}
