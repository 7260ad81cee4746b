// Puts a component into a box with padding, background, border, size, link and bookmark.
import type { FromSchema } from '../../../../contract/schema.ts';
import type { Box } from '../../../layout/box.ts';
import { buildColumn, withSpaceInside } from '../../../layout/build-column.ts';
import { type ComponentNode, outlineOf } from '../../../layout/component-node.ts';
import { DecoratedBox, type Decoration, noSides, plainDecoration, sidesIn } from '../../../layout/decorated-box.ts';
import { paintedOutlines } from '../../../layout/extent.ts';
import { FadedBox } from '../../../layout/faded-box.ts';
import { tellLost } from '../../../layout/graphic.ts';
import { resolveLength } from '../../../layout/length.ts';
import { isLinkTarget, warnOfInnerLink } from '../../../layout/link-target.ts';
import { MarkedBox, type OutlineEntry } from '../../../layout/marked-box.ts';
import { placeInOutline } from '../../../layout/outline-walk.ts';
import type { BoundScope, ComponentLink, LayoutSession } from '../../../layout/session.ts';
import { closeLink, makeLink, openLink } from '../../../layout/structure.ts';
import type { Element, Tag } from '../../../layout/tag.ts';
import type { border as borderSchema } from '../../../template/property-schemas.ts';
import { type CommonProps, type CompileContext, type ComponentDefinition, nameOf } from '../../component.ts';
import { TextNode } from '../../text/text-node.ts';
import { readBookmark, titlePlace } from '../bookmark.ts';
import type { ColorOf } from '../bound-values/bound-color.ts';
import { compileBorder } from '../bound-values/bound-stroke.ts';
import { checkLink } from '../check-link.ts';
import { headingLevel } from '../heading-number.ts';
import { parseLength, radiusOf, sidesOf } from '../lengths.ts';
import { readAlt } from '../roles.ts';
import { warnOfCoveredText, watchWidth, withOwner } from './surround-warnings.ts';

const closes = ({ padding, border }: Pick<Decoration, 'padding' | 'border'>, side: 'top' | 'bottom'): boolean =>
  padding[side] > 0 || border[side] !== undefined;

interface Surrounded {
  readonly definition: ComponentDefinition;
  readonly props: CommonProps;
  readonly backgroundOf: ColorOf | undefined;
  /** Whether the component has an `at`. */
  readonly isPlaced: boolean;
  readonly context: CompileContext;
  readonly pointer: string;
}

