// Compiles a page layout: its parts, its sheet, its bands and its body. A layout with a `use` takes what it does not say itself from a definition.

import type { FromSchema } from '../../contract/schema.ts';
import { isObject } from '../../json/is-object.ts';
import { type BandUse, type CompileContext, siteAt } from '../components/component.ts';
import { compilePlaced } from '../components/frame/frame.ts';
import { canPrint, typesOf } from '../components/registry.ts';
import { compileBackground } from '../components/shared/bound-values/bound-style.ts';
import { contextWhere, contextWithLet, enclosed } from '../components/shared/context.ts';
import { compileElements } from '../components/shared/lists/element-context.ts';
import { compileChildren, stackNodes } from '../components/shared/stack-nodes.ts';
import { readBehaviour } from '../components/shared/styled-behaviour.ts';
import { styledContext } from '../components/shared/styled-context.ts';
import { aroundStyle, enterDefinition, inScope, passedOn } from '../components/use/enter-definition.ts';
import { latest } from '../expression/index.ts';
import { takeAll } from '../layout/band-sheets.ts';
import { turnedTo } from '../layout/direction.ts';
import type { BandVariant, PageLayout, PlacedBand } from '../layout/page-layout.ts';
import type { BoundScope } from '../layout/session.ts';
import type { StyleProperties } from '../template/styles.ts';
import { isBound } from '../text/text-properties.ts';
import { checkWidths } from './check-widths.ts';
import { compileMargin, compileSheet, explainSheet } from './compile-sheet.ts';
import { bandVariant, definedPageSchema, type labelsSchema, pageSchema } from './template-schema.ts';

type PageProps = FromSchema<typeof pageSchema>;

/** A layout, or the definition that it uses. */
interface Layer {
  readonly props: PageProps;
  readonly context: CompileContext;
  readonly pointer: string;
  /** Makes the scope of the layer from the scope of a part of the layout. */
  readonly scopeOf: (part: BoundScope) => BoundScope;
  /** Whether its `when` lets a part of the layout be made. */
  readonly allows: (part: BoundScope) => boolean;
}

/** Compiles a page layout, or the layout of a definition. */
export function compilePage(page: unknown, root: CompileContext, pointer: string, isDefinition = false): PageLayout {
  const { unit } = root.template;
  const { layers: plain, parts, isRepeated } = compileLayers(page, root, pointer, isDefinition);
  const layers = styleLayers(plain);
  const layout = layers.at(-1)!;
  /** The layer that sets a property: the layout itself, else the nearest definition. */
  const layerOf = (member: keyof PageProps): Layer => layers.findLast(({ props }) => props[member] !== undefined) ?? layout;
  const memberOf = <K extends keyof PageProps>(member: K): PageProps[K] => layerOf(member).props[member];
  /** The layer of a member before it has the style of the layout, which is made of all layers. */
  const plainOf = (member: keyof PageProps): Layer => plain[layers.indexOf(layerOf(member))]!;
  const sized = plainOf('size');
  const dir = memberOf('dir');
  const places = { size: `${sized.pointer}/size`, margin: `${layerOf('margin').pointer}/margin` };
  const { margin, isMirrored } = compileMargin(memberOf('margin'), root, places.margin);
  // The layout may still change the sheet of a definition.
  const sheetProps = { size: memberOf('size'), orientation: memberOf('orientation'), margin, isFinal: !isDefinition };
  const { sheet, fixed } = compileSheet(sheetProps, sized.context, places);
  // Components in slots are not checked here.
  if (fixed && layers.length === 1)
    checkWidths(layout.props.body, fixed.width - margin.left - margin.right, `${pointer}/body`, root);
  const placeOf = (name: 'header' | 'footer') => `${layerOf(name).pointer}/${name}`;
  const band = (name: 'header' | 'footer') => {
    const { props, context, scopeOf } = layerOf(name);
    const variants = compileBand(props[name], context, placeOf(name));
    return variants.map(({ when, ...variant }) => ({
      ...variant,
      when: when && ((part: BoundScope) => when(scopeOf(part))),
      node: inScope(variant.node, scopeOf),
    }));
  };
  const placedBand = (name: 'background' | 'overlay') => {
    const { props, context, pointer: at, scopeOf } = layerOf(name);
    const placed = compilePlacedBand(props[name], context, `${at}/${name}`);
    const children = placed?.children.map((child) => ({ ...child, node: inScope(child.node, scopeOf) }));
    return placed && children && { ...placed, children };
  };
  // The body of a definition holds that of its layout in a slot.
  const main = layers.find(({ props }) => props.body !== undefined) ?? layout;
  const written = layers.findLast(({ props: { body } }) => body !== undefined && body !== passedOn) ?? layout;
  const colored = plainOf('style');
  const color = compileBackground({ style: colored.props.style }, colored.context, colored.pointer);
  const labelled = plainOf('labels');
  const labels = compileLabels(labelled.props.labels, labelled.context, `${labelled.pointer}/labels`);
  const body = stackNodes(
    compileChildren(
      main.props.body === undefined ? [] : main.props.body,
      main.props.body === passedOn ? { ...main.context, isMade: true } : main.context,
      `${main.pointer}/body`,
    ),
    (memberOf('gap') ?? 0) * unit,
  );
  return {
    *parts(scope) {
      // The layout comes first: its condition may ensure that the values it gives to a definition are there.
      for (const part of parts(scope)) if (!layers.findLast(({ allows }) => !allows(part))) yield turnedTo(dir, part);
    },
    isRepeated,
    sheet: (part) => sheet(sized.scopeOf(part)),
    margin,
    isMirrored,
    binding: memberOf('binding'),
    start: memberOf('start'),
    header: band('header'),
    footer: band('footer'),
    body: inScope(body, main.scopeOf),
    canPrint: canPrint(main.props.body),
    color: color && ((part) => color(colored.scopeOf(part))),
    labels: labels && ((part) => labels(labelled.scopeOf(part))),
    background: placedBand('background'),
    overlay: placedBand('overlay'),
    pointer,
    places: { header: placeOf('header'), footer: placeOf('footer'), body: `${written.pointer}/body` },
    sites: { page: siteAt(layout.context, pointer), body: siteAt(written.context, `${written.pointer}/body`) },
  };
}

