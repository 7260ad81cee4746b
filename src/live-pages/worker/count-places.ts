// Counts the places where a person sees a part of the page layouts.
import type { PageOrigins, PartKind } from '../../document/layout/origin.ts';

/** What a component is on a page. A row or a cell without a content of its own has the pointer of its table or column. */
const kinds: ReadonlySet<PartKind> = new Set(['component', 'column']);

/**
 * How many times a component is shown: once for each element of the data and each use. What goes on in another column or on another sheet is one place, but a header
 * or footer is one on each sheet. `sheets`: in order; `pointer`: of the component.
 */
export function countPlaces(sheets: readonly (PageOrigins | undefined)[], pointer: string): number {
  const goesOn = /^\/pages\/\d+\/body(?:\/|$)/.test(pointer);
  const places = sheets.flatMap((origins, sheet) =>
    (origins?.parts ?? []).flatMap(({ origin }) =>
      kinds.has(origin.kind) && origin.pointer === pointer
        ? [JSON.stringify([goesOn ? '' : sheet, origin.dataPath, origin.uses])]
        : [],
    ),
  );
  return new Set(places).size;
}
