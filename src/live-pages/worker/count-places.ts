// Counts the places where a person sees a part of the page layouts.
import type { PageOrigins } from '../../document/layout/origin.ts';

/**
 * How many times a component is shown: once for each element of the data and each use. What goes on in another column or on another sheet is one place, but a header
 * or footer is one on each sheet. `sheets`: in order; `pointer`: of the component.
 */
export function countPlaces(sheets: readonly (PageOrigins | undefined)[], pointer: string): number {
  const goesOn = /^\/pages\/\d+\/body(?:\/|$)/.test(pointer);
  const places = sheets.flatMap((origins, sheet) =>
    (origins?.parts ?? []).flatMap(({ origin }) =>
      origin.kind === 'component' && origin.pointer === pointer
        ? [JSON.stringify([goesOn ? '' : sheet, origin.dataPath, origin.uses])]
        : [],
    ),
  );
  return new Set(places).size;
}
