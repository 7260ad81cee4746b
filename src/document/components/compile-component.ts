// Compiles a component of any type: checks its properties, and adds the margin, box and breaks that every component may have.

import { isObject } from '../../json/is-object.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { showJson } from '../../words/show-json.ts';
import { symbologyNames } from '../barcode/symbologies.ts';
import type { Box } from '../layout/box.ts';
import { type ComponentNode, type OutlinePart, outlineOf, type Subject } from '../layout/component-node.ts';
import { type GivenDirection, turnedTo } from '../layout/direction.ts';
import { withOutline } from '../layout/outline-walk.ts';
import type { BoundScope } from '../layout/session.ts';
import { adviseComponent } from '../other-names/components.ts';
import type { Report } from '../template/check.ts';
import { commonProperties } from '../template/property-schemas.ts';
import type { StyleAt, StyleProperties } from '../template/styles.ts';
import { textColorNames } from '../text/text-properties.ts';
import {
  type BoundPlaces,
  type CommonProps,
  type CompileContext,
  type ComponentDefinition,
  nameOf,
  nothing,
} from './component.ts';
import { guessMissingType, nearestType } from './guess-type.ts';
import { componentSchema, componentTypes, definitionOf, findComponent, typesOf } from './registry.ts';
import { checkBookmark, readBookmark, titlePlace } from './shared/bookmark.ts';
import { separateNumbers } from './shared/bound-values/bound-numbers.ts';
import {
  boundStyle,
  checkStyleNames,
  compileBackground,
  impliedStyleNames,
  literalStyleNames,
  lookOfStyle,
  withImpliedStyles,
} from './shared/bound-values/bound-style.ts';
import { ignoresBox } from './shared/box/ignores-box.ts';
import { surround } from './shared/box/surround.ts';
import { beforeTurn, isQuarter, turned } from './shared/box/turned.ts';
import { freeRoom, warnOfLostBreak, withBreaks } from './shared/box/with-breaks.ts';
import { checkFontLook } from './shared/check-font-look.ts';
import { type BuildParts, compileParts } from './shared/component-parts.ts';
import { contextWhere, enclosed } from './shared/context.ts';
import { headingLevel, headingNumber } from './shared/heading-number.ts';
import { withMarks } from './shared/marks.ts';
import { describesAll, withRole } from './shared/roles.ts';
import { compileChildren, stackNodes } from './shared/stack-nodes.ts';
import { placeOfProperty, takenAround, withOwnStyles, withStyledProperties } from './shared/styled-behaviour.ts';
import { type BoxProperty, boxPropertyNames, warnOfLost } from './shared/styled-context.ts';
import { rowOf } from './table/row-of.ts';
import { text } from './text/text.ts';
import { isolated } from './text/text-direction.ts';
import { TextNode } from './text/text-node.ts';
import { inScope } from './use/enter-definition.ts';

/** Levels of nesting that a template may have. */
const maxDepth = 64;

/** Compiles a component, a string (a text) or a list (a stack). */
export function compileComponent(child: unknown, pointer: string, outer: CompileContext): ComponentNode {
  const { report } = outer.template;
  if (typeof child === 'string') return compileTyped(text, { text: child }, pointer, outer, true);
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
  const [type, second] = typesOf(props);
  // Other tools name a component by its "type".
  if (type === undefined || typeof props.type === 'string') {
    reportMissingType(props, pointer, outer);
    return nothing;
  }
  if (second !== undefined) {
    const isGrouped = props.table !== undefined && typeof props.group === 'string';
    const advice = isGrouped
      ? `To group the rows of the table, write "groups": [{ "by": ${JSON.stringify(props.group)} }].`
      : 'A list holds several components.';
    const message = `has "${type}" and "${second}", and each of them makes a component of its own: keep one. ${advice}`;
    report('error', 'two-types', `${pointer}/${second}`, message);
    return nothing;
  }
  return compileTyped(findComponent(type)!, props, pointer, outer, false);
}

/** Compiles a component of a type that templates do not name. */
export function compileAs(
  definition: ComponentDefinition,
  props: Readonly<Record<string, unknown>>,
  pointer: string,
  outer: CompileContext,
): ComponentNode {
  return compileTyped(definition, props, pointer, outer, false);
}

