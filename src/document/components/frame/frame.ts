// The component `frame`: a box that places its children by coordinates.

import type { FromSchema } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { buildFrame, type PlacedNode } from '../../layout/build-frame.ts';
import { turnedCorners } from '../../layout/extent.ts';
import { at, size } from '../../template/property-schemas.ts';
import { type CompileContext, defineComponent, nameOf } from '../component.ts';
import { asLongAs } from '../shared/box/turned.ts';
import { enclosed } from '../shared/context.ts';
import { parseLength } from '../shared/lengths.ts';
import { readBehaviour } from '../shared/styled-behaviour.ts';
import { usualWritten } from '../shared/usual-properties.ts';
import { checkReadingOrder } from './check-reading-order.ts';

export const frame = defineComponent({
  type: 'frame',
  content: 'children',
  knownAs: ['absolute', 'canvas'],
  group: 'layout',
  usual: { content: ['grow'], ...usualWritten },
  summary: 'A box in which each child has its place, given by `at`. Later children lie above earlier children.',
  properties: {
    height: { ...size, description: 'Height of the frame. Default: as high as its children reach, turned children included.' },
    grow: {
      enum: ['none', 'box', 'push'],
      default: 'box',
      description:
        'What happens when a child is higher than its `h`. `none`: the child is cut, with a warning. `box`: the frame grows. `push`: the frame grows, and children below it move down. A frame with a `height` does not grow for a turned child.',
    },
    collapse: {
      type: 'boolean',
      default: false,
      description: 'Whether children below an absent child move up.',
    },
    frame: { type: 'array', items: { $ref: '#/$defs/placedComponent' }, description: 'Components with `at`.' },
  },
  required: [],
  looks: ['grow', 'collapse'],
  example: {
    height: 30,
    frame: [{ text: 'Top right', align: 'right', at: { x: 100, y: 0, w: 60 } }],
  },
  sizesItself: 'height',
  compile(props, context, pointer) {
    const { unit } = context.template;
    const noNotes = context.noNotes ?? 'what stands in a frame has a fixed place';
    const children = compilePlaced(props.frame, enclosed({ ...context, noNotes }, 'a frame'), `${pointer}/frame`);
    checkReadingOrder(props.frame, children, context, `${pointer}/frame`);
    const name = nameOf(props, pointer);
    const height = props.height === undefined ? undefined : props.height * unit;
    const outlined = children.filter(({ node }) => node.outline).sort((a, b) => a.order - b.order);
    const rule = { grow: props.grow ?? 'box', collapse: props.collapse ?? false, height, isSheet: false };
    return {
      build(scope, width, session) {
        session.countBox();
        return [buildFrame(children, rule, scope, { width, height }, session, name)];
      },
      measure: () => ({ min: 0, max: children.reduce((most, child) => Math.max(most, plannedRight(child)), 0) }),
      ...(outlined.length > 0 && {
        outline(scope, walk) {
          for (const { node } of outlined) node.outline!(scope, walk);
        },
      }),
    };
  },
});

/** How far to the right a child reaches according to its `at`. */
function plannedRight({ x, width, height, rotate }: PlacedNode): number {
  if (typeof width !== 'number') return 0;
  const area = { left: 0, top: 0, right: width, bottom: typeof height === 'number' ? height : 0 };
  return Math.max(...turnedCorners(area, { x, y: 0, rotate }).map(([right]) => right));
}

/** Whether a child of a background or overlay is read: it has a role or a description. */
export function hasContent(child: unknown, template: CompileContext['template']): boolean {
  const { role, alt } = isObject(child) ? readBehaviour(child, template) : {};
  return role === undefined ? alt !== undefined && alt !== '' : role !== 'artifact';
}

/** `contextOf`: the context of a child, if it is another. Separates `at` from each child and compiles the component. A string is a text at the top left. */
export function compilePlaced(
  children: readonly unknown[],
  context: CompileContext,
  pointer: string,
  contextOf: (child: unknown) => CompileContext = () => context,
): readonly PlacedNode[] {
  const { unit } = context.template;
  return children.map((child, i) => {
    const place = `${pointer}/${i}`;
    const { at: where = {}, ...rest }: { at?: unknown } = isObject(child) ? child : {};
    const inside = contextOf(child);
    const isGood = context.template.check(at, where, `${place}/at`);
    const { x = 0, y = 0, w, h, rotate = 0, order = 0 } = isGood ? (where as FromSchema<typeof at>) : {};
    return {
      node: context.compile(isObject(child) ? asLongAs(h, rest) : child, place, { ...inside, isPlaced: true }),
      name: nameOf(isObject(child) ? (child as { id?: string }) : {}, place),
      x: x * unit,
      y: y * unit,
      width: w === undefined ? undefined : parseLength(w, unit),
      height: h === undefined ? undefined : parseLength(h, unit),
      rotate: rotate % 360,
      order,
      isContent: hasContent(child, context.template),
    };
  });
}
