// The component `watermark`: a text along the diagonal of the sheet.

import { ItemsBox, inheritParts, placeInGroup } from '../../layout/box.ts';
import { buildColumn } from '../../layout/build-column.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { Span } from '../../layout/origin.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { Artifact } from '../../layout/tag.ts';
import type { ResolvedText } from '../../template/styles.ts';
import type { TextProperties } from '../../text/text-properties.ts';
import { type CompileContext, defineComponent, nameOf, nothing } from '../component.ts';
import { literalStyleNames } from '../shared/bound-values/bound-style.ts';
import { placeOfProperty } from '../shared/styled-behaviour.ts';
import { usualCondition } from '../shared/usual-properties.ts';
import { isBlank } from '../text/is-blank.ts';
import { isolated } from '../text/text-direction.ts';
import { TextNode } from '../text/text-node.ts';

const artifact: Artifact = { kind: 'artifact', type: 'Pagination', subtype: 'Watermark' };

/** Light enough to read what stands on it. */
const defaultColor = '#dddddd';
/** The share of the sheet that the text takes at most. */
const filled = 0.9;
/** In pt. Nobody reads smaller letters, and a long text rather reaches off the sheet, with a warning. */
const smallest = 8;
/** The text is measured at this size and at twice this size, in pt. */
const trial = 100;

export const watermark = defineComponent({
  type: 'watermark',
  content: 'nothing',
  knownAs: ['stamp'],
  group: 'graphic',
  usual: {
    content: ['watermark'],
    text: ['style', 'font', 'weight', 'bold', 'color'],
    look: ['opacity'],
    condition: usualCondition,
  },
  summary:
    'A text along the diagonal of the sheet, as large as fits. It stands directly in a `background` or `overlay`. Screen readers do not read it.',
  properties: {
    watermark: {
      type: 'string',
      description:
        'The text, in which `{{ … }}` is replaced. An empty text paints nothing. Without `color`, `style` and `opacity`, it is light gray. In an `overlay`, an `opacity` lets the page show through.',
    },
  },
  required: [],
  example: { watermark: 'COPY', bold: true },
  sizesItself: true,
  explain: ({ rotate }) =>
    rotate === undefined
      ? undefined
      : { place: '/rotate', message: 'has no place here: a watermark covers the sheet, along its diagonal', code: 'wrong-value' },
  compile(props, context, pointer) {
    const { report } = context.template;
    const place = `${pointer}/watermark`;
    if (!context.band?.isSheet || context.depth !== 1) {
      const message = 'A watermark covers the sheet: put it directly into the "background" or the "overlay" of a page layout.';
      report('error', 'watermark-misplaced', pointer, message);
      return nothing;
    }
    const warn = (property: 'size' | 'role' | 'alt', reason: string) => {
      if (props[property] === undefined) return;
      report(
        'warning',
        'no-effect',
        placeOfProperty(props, property, pointer),
        `${reason}: its "${property}" has no effect. Leave it out.`,
      );
    };
    warn('size', 'A watermark is as large as fits');
    warn('role', 'Screen readers do not read a watermark');
    warn('alt', 'Screen readers do not read a watermark');
    const text = context.text(props.watermark, place);
    const hasStyle = props.style !== undefined || literalStyleNames(props).length > 0;
    const isPlain = props.color === undefined && !hasStyle && props.opacity === undefined;
    const look: Partial<TextProperties> = { align: 'center', ...(isPlain && { color: defaultColor }) };
    const name = nameOf(props, pointer);
    return {
      build(scope, _width, session) {
        session.countBox();
        const said = isolated(text, scope).replace(/\s+/g, ' ').trim();
        if (isBlank(said)) return [];
        const inside = { ...scope, tag: artifact };
        const { width, height } = session.sheet;
        const at = (size: number) => nodeOf(said, { ...look, size }, context, name);
        const size = fitSize((one) => measure(at(one), inside, session), session.sheet);
        const wide = at(size).measure(inside, session).max;
        const room = 2 * Math.hypot(width, height) + wide;
        const box = buildColumn(at(size), inside, room, session);
        const rotate = (-Math.atan2(height, width) * 180) / Math.PI;
        const whole = new UnboundBox(0, (canvas, x, y) => {
          const group = { kind: 'group', x: x + width / 2, y: y + height / 2, rotate, clip: undefined } as const;
          inheritParts(whole, [box]);
          placeInGroup(canvas, box, { x: -room / 2, y: -box.height / 2 }, group);
        });
        box.reach = { left: (room - wide) / 2, width: wide };
        return [whole];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});

/** A box that takes no room. */
class UnboundBox extends ItemsBox {
  override get span(): Span {
    return { left: 0, width: 0 };
  }
}

/** A text in the style of the component, but for some properties. */
function nodeOf(text: string, look: Partial<TextProperties>, context: CompileContext, name: string): TextNode {
  const { styles } = context.template;
  const vary = (resolved: ResolvedText) => styles.vary(resolved, look);
  const { fixed } = context.style;
  const style = { fixed: fixed && vary(fixed), resolve: (scope: BoundScope) => vary(context.style.resolve(scope)) };
  return new TextNode({
    source: { time: 'data', usesMarks: false, spans: () => text },
    context: { ...context, style },
    name,
    cut: undefined,
    dir: undefined,
    role: undefined,
    alt: undefined,
    lang: undefined,
  });
}

interface Area {
  readonly width: number;
  readonly height: number;
}

function measure(node: ComponentNode, scope: BoundScope, session: LayoutSession): Area {
  const width = node.measure(scope, session).max;
  const height = session.measure(() => buildColumn(node, scope, 2 * width + 1, session).height);
  return { width, height };
}

/** The largest size at which a text along the diagonal lies on the sheet. Letters grow with the size, the space between spaced letters does not. */
function fitSize(areaAt: (size: number) => Area, sheet: Area): number {
  const diagonal = Math.hypot(sheet.width, sheet.height);
  const [cos, sin] = [sheet.width / diagonal, sheet.height / diagonal];
  const [small, large] = [areaAt(trial), areaAt(2 * trial)];
  const growth = { width: (large.width - small.width) / trial, height: (large.height - small.height) / trial };
  const fixed = { width: small.width - growth.width * trial, height: small.height - growth.height * trial };
  const limit = (room: number, along: number, across: number) =>
    (room * filled - fixed.width * along - fixed.height * across) / (growth.width * along + growth.height * across);
  const largest = Math.min(sheet.width, sheet.height) / 2;
  const size = Math.min(largest, limit(sheet.width, cos, sin), limit(sheet.height, sin, cos));
  return Math.max(smallest, Math.floor(size * 10) / 10);
}