/** Says which key is missing or misspelt. */
function reportMissingType(props: Readonly<Record<string, unknown>>, pointer: string, { template }: CompileContext): void {
  const { type } = props;
  const known = (type: string | undefined) => (type ? `did you mean "${type}"?` : `known types: ${componentTypes().join(', ')}`);
  const noType = (name: string) => `There is no component type ${JSON.stringify(name)}`;
  if (typeof type === 'string') {
    const own = definitionOf(props);
    const meant = own && Object.entries(own.properties).find(([, schema]) => schema.enum?.includes(type))?.[0];
    if (meant !== undefined) {
      const message = `"type" is not known here: write "${meant}": "${type}"`;
      template.report('error', 'unknown-property', `${pointer}/type`, message);
      return;
    }
    const named = findComponent(type);
    if (named) {
      const message = `leave "type" out: the key "${type}" says what the component is, as in ${withoutType(named, props)}`;
      template.report('error', 'unknown-property', `${pointer}/type`, message);
    } else {
      const advice = adviseComponent(type);
      const near = rightBarcode(type, props.value ?? props.text ?? '…') ?? known(nearestType(type));
      const message = advice === undefined ? `${noType(type)}; ${near}` : `${noType(type)}: ${advice}`;
      template.report('error', 'unknown-component', `${pointer}/type`, message);
    }
    return;
  }
  const defined = Object.keys(props).find((name) => template.definitions.hasBody(name));
  if (defined !== undefined) {
    const given = props[defined];
    const values = isObject(given) && !typesOf(given).length ? showJson(given) : '{ … }';
    const message = `${noType(defined)}, but a definition: write { "use": "${defined}", "with": ${values} }`;
    template.report('error', 'unknown-component', `${pointer}${pointerStep(defined)}`, message);
    return;
  }
  const keys = Object.keys(props);
  const own = keys.filter((key) => !Object.hasOwn(commonProperties, key));
  const foreign = (own.length > 0 ? own : keys).find((key) => adviseComponent(key) !== undefined);
  if (foreign !== undefined) {
    const message = `${noType(foreign)}: ${adviseComponent(foreign)}`;
    template.report('error', 'unknown-component', `${pointer}${pointerStep(foreign)}`, message);
    return;
  }
  const guess = guessMissingType(props);
  const at = guess.key === undefined ? pointer : `${pointer}${pointerStep(guess.key)}`;
  const what = guess.key === undefined ? 'needs a key that says what it is' : noType(guess.key);
  template.report(
    'error',
    'unknown-component',
    at,
    `${what}; ${rightBarcode(guess.key, props[guess.key ?? '']) ?? known(guess.type)}`,
  );
}

/** A component with a "type" beside its content, as it is written here. The first property that it lacks is its content. */
function withoutType({ type, properties }: ComponentDefinition, props: Readonly<Record<string, unknown>>): string {
  const isForeign = (name: string) =>
    name !== 'type' && !Object.hasOwn(properties, name) && !Object.hasOwn(commonProperties, name);
  const name = Object.hasOwn(props, type) ? type : Object.keys(props).find(isForeign);
  const content = name === undefined ? properties[type]?.const : props[name];
  const shown = Array.isArray(content) ? '[ … ]' : isObject(content) || content === undefined ? '…' : showJson(content);
  return `{ "${type}": ${shown} }`;
}

/** A barcode whose kind was written as its type, such as `qrCode` or `EAN-13`. Undefined: it is something else. */
function rightBarcode(type: string | undefined, content: unknown): string | undefined {
  const bare = (name: string) => name.toLowerCase().replaceAll(/[-_\s]/g, '');
  const named = symbologyNames.find((name) => type && [bare(name), `${bare(name)}code`].includes(bare(type)));
  return named && `write { "barcode": ${showJson(content)}, "symbology": "${named}" }`;
}

