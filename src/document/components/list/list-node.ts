// The node of a list: puts a marker beside the first box of each item.
import { quoteText } from '../../../words/show-json.ts';
import { type Box, SpaceBox } from '../../layout/box.ts';
import type { ComponentNode, ContentWidths, OutlineWalk } from '../../layout/component-node.ts';
import type { Direction, GivenDirection } from '../../layout/direction.ts';
import { unseen } from '../../layout/off-sheet.ts';
import { placeInOutline } from '../../layout/outline-walk.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { besideLabel, shifter } from '../../layout/shifted-box.ts';
import { openElement } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import type { CompileContext } from '../component.ts';
import { entryScope } from '../shared/roles.ts';
import { withoutSigns } from '../text/text-direction.ts';
import { TextNode } from '../text/text-node.ts';
import type { TextSource } from '../text/text-source.ts';
import type { Items } from './list-items.ts';
import type { Marker } from './list-marker.ts';

/** At most this many items are measured for the width of a list: the items of a long list are built only when their sheet is. */
const measured = 200;
/** Space between a marker and its item, as a part of the font size. */
const distance = 0.5;

export interface ListParts {
  /** For messages. */
  readonly name: string;
  /** Where the walk of the outline finds the list. */
  readonly site: string;
  readonly context: CompileContext;
  readonly items: Items;
  readonly marker: Marker;
  readonly markerContext: CompileContext;
  /** The number of the first item, unless the list continues an earlier list. */
  readonly start: number;
  /** Warns of a `start` that the markers cannot print. */
  readonly tellStart?: (scope: BoundScope) => void;
  readonly goesOn: boolean;
  /** Width of the place of the markers. Undefined: as wide as they are. */
  readonly room: number | undefined;
  readonly gap: number;
}

export class ListNode implements ComponentNode {
  readonly #parts: ListParts;
  readonly #markers: Readonly<Record<Direction, TextNode>>;
  readonly outline: ComponentNode['outline'];

  constructor(parts: ListParts) {
    this.#parts = parts;
    const { marker, markerContext, name, items, context } = parts;
    const make = (dir: Direction) => {
      const source: TextSource = { time: 'data', usesMarks: false, spans: (scope) => marker.textOf(scope, dir) };
      const plain = { name, cut: undefined, alt: undefined, lang: undefined };
      return new TextNode({ ...plain, source, context: markerContext, dir, role: 'label' });
    };
    this.#markers = { ltr: make('ltr'), rtl: make('rtl') };
    const isCounted = marker.pattern !== undefined && context.hasOrder && context.template.outline.continuesLists;
    if (items.hasOutline || isCounted) this.outline = (scope, walk) => this.#walk(scope, walk, isCounted);
  }

  *build(scope: BoundScope, width: number, session: LayoutSession): Iterable<Box> {
    const { items, gap, tellStart } = this.#parts;
    tellStart?.(scope);
    const first = this.#firstNumber(scope);
    const room = this.#room(scope, session, first);
    const place = new ListPlace(width, room, this.#indent(scope, room), scope.textDir);
    let tag: Tag | undefined;
    let count = 0;
    for (const item of items.listed(scope, session)) {
      session.countBox();
      tag ??= this.#open(scope);
      const inside = this.#numbered(entryScope({ ...item.scope, tag }), first + count);
      let isNew = true;
      for (const box of this.#boxesOf(item.node, inside, place, session)) {
        if (isNew && count > 0) box.before += gap;
        isNew = false;
        yield box;
      }
      count++;
    }
  }

  measure(scope: BoundScope, session: LayoutSession): ContentWidths {
    const first = this.#firstNumber(scope);
    const indent = this.#indent(scope, this.#room(scope, session, first));
    let min = 0;
    let max = 0;
    let count = 0;
    for (const item of this.#parts.items.listed(scope, session)) {
      const widths = item.node.measure(this.#numbered(item.scope, first + count), session);
      min = Math.max(min, widths.min);
      max = Math.max(max, widths.max);
      count++;
      if (count === measured) break;
    }
    return count === 0 ? { min, max } : { min: min + indent, max: max + indent };
  }

  #walk(scope: BoundScope, walk: OutlineWalk, isCounted: boolean): void {
    const { site, items, marker, context, goesOn, start } = this.#parts;
    const { depth } = context.lists;
    const first = (goesOn ? walk.continueList(depth, placeInOutline(site, scope)) : undefined) ?? start;
    let count = 0;
    for (const { node, scope: inside } of items.listed(scope, scope.session)) {
      scope.session.countBox();
      const { outline } = node;
      if (outline) {
        const numbered = this.#numbered(inside, first + count);
        walk.walkItem(this.#numberOf(numbered), marker.pattern?.outer ?? 0, () => outline(numbered, walk));
      }
      count++;
    }
    if (isCounted && count > 0) walk.endList(depth, first + count - 1);
  }

  /** The number of an item: its marker, if that counts or is a text of the data with a letter or digit. Empty: none. */
  #numberOf(scope: BoundScope): string {
    const { marker } = this.#parts;
    if (!marker.pattern && (!marker.isBound || marker.usesOutline)) return '';
    const text = withoutSigns(marker.textOf(scope, 'ltr')).trim();
    return /[\p{L}\p{N}]/u.test(text) ? text : '';
  }

  #firstNumber(scope: BoundScope): number {
    const { goesOn, start, site } = this.#parts;
    return (goesOn ? scope.session.outline.listStartAt(placeInOutline(site, scope)) : undefined) ?? start;
  }

