// A faulty part of a template without what is wrong in it, so that the rest can be compiled and all faults be told at once.
import type { JsonSchema } from '../../contract/schema.ts';
import { checkValue, type Report } from './check.ts';

/** The value if it fits; else what is left of it when the faulty members are taken out; undefined: nothing that fits. */
export function checkAndMend<T>(schema: JsonSchema, value: T, pointer: string, report: Report): T | undefined {
  const places: string[] = [];
  const note: Report = (diagnostic) => {
    places.push(diagnostic.pointer);
    report(diagnostic);
  };
  if (checkValue(schema, value, pointer, note, () => undefined)) return value;
  const mended = structuredClone(value);
  for (const place of places) if (!removeAt(mended, place.slice(pointer.length))) return undefined;
  return checkValue(
    schema,
    mended,
    pointer,
    () => {},
    () => undefined,
  )
    ? mended
    : undefined;
}

/** Takes the value at a JSON Pointer out; false: that is the whole. */
function removeAt(whole: unknown, pointer: string): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop();
  if (last === undefined) return false;
  let at = whole as Record<string, unknown> | undefined;
  for (const step of steps) at = at?.[step] as Record<string, unknown> | undefined;
  // An element is replaced, so that the others keep their places.
  if (Array.isArray(at)) at[Number(last)] = null;
  else if (typeof at === 'object' && at !== null) delete at[last];
  return true;
}
