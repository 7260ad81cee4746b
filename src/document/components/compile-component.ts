// Compiles a component of any type: checks its properties, and adds the margin, box and breaks that every component may have.

import { showJson } from '../../words/show-json.ts';
import type { Box } from '../layout/box.ts';
import type { ComponentNode } from '../layout/component-node.ts';
import type { BoundScope } from '../layout/session.ts';
import type { Report } from '../template/check.ts';
import type { StyleProperties } from '../template/styles.ts';
import { boundStyle, checkStyleNames, compileBackground, literalStyleNames } from './bound-style.ts';
import { type CommonProps, type CompileContext, nameOf, nothing } from './component.ts';
import { withContext } from './context.ts';
import { guessType, nearestType } from './guess-type.ts';
import { componentSchema, componentTypes, findComponent } from './registry.ts';
import { describesAll, withRole } from './roles.ts';
import { compileChildren, stackNodes } from './stack.ts';
import { surround } from './surround.ts';
import { TextNode } from './text/text-node.ts';
import { withBreaks } from './with-breaks.ts';

/** Levels of nesting that a template may have. */
const maxDepth = 64;

/** Compiles a component, a string (a text) or a list (a stack). */
export function compileComponent(child: unknown, pointer: string, outer: CompileContext): ComponentNode {
  const { report } = outer.template;
  if (typeof child === 'string') return compileTyped('text', { type: 'text', text: child }, pointer, outer, true);
  if (Array.isArray(child)) {
    if (isTooDeep(pointer, outer)) return nothing;
    return stackNodes(compileChildren(child, { ...outer, depth: outer.depth + 1 }, pointer), 0);
  }
  if (typeof child !== 'object' || child === null) {
    const advice = typeof child === 'number' || typeof child === 'boolean' ? `: write "${child}"` : '';
    report(
      'error',
      'wrong-type',
      pointer,
      `must be a component, a text or a list of components, got ${showJson(child)}${advice}`,
    );
    return nothing;
  }
  const props = child as Readonly<Record<string, unknown>>;
  const type = props.type;
  if (typeof type !== 'string' || !findComponent(type)) {
    const near = typeof type === 'string' ? nearestType(type) : type === undefined ? guessType(props) : undefined;
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
): ComponentNode {
  const definition = findComponent(type)!;
  const { report } = outer.template;
  if (isTooDeep(pointer, outer)) return nothing;
  const at = (place: string) => (isShort && place === `${pointer}/text` ? pointer : place);
  const fail: Report = ({ code, pointer: place, message }) => report('error', code, at(place), message);
  const props = isShort ? given : outer.template.checkAndMend(componentSchema(definition), given, pointer, fail);
  if (!props) return nothing;

  const when = typeof props.when === 'string' ? outer.expression(props.when, `${pointer}/when`) : undefined;
  const names = typeof props.when === 'string' ? { ...outer.names, holds: [...outer.names.holds, props.when] } : outer.names;
  const common = props as CommonProps;
  checkStyleNames(common, pointer, outer);
  if (common.font !== undefined) outer.template.checkFont(common.font, `${pointer}/font`);
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
    common.lang?.includes('{{') ? undefined : common.lang?.trim() || undefined,
  );
  if (common.features !== undefined) outer.template.checkFeatures(common.features, style, `${pointer}/features`);
  const isDescribed = outer.isDescribed || describesAll(definition, common);
  const inner = withContext({ ...outer, names, style, isDescribed, isPlaced: false, depth: outer.depth + 1 }, at);
  const node = definition.compile(props, inner, pointer);
  const backgroundOf = compileBackground(common, inner, pointer);
  const boxed = surround(node, { definition, props: boxProps, backgroundOf, isPlaced: outer.isPlaced, context: inner, pointer });
  const placed = withRole(boxed, { definition, props: common, context: inner, pointer });
  const wrapped = owned(withBreaks(placed, boxProps, outer.template.unit), nameOf(props, pointer));
  return when ? conditional(wrapped, (scope) => when.test(scope)) : wrapped;
}

function isTooDeep(pointer: string, { depth, template }: CompileContext): boolean {
  if (depth < maxDepth) return false;
  template.report('error', 'too-deep', pointer, `Components nest deeper than ${maxDepth} levels.`);
  return true;
}

/** Sets the owner of the boxes of a component. The boxes of a text have theirs already. */
function owned(node: ComponentNode, component: string): ComponentNode {
  if (node instanceof TextNode) return node;
  const mark = (box: Box, { place }: BoundScope): Box => {
    box.owner ??= { component, place };
    return box;
  };
  function* marked(boxes: Iterable<Box>, scope: BoundScope): Iterable<Box> {
    for (const box of boxes) yield mark(box, scope);
  }
  return {
    build(scope, width, session) {
      const boxes = node.build(scope, width, session);
      return Array.isArray(boxes) ? boxes.map((box: Box) => mark(box, scope)) : marked(boxes, scope);
    },
    measure: (scope, session) => node.measure(scope, session),
  };
}

function conditional(node: ComponentNode, holds: (scope: BoundScope) => boolean): ComponentNode {
  return {
    build: (scope, width, session) => (holds(scope) ? node.build(scope, width, session) : []),
    measure: (scope, session) => (holds(scope) ? node.measure(scope, session) : { min: 0, max: 0 }),
  };
}