// `isShort`: a string stands for the component, so its text has no pointer of its own.
function compileTyped(
  definition: ComponentDefinition,
  given: Readonly<Record<string, unknown>>,
  pointer: string,
  outer: CompileContext,
  isShort: boolean,
): ComponentNode {
  const { report } = outer.template;
  if (isTooDeep(pointer, outer) || (outer.isCopy && !outer.template.definitions.takeCopy(pointer))) return nothing;
  const at = (place: string) => (isShort && place === `${pointer}/text` ? pointer : place);
  const fail: Report = ({ code, pointer: place, message }) => report('error', code, at(place), message);
  const when = typeof given.when === 'string' ? given.when : undefined;
  const foreign = definition.explain?.(given, (part) => typesOf(part).length > 0);
  if (foreign) {
    report('error', foreign.code ?? 'wrong-type', pointer + foreign.place, foreign.message);
    return nothing;
  }
  const whole = componentSchema(definition);
  const condition = when === undefined ? undefined : outer.expression(when, `${pointer}/when`);
  const where = contextWhere(condition, outer);
  const numbers = isShort ? undefined : separateNumbers(whole, given, pointer, numberContext(definition, given, where));
  const checked = isShort ? given : outer.template.checkAndMend(whole, numbers?.props ?? given, pointer, fail);
  if (!checked) return nothing;
  const takes = (property: string) => takesProperty(definition, property);
  const owned = withOwnStyles(checked, definition, outer.template, outer.isMade);
  const props = withStyledProperties(owned, definition, outer.template, takes);

  const build = (own: Readonly<Record<string, unknown>>, bound?: BoundPlaces) =>
    compileProps(definition, own, pointer, { ...outer, numbers: bound }, { at, names: where.names });
  const { outline } = outer.template;
  const usesBefore = outline.counterUses;
  const made = numbers ? numbers.compile(props, build) : build(props);
  const part = outlinePart(props, where, pointer, outline.counterUses > usesBefore);
  // This component records the counters printed in it: the components around it need not.
  outline.counterUses = usesBefore;
  const node = part ? withOutline(made, part) : made;
  return condition ? conditional(node, (scope) => condition.test(scope)) : node;
}

/** The heading, anchor and counter that a component shows to the walk of the outline. Undefined: none. */
function outlinePart(
  props: CommonProps,
  context: CompileContext,
  pointer: string,
  printsCounter: boolean,
): OutlinePart | undefined {
  const { template, hasOrder, way } = context;
  const { count } = props;
  checkBookmark(props, context, pointer);
  const bookmark = readBookmark(props);
  if (!hasOrder) {
    if (count !== undefined) template.report('error', 'misplaced-counter', `${pointer}/count`, countWithoutOrder);
    return undefined;
  }
  const isText = 'text' in props;
  if (!isText && headingLevel(props) && template.outline.listsHeadings) {
    const message = 'No table of contents lists this heading: only texts have a title there. Give the role to the text in it.';
    template.report('warning', 'not-listed', placeOfProperty(props, 'role', pointer), message);
  }
  const heading = isText ? headingNumber(props, context) : undefined;
  const given = bookmark?.anchor;
  if (!heading && count === undefined && given === undefined && !printsCounter) return undefined;
  const site = way + pointer;
  template.outline.addSite(site);
  if (count !== undefined) template.outline.counters.add(count);
  const isListed = count !== undefined && template.outline.listedCounters.has(count);
  if (isListed && bookmark?.title === undefined) {
    const message = `The list of what "${count}" counts leaves it out, because it has no title: give it a "bookmark" with a title.`;
    template.report('warning', 'not-listed', `${pointer}/count`, message);
  }
  const anchor = given === undefined ? undefined : context.text(given, `${pointer}/bookmark/anchor`);
  const title = bookmark?.title === undefined ? undefined : context.text(bookmark.title, titlePlace(props, pointer));
  if (title ?? template.outline.titleAt(site)) template.outline.titles++;
  const isNumbered = heading?.write !== undefined || count !== undefined || context.lists.isNumbered;
  if (anchor) template.outline.addAnchor(anchor.isLiteral ? anchor.plain({} as BoundScope).trim() : undefined, isNumbered);
  if (anchor?.usesOutline) {
    const message = 'Numbers and titles are found by the names of anchors, so they cannot be a part of these names.';
    template.report('error', 'too-early', `${pointer}/bookmark/anchor`, message);
  }
  return {
    site,
    name: nameOf(props, pointer),
    heading,
    count,
    isListed: isListed && title !== undefined,
    anchor: anchor && ((scope) => anchor.plain(scope).trim()),
    title: title ? (scope) => isolated(title, scope) : template.outline.titleAt(site),
    printsCounter,
  };
}

const countWithoutOrder =
  'Nothing is counted here: headers, footers, backgrounds, overlays and separators repeat, so they stand in no order. Count components of the body.';

/** The context in which the numbers of a component are compiled. The numbers of a table cannot use the names of its rows. */
function numberContext({ content }: ComponentDefinition, props: Readonly<Record<string, unknown>>, inside: CompileContext) {
  return content === 'table' ? { ...inside, names: { ...inside.names, row: rowOf(props) } } : inside;
}

