// Adds margins, page breaks and keeping together to the boxes of a component.
import type { Box, Break } from '../../../layout/box.ts';
import { type ComponentNode, outlineOf } from '../../../layout/component-node.ts';
import { noSides, type Sides, sidesIn } from '../../../layout/decorated-box.ts';
import { leftIn } from '../../../layout/direction.ts';
import { keptTogether } from '../../../layout/kept-box.ts';
import { resolveLength } from '../../../layout/length.ts';
import type { BoundScope } from '../../../layout/session.ts';
import { shifter } from '../../../layout/shifted-box.ts';
import type { CommonProps, CompileContext, ComponentDefinition } from '../../component.ts';
import { headingLevel } from '../heading-number.ts';
import { parseLength, sidesOf } from '../lengths.ts';
import { placeOfProperty } from '../styled-behaviour.ts';
import { isQuarter } from './turned.ts';

/** `freeBeside`: see `freeRoom`. */
export function withBreaks(
  node: ComponentNode,
  props: CommonProps,
  freeBeside: FreeRoom | undefined,
  context: CompileContext,
  pointer: string,
): ComponentNode {
  const { unit } = context.template;
  const avoid = props.break?.inside === 'avoid';
  const before = readBreak('before', props, context, pointer);
  const after = readBreak('after', props, context, pointer);
  const margin = props.margin === undefined ? noSides : sidesOf(props.margin, unit);
  const hasMargin = margin !== noSides;
  const isHeading = headingLevel(props) > 0;
  if (!avoid && !before && !after && !isHeading && props.keepWithNext === undefined && !hasMargin && !freeBeside) return node;
  const whole = avoid ? keptTogether(node) : node;
  const indented = margin.left !== 0 || margin.right !== 0 || freeBeside ? inItsPlace(whole, margin, freeBeside) : whole;
  return {
    *build(scope, width, session) {
      let previous: Box | undefined;
      for (const box of indented.build(scope, width, session)) {
        if (previous) yield previous;
        else {
          box.before += margin.top;
          box.breakBefore = latest(box.breakBefore, before);
        }
        previous = box;
      }
      if (!previous) return;
      previous.after += margin.bottom;
      previous.breakAfter = latest(previous.breakAfter, after);
      // A heading stays with what follows, unless that leaves too large a gap.
      if (props.keepWithNext !== undefined) previous.keepWithNext = props.keepWithNext;
      else if (isHeading) previous.keepWithNext ||= session.bodyHeight;
      yield previous;
    },
    measure: (scope, session) => indented.measure(scope, session),
    ...outlineOf(node),
  };
}

function readBreak(name: 'before' | 'after', props: CommonProps, context: CompileContext, pointer: string): Break | false {
  const given = props.break?.[name] ?? false;
  return given !== 'column' || canBreakColumn(context, placeOfProperty(props, `break/${name}`, pointer)) ? given : false;
}

/** Whether there are columns that a component can begin. If not, warns. */
export function canBreakColumn({ flowPlace, template }: CompileContext, pointer: string): boolean {
  if (flowPlace === 'columns') return true;
  const message = 'Nothing is broken here: only the content of a "flow" runs through columns. Leave it out, or write "page".';
  template.report('warning', 'no-effect', pointer, message);
  return false;
}

/** A page break ends the column too. */
const latest = (one: Break | false, other: Break | false) => (one === 'page' ? one : other || one);

/** Warns of a page break where no page begins. */
export function warnOfLostBreak({ within, template }: CompileContext, pointer: string): void {
  if (within === undefined) return;
  const message = `No page begins inside of ${within}, so the page break has no effect. Move it out, before or after.`;
  template.report('warning', 'no-effect', pointer, message);
}

/** How much room of a place lies free to the left of a box in it. */
export type FreeRoom = (scope: BoundScope, box: Box, room: number) => number;

/** The free room beside components that are narrower than their place. Undefined: they fill it, or find their place themselves. */
export function freeRoom(
  { sizesItself }: Pick<ComponentDefinition, 'sizesItself'>,
  { width: given, rotate }: CommonProps,
  { isPlaced, template }: CompileContext,
): FreeRoom | undefined {
  // With `at`, a component begins there.
  if (isPlaced) return undefined;
  if (isQuarter(rotate)) return (scope, { reach }, room) => (reach ? leftIn(scope, 0, reach.width, room) : 0);
  if (sizesItself === true || given === undefined) return undefined;
  const width = parseLength(given, template.unit);
  return (scope, _, room) => leftIn(scope, 0, resolveLength(width, room), room);
}

/** The component between the left and the right margin of its props, at the start of what they leave. */
function inItsPlace(node: ComponentNode, margin: Sides, freeBeside: FreeRoom = () => 0): ComponentNode {
  const shifters = { ltr: shifter(margin.left), rtl: shifter(sidesIn(margin, { dir: 'rtl' }).left) };
  return {
    *build(scope, width, session) {
      const room = Math.max(0, width - margin.left - margin.right);
      const { left } = sidesIn(margin, scope);
      let [free, shift] = [0, shifters[scope.dir]];
      for (const box of node.build(scope, room, session)) {
        const beside = freeBeside(scope, box, room);
        if (beside !== free) [free, shift] = [beside, shifter(left + beside)];
        yield free === 0 && margin.left === 0 && margin.right === 0 ? box : shift(box);
      }
    },
    measure(scope, session) {
      const { min, max } = node.measure(scope, session);
      return { min: min + margin.left + margin.right, max: max + margin.left + margin.right };
    },
  };
}
