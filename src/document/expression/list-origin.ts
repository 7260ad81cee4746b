// Remembers from which lists a filter made a list of numbers or texts. Objects need no memory: they are known by themselves.

/** The lists that a filter read. */
export interface ListOrigin {
  readonly lists: readonly (readonly unknown[])[];
  /** The filter gave one value for each element of the list. Else it gave some of the elements themselves. */
  readonly isMapped: boolean;
}

const origins = new WeakMap<readonly unknown[], ListOrigin>();

/** Undefined: the data hold the list, its elements are objects, or it is made of something else. */
export const originOf = (list: readonly unknown[]): ListOrigin | undefined => origins.get(list);

/** `list` itself, with elements of `lists`. */
export function pickedFrom(list: readonly unknown[], ...lists: readonly (readonly unknown[])[]): readonly unknown[] {
  if (list.length > 0 && typeof list[0] !== 'object') origins.set(list, { lists, isMapped: false });
  return list;
}

/** `list` itself, with a value for each element of `from`. */
export function mappedFrom(list: readonly unknown[], from: readonly unknown[]): readonly unknown[] {
  if (list.length > 0 && typeof list[0] !== 'object') origins.set(list, { lists: [from], isMapped: true });
  return list;
}

/** The element from which a filter made the one at a place of a list. */
export function elementOf(list: readonly unknown[], at: number): unknown {
  const origin = originOf(list);
  return origin?.isMapped ? elementOf(origin.lists[0]!, at) : list[at];
}