/** Compiles a component whose properties have been checked. `at` and `names` are of the context in it. */
function compileProps(
  definition: ComponentDefinition,
  given: Readonly<Record<string, unknown>>,
  pointer: string,
  around: CompileContext,
  { at, names }: Pick<CompileContext, 'at' | 'names'>,
): ComponentNode {
  const props = beforeTurn(given, definition, (code, place, message) =>
    around.template.report('error', code, pointer + place, message),
  );
  const outer = props.rotate === undefined ? around : enclosed(around, 'a turned component');
  const common = props as CommonProps;
  checkStyleNames(common, pointer, outer);
  warnOfLostLooks(definition, props, pointer, outer);
  if (common.font !== undefined) outer.template.checkFontName(common.font, `${pointer}/font`);
  const { styles } = outer.template;
  const implied = impliedStyleNames(props);
  // A style may bring box properties too; the component's own win.
  const boxStyles = ignoresBox in props ? implied : literalStyleNames(props);
  const ofStyle = (name: BoxProperty) => common[name] ?? styles.find(boxStyles, name)?.value;
  const ownBox: CommonProps =
    boxStyles.length === 0 ? common : { ...common, ...Object.fromEntries(boxPropertyNames.map((name) => [name, ofStyle(name)])) };
  const boxProps = definition.completeBox?.(ownBox, props) ?? ownBox;
  checkFontLook(common, pointer, outer);
  // The text properties of a type lie below what the parts around say. See docs/decisions/0086.
  const near = withImpliedStyles(
    common,
    implied.filter((name) => name !== definition.type),
  );
  const style = styles.derive(
    implied.includes(definition.type) ? styleOfType(definition, outer) : outer.style,
    literalStyleNames(near),
    common as StyleProperties,
    boundStyle(near, pointer, outer),
    common.lang?.includes('{{') ? undefined : common.lang?.trim() || undefined,
  );
  const isDescribed = outer.isDescribed || describesAll(definition, common);
  // What stands inside of a component is not alone in the cell.
  const isUpright = !isQuarter(common.rotate);
  const fillsRow = outer.fillsRow && isUpright && (definition.content === 'nothing' || definition.content === 'figure');
  const within = outer.within ?? (hasBox(boxProps) ? 'a component with a box of its own' : undefined);
  const noNotes = outer.noNotes ?? whyNoNotes(common, isDescribed);
  const depth = outer.depth + 1;
  const inner = { ...outer, names, style, isDescribed, noNotes, isPlaced: false, within, fillsRow, depth, at };
  if (common.break?.before === 'page' || common.break?.after === 'page')
    warnOfLostBreak(around, placeOfProperty(props, 'break', pointer));
  const made = definition.compile(props, inner, pointer);
  // With `at`, a graphic begins there.
  const node = outer.isPlaced && definition.sizesItself === true ? inScope(made, fromLeft) : made;
  const dir = definition.hasText ? common.dir : undefined;
  if (common.dir !== dir) {
    const message = `A "${definition.type}" has no text, so its "dir" has no effect. Its place follows the direction of the part around.`;
    outer.template.report('warning', 'no-effect', `${pointer}/dir`, message);
  }
  const ownBackground = ignoresBox in props ? { ...common, style: implied } : common;
  const backgroundOf = compileBackground(ownBackground, inner, pointer);
  const boxed = surround(node, { definition, props: boxProps, backgroundOf, isPlaced: outer.isPlaced, context: inner, pointer });
  const placed = withRole(turned(boxed, given as CommonProps, outer.template.unit), {
    definition,
    props: common,
    context: inner,
    pointer,
  });
  const freeBeside = freeRoom(definition, boxProps, outer);
  const traced = compileParts(definition, boxProps, freeBeside, inner, pointer);
  const subject = subjectOf(definition, common) ?? (definition.content === 'children' ? node.subject : undefined);
  const whole = owned(
    withBreaks(inDirection(placed, dir), boxProps, freeBeside, around, pointer),
    nameOf(props, pointer),
    traced,
    subject === 'filler',
  );
  const marked = withMarks(whole, common, inner, pointer);
  if (subject === undefined) return marked;
  const { build, measure, outline } = marked;
  return { build: build.bind(marked), measure: measure.bind(marked), outline, subject };
}

const fromLeft = (scope: BoundScope): BoundScope => (scope.dir === 'ltr' ? scope : { ...scope, dir: 'ltr' });

/** Whether a property has an effect on a component. */
const takesProperty = (definition: ComponentDefinition, property: string): boolean =>
  Object.hasOwn(componentSchema(definition).properties!, property) && (property !== 'dir' || definition.hasText);

/** A component that says its direction. A text does so itself. */
function inDirection(node: ComponentNode, dir: GivenDirection | undefined): ComponentNode {
  return dir === undefined || node instanceof TextNode ? node : inScope(node, (scope) => turnedTo(dir, scope));
}

