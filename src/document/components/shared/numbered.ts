// Components whose widths depend on page numbers: each page lays them out again when its numbers are known.
import type { Time } from '../../expression/index.ts';
import { Box, type FirstLine, inheritHints, tolerance } from '../../layout/box.ts';
import { buildColumn } from '../../layout/build-column.ts';
import { type ComponentNode, outlineOf } from '../../layout/component-node.ts';
import type { KnownPage, OpenPage, PageItem } from '../../layout/fragment.ts';
import type { Graphic } from '../../layout/graphic.ts';
import type { Span } from '../../layout/origin.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { decoration, openSlot } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import type { CompileContext, PrintedPage } from '../component.ts';

/** A context that notes whether the texts in it print page numbers. */
export function notingPageNumbers(context: CompileContext): CompileContext & { readonly printedPage: PrintedPage } {
  const printedPage: PrintedPage = { time: 'data', outer: context.printedPage };
  return { ...context, printedPage };
}

/** Whether the page numbers and marks to print are known already. */
export function knowsPage({ page }: BoundScope, time: Time): boolean {
  const known = { data: true, open: page.number, close: page.marks, end: page.total }[time];
  return known !== undefined;
}

/** Lays a node out again for each page, so that its widths fit the real page numbers and not the three digits kept free for them. */
export function numbered(node: ComponentNode, time: Time, component: string): ComponentNode {
  return {
    build(scope, width, session) {
      if (knowsPage(scope, time)) return node.build(scope, width, session);
      const slot = openSlot(scope.tag);
      const reserved = buildColumn(node, { ...scope, tag: slot }, width, session);
      if (reserved.isEmpty) return [];
      const build = (page: BoundScope['page'], tag: Tag | undefined): Box => {
        const box = buildColumn(node, { ...scope, page, tag }, width, session);
        if (box.height > reserved.height + tolerance) warnOfLongNumbers(page.number, component, scope, session);
        return box;
      };
      return [new NumberedBox(reserved, time, slot, session, build)];
    },
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  };
}

/** Notes that page numbers or marks need more lines than were kept free for them. */
export function warnOfLongNumbers(page: number | undefined, component: string, scope: BoundScope, session: LayoutSession): void {
  const message =
    'Its page numbers or marks need more lines than were kept free: it may cover the content below. Give the text a "height", or "maxLines": 1.';
  session.warn('box-overflow', component, scope.place, message, page);
}

class NumberedBox extends Box {
  readonly height: number;
  readonly #reserved: Box;
  readonly #time: Time;
  readonly #slot: Tag | undefined;
  readonly #session: LayoutSession;
  readonly #build: (page: BoundScope['page'], tag: Tag | undefined) => Box;

  constructor(
    reserved: Box,
    time: Time,
    slot: Tag | undefined,
    session: LayoutSession,
    build: (page: BoundScope['page'], tag: Tag | undefined) => Box,
  ) {
    super();
    this.height = reserved.height;
    this.owner = reserved.owner;
    this.keepWithNext = reserved.keepWithNext;
    this.#reserved = reserved;
    this.#time = time;
    this.#slot = slot;
    this.#session = session;
    this.#build = build;
  }

  override get graphics(): readonly Graphic[] {
    return this.#reserved.graphics;
  }

  override get firstLine(): FirstLine | undefined {
    return this.#reserved.firstLine;
  }

  override get span(): Span | undefined {
    return this.#reserved.span;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    // Laying it out again would add its texts a second time to the link or the heading around it.
    if (this.#session.isMeasuring) {
      this.#reserved.place(canvas, x, y);
      return;
    }
    const { page, trace, artifact, marks } = canvas;
    // Nothing is read of a page that is placed again only to find the owners of items.
    const isRead = !trace?.isAgain && !artifact;
    const build = (known: OpenPage | KnownPage): Box => {
      if (isRead && this.#slot?.kind === 'element') this.#slot.empty();
      return this.#build(known, isRead ? this.#slot : (artifact ?? decoration));
    };
    if (this.#time !== 'end') {
      build(page).place(canvas, x, y);
      return;
    }
    // Named places and marks are added to the page at once, in the order of the outline, not with the items that are painted late.
    const now: PageCanvas = { items: [], late: [], page, artifact, marks };
    this.#reserved.place(now, x, y);
    canvas.items.push(...pickItems(now.items, (item) => item.kind === 'anchor'));
    const paint = (known: KnownPage): readonly PageItem[] => {
      const late: PageCanvas = { items: [], late: [], page, trace };
      build(known).place(late, x, y);
      return pickItems(late.items, (item) => item.kind !== 'anchor');
    };
    canvas.late.push({ owner: this.owner, paint });
  }

  /** A divided box keeps the room for three digits: laying one piece out again would require the place at which the other is cut. */
  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#reserved.split(available);
    return parts && inheritHints(this, parts[0], parts[1]);
  }

  override slice(available: number): readonly [Box, Box] {
    const [head, tail] = this.#reserved.split(available) ?? this.#reserved.slice(available);
    return inheritHints(this, head, tail);
  }
}

/** The wanted items, also in groups. */
function pickItems(items: readonly PageItem[], isWanted: (item: PageItem) => boolean): readonly PageItem[] {
  return items.flatMap((item): readonly PageItem[] => {
    if (item.kind !== 'group') return isWanted(item) ? [item] : [];
    const inside = pickItems(item.items, isWanted);
    return inside.length === 0 ? [] : [{ ...item, items: inside }];
  });
}
