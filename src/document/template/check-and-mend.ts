// Removes faulty members from a part of a template, so that the rest can be compiled and all faults are reported at once.
import { BreachRoom } from '../../contract/breach-room.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { pointerKeys } from '../../json/json-pointer.ts';
import { checkValue, type Report } from './check.ts';
import type { Unit } from './units.ts';

/** If the rest does not fit without a faulty member, the value around the member is removed too, up to this many levels. */
const mostLevels = 4;

/** The value if it fits, else the value without its faulty members. Undefined: the rest does not fit either, or has more faults than a list. */
export function checkAndMend<T>(
  schema: JsonSchema,
  value: T,
  { pointer, report, unit }: { readonly pointer: string; readonly report: Report; readonly unit: Unit },
): T | undefined {
  let places: string[] = [];
  // Whoever reads the list sees no fault of the rest if the list is full.
  const room = new BreachRoom();
  const note: Report = ({ pointer: place, message }) => {
    if (room.take({ path: place, message })) places.push(place);
  };
  const noteFirst: Report = (diagnostic) => {
    note(diagnostic);
    report(diagnostic);
  };
  if (checkValue(schema, value, pointer, noteFirst, unit)) return value;
  const mended = structuredClone(value);
  for (let level = 0; level < mostLevels; level++) {
    if (room.isOver) return undefined;
    for (const place of places) if (!removeAt(mended, place.slice(pointer.length), level)) return undefined;
    places = [];
    if (checkValue(schema, mended, pointer, note, unit)) return mended;
  }
  return undefined;
}

/** Removes the value at a JSON Pointer, or the value `level` levels above it. False: this would be the whole value. */
function removeAt(whole: unknown, pointer: string, level: number): boolean {
  const keys = pointerKeys(pointer);
  const steps = keys.slice(0, keys.length - level);
  const last = steps.pop();
  if (last === undefined) return false;
  let at = whole as Record<string, unknown> | undefined;
  for (const step of steps) at = at?.[step] as Record<string, unknown> | undefined;
  // Replaces an element, so that the other elements keep their places.
  if (Array.isArray(at)) at[Number(last)] = null;
  else if (typeof at === 'object' && at !== null) delete at[last];
  return true;
}
