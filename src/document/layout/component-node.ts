// The interface of a compiled component for the flow: its boxes, made on demand, and its preferred widths.
import type { Box } from './box.ts';
import type { BoundScope, LayoutSession } from './session.ts';

/** Widths of content, in pt. `min`: its widest piece that cannot be broken. `max`: the whole content on one line. */
export interface ContentWidths {
  readonly min: number;
  readonly max: number;
}

/** A compiled component: builds boxes of a given width for given data. */
export interface ComponentNode {
  /** Builds the boxes on demand, one after the other. An absent component has no boxes. */
  build(scope: BoundScope, width: number, session: LayoutSession): Iterable<Box>;
  /** For `auto` widths. */
  measure(scope: BoundScope, session: LayoutSession): ContentWidths;
}
