// The places in the data for which components are made.

/** The place of a repeated element in the data, for messages. */
export interface ElementPlace {
  readonly parent: DataPlace | undefined;
  /** The `each` expression. */
  readonly each: string;
  readonly index: number;
}

/** The inside of a definition: one component of it makes boxes for each `use`. */
export interface UsePlace {
  readonly parent: DataPlace | undefined;
  /** Where the `use` stands in the template. */
  readonly use: string;
}

/** What a component was made for, for messages, from the innermost. */
export type DataPlace = ElementPlace | UsePlace;

/** JSON Pointer of a repeated element, or of the nearest outer element that has a pointer. Null: no pointer. */
export function pointerOf(place: DataPlace): string | null {
  const steps: string[] = [];
  for (let at = elementOf(place); at; at = elementOf(at.parent)) {
    // An expression other than a path has no place in the data, so the outer element's place is used.
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(at.each.trim())) {
      steps.length = 0;
      continue;
    }
    const path = at.each
      .trim()
      .replace(/^data\./, '')
      .replaceAll('.', '/');
    // An inner `each` begins with the name of the outer element ("l.parts"), which the outer step stands for.
    steps.unshift(elementOf(at.parent) && path.includes('/') ? path.slice(path.indexOf('/') + 1) : path, String(at.index));
  }
  return steps.length === 0 ? null : `/${steps.join('/')}`;
}

/** The innermost element of a place. */
function elementOf(place: DataPlace | undefined): ElementPlace | undefined {
  let at = place;
  while (at && 'use' in at) at = at.parent;
  return at;
}
