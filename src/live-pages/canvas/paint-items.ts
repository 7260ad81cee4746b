// Paints items, in order. `document/paint/paint-items.ts` writes the same into a PDF.
import type { AnnotationItem, FieldItem, GroupItem, PageItem } from '../../document/layout/fragment.ts';
import { positionOf } from '../../document/layout/group-position.ts';
import { type Matrix, multiply, transform } from '../../document/vector/matrix.ts';
import { roundedRectangle } from '../../document/vector/path.ts';
import { extentOf } from './extent.ts';
import { onLayer } from './layer.ts';
import { boxShape, toPath2D } from './outline.ts';
import { paintLabel } from './paint-label.ts';
import { paintPicture } from './paint-picture.ts';
import { paintLine, paintModules, paintPath, paintRect } from './paint-shapes.ts';
import { paintText } from './paint-text.ts';
import { clipped, limited, type Target, within } from './target.ts';

export function paintItems(items: readonly PageItem[], target: Target): void {
  for (const item of items) paintItem(item, target);
}

function paintItem(item: PageItem, target: Target): void {
  switch (item.kind) {
    case 'text':
      paintText(item, target);
      return;
    case 'rect':
      paintRect(item, target);
      return;
    case 'path':
      paintPath(item, target);
      return;
    case 'line':
      paintLine(item, target);
      return;
    case 'modules':
      paintModules(item, target);
      return;
    case 'image':
      paintPicture(item.image, item, target);
      return;
    case 'group':
      paintGroup(item, target);
      return;
    case 'field':
      onTop(item, target, paintField);
      return;
    case 'annotation':
      onTop(item, target, paintNote);
      return;
    case 'link':
    case 'anchor':
      return;
    default:
      // A new kind of item needs a painter.
      item satisfies never;
  }
}

function paintGroup({ clip, opacity = 1, items, ...group }: GroupItem, target: Target): void {
  within(target, multiply(positionOf(group), target.matrix), (turned) => {
    const paint = (inside: Target): void => {
      if (!clip) {
        paintItems(items, inside);
        return;
      }
      const extent = { left: clip.x, top: clip.y, right: clip.x + clip.width, bottom: clip.y + clip.height };
      clipped(inside, toPath2D(roundedRectangle(clip, clip.radius ?? 0)), 'nonzero', extent, (within) =>
        paintItems(items, within),
      );
    };
    const extent = opacity < 1 ? extentOf(items) : undefined;
    if (opacity >= 1) paint(turned);
    else if (extent) onLayer(limited(turned, extent), { opacity }, paint);
  });
}

/** Fields and notes lie above the content of their page, unfaded and uncut. */
function onTop<Item extends FieldItem | AnnotationItem>(
  item: Item,
  target: Target,
  paint: (item: Item, onPage: Target) => void,
): void {
  const { tools, page, matrix, origin } = target;
  if (tools.leftOut.has(item)) return;
  const [a, b, c, d, e, f] = matrix;
  const onPage: Matrix = [a, b, c, d, e + origin[0], f + origin[1]];
  const area = { left: 0, top: 0, right: page.canvas.width, bottom: page.canvas.height };
  tools.onTop.push(() => {
    page.setTransform(...onPage);
    paint(item, { ...target, context: page, matrix: onPage, area, origin: [0, 0] });
  });
}

function paintField(item: FieldItem, target: Target): void {
  const { x, y, width, height, name, form } = item;
  if (form.type === 'Sig') {
    target.tools.noteStandIn({ kind: 'signature', name });
    paintLabel(name, item, target, true);
    return;
  }
  if (form.button && form.button.option !== target.tools.valueOf(item)) return;
  within(target, multiply([1, 0, 0, 1, x, y], target.matrix), (inside) =>
    clipped(
      inside,
      boxShape({ x: 0, y: 0, width, height }),
      'nonzero',
      { left: 0, top: 0, right: width, bottom: height },
      (look) => paintItems(form.look, look),
    ),
  );
}

/** The icon of a note is not turned: in a turned part it stands in the middle of its place. */
function paintNote({ x, y, width, height, look }: AnnotationItem, target: Target): void {
  const [a, b, c, d] = target.matrix;
  const scale = Math.sqrt(a * d - b * c);
  const [middleX, middleY] = transform(target.matrix, x + width / 2, y + height / 2);
  const upright: Matrix = [scale, 0, 0, scale, middleX - (width / 2) * scale, middleY - (height / 2) * scale];
  within(target, upright, (inside) => paintItems(look, inside));
}
