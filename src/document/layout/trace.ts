// Finds the component that painted an item. A page is first placed without a trace; only a page with a fault is placed again with a trace.
import type { PageItem } from './fragment.ts';
import type { DataPlace } from './session.ts';

/** The component that made a box, for messages. */
export interface Owner {
  /** Its `id`, or the JSON Pointer to it. */
  readonly component: string;
  /** The place of the component in the data. */
  readonly place: DataPlace | undefined;
  /** Its content is wider than its place, and a warning already reports it. */
  readonly isTooWide?: boolean | undefined;
  /** The table, of a row in it. One warning tells what a table that is too wide pushes off the sheet. */
  readonly whole?: Owner | undefined;
  /** Of a row in a table: the number of its element, from 1, or its name. */
  readonly row?: number | string | undefined;
}

/** Notes the owner of each placed item: the innermost owner, or the outermost owner that is too wide. */
export class Trace {
  readonly #owners = new Map<PageItem, Owner>();
  #tooWide: Owner | undefined;
  #current: Owner | undefined;

  /** Runs `draw` and notes `owner` for the items that it adds to `items` and that nothing inside has claimed. */
  follow(owner: Owner, items: readonly PageItem[], draw: () => void): void {
    const outer = this.#tooWide;
    const around = this.#current;
    if (owner.isTooWide) this.#tooWide ??= owner.whole ?? owner;
    this.#current = owner;
    const first = items.length;
    draw();
    this.claim(items, first);
    this.#tooWide = outer;
    this.#current = around;
  }

  /** Gives the items from `first` on to the box being drawn. Call it before changing the order of items, while they are the last. */
  claim(items: readonly PageItem[], first: number): void {
    const owner = this.#tooWide ?? this.#current;
    if (!owner) return;
    for (let i = first; i < items.length; i++) if (!this.#owners.has(items[i]!)) this.#owners.set(items[i]!, owner);
  }

  ownerOf(item: PageItem): Owner | undefined {
    return this.#owners.get(item);
  }
}
