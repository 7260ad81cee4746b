// Finds the line and column of values in JSON text.
import { pointerKeys } from './json-pointer.ts';
import { indexLines, type TextRange } from './line-index.ts';
import { walkJson } from './walk-json.ts';

/** The place of a value, and of its name if it is a member of an object. */
export interface ValuePlace extends TextRange {
  readonly key?: TextRange;
}

/** Looks up places in a text. */
export interface Places {
  /** The place of the value at a JSON Pointer. Undefined: the text has no such value. */
  of(pointer: string): ValuePlace | undefined;
  /** The places of several values, found in one pass over the text. */
  all(pointers: readonly string[]): ReadonlyMap<string, ValuePlace>;
}

/** A node in the tree of wanted pointers. `pointer` is set if its own value is wanted. */
interface WantedPointer {
  pointer: string | undefined;
  readonly below: Map<string, WantedPointer>;
}

/** Finds places in valid JSON text. `firstLine` and `firstColumn`: where the text begins in its file. */
export function jsonPlaces(text: string, firstLine = 1, firstColumn = 1): Places {
  const all = (pointers: readonly string[]) => findPlaces(text, pointers, firstLine, firstColumn);
  // Every record of an input asks for the place of its whole value.
  const whole = () => indexLines(text, firstLine, firstColumn).range(text.search(/\S/), text.trimEnd().length);
  return { all, of: (pointer) => (pointer === '' ? whole() : all([pointer]).get(pointer)) };
}

function findPlaces(
  text: string,
  pointers: readonly string[],
  firstLine: number,
  firstColumn: number,
): ReadonlyMap<string, ValuePlace> {
  const root: WantedPointer = { pointer: undefined, below: new Map() };
  for (const pointer of pointers) want(root, pointer);
  const lines = indexLines(text, firstLine, firstColumn);
  const found = new Map<string, ValuePlace>();
  const open: {
    readonly wanted: WantedPointer | undefined;
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

function want(root: WantedPointer, pointer: string): void {
  let at = root;
  for (const key of pointerKeys(pointer)) {
    const next = at.below.get(key) ?? { pointer: undefined, below: new Map() };
    at.below.set(key, next);
    at = next;
  }
  at.pointer = pointer;
}
