// Finds lines in the texts that people write.

import type { Place, SourceText } from '../contract/shown-pages.ts';
import { type JsonFault, positionsOf } from '../json/fault-positions.ts';

/** Data that the page has made are in no text, and example data may be missing. */
const mayBeElsewhere = /^\/(?:data|exampleData)(?:\/|$)/;

/** The place of each fault. A fault in a part that no text has is without a place. */
export function placeFaults<Fault extends JsonFault>(
  faults: readonly Fault[],
  texts: readonly SourceText[],
): ReadonlyMap<Fault, Place> {
  const placed = new Map<Fault, Place>();
  // The text of a part of the document says more than that of the whole.
  const rest = new Set(faults);
  for (const { pointer, file, text } of texts.toSorted((a, b) => b.pointer.length - a.pointer.length)) {
    const inside = [...rest].filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
    const local = inside.map((one) => ({ ...one, pointer: one.pointer.slice(pointer.length), of: one }));
    for (const [{ of }, { line, column, pointer: found }] of positionsOf(text, local)) {
      const isElsewhere = pointer === '' && found === '' && mayBeElsewhere.test(of.pointer);
      if (!isElsewhere) placed.set(of, { file, line, column });
    }
    for (const one of inside) rest.delete(one);
  }
  return placed;
}