interface Layers extends Pick<PageLayout, 'parts' | 'isRepeated'> {
  /** From the innermost definition to the layout itself. */
  readonly layers: readonly Layer[];
}

function compileLayers(page: unknown, root: CompileContext, pointer: string, isDefinition: boolean): Layers {
  const props = checkPage(page, root, pointer, isDefinition);
  const made = isDefinition ? compileNames(props, root, pointer) : compileParts(props, root, pointer);
  const { context, bind, holds } = made;
  const layer = { props, context, pointer, scopeOf: bind, allows: holds };
  const { parts = (scope: BoundScope) => [scope], isRepeated = false } = made;
  const { use } = props;
  const entered = use === undefined ? undefined : enterDefinition({ ...props, use }, 'page', context, pointer);
  if (!entered) return { layers: [layer], parts, isRepeated };
  const { definition, scopeOf } = entered;
  const { layers: inner } = compileLayers(definition.page, entered.context, `${definition.pointer}/page`, true);
  if (
    !isDefinition &&
    props.body === undefined &&
    inner.every((one) => one.props.body === undefined || one.props.body === passedOn)
  )
    context.template.report('error', 'missing-property', pointer, 'needs "body", because the definition has none');
  const within = inner.map((one) => ({
    ...one,
    scopeOf: (part: BoundScope) => one.scopeOf(scopeOf(bind(part))),
    allows: (part: BoundScope) => one.allows(scopeOf(bind(part))),
  }));
  return { layers: [...within, layer], parts, isRepeated };
}

/** The properties of a layout, without those that are faulty. */
function checkPage(page: unknown, { template }: CompileContext, pointer: string, isDefinition: boolean): PageProps {
  const isWhole = !isDefinition && !(isObject(page) && page.use !== undefined);
  const shape = isDefinition ? definedPageSchema : pageSchema;
  const schema = isWhole ? { ...shape, required: ['body'] } : shape;
  const told = isObject(page) ? explainSheet(page) : {};
  for (const [name, message] of Object.entries(told)) template.report('error', 'wrong-value', `${pointer}/${name}`, message);
  const known = isObject(page) ? Object.fromEntries(Object.entries(page).filter(([name]) => !(name in told))) : page;
  // The schema knows written sizes only.
  const { size: bound, ...others } = isObject(known) && isBound(known.size) ? known : { size: undefined };
  const written = (template.checkAndMend(schema, bound === undefined ? known : others, pointer) ?? { body: [] }) as PageProps;
  const props = bound === undefined ? written : { ...written, size: bound as PageProps['size'] };
  const passesOn = isDefinition && props.use !== undefined && props.body === undefined && template.fillsUses;
  return passesOn ? { ...props, body: passedOn } : props;
}

interface Names {
  readonly context: CompileContext;
  bind(scope: BoundScope): BoundScope;
  holds(scope: BoundScope): boolean;
}

