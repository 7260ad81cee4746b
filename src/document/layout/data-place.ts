// The places in the data for which components are made.
import { pointerStep } from '../../json/json-pointer.ts';
import { originOf } from '../expression/list-origin.ts';

/** The place of a repeated element, for messages. */
export interface ElementPlace {
  readonly parent: DataPlace | undefined;
  /** The expression of the list. */
  readonly each: string;
  readonly list: readonly unknown[];
  readonly index: number;
  readonly paths: DataPaths;
}

/** The inside of a definition: one component of it makes boxes for each `use`. */
export interface UsePlace {
  readonly parent: DataPlace | undefined;
  /** Where the `use` stands in the template. */
  readonly use: string;
}

/** The element or the `use` for which a component was made, for messages. Leads from the innermost outwards. */
export type DataPlace = ElementPlace | UsePlace;

/** JSON Pointer of a repeated element, or of the nearest outer element that has a pointer. Null: no pointer. */
export function pointerOf(place: DataPlace | undefined): string | null {
  for (let at = place; at; at = at.parent) {
    const found = 'use' in at ? undefined : at.paths.of(at.list, at.index);
    if (found !== undefined) return found;
  }
  return null;
}

/** The places of lists and objects in the data of a document. The data are searched when the first place is asked for. */
export class DataPaths {
  readonly #data: unknown;
  #found: Map<unknown, string> | undefined;
  /** For objects that are at several places in the data: all places except the first. */
  readonly #further = new Map<unknown, string[]>();

  constructor(data: unknown) {
    this.#data = data;
  }

  /** JSON Pointer of an element of a list that the data hold or a filter made. Undefined: the element is not in the data. */
  of(list: readonly unknown[], index: number): string | undefined {
    this.#found ??= this.#search();
    const whole = this.#found.get(list);
    if (whole !== undefined) return whole + pointerStep(index);
    const element = list[index];
    const first = this.#found.get(element);
    if (first === undefined) return this.#ofMade(list, index, element);
    const further = this.#further.get(element);
    return further?.[countBefore(list, index, element) - 1] ?? first;
  }

  #ofMade(list: readonly unknown[], index: number, element: unknown): string | undefined {
    if (typeof element === 'object') {
      // A group stands where its first element does.
      const { items } = (element ?? {}) as { readonly items?: unknown };
      return Array.isArray(items) && items.length > 0 ? this.of(items, 0) : undefined;
    }
    const origin = originOf(list);
    if (origin?.isMapped) return this.of(origin.lists[0]!, index);
    let left = countBefore(list, index, element);
    for (const from of origin?.lists ?? [])
      for (let i = 0; i < from.length; i++) if (from[i] === element && left-- === 0) return this.of(from, i);
    return undefined;
  }

  #search(): Map<unknown, string> {
    const found = new Map<unknown, string>();
    const open: (readonly [value: unknown, path: string])[] = [[this.#data, '']];
    for (let next = open.pop(); next; next = open.pop()) {
      const [value, path] = next;
      if (typeof value !== 'object' || value === null) continue;
      if (found.has(value)) {
        const further = this.#further.get(value);
        if (further) further.push(path);
        else this.#further.set(value, [path]);
        continue;
      }
      found.set(value, path);
      for (const [key, member] of Object.entries(value).reverse())
        if (typeof member === 'object') open.push([member, path + pointerStep(key)]);
    }
    return found;
  }
}

/** How often a value stands before the place `index` of a list. */
function countBefore(list: readonly unknown[], index: number, value: unknown): number {
  let count = 0;
  for (let i = 0; i < index; i++) if (list[i] === value) count++;
  return count;
}