/** Puts all boxes of a component into one box with padding, background, border, size, link and bookmark. */
export function surround(
  plain: ComponentNode,
  { definition, props, backgroundOf, isPlaced, context, pointer }: Surrounded,
): ComponentNode {
  const { unit } = context.template;
  const name = nameOf(props, pointer);
  const ownerOf = watchWidth(name, isPlaced, props.margin === undefined ? noSides : sidesOf(props.margin, unit));
  const sizesWidth = definition.sizesItself === true;
  const isOfText = definition.content === 'text';
  const node = sizesWidth && !definition.warnsOfWidth ? withOwner(plain, ownerOf) : plain;
  const decorationOf = compileDecoration(props, context, pointer);
  // A line may be as high as its row.
  const fixedHeight = typeof props.height !== 'number' || definition.sizesItself || isOfText ? undefined : props.height * unit;
  const ownWidth = sizesWidth || props.width === undefined ? undefined : parseLength(props.width, unit);
  const minHeight = Math.max(
    props.minHeight === undefined ? 0 : props.minHeight * unit,
    fixedHeight ?? 0,
    isOfText && props.height !== undefined ? props.height * unit : 0,
  );
  const link = props.link === undefined ? undefined : context.text(props.link, `${pointer}/link`);
  if (link?.isLiteral) checkLink(props.link!, context, `${pointer}/link`);
  const bookmark = bookmarkOf(props, node, context, pointer);
  const { opacity = 1 } = props;
  const isPlain = !decorationOf && !backgroundOf && ownWidth === undefined && minHeight === 0 && !link && opacity === 1;
  if (isPlain && !bookmark) return node;
  const padding = props.padding === undefined ? noSides : sidesOf(props.padding, unit);
  const alt = link === undefined || props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`);
  const isPicture = definition.content === 'figure';
  /** The scope inside the link. Undefined: the link stands inside another one. */
  const openTarget = (
    target: string,
    scope: BoundScope,
  ): (Pick<BoundScope, 'tag'> & { readonly link: ComponentLink }) | undefined => {
    if (scope.link) {
      warnOfInnerLink(target, { component: name, place: scope.place }, scope.session);
      return undefined;
    }
    const isRead = isLinkTarget(target);
    const tag = isOfText || !isRead ? scope.tag : openLink(scope.tag, isPicture);
    return {
      tag,
      link: { texts: [], hasBlankText: false, isOfText: isOfText && isRead, element: isOfText || !isRead ? undefined : tag },
    };
  };
  const outerWidth = (width: number) => (ownWidth === undefined ? width : resolveLength(ownWidth, width));
  return {
    *build(scope, width, session) {
      const heading: string[] | undefined = bookmark?.isOfContent ? [] : undefined;
      let entry = heading ? undefined : bookmark?.entryOf(scope, []);
      if (isPlain && !entry && !heading) {
        yield* node.build(scope, width, session);
        return;
      }
      const room = outerWidth(width);
      const owner = ownWidth === undefined ? undefined : ownerOf(scope, room, width, session);
      const target = link?.plain(scope).trim() ?? '';
      const opened = target === '' ? undefined : openTarget(target, scope);
      const within = opened || heading ? { ...scope, ...opened, ...(heading && { heading }) } : scope;
      let inner = buildColumn(node, within, Math.max(0, room - padding.left - padding.right), session);
      if (heading) entry = bookmark?.entryOf(scope, heading);
      const { edges, keepWithNext } = inner;
      let { before, after } = inner;
      const decoration = decorationOf?.(scope);
      // Padding and borders keep the margins of the first and the last component inside (CSS 2.2, 8.3.1).
      const top = decoration && closes(decoration, 'top') ? before : 0;
      const bottom = decoration && closes(decoration, 'bottom') ? after : 0;
      inner = withSpaceInside(inner, top, bottom, Math.max(0, room - padding.left - padding.right), scope.tag);
      before -= top;
      after -= bottom;
      const limit = fixedHeight === undefined ? undefined : fixedHeight - padding.top - padding.bottom;
      if (limit !== undefined && inner.height > limit + 0.01) {
        const content = inner;
        const [head, rest] = session.cut(() => content.slice(limit));
        inner = head;
        // A graphic that is made smaller says so itself.
        if (!rest.isEmpty)
          session.warn(
            'box-overflow',
            name,
            scope.place,
            `The content is higher than the "height" of its box and is cut; use "minHeight" for a box that grows.${tellLost(rest.graphics)}`,
          );
      }
      const background = backgroundOf?.(scope);
      let box: Box = inner;
      if (decoration || background || minHeight > 0) {
        box = new DecoratedBox(inner, room, { ...(decoration ?? plainDecoration), background }, minHeight, scope.tag);
        if (decoration)
          warnOfCoveredText(
            decoration,
            inner,
            { width: room, height: box.height },
            { component: name, place: scope.place },
            session,
          );
      }
      const isEmpty = opened !== undefined && isEmptyLink(opened.link, inner, box.height, session);
      if (isEmpty) closeLink(opened.tag, scope.tag);
      if ((opened && !isEmpty) || entry) {
        if (entry?.title) session.checkPrivate(entry.title, name, scope.place);
        const said = readAlt(alt, scope) || opened?.link.texts.join(' ') || '';
        const marked =
          opened && !isEmpty ? { target, text: said, tag: elementOf(opened.link.element) ?? makeLink(opened.tag) } : undefined;
        box = new MarkedBox(box, room, marked, entry, { component: name, place: scope.place }, session);
      }
      if (opacity < 1) {
        session.breach(
          'transparency',
          name,
          scope.place,
          'transparency is not allowed. Leave "opacity" out, or choose PDF/A-2 or later.',
        );
        box = new FadedBox(box, opacity);
      }
      Object.assign(box, { before, after, edges, keepWithNext });
      if (owner?.isTooWide) box.owner = owner;
      yield box;
    },
    measure(scope, session) {
      if (typeof ownWidth === 'number') return { min: ownWidth, max: ownWidth };
      const { min, max } = node.measure(scope, session);
      const around = padding.left + padding.right;
      return { min: min + around, max: max + around };
    },
    ...outlineOf(node),
  };
}

const elementOf = (tag: Tag | undefined): Element | undefined => (tag?.kind === 'element' ? tag : undefined);

/** Padding and border of a component. Its background may depend on the data too, and is added later. */
function compileDecoration(
  props: CommonProps,
  context: CompileContext,
  pointer: string,
): ((scope: BoundScope) => Omit<Decoration, 'background'>) | undefined {
  if (props.padding === undefined && props.border === undefined) return undefined;
  const padding = props.padding === undefined ? noSides : sidesOf(props.padding, context.template.unit);
  if (props.border === undefined) return (scope) => ({ padding: sidesIn(padding, scope), border: plainDecoration.border });
  const radius = radiusOf((props.border as FromSchema<typeof borderSchema>).radius);
  const sidesOfBorder = compileBorder(props.border, context, `${pointer}/border`);
  return (scope) => ({ padding: sidesIn(padding, scope), border: { ...sidesOfBorder(scope), radius } });
}

interface Bookmark {
  /** The title of the entry is made of the texts in the component. */
  readonly isOfContent: boolean;
  entryOf(scope: BoundScope, texts: readonly string[]): OutlineEntry | undefined;
}

function bookmarkOf(props: CommonProps, node: ComponentNode, context: CompileContext, pointer: string): Bookmark | undefined {
  const given = readBookmark(props);
  const heading = given?.title === undefined ? headingEntry(props, node, context) : undefined;
  if (!given) return heading;
  const title = given.title === undefined ? undefined : context.text(given.title, titlePlace(props, pointer));
  const anchor = given.anchor === undefined ? undefined : context.text(given.anchor, `${pointer}/bookmark/anchor`);
  const { count } = props;
  const site = context.way + pointer;
  const isCounted = count !== undefined && context.template.outline.listedCounters.has(count);
  const countedAs =
    isCounted && ((scope: BoundScope) => scope.session.outline.listedAnchorAt(placeInOutline(site, scope), count));
  return {
    isOfContent: heading?.isOfContent ?? false,
    entryOf(scope, texts) {
      const own = heading?.entryOf(scope, texts);
      return {
        listedAs: (node instanceof TextNode ? node.listedAs(scope) : undefined) ?? (countedAs ? countedAs(scope) : undefined),
        title: title ? withNumber(node, title.printed(scope), scope) || undefined : own?.title,
        level: given.level ?? (headingLevel(props) || 1),
        anchor: anchor?.plain(scope).trim() || undefined,
        fromHeading: own !== undefined,
      };
    },
  };
}

/** The outline shows the number of a heading too. */
const withNumber = (node: ComponentNode, title: string, scope: BoundScope): string => {
  const number = node instanceof TextNode && title !== '' ? node.numberOf(scope) : undefined;
  return number === undefined ? title : `${number} ${title}`;
};

/** The entry of a heading without a bookmark of its own. */
function headingEntry(props: CommonProps, node: ComponentNode, context: CompileContext): Bookmark | undefined {
  const level = headingLevel(props);
  const isText = node instanceof TextNode;
  const isOutlined = context.template.outlinesHeadings && props.bookmark !== false;
  if (!level || !(isOutlined || (isText && node.isListed))) return undefined;
  return {
    isOfContent: !isText,
    entryOf(scope, texts) {
      // A heading that repeats on the pages is no place in the document.
      if (scope.tag?.kind === 'artifact') return undefined;
      const title = (isText ? node.textOf(scope) : texts.join(' ')).replace(/\s+/g, ' ').trim();
      const listedAs = isText ? node.listedAs(scope) : undefined;
      if (title === '') return undefined;
      return { title: isOutlined ? title : undefined, level, anchor: undefined, listedAs, fromHeading: true };
    },
  };
}

/**
 * Whether the text of a link is empty, or nothing stands there at all. A drawn area, and an area that is kept free without any text, stay links.
 * `inner`: the content of the link. `height`: with its padding.
 */
function isEmptyLink({ texts, hasBlankText }: ComponentLink, inner: Box, height: number, session: LayoutSession): boolean {
  const fillsRow = inner.stretch(height) !== undefined;
  if (texts.length > 0 || (!hasBlankText && (height > 0 || fillsRow))) return false;
  // Its texts have nothing but spaces.
  return paintedOutlines(inner, session, 'ink').every(({ item }) => item.kind === 'text');
}