/** Compiles the condition of a layout, and its names for values. */
function compileNames({ when, let: values }: PageProps, root: CompileContext, pointer: string): Names & Partial<Layers> {
  const condition = when === undefined ? undefined : root.expression(when, `${pointer}/when`);
  const { context, bind } = contextWithLet(values, contextWhere(condition, root), `${pointer}/let`);
  return { context, bind, holds: (scope) => !condition || condition.test(scope) };
}

/** Compiles which parts a layout makes: one, or one for each element; none if its condition does not hold. */
function compileParts(props: PageProps, root: CompileContext, pointer: string): Names & Omit<Layers, 'layers'> {
  // Parts are bound and tested where they are made.
  const own = { bind: (part: BoundScope) => part, holds: () => true };
  const { when, each, ...elementProps } = props;
  if (each === undefined) {
    for (const name of ['as', 'where', 'sort'] as const) {
      if (elementProps[name] === undefined) continue;
      const message = `"${name}" belongs to the elements of a list, so the layout needs "each" too`;
      root.template.report('error', 'missing-property', pointer, message);
    }
    const { context, bind, holds } = compileNames(props, root, pointer);
    return {
      ...own,
      context,
      isRepeated: false,
      *parts(scope) {
        if (holds(scope)) yield bind(scope);
      },
    };
  }
  const condition = when === undefined ? undefined : root.expression(when, `${pointer}/when`);
  const elements = compileElements(each, elementProps, contextWhere(condition, root), pointer, 'each');
  return {
    ...own,
    context: elements.context,
    isRepeated: true,
    *parts(scope) {
      if (condition && !condition.test(scope)) return;
      const list = elements.list(scope, scope.session);
      for (let i = 0; i < list.length; i++) yield elements.scopeOf(scope, list, i);
    },
  };
}

/** Gives each layer the style of all of them. A text property or style of a later layer wins. */
function styleLayers(layers: readonly Layer[]): readonly Layer[] {
  let { style } = layers.at(-1)!.context;
  for (const [i, { props, context, pointer, scopeOf }] of layers.entries()) {
    const later = layers.slice(i + 1);
    const own = Object.entries(props).filter(([name]) => later.every(({ props: over }) => !Object.hasOwn(over, name)));
    // On a layout, `size` is that of the sheet.
    const { size: _sheet, ...text } = Object.fromEntries(own);
    style = styledContext(text as StyleProperties, { ...context, style }, pointer, ['background'], scopeOf).style;
  }
  return layers.map((layer, i) => {
    // Each definition between the layout and the layer is one scope further in.
    const inside = layers.slice(i + 1).reduce((around) => aroundStyle(around), style);
    return { ...layer, context: { ...layer.context, style: inside } };
  });
}

function compileLabels(
  labels: FromSchema<typeof labelsSchema> | undefined,
  root: CompileContext,
  pointer: string,
): PageLayout['labels'] {
  if (!labels) return undefined;
  const { style = 'decimal', start = 1 } = labels;
  const prefix = labels.prefix === undefined ? undefined : root.text(labels.prefix, `${pointer}/prefix`);
  return (scope) => ({ style, start, prefix: prefix?.plain(scope) ?? '' });
}

function compileBand(band: unknown, context: CompileContext, pointer: string): readonly BandVariant[] {
  if (!Array.isArray(band) || band.length === 0) return [];
  // An entry without a type, `body` and `on` is a component without its type, not a variant.
  const isVariant = (entry: unknown) =>
    isObject(entry) && !('type' in entry) && typesOf(entry).length === 0 && ('body' in entry || 'on' in entry);
  const wrapped = !band.some(isVariant);
  const variants: readonly unknown[] = wrapped ? [{ on: 'all', body: band }] : band;
  tellUnreached(
    variants.filter(isVariant) as readonly Variant[],
    (variant) => `${pointer}/${variants.indexOf(variant)}`,
    context,
  );
  if (!wrapped) warnOfRest(variants, context, pointer);
  return variants.map((entry, i) => {
    const at = wrapped ? pointer : `${pointer}/${i}`;
    const isMixed = !isVariant(entry);
    if (isMixed) {
      const message = 'this list has variants { "on", "height", "body" }, so put this component into the "body" of a variant';
      context.template.report('error', 'wrong-type', at, message);
    }
    const good = !isMixed && context.template.check(bandVariant, entry, at);
    const {
      on = 'all',
      when,
      bleed = false,
      height,
      read,
      body,
    } = (good ? entry : { body: [] }) as FromSchema<typeof bandVariant>;
    const isRead = read === undefined ? on === 'first' || on === 'last' : read === 'once';
    const use: BandUse = { time: 'data', printsData: false, isRead, isSheet: false };
    const holds = when === undefined ? undefined : { ...context, band: { ...use } }.expression(when, `${at}/when`);
    const around = enclosed({ ...context, band: use, hasOrder: false, noNotes: outsideBody }, 'a header or footer');
    const inside = contextWhere(holds, around);
    const node = stackNodes(compileChildren(body, inside, wrapped ? at : `${at}/body`), 0);
    if (use.printsData && !isRead && read === undefined) {
      const advice = wrapped
        ? 'put it into a variant: [{ "read": "once", "body": [ … ] }]'
        : 'add "read": "once", or "never" if the data stands elsewhere too';
      warnOfUnread(`Screen readers do not read the data here, as it repeats on the pages: ${advice}.`, at, context);
    }
    return {
      site: siteAt(context, at),
      on,
      when: holds && ((scope) => holds.test(scope)),
      bleed,
      height: height === undefined ? undefined : height * context.template.unit,
      node,
      time: use.time,
      isRead,
    };
  });
}

