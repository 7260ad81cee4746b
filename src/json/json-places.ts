// Where the values of a JSON text stand.
import { pointerKeys } from './json-pointer.ts';
import { indexLines, type Place } from './line-index.ts';
import { walkJson } from './walk-json.ts';

/** A value's place and, for the member of an object, its name's. */
export interface ValuePlace extends Place {
  readonly key?: Place;
}

/** Made from the text when first asked. */
export interface Places {
  /** The place of the value at a JSON Pointer. Undefined: the text has no such value. */
  of(pointer: string): ValuePlace | undefined;
  /** The same for many, in one pass over the text. */
  all(pointers: readonly string[]): ReadonlyMap<string, ValuePlace>;
}

/** A wanted pointer with the wanted pointers below it. */
interface Wanted {
  pointer: string | undefined;
  readonly below: Map<string, Wanted>;
}

/** Places of a text that JSON.parse accepts, which begins at this line and column of its file. */
export function jsonPlaces(text: string, firstLine = 1, firstColumn = 1): Places {
  const all = (pointers: readonly string[]) => findPlaces(text, pointers, firstLine, firstColumn);
  return { all, of: (pointer) => all([pointer]).get(pointer) };
}

function findPlaces(
  text: string,
  pointers: readonly string[],
  firstLine: number,
  firstColumn: number,
): ReadonlyMap<string, ValuePlace> {
  const root: Wanted = { pointer: undefined, below: new Map() };
  for (const pointer of pointers) want(root, pointer);
  const lines = indexLines(text, firstLine, firstColumn);
  const found = new Map<string, ValuePlace>();
  const open: {
    readonly wanted: Wanted | undefined;
    readonly start: number;
    readonly name: readonly [number, number] | undefined;
  }[] = [];
  walkJson(text, {
    enter(key, start, name) {
      const above = open.at(-1);
      const wanted = above === undefined ? root : above.wanted?.below.get(String(key));
      open.push({ wanted, start, name });
    },
    leave(end) {
      const value = open.pop();
      if (value?.wanted?.pointer === undefined) return;
      const key = value.name && lines.range(...value.name);
      found.set(value.wanted.pointer, { ...lines.range(value.start, end), ...(key && { key }) });
    },
  });
  return found;
}

function want(root: Wanted, pointer: string): void {
  let at = root;
  for (const key of pointerKeys(pointer)) {
    const next = at.below.get(key) ?? { pointer: undefined, below: new Map() };
    at.below.set(key, next);
    at = next;
  }
  at.pointer = pointer;
}