/** The text properties around a component, above those of the style with the name of its type. Those that it has as its own, as an icon its colour, it does not inherit. */
function styleOfType({ type, looks }: ComponentDefinition, context: CompileContext): StyleAt {
  const { styles } = context.template;
  const bound = boundStyle(lookOfStyle(type), `/styles/${type}`, context);
  const under = styles.underType(type, bound, context.style);
  const own = textColorNames.filter((name) => looks.includes(name));
  const given = Object.fromEntries(own.map((name) => [name, styles.find([type], name)?.value]));
  return own.length > 0 ? styles.derive(under, [], given, bound) : under;
}

/** Warns of properties in the styles of a component that have no effect. A component never takes its width from a style. */
function warnOfLostLooks(
  definition: ComponentDefinition,
  props: Readonly<Record<string | symbol, unknown>>,
  pointer: string,
  context: CompileContext,
): void {
  const around = (props[takenAround] ?? []) as readonly string[];
  const takes = (member: string) => around.includes(member) || (member !== 'width' && takesProperty(definition, member));
  // What a style with the name of a type may hold is known: see `typeStyles`.
  const ofFormat = impliedStyleNames(props).filter((name) => name !== definition.type);
  for (const part of [withImpliedStyles(props, []), ...(ofFormat.length === 0 ? [] : [lookOfStyle(ofFormat)])])
    warnOfLost(part, pointer, context, takes, `has no effect on a "${definition.type}"`);
}

/** Whether a component is a caption, or a figure that may have one. */
function subjectOf({ content, type }: ComponentDefinition, { role, alt, keepWithNext }: CommonProps): Subject | undefined {
  if (role === 'caption') return keepWithNext === false ? undefined : 'caption';
  if (content === 'figure' || role === 'figure') return 'figure';
  if (content === 'nothing') return alt ? 'figure' : 'filler';
  return content === 'table' || type === 'list' || type === 'toc' ? 'table' : undefined;
}

/** Whether the boxes of a component become one. */
function hasBox({ break: breaks, ...props }: CommonProps): boolean {
  const names = [
    'padding',
    'border',
    'background',
    'width',
    'height',
    'minHeight',
    'link',
    'opacity',
    'bookmark',
    'rotate',
  ] as const;
  return breaks?.inside === 'avoid' || names.some((name) => props[name] !== undefined && props[name] !== false);
}

/** Why a component cannot have footnotes. Undefined: footnotes are allowed. */
function whyNoNotes({ alt, link, rotate }: CommonProps, isDescribed: boolean): string | undefined {
  if (rotate !== undefined) return 'a turned component has no foot of its own';
  if (isDescribed || alt !== undefined) return 'screen readers leave the text out: it is decoration, or an "alt" stands for it';
  return link === undefined ? undefined : 'the text is part of a link, which holds no other link';
}

function isTooDeep(pointer: string, { depth, template }: CompileContext): boolean {
  if (depth < maxDepth) return false;
  template.report('error', 'too-deep', pointer, `Components nest deeper than ${maxDepth} levels.`);
  return true;
}

/** Sets the owner of the boxes of a component, and their part if origins are asked for. The boxes of a text have theirs already. */
function owned(node: ComponentNode, component: string, traced: BuildParts | undefined, isFiller: boolean): ComponentNode {
  if (node instanceof TextNode) return node;
  const mark = (box: Box, { place }: BoundScope): Box => {
    box.owner ??= { component, place };
    if (isFiller) box.isDecoration = true;
    return box;
  };
  function* marked(boxes: Iterable<Box>, scope: BoundScope): Iterable<Box> {
    for (const box of boxes) yield mark(box, scope);
  }
  return {
    build(scope, width, session) {
      const boxes = session.isTraced && traced ? traced(node, scope, width, session) : node.build(scope, width, session);
      return Array.isArray(boxes) ? boxes.map((box: Box) => mark(box, scope)) : marked(boxes, scope);
    },
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  };
}

function conditional(node: ComponentNode, holds: (scope: BoundScope) => boolean): ComponentNode {
  const { outline, subject } = node;
  return {
    subject,
    build: (scope, width, session) => (holds(scope) ? node.build(scope, width, session) : []),
    measure: (scope, session) => (holds(scope) ? node.measure(scope, session) : { min: 0, max: 0 }),
    ...(outline && {
      outline(scope, walk) {
        if (holds(scope)) outline(scope, walk);
      },
    }),
  };
}
