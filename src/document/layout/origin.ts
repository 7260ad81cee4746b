// Where the parts of a page come from: their places in the template and in the data. Noted only when layout is asked for it.
import type { Extent } from '../vector/path.ts';
import { type DataPlace, pointerOf } from './data-place.ts';

/** Where something stands in the template, as its author wrote it. */
export interface Site {
  /** JSON Pointer. */
  readonly pointer: string;
  /** Pointers of the uses and slots that led there, from the outside in. */
  readonly uses: readonly string[];
}

/**
 * What a part is. `page`: a sheet of a page layout. `band`: its header, body, footer, background or overlay. `row` and `cell`: of a table. `column`: of a
 * row. `note`: a footnote.
 */
export type PartKind = 'page' | 'band' | 'component' | 'column' | 'row' | 'cell' | 'note';

/** Where a part or an item of a page comes from. */
export interface Origin extends Site {
  readonly kind: PartKind;
  /** JSON Pointer of the repeated element in the data; null: not inside one. */
  readonly dataPath: string | null;
}

/** A corner on the sheet, in pt from its top left corner. */
export type Corner = readonly [x: number, y: number];

/** The place of a part on a sheet. */
export interface PlacedPart {
  readonly origin: Origin;
  /** The corners of its rectangle: top left, top right, bottom right and bottom left, before the groups around it turn it. */
  readonly corners: readonly [Corner, Corner, Corner, Corner];
  /** For a cell: the least width of its columns, in pt. */
  readonly leastWidth: number | undefined;
  /** For a part that is as wide as its content, such as a table: the width that is available, in pt. */
  readonly mostWidth: number | undefined;
}

/** Where everything on a page comes from. */
export interface PageOrigins {
  /** Undefined: the item is not on the page. Late items are known when they are made. */
  originOf(item: object): Origin | undefined;
  /**
   * In the order of painting: a part comes after those around it. A part that goes on in another column has a rectangle in each. Parts of late items are
   * added when these are made.
   */
  readonly parts: readonly PlacedPart[];
}

/** A part as it is built: all boxes of it have the same. */
export class BuiltPart {
  readonly site: Site;
  readonly kind: PartKind;
  readonly #place: DataPlace | undefined;
  /** Width of its boxes. */
  readonly width: number;
  /** It is as wide as what its boxes paint. */
  readonly isTight: boolean;
  /** Where its rows lie, of a table. */
  rows: Span | undefined;
  /** For a cell: the least width of its columns. */
  leastWidth: number | undefined;
  #origin: Origin | undefined;

  constructor(site: Site, kind: PartKind, place: DataPlace | undefined, width: number, isTight = false) {
    this.site = site;
    this.kind = kind;
    this.#place = place;
    this.width = width;
    this.isTight = isTight;
  }

  get origin(): Origin {
    const { pointer, uses } = this.site;
    this.#origin ??= { pointer, uses, kind: this.kind, dataPath: pointerOf(this.#place) };
    return this.#origin;
  }

  /** Where a box of it lies whose left edge is at `x`. */
  across(x: number, span: Span | undefined): Pick<Extent, 'left' | 'right'> {
    const { left, width } = (this.isTight ? (span ?? this.rows) : undefined) ?? { left: 0, width: this.width };
    return { left: x + left, right: x + left + width };
  }
}

/** A part of a width. */
export interface Span {
  readonly left: number;
  readonly width: number;
}
