// Compiles a component of any type: checks its properties, and puts around what the type makes what every component may have:
// condition, margin, padding, background, border, size, breaks, link and bookmark.

import { findNearest } from '../../contract/nearest.ts';
import type { FromSchema } from '../../contract/schema.ts';
import { type Box, RowBox } from '../layout/box.ts';
import { DecoratedBox, type Decoration, noSides, plainDecoration, type Sides } from '../layout/decorated-box.ts';
import { checkedTarget } from '../layout/link-target.ts';
import type { BoundScope } from '../layout/session.ts';
import type { Report } from '../template/check.ts';
import { checkAndMend } from '../template/check-and-mend.ts';
import type { border as borderSchema, commonProperties } from '../template/property-schemas.ts';
import { longColor, type StyleProperties } from '../template/styles.ts';
import { compileColor } from './bound-color.ts';
import { boundStyle, checkStyleNames, literalStyleNames } from './bound-style.ts';
import { buildColumn } from './build-column.ts';
import { type CompileContext, type ComponentDefinition, type Node, nameOf, nothing } from './component.ts';
import { withContext } from './context.ts';
import { keptTogether } from './kept-box.ts';
import { lengthOf, sidesOf, stroke } from './lengths.ts';
import { MarkedBox, type OutlineEntry } from './marked-box.ts';
import { componentSchema, componentTypes, findComponent } from './registry.ts';
import { compileChildren, stackNodes } from './stack.ts';

/** Templates nest no deeper than this. */
const maxDepth = 64;

type CommonProps = { readonly [K in keyof typeof commonProperties]?: FromSchema<(typeof commonProperties)[K]> };

/** Compiles a component, a string (a text) or a list (a stack). */
export function compileComponent(child: unknown, pointer: string, outer: CompileContext): Node {
  const { report } = outer.template;
  if (typeof child === 'string') return compileTyped('text', { type: 'text', text: child }, pointer, outer, true);
  if (Array.isArray(child)) {
    if (isTooDeep(pointer, outer)) return nothing;
    return stackNodes(compileChildren(child, { ...outer, depth: outer.depth + 1 }, pointer), 0);
  }
  if (typeof child !== 'object' || child === null) {
    report('error', 'wrong-type', pointer, 'must be a component, a text or a list of components');
    return nothing;
  }
  const props = child as Readonly<Record<string, unknown>>;
  const type = props.type;
  if (typeof type !== 'string' || !findComponent(type)) {
    const near = typeof type === 'string' ? findNearest(type, componentTypes()) : undefined;
    const known = near ? `did you mean "${near}"?` : `known types: ${componentTypes().join(', ')}`;
    report(
      'error',
      'unknown-component',
      type === undefined ? pointer : `${pointer}/type`,
      `${type === undefined ? 'needs a "type"' : `There is no component type ${JSON.stringify(type)}`}; ${known}`,
    );
    return nothing;
  }
  return compileTyped(type, props, pointer, outer, false);
}

// `isShort`: a string stands for the component, so its text has no pointer of its own.
function compileTyped(
  type: string,
  given: Readonly<Record<string, unknown>>,
  pointer: string,
  outer: CompileContext,
  isShort: boolean,
): Node {
  const definition = findComponent(type)!;
  const { report } = outer.template;
  if (isTooDeep(pointer, outer)) return nothing;
  const at = (place: string) => (isShort && place === `${pointer}/text` ? pointer : place);
  const fail: Report = ({ code, pointer: place, message }) => report('error', code, at(place), message);
  const props = isShort ? given : checkAndMend(componentSchema(definition), given, pointer, fail);
  if (!props) return nothing;

  const when = typeof props.when === 'string' ? outer.expression(props.when, `${pointer}/when`) : undefined;
  const names = typeof props.when === 'string' ? { ...outer.names, holds: [...outer.names.holds, props.when] } : outer.names;
  const common = props as CommonProps;
  checkStyleNames(common, pointer, outer);
  // A named style may bring box properties too; the component's own win.
  const boxProps: CommonProps = Object.assign(
    {},
    ...literalStyleNames(common).map((name) => outer.template.styles.styles[name] ?? {}),
    props,
  );
  const style = outer.template.styles.derive(
    outer.style,
    literalStyleNames(common),
    common as StyleProperties,
    boundStyle(common, pointer, outer),
  );
  const inner = withContext({ ...outer, names, style, depth: outer.depth + 1 }, at);
  const node = definition.compile(props, inner, pointer);
  const wrapped = wrap(node, definition, boxProps, inner, pointer);
  return when ? conditional(wrapped, (scope) => when.test(scope)) : wrapped;
}

