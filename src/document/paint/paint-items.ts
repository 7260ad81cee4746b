// Draws items onto a canvas, in order. Links and named places are not content; they go to the page's record.
import type {
  AnchorItem,
  AnnotationItem,
  FieldItem,
  GroupItem,
  LinkItem,
  PageItem,
  PathItem,
  RectItem,
  Stroke,
} from '../layout/fragment.ts';
import { positionOf } from '../layout/group-position.ts';
import type { SheetSize } from '../layout/sheet-size.ts';
import { ownerOfShape } from '../layout/tag.ts';
import { extentOfPath, type Rectangle } from '../vector/path.ts';
import type { Canvas } from './canvas.ts';
import { type ColorOperators, colorOperators } from './color.ts';
import type { Fonts } from './fonts.ts';
import { type Forms, sheetBox } from './forms.ts';
import type { Gradients } from './gradients.ts';
import type { Images } from './images.ts';
import { layoutArtifact } from './marked-content.ts';
import { formatLength } from './number.ts';
import { paintText } from './paint-text.ts';

export interface PaintTarget {
  readonly canvas: Canvas;
  readonly fonts: Fonts;
  readonly images: Images;
  readonly forms: Forms;
  readonly gradients: Gradients;
  readonly sheet: SheetSize;
  readonly leftOut: ReadonlySet<PageItem>;
  addLink(item: LinkItem, canvas: Canvas): void;
  addAnchor(item: AnchorItem, canvas: Canvas): void;
  addField(item: FieldItem, canvas: Canvas): void;
  addNote(item: AnnotationItem, canvas: Canvas): void;
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
      paintText(item, canvas, target.fonts, target.images);
      return;
    case 'rect':
      canvas.belongTo(ownerOfShape(item.tag) ?? layoutArtifact);
      coverStroked(item, item.stroke, canvas);
      canvas.rect(item, item.radius, fillOf(item, item, target), item.stroke);
      return;
    case 'path':
      paintPath(item, target);
      return;
    case 'line':
      canvas.belongTo(ownerOfShape(item.tag) ?? layoutArtifact);
      coverStroked({ x: item.x1, y: item.y1, width: item.x2 - item.x1, height: item.y2 - item.y1 }, item.stroke, canvas);
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
      if (!target.leftOut.has(item)) target.addField(item, canvas);
      return;
    case 'annotation':
      if (!target.leftOut.has(item)) target.addNote(item, canvas);
      return;
    case 'group':
      paintGroup(item, target);
  }
}

function paintPath(item: PathItem, target: PaintTarget): void {
  const { canvas } = target;
  const { x, y, path, rule, stroke } = item;
  canvas.belongTo(ownerOfShape(item.tag) ?? layoutArtifact);
  const reach = extentOfPath(path);
  if (!reach) return;
  const size = { width: reach.right - reach.left, height: reach.bottom - reach.top };
  coverStroked({ x: x + reach.left, y: y + reach.top, ...size }, stroke, canvas);
  canvas.path(x, y, path, fillOf(item, size, target), rule, stroke);
}

/** Notes what an area covers with half of its stroke. Lines may run to the left and upwards. */
function coverStroked({ x, y, width, height }: Rectangle, stroke: Stroke | undefined, canvas: Canvas): void {
  const edge = (stroke?.width ?? 0) / 2;
  const [left, top] = [Math.min(x, x + width), Math.min(y, y + height)];
  canvas.cover(left - edge, top - edge, Math.abs(width) + 2 * edge, Math.abs(height) + 2 * edge);
}

/** The fill of an area. PDF would fill an area without a size as the thinnest possible line. */
function fillOf(
  { x, y, fill }: RectItem | PathItem,
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
  { canvas, gradients }: PaintTarget,
): ColorOperators | undefined {
  if (formatLength(width) === '0' || formatLength(height) === '0') return undefined;
  if (typeof fill === 'object') return gradients.operators(fill, canvas.matrixAt(x, y));
  return fill === undefined ? undefined : colorOperators(fill);
}

function paintGroup(group: GroupItem, target: PaintTarget): void {
  const { opacity = 1 } = group;
  if (opacity >= 1) paintGathered(group, target);
  else {
    const box = sheetBox(target.canvas, target.sheet);
    target.forms.paint(target.canvas, box, { opacity }, (canvas) => paintGathered(group, { ...target, canvas }));
  }
}

function paintGathered({ clip, items, ...group }: GroupItem, target: PaintTarget): void {
  const { canvas } = target;
  const inside = (): void => paintItems(items, target);
  const content = clip ? () => canvas.clipped(clip, inside) : inside;
  if (group.rotate % 360 === 0 && group.scale === undefined) canvas.moved(group.x, group.y, content);
  else canvas.transformed(positionOf(group), content);
}
