// Counts the places where a person sees a part of the page layouts.
import type { PageOrigins, PartKind } from '../../document/layout/origin.ts';

/** Kinds that a component has on a page. A row or a cell without a content of its own has the pointer of its table or column. */
const componentKinds: ReadonlySet<PartKind> = new Set(['component', 'column']);

/**
 * How many times a part is shown: once for each element of the data and each use. What goes on in another column or on another sheet is one place, but a page layout
 * is shown on each of its sheets, and so are its header and footer. `sheets`: in order; `pointer`: of a component, page layout, band, row, cell or pair.
 */
export function countPlaces(sheets: readonly (PageOrigins | undefined)[], pointer: string): number {
  const goesOn = /^\/pages\/\d+\/body(?:\/|$)/.test(pointer);
  const found = sheets.flatMap((origins, sheet) =>
    (origins?.parts ?? []).flatMap(({ origin }) => (origin.pointer === pointer ? [{ sheet, origin }] : [])),
  );
  const components = found.filter(({ origin }) => componentKinds.has(origin.kind));
  const own = components.length > 0 ? components : found;
  return new Set(own.map(({ sheet, origin }) => JSON.stringify([goesOn ? '' : sheet, origin.dataPath, origin.uses]))).size;
}
