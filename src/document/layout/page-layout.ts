// The page layouts of a compiled template, for the flow.
import type { PlacedNode } from './build-frame.ts';
import type { ComponentNode } from './component-node.ts';
import type { Sides } from './decorated-box.ts';
import type { PageLabels } from './fragment.ts';
import type { BoundScope } from './session.ts';

/** The sheets that a header or footer may be for. Sheets are counted in their page layout, from 1. */
export const bandSheets = {
  first: 'the first sheet of the page layout',
  last: 'the last sheet of the page layout',
  odd: 'sheets 1, 3, 5 … of the page layout, whatever their page numbers',
  even: 'sheets 2, 4, 6 … of the page layout',
  rest: 'all sheets of the page layout but the first, so also the last',
  all: 'every sheet',
} as const satisfies Record<string, string>;

type BandName = keyof typeof bandSheets;

export const bandNames = Object.keys(bandSheets) as readonly BandName[];

/** All page layouts of a template, with their common settings. */
export interface Layouts {
  readonly pages: readonly PageLayout[];
  /** Widths in a body depend on page numbers, so the number of their digits must be known first. */
  readonly countsPages: boolean;
  /** The document has tags for screen readers. */
  readonly isTagged: boolean;
}

/** A header or footer for some of the sheets. */
export interface BandVariant {
  readonly on: BandName;
  /** In pt; undefined: as high as its content. */
  readonly height: number | undefined;
  readonly node: ComponentNode;
  /** Whether the content depends on the page's number, so that each page needs its own. */
  readonly usesPage: boolean;
  /** Screen readers read the content, on the first of its sheets. */
  readonly isRead: boolean;
}

/** A page layout; lengths in pt. */
export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly margin: Sides;
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
}

export interface PlacedBand {
  readonly children: readonly PlacedNode[];
  readonly usesPage: boolean;
}
