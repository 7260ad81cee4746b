// Links and entries of the outline around a box.
import { Box, type FirstLine, inheritHints } from './box.ts';
import type { Graphic } from './graphic.ts';
import { linkItems, toSource } from './link-target.ts';
import type { Span } from './origin.ts';
import type { PageCanvas } from './page-canvas.ts';
import type { LayoutSession } from './session.ts';
import type { Owner } from './trace.ts';

/** The outline entry of a box. `anchor`: the name that `#name` links lead to. */
export interface OutlineEntry {
  readonly title: string | undefined;
  readonly level: number;
  readonly anchor: string | undefined;
  /** A further name that links lead to. */
  readonly listedAs?: string | undefined;
  /** The entry comes of a heading, and not of a bookmark. */
  readonly fromHeading?: boolean;
}

/** The link of a box: its target as written in the template, what is read aloud of it, and its element. */
export type MarkedLink = Parameters<typeof linkItems>[0];

/** A box that is a link, or the target of an outline entry. */
export class MarkedBox extends Box {
  readonly height: number;
  readonly #inner: Box;
  readonly #width: number;
  readonly #link: MarkedLink | undefined;
  readonly #entry: OutlineEntry | undefined;
  readonly #owner: Owner;
  readonly #session: LayoutSession;

  constructor(
    inner: Box,
    width: number,
    link: MarkedLink | undefined,
    entry: OutlineEntry | undefined,
    owner: Owner,
    session: LayoutSession,
  ) {
    super();
    this.#inner = inner;
    this.#width = width;
    this.#link = link;
    this.#entry = entry;
    this.#owner = owner;
    this.owner = owner;
    this.#session = session;
    this.height = inner.height;
  }

  override get isEmpty(): boolean {
    return !this.#entry && this.#inner.isEmpty;
  }

  override get graphics(): readonly Graphic[] {
    return this.#inner.graphics;
  }

  override get firstLine(): FirstLine | undefined {
    return this.#inner.firstLine;
  }

  override get span(): Span | undefined {
    return this.#inner.span;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    const entry = this.#entry;
    const rect = { x, y, width: this.#width, height: this.height };
    if (entry) {
      // A repeated painting is no further place in the outline.
      const { title, level, fromHeading = false } = entry;
      const bookmark = title === undefined || canvas.artifact ? undefined : { title, level, fromHeading };
      const source = toSource(this.#owner);
      canvas.items.push({ kind: 'anchor', ...rect, name: entry.anchor, bookmark, source });
      if (entry.listedAs !== undefined)
        canvas.items.push({ kind: 'anchor', ...rect, name: entry.listedAs, bookmark: undefined, source });
    }
    this.#inner.place(canvas, x, y);
    if (this.#link) canvas.items.push(...linkItems(this.#link, rect, this.#owner, this.#session, canvas.page.number));
  }

  protected override stretched(height: number): Box | undefined {
    const inner = this.#inner.stretch(height);
    return inner && new MarkedBox(inner, this.#width, this.#link, this.#entry, this.#owner, this.#session);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const parts = this.#inner.split(available);
    return parts && this.#mark(parts);
  }

  override slice(available: number): readonly [Box, Box] {
    return this.#mark(this.#inner.split(available) ?? this.#inner.slice(available));
  }

  #mark([head, tail]: readonly [Box, Box]): readonly [Box, Box] {
    const first = new MarkedBox(head, this.#width, this.#link, this.#entry, this.#owner, this.#session);
    const rest = new MarkedBox(tail, this.#width, this.#link, undefined, this.#owner, this.#session);
    return inheritHints(this, first, rest);
  }
}
