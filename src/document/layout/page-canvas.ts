// A page being filled, on which boxes put their items.
import type { KnownPage, OpenPage, PageItem } from './fragment.ts';
import type { SetMarks } from './running-marks.ts';
import type { Artifact } from './tag.ts';
import type { Owner, Trace, TracedPlace } from './trace.ts';

/** A page being filled. */
export interface PageCanvas {
  readonly items: PageItem[];
  /** Items that wait for the other pages. */
  readonly late: LateItems[];
  readonly page: OpenPage;
  /** Notes who made each item. Undefined on most pages. */
  readonly trace?: Trace | undefined;
  /** Collects the marks that are set, in order. Undefined: they do not count, since the boxes are placed here to look at them, or stand in a band. */
  readonly marks?: SetMarks[] | undefined;
  /** Collects the references to footnotes, in the order of reading. Texts then paint nothing. Undefined: texts are painted. */
  readonly notes?: NoteReference[] | undefined;
  /** Everything placed now was placed before, so it is an artifact: a repeated header, the lower part of a divided picture. */
  artifact?: Artifact | undefined;
  /** The notes that tables make about their first rows on this page. */
  begun?: Map<object, object> | undefined;
  /** The lines of the table to which the last placed row belongs. */
  raised?: RaisedLines | undefined;
}

/** A reference to a footnote, and where its line ends. */
export interface NoteReference {
  readonly note: Footnote;
  readonly bottom: number;
}

/** A note to which a text refers. */
export interface Footnote {
  /** Its number in the document. */
  readonly id: number;
  readonly color: string;
  /** Its box, the same each time. */
  build(width: number): NoteBox;
}

/** The members of a note's box that the foot of a sheet needs. */
export interface NoteBox {
  readonly height: number;
  readonly leastPart: number;
  readonly owner: Owner | undefined;
  readonly firstLine: { readonly isRightToLeft: boolean } | undefined;
  place(canvas: PageCanvas, x: number, y: number): void;
  split(available: number): readonly [NoteBox, NoteBox] | undefined;
  slice(available: number): readonly [NoteBox, NoteBox];
}

/** Items that are made when all pages are laid out. */
export interface LateItems {
  readonly owner: Owner | undefined;
  /** Where they belong, if the page has a trace. */
  at?: TracedPlace | undefined;
  paint(page: KnownPage): readonly PageItem[];
}

/** The lines that one table has on a page being filled. */
export interface RaisedLines {
  readonly table: object;
  /** The lines of the table in whose cell this table stands: later rows of that table may cover these lines too. */
  readonly around: RaisedLines | undefined;
  readonly lines: Set<PageItem>;
  /** Index of the first raised line; `count` lines follow. No earlier item is a line of the table. */
  from: number;
  count: number;
  /** A row is being placed. */
  isOpen: boolean;
}
