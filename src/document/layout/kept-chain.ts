// Boxes that stay with the next one, as a heading does: how many stay together, and where they may be divided.

/**
 * Whether a box stays with the next one. A number: it does, but a chain of such boxes gives up where it is too high; the number is the height of a sheet, in
 * pt.
 */
export type Keep = boolean | number;

/** What a chain asks of a box. */
interface ChainedBox {
  readonly height: number;
  readonly before: number;
  readonly after: number;
  readonly keepWithNext: Keep;
  /** It shows nothing to read: what stays with it, stays with the box after it. */
  readonly isFiller: boolean;
  readonly breakAfter: unknown;
}

/** Largest number of boxes that are kept together. */
export const longestChain = 100;

/** A chain gives up if the boxes between its second and its last are higher than this part of a sheet: it would leave a gap of that height. */
const mostBetween = 1 / 4;

/** Counts how many boxes stay together, one box after the other. */
export class KeptChain {
  #count = 0;
  #keep: Keep = false;
  /** The height of the sheet. Undefined: the author says that the boxes so far stay together. */
  #sheet: number | undefined;
  /** How many boxes stay together even if the chain gives up: the first, the second, and what the author bound to them. */
  #least = 0;
  #hasSecond = false;
  /** The height of the boxes after these, and the space below the last box. */
  #between = 0;
  #after = 0;

  /** The number of boxes that stay together, once the next box does not belong to them. Undefined: the next box decides. */
  add(box: ChainedBox): number | undefined {
    this.#count++;
    this.#keep = keepAfter(box, this.#keep);
    if (this.#keep === false || this.#count === longestChain) return this.#count;
    if (this.#sheet === undefined) {
      this.#least = this.#count;
      if (this.#keep !== true) this.#sheet = this.#keep;
      return undefined;
    }
    this.#between += this.#after + box.before + box.height;
    this.#after = box.after;
    if (this.#keep === true) return undefined;
    if (!this.#hasSecond && !box.isFiller) {
      this.#hasSecond = true;
      this.#least = this.#count;
      this.#between = 0;
    }
    return this.#between > this.#sheet * mostBetween ? this.#least : undefined;
  }
}

/** Whether a box stays with the next one, by itself or as filling between both. `above`: whether the box above stays with it. */
function keepAfter({ keepWithNext, isFiller, breakAfter }: ChainedBox, above: Keep): Keep {
  if (breakAfter) return false;
  return keepWithNext || (above !== false && isFiller ? above : false);
}

/** The place of the box from `at` upwards before which a column may end, so that boxes stay together. 0: it cannot end above `at`. */
export function findDivision(boxes: readonly ChainedBox[], at: number): number {
  let start = at;
  while (start > 0 && staysWithNext(boxes, start - 1)) start--;
  for (;;) {
    const end = start + chainLength(boxes, start);
    if (end > at) return start;
    start = end;
  }
}

/** How many boxes from `start` on stay together. */
export function chainLength(boxes: readonly ChainedBox[], start: number): number {
  const chain = new KeptChain();
  for (let i = start; i < boxes.length; i++) {
    const length = chain.add(boxes[i]!);
    if (length !== undefined) return length;
  }
  return boxes.length - start;
}

/** Whether the box at this place stays with the next one. */
function staysWithNext(boxes: readonly ChainedBox[], at: number): boolean {
  let from = at;
  while (from > 0 && boxes[from]!.keepWithNext === false && boxes[from]!.isFiller) from--;
  let keep: Keep = false;
  for (let i = from; i <= at; i++) keep = keepAfter(boxes[i]!, keep);
  return keep !== false;
}

/** The `keepWithNext` of a box that contains these boxes: it stays with the next box if all of its boxes do, except fillers at its beginning. */
export function keepOfAll(boxes: readonly ChainedBox[]): Keep {
  const first = boxes.findIndex(({ keepWithNext, isFiller }) => keepWithNext !== false || !isFiller);
  let keep = boxes[first]?.keepWithNext ?? false;
  for (let i = first + 1; i < boxes.length && keep !== false; i++) keep = keepAfter(boxes[i]!, keep);
  return keep;
}
