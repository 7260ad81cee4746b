// The interface of a compiled component for the flow: its boxes, made on demand, and its preferred widths.
import type { Box } from './box.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Widths of content, in pt. `min`: its widest piece that cannot be broken. `max`: the whole content on one line. */
export interface ContentWidths {
  readonly min: number;
  readonly max: number;
}

/** A caption stands below a figure, or above a figure, table or list. A `filler` shows nothing to read. */
export type Subject = 'caption' | 'figure' | 'table' | 'filler';

/** A compiled component: builds boxes of a given width for given data. */
export interface ComponentNode {
  /** Builds the boxes on demand, one after the other. An absent component has no boxes. */
  build(scope: BoundScope, width: number, session: LayoutSession): Iterable<Box>;
  /** For `auto` widths. */
  measure(scope: BoundScope, session: LayoutSession): ContentWidths;
  /** Whether it is a caption, or a figure that may have one. */
  readonly subject?: Subject | undefined;
  /** Shows the walk the headings, counted components, anchors and footnotes in it, in the order of reading. Undefined: it can hold none. */
  readonly outline?: ((scope: BoundScope, walk: OutlineWalk) => void) | undefined;
}

/** How a component hands the walk on to the one inside. Nothing: that one can hold nothing for it. */
export function outlineOf(
  { outline }: ComponentNode,
  scopeOf?: (scope: BoundScope) => BoundScope,
): Pick<ComponentNode, 'outline'> {
  if (!outline) return {};
  return { outline: scopeOf ? (scope, walk) => outline(scopeOf(scope), walk) : outline };
}

/** Finds the numbers, titles and counters of a document. */
export interface OutlineWalk {
  /** Counts a component, and what is inside of it. */
  visit(part: OutlinePart, scope: BoundScope, node: ComponentNode): void;
  /** Notes a heading for the table of contents. */
  list(heading: ListedHeading, scope: BoundScope): void;
  /** The first number of a list that continues the last list of the same depth. `place`: of `placeInOutline`. Undefined: no list came before. */
  continueList(depth: number, place: string): number | undefined;
  /** Walks through an item of a list. `number`: what its marker prints; empty: no number. `outer`: how many numbers of lists around it the marker shows. */
  walkItem(number: string, outer: number, walkInside: () => void): void;
  /** Notes the last number of a list. */
  endList(depth: number, last: number): void;
  /** Counts the footnotes of a text. `place`: as `placeInOutline` gives it. */
  countNotes(count: number, place: string): void;
}

/** A heading that a table of contents lists. */
export interface ListedHeading {
  readonly site: string;
  /** 1 to 6. */
  readonly level: number;
  title(scope: BoundScope): string;
}

/** The heading, anchor and counter that a component shows to the walk. */
export interface OutlinePart {
  /** The component, apart from the copies of it that other uses of its definition make. */
  readonly site: string;
  /** For messages. */
  readonly name: string;
  readonly heading: HeadingNumber | undefined;
  /** The counter that counts it. */
  readonly count: string | undefined;
  /** A table lists what the counter counts. */
  readonly isListed: boolean;
  readonly anchor: ((scope: BoundScope) => string) | undefined;
  /** Undefined: it has no title. */
  readonly title: ((scope: BoundScope) => string) | undefined;
  /** Its texts print counters. */
  readonly printsCounter: boolean;
}

/** The number of a heading or clause, as the template writes it. */
export interface HeadingNumber {
  /** 1 to 6. */
  readonly level: number;
  /** Texts of a level count together if their patterns end in the same sign. Undefined: it counts with the text of its level before it. */
  readonly sign: string | undefined;
  /** How many outer levels the pattern shows. */
  readonly outer: number;
  /** The number for the counts of all levels down to its own. Undefined: it prints none. */
  readonly write: ((counts: readonly number[], format: BoundScope['format']) => string) | undefined;
}
