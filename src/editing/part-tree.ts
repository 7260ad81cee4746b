// Finds parts of a template: by their place, around and beside a part.
import { withParents } from '../json/json-pointer.ts';
import type { Part, Slot } from './part.ts';
import { type ReadTemplate, readTemplate, type Template } from './read-parts.ts';

/** The parts of a template. A plain value: a changed template has another tree. */
export interface PartTree extends ReadTemplate {
  /** All parts in the order of reading: a part stands before what is in it. */
  readonly parts: readonly Part[];
  readonly places: ReadonlyMap<string, PlaceOfPart>;
  readonly slots: ReadonlyMap<string, PlaceOfSlot>;
}

export interface PlaceOfPart {
  readonly part: Part;
  /** Undefined: the part is a page layout. */
  readonly slot: PlaceOfSlot | undefined;
}

export interface PlaceOfSlot {
  readonly slot: Slot;
  readonly owner: Part;
}

/** The parts of a template document, also of one that does not compile. `example`: data whose texts stand in the names of parts in place of fields. */
export function readParts(template: Template, example?: unknown): PartTree {
  const read = readTemplate(template, example);
  const parts: Part[] = [];
  const places = new Map<string, PlaceOfPart>();
  const slots = new Map<string, PlaceOfSlot>();
  const add = (part: Part, around: PlaceOfSlot | undefined): void => {
    parts.push(part);
    places.set(part.pointer, { part, slot: around });
    for (const slot of part.slots) {
      const place = { slot, owner: part };
      // A list of components is a band and its slot.
      if (slot.kind !== 'part' || !slots.has(slot.pointer)) slots.set(slot.pointer, place);
      for (const one of slot.parts) add(one, place);
    }
  };
  for (const page of read.pages) add(page, undefined);
  return { ...read, parts, places, slots };
}

/**
 * The innermost part at a pointer. `uses`: the pointers of the uses and slots around it, as an origin of a page has them; what stands in a definition belongs to
 * the block that uses it. Undefined: no part is there.
 */
export function partAt(tree: PartTree, pointer: string, uses: readonly string[] = []): Part | undefined {
  const place = [...uses, pointer].findLast((one) => one.startsWith('/pages/'));
  if (place === undefined) return undefined;
  for (const around of withParents(place)) {
    const found = tree.places.get(around);
    if (found) return found.part;
  }
  return undefined;
}

/** The part around a part. Undefined: it is a page layout. */
export const parentOf = (tree: PartTree, { pointer }: Part): Part | undefined => tree.places.get(pointer)?.slot?.owner;

/** The parts around a part, nearest first. */
export function ancestorsOf(tree: PartTree, part: Part): readonly Part[] {
  const parent = parentOf(tree, part);
  return parent ? [parent, ...ancestorsOf(tree, parent)] : [];
}

/** The parts directly in a part. */
export const childrenOf = ({ slots }: Part): readonly Part[] => slots.flatMap(({ parts }) => parts);
