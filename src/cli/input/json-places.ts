// Where the values of a JSON text stand.
import type { Places, ValuePlace } from './record.ts';
import { indexLines } from './text-position.ts';
import { walkJson } from './walk-json.ts';

/** A wanted pointer and those below it. */
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
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = at.below.get(key) ?? { pointer: undefined, below: new Map() };
    at.below.set(key, next);
    at = next;
  }
  at.pointer = pointer;
}