const outsideBody = 'notes belong to the body, and headers, footers, backgrounds and overlays stand outside of it';

type Variant = Pick<FromSchema<typeof bandVariant>, 'on' | 'when'>;

/** Warns of variants that no sheet uses, because earlier variants cover all their sheets. */
function tellUnreached(variants: readonly Variant[], placeOf: (variant: Variant) => string, { template }: CompileContext): void {
  for (const one of variants) {
    const isRest = one.on === 'rest';
    // `rest` takes what all others leave, wherever it stands.
    const place = variants.indexOf(one);
    const before = variants.filter((other, i) => (other.on === 'rest' ? isRest && i < place : isRest || i < place));
    if (
      !takeAll(
        before.filter(({ when }) => when === undefined).map(({ on = 'all' }) => on),
        one.on ?? 'all',
      )
    )
      continue;
    const message = isRest
      ? 'It is never shown: the other variants take all pages. Take it out.'
      : 'It is never shown: variants before it take all of its pages. The first variant that fits a page is shown, so put this one above them.';
    template.report('warning', 'never-reached', placeOf(one), message);
  }
}

/** "rest" once was all sheets but the first. */
function warnOfRest(variants: readonly unknown[], { template }: CompileContext, pointer: string): void {
  const names = variants.map((variant) => (isObject(variant) ? (variant.on ?? 'all') : undefined));
  const at = names.indexOf('rest');
  if (at < 0 || names.some((name) => name !== undefined && !['rest', 'notFirst', 'even'].includes(String(name)))) return;
  const message =
    'This takes the first sheet too, as no other variant of the list does. Write "notFirst" for all sheets but the first, or "all" if this is meant.';
  template.report('warning', 'rest-takes-first', `${pointer}/${at}/on`, message);
}

function compilePlacedBand(
  children: readonly unknown[] | undefined,
  context: CompileContext,
  pointer: string,
): PlacedBand | undefined {
  if (!children) return undefined;
  const useOf = (isRead: boolean): BandUse => ({ time: 'data', printsData: false, isRead, isSheet: true });
  const use = useOf(true);
  const unread = useOf(false);
  const around = enclosed({ ...context, hasOrder: false, noNotes: outsideBody }, 'a background or overlay');
  const inside = { ...around, band: use };
  const outside = { ...around, band: unread };
  const isChosen = (child: unknown) =>
    isObject(child) && ['role', 'alt'].some((name) => name in readBehaviour(child, context.template));
  const whole = children.map((child, i) =>
    isObject(child) && 'watermark' in child ? withoutPlace(child, `${pointer}/${i}`, context) : child,
  );
  const placed = compilePlaced(whole, context, pointer, (child) => (isChosen(child) ? inside : outside));
  if (unread.printsData) {
    const advice = 'give the component a "role" such as "paragraph", or "artifact" if the data stands elsewhere too';
    warnOfUnread(`Screen readers do not read the data here: ${advice}.`, pointer, context);
  }
  return { site: siteAt(context, pointer), children: placed, time: latest([use, unread]) };
}

/** A watermark, which covers the sheet wherever it stands. */
function withoutPlace(child: object, pointer: string, { template }: CompileContext): object {
  const { at, ...others } = child as { readonly at?: unknown };
  if (at !== undefined)
    template.report(
      'warning',
      'no-effect',
      `${pointer}/at`,
      'A watermark covers the sheet: its "at" has no effect. Leave it out.',
    );
  return others;
}

function warnOfUnread(message: string, pointer: string, { template }: CompileContext): void {
  if (template.isTagged) template.report('warning', 'unread-data', pointer, message);
}
