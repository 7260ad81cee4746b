// Boxes of text: lines that pages may divide, and text that waits for the numbers of pages.
import { Box, inheritHints } from '../../layout/box.ts';
import type { Item, Tag } from '../../layout/fragment.ts';
import { linkItems } from '../../layout/link-target.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { Session } from '../../layout/session.ts';
import type { Owner } from '../../layout/trace.ts';
import type { Line } from '../../text/types.ts';
import { countFitting, heightOf } from './lines.ts';

const orphans = 2;
const widows = 2;

/** Called with the lines that were placed on a page. */
export type WatchLines = (placed: readonly Line[]) => void;

export class TextBox extends Box {
  readonly height: number;
  readonly #lines: readonly Line[];
  readonly #tag: Tag | undefined;
  readonly #owner: Owner;
  readonly #session: Session;
  readonly #watch: WatchLines | undefined;

  constructor(lines: readonly Line[], tag: Tag | undefined, owner: Owner, session: Session, watch: WatchLines | undefined) {
    super();
    this.#lines = lines;
    this.#tag = tag;
    this.#owner = owner;
    this.owner = owner;
    this.#session = session;
    this.#watch = watch;
    this.height = heightOf(lines);
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#watch?.(this.#lines);
    paintLines(this.#lines, this.#tag, canvas.items, x, y, this.#owner, this.#session, canvas.pageNumber);
  }

  override split(available: number): readonly [Box, Box] | undefined {
    const fit = countFitting(this.#lines, available);
    if (fit >= this.#lines.length) return undefined;
    const count = Math.min(fit, this.#lines.length - widows);
    return count < orphans ? undefined : this.#divide(count);
  }

  override slice(available: number): readonly [Box, Box] {
    const fit = countFitting(this.#lines, available);
    return fit > 0 && fit < this.#lines.length ? this.#divide(fit) : super.slice(available);
  }

  #divide(count: number): readonly [Box, Box] {
    return inheritHints(
      this,
      new TextBox(this.#lines.slice(0, count), this.#tag, this.#owner, this.#session, this.#watch),
      new TextBox(this.#lines.slice(count), this.#tag, this.#owner, this.#session, this.#watch),
    );
  }
}

/** Text with a page number. Its space is reserved; its glyphs follow when the page numbers are known. */
export class PageNumberBox extends Box {
  readonly height: number;
  readonly #usesTotal: boolean;
  readonly #paint: (page: { number: number; total: number | undefined }, x: number, y: number) => Item[];
  readonly #watch: (() => void) | undefined;

  constructor(
    height: number,
    owner: Owner,
    usesTotal: boolean,
    paint: (page: { number: number; total: number | undefined }, x: number, y: number) => Item[],
    watch: (() => void) | undefined,
  ) {
    super();
    this.height = height;
    this.owner = owner;
    this.#watch = watch;
    this.#usesTotal = usesTotal;
    this.#paint = paint;
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    this.#watch?.();
    const number = canvas.pageNumber;
    if (this.#usesTotal) canvas.late.push({ owner: this.owner, paint: (total) => this.#paint({ number, total }, x, y) });
    else canvas.items.push(...this.#paint({ number, total: undefined }, x, y));
  }
}

/** Adds lines to the items of a page. */
export function paintLines(
  lines: readonly Line[],
  tag: Tag | undefined,
  items: Item[],
  x: number,
  y: number,
  owner: Owner,
  session: Session,
  page: number,
): void {
  let top = y;
  for (const line of lines) {
    for (const segment of line.segments) {
      items.push({ kind: 'text', x, y: top + line.baseline, segment, tag });
      if (segment.link) {
        const rect = { x: x + segment.x, y: top, width: segment.width, height: line.height };
        items.push(...linkItems(segment.link, rect, owner, session, page));
      }
    }
    top += line.height;
  }
}