  /** The scope of an item with this number. */
  #numbered(scope: BoundScope, number: number): BoundScope {
    return this.#parts.marker.pattern ? { ...scope, items: [...(scope.items ?? []), number] } : scope;
  }

  #open(scope: BoundScope): Tag | undefined {
    const { marker, name } = this.#parts;
    const tag = openElement(scope.tag, 'L', { list: { numbering: marker.numbering } });
    scope.session.nameElement(tag, name, scope.place);
    return tag;
  }

  /** Width of the place of the markers. */
  #room(scope: BoundScope, session: LayoutSession, first: number): number {
    const { room, marker, markerContext, items } = this.#parts;
    if (room !== undefined) return room;
    const widthAt = (inside: BoundScope, count: number) =>
      this.#markers.ltr.measure(this.#numbered(inside, first + count), session).max;
    let widest = 0;
    // The data may give each item a marker or a look of its own.
    if (marker.isBound || !markerContext.style.fixed) {
      let count = 0;
      for (const item of items.listed(scope, session)) {
        widest = Math.max(widest, widthAt(item.scope, count));
        count++;
        if (count === measured) break;
      }
      return widest;
    }
    if (!marker.pattern) return widthAt(scope, 0);
    const most = items.most(scope, session);
    for (let count = 0; count < Math.min(most, measured); count++) widest = Math.max(widest, widthAt(scope, count));
    return most > measured ? Math.max(widest, widthAt(scope, most - 1)) : widest;
  }

  /** How far the items stand from the edge. */
  #indent(scope: BoundScope, room: number): number {
    if (room === 0) return 0;
    const { style } = this.#parts.context;
    return room + distance * (style.fixed ?? style.resolve(scope)).properties.size;
  }

  *#boxesOf(node: ComponentNode, scope: BoundScope, place: ListPlace, session: LayoutSession): Iterable<Box> {
    let isMarked = false;
    for (const box of node.build(scope, place.inner, session)) {
      if (isMarked || box.isEmpty) yield place.shift(box);
      else yield this.#besideMarker(box, scope, place, session);
      isMarked ||= !box.isEmpty;
    }
    if (!isMarked) yield this.#besideMarker(new SpaceBox(0), scope, place, session);
  }

  /** The first box of an item with its marker, in one row. Their baselines meet. */
  #besideMarker(box: Box, scope: BoundScope, place: ListPlace, session: LayoutSession): Box {
    const line = box.firstLine;
    place.dir ??= line ? (line.isRightToLeft ? 'rtl' : 'ltr') : scope.dir;
    const node = this.#markers[place.dir];
    const width = node.measure(scope, session).max;
    const marker = node.buildBox(scope, width, session, undefined);
    if (!marker) return place.shift(box);
    if (width > place.room + unseen && !place.isTold) {
      place.isTold = true;
      this.#warnOfWidth(scope, width, session);
    }
    return place.beside(box, marker, place.markerAt(width));
  }

  #warnOfWidth(scope: BoundScope, width: number, session: LayoutSession): void {
    const { name, context } = this.#parts;
    const { unit } = context.template;
    const least = Math.ceil((width / unit) * 10) / 10;
    const message = `The marker ${quoteText(this.#markers.ltr.textOf(scope))} is wider than its place and reaches out of the list: set "markerWidth" to ${least} or more.`;
    session.warn('text-too-wide', name, scope.place, message);
  }
}

/** Where the markers and the items of a list stand. */
class ListPlace {
  readonly room: number;
  /** Width of the items. */
  readonly inner: number;
  readonly #width: number;
  readonly #shift: Readonly<Record<Direction, ReturnType<typeof shifter>>>;
  /** Undefined until the first item decides. */
  dir: Direction | undefined;
  /** A marker that is too wide has been reported. */
  isTold = false;

  constructor(width: number, room: number, indent: number, dir: GivenDirection) {
    this.room = room;
    this.inner = Math.max(0, width - indent);
    this.#width = width;
    this.#shift = { ltr: shifter(indent), rtl: shifter(0) };
    this.dir = dir === 'auto' ? undefined : dir;
  }

  /** Where a marker begins: markers end towards their items. */
  markerAt(width: number): number {
    return this.dir === 'rtl' ? this.#width - this.room : this.room - width;
  }

  /** Puts a box of an item in its place. */
  shift(box: Box): Box {
    return this.#shift[this.dir ?? 'ltr'](box);
  }

  /** Puts the first box of an item in its place, beside its marker. */
  beside(box: Box, marker: Box, x: number): Box {
    return besideLabel(box, marker, x, this.#shift[this.dir ?? 'ltr']);
  }
}
