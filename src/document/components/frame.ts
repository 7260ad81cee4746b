// A box in which components are placed by coordinates.
import type { FromSchema } from '../../contract/schema.ts';
import { type Box, ItemsBox, type PageCanvas, placeInGroup } from '../layout/box.ts';
import type { BoundScope, Session } from '../layout/session.ts';
import { length, size, sizeOrPercent } from '../template/property-schemas.ts';
import { buildCell } from './build-column.ts';
import { type CompileContext, defineComponent, type Node, nameOf } from './component.ts';
import { lengthOf } from './lengths.ts';

export const at = {
  type: 'object',
  additionalProperties: false,
  properties: {
    x: length,
    y: length,
    w: sizeOrPercent,
    h: sizeOrPercent,
    rotate: { type: 'number', minimum: -360, maximum: 360, description: 'Degrees clockwise about the top left corner.' },
  },
  description: 'Place in the frame: from its left and top edge, width, height, rotation.',
} as const;

export const frame = defineComponent({
  type: 'frame',
  group: 'layout',
  summary: 'A box of a height in which each child has its place, `at: { x, y, w, h, rotate }`; later ones lie above.',
  properties: {
    height: { ...size, description: 'Height of the frame; without it as high as its contents.' },
    grow: {
      enum: ['none', 'box', 'push'],
      default: 'box',
      description:
        'What happens when a child is higher than its `h`: none: it is cut, with a warning; box: the frame grows with it; push: it also moves down what lies below it.',
    },
    collapse: {
      type: 'boolean',
      default: false,
      description: 'Children that are absent leave no space: what lies below moves up.',
    },
    children: { type: 'array', items: { $ref: '#/$defs/placedComponent' }, description: 'Components with `at`.' },
  },
  required: ['children'],
  example: {
    type: 'frame',
    height: 30,
    children: [{ type: 'text', text: 'Top right', align: 'right', at: { x: 100, y: 0, w: 60 } }],
  },
  sizesItself: true,
  compile(props, context, pointer) {
    const { unit } = context.template;
    const children = compilePlaced(props.children, context, `${pointer}/children`);
    const name = nameOf(props, pointer);
    const height = props.height === undefined ? undefined : props.height * unit;
    const rule = { grow: props.grow ?? 'box', collapse: props.collapse ?? false, height };
    return {
      build(scope, width, session) {
        session.countBox();
        return [buildFrame(children, rule, scope, { width, height }, session, name)];
      },
      measure: () => ({
        min: 0,
        max: children.reduce(
          (most, child) => Math.max(most, typeof child.at.w === 'number' ? ((child.at.x ?? 0) + child.at.w) * unit : 0),
          0,
        ),
      }),
    };
  },
});

/** A child of a frame, or of a page's background or overlay. */
export interface PlacedNode {
  readonly at: FromSchema<typeof at>;
  readonly node: Node;
  readonly unit: number;
  readonly pointer: string;
}

/** Takes `at` off each child and compiles the component that is left. A string stands for a text at the top left. */
export function compilePlaced(children: readonly unknown[], context: CompileContext, pointer: string): readonly PlacedNode[] {
  return children.map((child, i) => {
    const place = `${pointer}/${i}`;
    const isObject = typeof child === 'object' && child !== null && !Array.isArray(child);
    const { at: where = {}, ...rest } = isObject ? (child as { at?: unknown }) : {};
    const good = context.template.check(at, where, `${place}/at`);
    return {
      at: good ? (where as FromSchema<typeof at>) : {},
      node: context.compile(isObject ? rest : child, place, context),
      unit: context.template.unit,
      pointer: place,
    };
  });
}

interface FrameRule {
  readonly grow: 'none' | 'box' | 'push';
  readonly collapse: boolean;
  readonly height: number | undefined;
}

/** Lays out placed components in an area; without a height it is as high as they reach. */
export function buildFrame(
  children: readonly PlacedNode[],
  rule: FrameRule,
  scope: BoundScope,
  area: { readonly width: number; readonly height: number | undefined },
  session: Session,
  name: string,
): Box {
  const laid = children.map(({ at: where, node, unit, pointer }) => {
    const x = (where.x ?? 0) * unit;
    const width = where.w === undefined ? Math.max(0, area.width - x) : lengthOf(where.w, area.width, unit);
    const box = buildCell(node, scope, width, session);
    const planned = where.h === undefined ? undefined : lengthOf(where.h, area.height ?? 0, unit);
    return { x, y: (where.y ?? 0) * unit, width, box, planned, rotate: where.rotate ?? 0, absent: box.height === 0, pointer };
  });
  const moved = rule.grow === 'push' || rule.collapse ? pushDown(laid, rule) : laid;
  let height = rule.height ?? 0;
  for (const child of moved) {
    const over = child.planned !== undefined && child.box.height > child.planned + 0.01;
    if (over && rule.grow === 'none') {
      session.warn(
        'box-overflow',
        child.pointer,
        scope.place,
        `The content of ${child.pointer} is higher than its "h" and is cut.`,
      );
    }
    const bottom =
      child.y + (rule.grow === 'none' ? (child.planned ?? child.box.height) : Math.max(child.box.height, child.planned ?? 0));
    if (child.rotate === 0 && (rule.height === undefined || rule.grow !== 'none')) height = Math.max(height, bottom);
    if (
      rule.height !== undefined &&
      rule.grow === 'none' &&
      child.rotate === 0 &&
      child.y + child.box.height > rule.height + 0.01 &&
      !over
    ) {
      session.warn('box-overflow', name, scope.place, 'A child reaches below the frame.');
    }
  }
  return new ItemsBox(height, (canvas, x, y) => {
    for (const child of moved) placeChild(canvas, child, x, y, rule.grow === 'none');
  });
}

interface Laid {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly box: Box;
  readonly planned: number | undefined;
  readonly rotate: number;
  readonly absent: boolean;
  readonly pointer: string;
}

/** Moves children below what grew down, and with `collapse` below what is absent up. */
function pushDown<T extends Laid>(laid: readonly T[], rule: FrameRule): readonly T[] {
  const order = [...laid].sort((a, b) => a.y - b.y);
  const shift = new Map<T, number>();
  for (const child of order) {
    let by = 0;
    for (const above of order) {
      if (above === child || !shift.has(above)) continue;
      const planned = above.planned ?? above.box.height;
      const overlaps = above.x < child.x + child.width && child.x < above.x + above.width;
      if (!overlaps || child.y < above.y + planned - 0.01) continue;
      const own = shift.get(above)!;
      if (rule.grow === 'push') by = Math.max(by, own + Math.max(0, above.box.height - planned));
      if (rule.collapse && above.absent) by = Math.min(by, own - planned);
    }
    shift.set(child, by);
  }
  return laid.map((child) => ({ ...child, y: child.y + shift.get(child)! }));
}

function placeChild(canvas: PageCanvas, child: Laid, x: number, y: number, cut: boolean): void {
  const clipped = cut && child.planned !== undefined && child.box.height > child.planned + 0.01;
  if (!clipped && child.rotate === 0) {
    child.box.place(canvas, x + child.x, y + child.y);
    return;
  }
  const clip = clipped ? { x: 0, y: 0, width: child.width, height: child.planned! } : undefined;
  placeInGroup(canvas, child.box, { x: 0, y: 0 }, { kind: 'group', x: x + child.x, y: y + child.y, rotate: child.rotate, clip });
}
