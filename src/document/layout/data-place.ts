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
  readonly #places = new WeakMap<readonly unknown[], ListPlaces>();

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
    return this.#further.get(element)?.[this.#placesIn(list).ranks[index]! - 1] ?? first;
  }

  #ofMade(list: readonly unknown[], index: number, element: unknown): string | undefined {
    if (typeof element === 'object') {
      // A group stands where its first element does.
      const { items } = (element ?? {}) as { readonly items?: unknown };
      return Array.isArray(items) && items.length > 0 ? this.of(items, 0) : undefined;
    }
    const origin = originOf(list);
    if (origin?.isMapped) return this.of(origin.lists[0]!, index);
    if (!origin) return undefined;
    let rank = this.#placesIn(list).ranks[index]!;
    for (const from of origin.lists) {
      const places = this.#placesIn(from).ofValue.get(element) ?? [];
      if (rank < places.length) return this.of(from, places[rank]!);
      rank -= places.length;
    }
    return undefined;
  }

  #placesIn(list: readonly unknown[]): ListPlaces {
    const places = this.#places.get(list) ?? findPlaces(list);
    this.#places.set(list, places);
    return places;
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

/** Where the values of a list stand. A search for each element would take the square of their number. */
interface ListPlaces {
  readonly ofValue: ReadonlyMap<unknown, readonly number[]>;
  /** For each element: how many equal ones stand before it. */
  readonly ranks: readonly number[];
}

function findPlaces(list: readonly unknown[]): ListPlaces {
  const ofValue = new Map<unknown, number[]>();
  const ranks = list.map((value, i) => {
    const places = ofValue.get(value);
    if (places) return places.push(i) - 1;
    ofValue.set(value, [i]);
    return 0;
  });
  return { ofValue, ranks };
}
