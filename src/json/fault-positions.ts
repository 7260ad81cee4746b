// Finds the line and column of faults in JSON text.
import { jsonPlaces, type ValuePlace } from './json-places.ts';
import { withParents } from './json-pointer.ts';
import type { TextRange } from './line-index.ts';

/** A fault of a value. */
export interface JsonFault {
  readonly pointer: string;
  readonly code: string;
  /** Offset of the fault in the string at `pointer`. */
  readonly offset?: number | undefined;
}

export interface FaultPosition {
  readonly line: number;
  readonly column: number;
  /** The value that is shown: the one at the pointer of the fault, or the nearest one around it. */
  readonly pointer: string;
}

/** The position of each fault, found in one pass over valid JSON. A missing member has none, so the object without it is shown. */
export function positionsOf<Fault extends JsonFault>(text: string, faults: readonly Fault[]): ReadonlyMap<Fault, FaultPosition> {
  const places = jsonPlaces(text).all(faults.flatMap((one) => withParents(one.pointer)));
  const found = new Map<Fault, FaultPosition>();
  for (const one of faults) {
    const pointer = withParents(one.pointer).find((at) => places.has(at));
    if (pointer !== undefined) found.set(one, { ...positionOf(one, places.get(pointer)!, text), pointer });
  }
  return found;
}

/** For a fault inside a string, the position inside the string. */
function positionOf(one: JsonFault, place: ValuePlace, text: string): { readonly line: number; readonly column: number } {
  const start = one.code === 'unknown-property' && place.key ? place.key : place;
  const inside = one.offset === undefined ? undefined : columnInString(place, one.offset, text);
  return { line: start.line, column: inside ?? start.column };
}

function columnInString({ line, column, endLine, endColumn }: TextRange, offset: number, text: string): number | undefined {
  if (endLine !== line || endColumn === undefined) return undefined;
  const written = text.split('\n')[line - 1]?.slice(column - 1, endColumn - 1) ?? '';
  if (!written.startsWith('"')) return undefined;
  let at = 1;
  for (let i = 0; i < offset; i++) at += written[at] !== '\\' ? 1 : written[at + 1] === 'u' ? 6 : 2;
  return at < written.length ? column + at : undefined;
}
