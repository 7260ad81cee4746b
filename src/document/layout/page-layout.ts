// The page layouts of a compiled template, for the flow.
import type { Time } from '../expression/index.ts';
import type { PlacedNode } from './build-frame.ts';
import type { ComponentNode } from './component-node.ts';
import type { Sides } from './decorated-box.ts';
import type { PageLabels } from './fragment.ts';
import type { Binding } from './open-page.ts';
import type { Site } from './origin.ts';
import type { BoundScope } from './session.ts';
import type { SheetSize } from './sheet-size.ts';

/** The sheets that a header or footer may be for. A part is what a page layout makes, or makes for one element of its `each`. */
export const bandSheets = {
  first: 'the first sheet of its part',
  last: 'the last sheet of its part',
  notFirst: 'all sheets of its part but the first',
  notLast: 'all sheets of its part but the last',
  odd: 'sheets with an odd `page.number`: the fronts in duplex',
  even: 'sheets with an even `page.number`: the backs in duplex',
  rest: 'the sheets that no other variant of the list takes, wherever it stands in the list',
  all: 'every sheet',
} as const satisfies Record<string, string>;

type BandName = keyof typeof bandSheets;

export const bandNames = Object.keys(bandSheets) as readonly BandName[];

/** All page layouts of a template, with their common settings. */
export interface Layouts {
  readonly pages: readonly PageLayout[];
  /** Widths in a body depend on page numbers, so the number of their digits must be known first. */
  readonly countsPages: boolean;
  /** The names of its counters. */
  readonly counters: ReadonlySet<string>;
  /** Texts have footnotes. */
  readonly hasNotes: boolean;
  /** The document has tags for screen readers. */
  readonly isTagged: boolean;
}

/** A header or footer for some of the sheets. */
export interface BandVariant {
  readonly on: BandName;
  /** The variant is for its sheets only where this holds. Undefined: always. */
  readonly when: ((scope: BoundScope) => boolean) | undefined;
  /** It stands at the edges of the sheet, without margins. */
  readonly bleed: boolean;
  /** In pt; undefined: as high as its content. */
  readonly height: number | undefined;
  readonly site: Site;
  readonly node: ComponentNode;
  /** When what decides on the content is known. After `data`, each page needs its own. */
  readonly time: Time;
  /** Screen readers read the content, on the first of its sheets. */
  readonly isRead: boolean;
}

/** A page layout; lengths in pt. */
export interface PageLayout {
  /** The scope of each part that the layout makes. */
  parts(scope: BoundScope): Iterable<BoundScope>;
  /** The layout makes a part for each element of a list. */
  readonly isRepeated: boolean;
  /** The size of the sheets of a part. */
  sheet(scope: BoundScope): SheetSize;
  /** The margins of pages on the right. */
  readonly margin: Sides;
  /** Pages on the left swap the left and right margin. */
  readonly isMirrored: boolean;
  /** Undefined: as books in the direction of the document are bound. */
  readonly binding: Binding | undefined;
  /** The side on which each part begins. Undefined: on the next page. */
  readonly start: 'left' | 'right' | undefined;
  readonly header: readonly BandVariant[];
  readonly footer: readonly BandVariant[];
  readonly body: ComponentNode;
  /** The body has components that print with some data. */
  readonly canPrint: boolean;
  /** The colour of the whole sheet, below everything else. */
  readonly color: ((scope: BoundScope) => string | undefined) | undefined;
  readonly background: PlacedBand | undefined;
  readonly overlay: PlacedBand | undefined;
  /** Labels of its sheets. Undefined: the labels before continue. */
  readonly labels: ((scope: BoundScope) => PageLabels) | undefined;
  readonly pointer: string;
  /** Where its parts stand, for warnings: in the layout, or in a definition. */
  readonly places: Readonly<Record<'header' | 'footer' | 'body', string>>;
  readonly sites: Readonly<Record<'page' | 'body', Site>>;
}

/** A page layout for one part. */
export interface PartLayout extends PageLayout, SheetSize, Pick<Layouts, 'hasNotes'> {
  readonly binding: Binding;
}

export interface PlacedBand {
  readonly site: Site;
  readonly children: readonly PlacedNode[];
  readonly time: Time;
}
