// The page layouts of a compiled template, for the flow.
import type { PlacedNode } from './build-frame.ts';
import type { ComponentNode } from './component-node.ts';
import type { Sides } from './decorated-box.ts';
import type { PageLabels } from './fragment.ts';
import type { BoundScope } from './session.ts';

/** The kinds of sheets that a header or footer may be for. */
export const bandNames = ['first', 'last', 'odd', 'even', 'rest', 'all'] as const;

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
  readonly on: (typeof bandNames)[number];
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