function isTooDeep(pointer: string, { depth, template }: CompileContext): boolean {
  if (depth < maxDepth) return false;
  template.report('error', 'too-deep', pointer, `Components nest deeper than ${maxDepth} levels.`);
  return true;
}

function conditional(node: Node, holds: (scope: BoundScope) => boolean): Node {
  return {
    build: (scope, width, session) => (holds(scope) ? node.build(scope, width, session) : []),
    measure: (scope, session) => (holds(scope) ? node.measure(scope, session) : { min: 0, max: 0 }),
  };
}

function wrap(node: Node, definition: ComponentDefinition, props: CommonProps, context: CompileContext, pointer: string): Node {
  const boxed = surround(node, definition, props, context, pointer);
  const avoid = props.break?.inside === 'avoid';
  const before = props.break?.before === 'page';
  const after = props.break?.after === 'page';
  const margin = props.margin === undefined ? noSides : sidesOf(props.margin, context.template.unit);
  const hasMargin = margin !== noSides;
  if (!avoid && !before && !after && !props.keepWithNext && !hasMargin) return boxed;
  const whole = avoid ? keptTogether(boxed) : boxed;
  const indented = margin.left !== 0 || margin.right !== 0 ? indent(whole, margin) : whole;
  return {
    *build(scope, width, session) {
      let previous: Box | undefined;
      for (const box of indented.build(scope, width, session)) {
        if (previous) yield previous;
        else {
          box.before += margin.top;
          box.breakBefore ||= before;
        }
        previous = box;
      }
      if (!previous) return;
      previous.after += margin.bottom;
      previous.breakAfter ||= after;
      previous.keepWithNext ||= props.keepWithNext ?? false;
      yield previous;
    },
    measure(scope, session) {
      const { min, max } = indented.measure(scope, session);
      return { min, max };
    },
  };
}

function indent(node: Node, margin: Sides): Node {
  const leads = new WeakMap<Box, Box>();
  const shift = (box: Box): Box => {
    const row = new RowBox([{ x: margin.left, box, valign: 'top' }]);
    const { before, after, keepWithNext, breakBefore, breakAfter, lead } = box;
    Object.assign(row, { before, after, keepWithNext, breakBefore, breakAfter });
    if (lead) {
      if (!leads.has(lead)) leads.set(lead, shift(lead));
      row.lead = leads.get(lead);
    }
    return row;
  };
  return {
    *build(scope, width, session) {
      for (const box of node.build(scope, Math.max(0, width - margin.left - margin.right), session)) yield shift(box);
    },
    measure(scope, session) {
      const { min, max } = node.measure(scope, session);
      return { min: min + margin.left + margin.right, max: max + margin.left + margin.right };
    },
  };
}

/** Padding, background, border, size, link and bookmark: what makes a single box of all that the component makes. */
function surround(
  node: Node,
  definition: ComponentDefinition,
  props: CommonProps,
  context: CompileContext,
  pointer: string,
): Node {
  const { unit } = context.template;
  const decoration = decorationOf(props, unit);
  const fixedHeight =
    props.height === undefined || definition.sizesItself || definition.type === 'text' ? undefined : props.height * unit;
  const ownWidth = definition.sizesItself ? undefined : props.width;
  const minHeight = Math.max(
    props.minHeight === undefined ? 0 : props.minHeight * unit,
    fixedHeight ?? 0,
    definition.type === 'text' && props.height !== undefined ? props.height * unit : 0,
  );
  const link = props.link === undefined ? undefined : context.text(props.link, `${pointer}/link`);
  const bookmark = bookmarkOf(props, context, pointer);
  const colorOf = props.background?.includes('{{') ? compileColor(props.background, context, `${pointer}/background`) : undefined;
  if (!decoration && !colorOf && ownWidth === undefined && minHeight === 0 && !link && !bookmark) return node;
  const { padding } = decoration ?? { padding: noSides };
  const name = nameOf(props, pointer);
  const outerWidth = (width: number) => (ownWidth === undefined ? width : lengthOf(ownWidth, width, unit));
  return {
    *build(scope, width, session) {
      const room = outerWidth(width);
      let inner = buildColumn(node, scope, Math.max(0, room - padding.left - padding.right), session);
      const limit = fixedHeight === undefined ? undefined : fixedHeight - padding.top - padding.bottom;
      if (limit !== undefined && inner.height > limit + 0.01) {
        session.warn(
          'box-overflow',
          name,
          scope.place,
          'The content is higher than the "height" of its box and is cut; use "minHeight" for a box that grows.',
        );
        inner = inner.slice(limit)[0];
      }
      const background = colorOf?.(scope) ?? decoration?.background;
      const { before, after, lead } = inner;
      let box: Box = inner;
      if (decoration || background || minHeight > 0) {
        box = new DecoratedBox(inner, room, { ...(decoration ?? plainDecoration), background }, minHeight, scope.tag);
      }
      const target = link && checkedTarget(link.text(scope), name, scope, session);
      const entry = bookmark?.(scope);
      if (target || entry) box = new MarkedBox(box, room, target, entry);
      Object.assign(box, { before, after, lead });
      yield box;
    },
    measure(scope, session) {
      if (typeof ownWidth === 'number') return { min: ownWidth * unit, max: ownWidth * unit };
      const { min, max } = node.measure(scope, session);
      const around = padding.left + padding.right;
      return { min: min + around, max: max + around };
    },
  };
}

function decorationOf(props: CommonProps, unit: number): Decoration | undefined {
  const background = props.background?.includes('{{') ? undefined : props.background;
  if (props.padding === undefined && background === undefined && props.border === undefined) return undefined;
  const { border = {} } = props;
  const { top, right, bottom, left, radius } = border as FromSchema<typeof borderSchema>;
  const bySide = top || right || bottom || left;
  const all =
    border.width === undefined &&
    border.color === undefined &&
    border.dash === undefined &&
    (bySide || props.border === undefined)
      ? undefined
      : stroke(border);
  return {
    padding: props.padding === undefined ? noSides : sidesOf(props.padding, unit),
    background: background && longColor(background),
    border: {
      top: top ? stroke(top) : all,
      right: right ? stroke(right) : all,
      bottom: bottom ? stroke(bottom) : all,
      left: left ? stroke(left) : all,
      radius: radius ?? 0,
    },
  };
}

function bookmarkOf(
  props: CommonProps,
  context: CompileContext,
  pointer: string,
): ((scope: BoundScope) => OutlineEntry) | undefined {
  const { bookmark } = props;
  if (bookmark === undefined) return undefined;
  const given =
    typeof bookmark === 'string' ? { title: bookmark } : (bookmark as { title: string; level?: number; anchor?: string });
  const title = context.text(given.title, typeof bookmark === 'string' ? `${pointer}/bookmark` : `${pointer}/bookmark/title`);
  return (scope) => ({ title: title.text(scope) || undefined, level: given.level ?? 1, anchor: given.anchor });
}
