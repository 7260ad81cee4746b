// Finds who made the items of a page: their components for warnings, and their origins. A page is first placed without a trace, unless origins are asked
// for; only a page with a fault is placed again with a trace.

import { invert, type Matrix, multiply, transform } from '../vector/matrix.ts';
import { type Extent, extentOfPath, type Rectangle } from '../vector/path.ts';
import type { DataPlace } from './data-place.ts';
import type { GroupItem, PageItem } from './fragment.ts';
import { positionOf } from './group-position.ts';
import type { BuiltPart, Origin, PageOrigins, PlacedPart, Span } from './origin.ts';

/** The component that made a box, for messages. */
export interface Owner {
  /** Its `id`, or the JSON Pointer to it. */
  readonly component: string;
  /** The place of the component in the data. */
  readonly place: DataPlace | undefined;
  /** Its content is wider than its place, and a warning already reports it. */
  readonly isTooWide?: boolean | undefined;
  /** For a row: its table. A table that is too wide gets one warning for everything that it pushes off the sheet. */
  readonly whole?: Owner | undefined;
  /** For a row in a table: the number of its element, from 1, or the name of the row. */
  readonly row?: number | string | undefined;
}

/** What a trace needs of a box. */
interface TracedBox {
  readonly height: number;
  readonly owner: Owner | undefined;
  readonly parts?: readonly BuiltPart[];
  readonly span: Span | undefined;
}

/** The page that is being filled. */
interface TracedCanvas {
  readonly items: readonly PageItem[];
  readonly late: readonly { at?: TracedPlace | undefined }[];
}

/** The parts that contain a place on the page, from the innermost outwards. */
interface OpenPart {
  readonly part: BuiltPart;
  readonly around: OpenPart | undefined;
}

/** The coordinates of a group on the sheet, and its visible area in these coordinates. */
interface Frame {
  readonly position: Matrix;
  readonly shown: Extent | undefined;
}

/** The place in the tree of boxes and parts that is being drawn. */
export interface TracedPlace {
  readonly owner: Owner | undefined;
  /** The outermost owner that is too wide. */
  readonly tooWide: Owner | undefined;
  readonly open: OpenPart | undefined;
  readonly frame: Frame;
}

/** A part on the page. Boxes one below the other have one. */
interface NotedPart extends Extent {
  readonly part: BuiltPart;
  readonly frame: Frame;
  top: number;
  bottom: number;
}

/** Places a part that is not a box. `draw`: places its content. `part` undefined: no origins are wanted, or there is no such part. */
export function placePart(
  canvas: TracedCanvas & { readonly trace?: Trace | undefined },
  part: BuiltPart | undefined,
  { x, y, width, height }: Rectangle,
  draw: () => void,
): void {
  if (canvas.trace && part) canvas.trace.inPart(part, { left: x, top: y, right: x + width, bottom: y + height }, canvas, draw);
  else draw();
}

/** Edges this near are the same, in pt. */
const near = 0.01;

/** Notes who made each placed item: the innermost part, and the innermost owner, or the outermost owner that is too wide. */
export class Trace implements PageOrigins {
  /** The page is placed again, only to find the owners of its items: nothing is read then. */
  readonly isAgain: boolean;
  readonly #makers = new Map<PageItem, TracedPlace>();
  #at: TracedPlace = {
    owner: undefined,
    tooWide: undefined,
    open: undefined,
    frame: { position: [1, 0, 0, 1, 0, 0], shown: undefined },
  };
  #noted: NotedPart[] = [];
  /** The last place of each part. */
  readonly #last = new Map<BuiltPart, NotedPart>();

  constructor(isAgain: boolean) {
    this.isAgain = isAgain;
  }

  /** Runs `draw`, which places a box. Items that it adds belong to the box, unless a box or part inside has claimed them. */
  follow(box: TracedBox, canvas: TracedCanvas, x: number, y: number, draw: () => void): void {
    const { owner, parts } = box;
    if (!owner && !parts) {
      draw();
      return;
    }
    const around = this.#at;
    let { open } = around;
    if (parts)
      for (const part of parts) {
        const { left, right } = part.across(x, box.span);
        open = this.#enter(part, { left, top: y, right, bottom: y + box.height }, open);
      }
    const tooWide = around.tooWide ?? (owner?.isTooWide ? (owner.whole ?? owner) : undefined);
    this.#within({ owner: owner ?? around.owner, tooWide, open, frame: around.frame }, canvas, draw);
  }

  /** Runs `draw`, which places a part that is not a box. */
  inPart(part: BuiltPart, area: Extent, canvas: TracedCanvas, draw: () => void): void {
    const { owner, tooWide, open, frame } = this.#at;
    this.#within({ owner, tooWide, open: this.#enter(part, area, open), frame }, canvas, draw);
  }

  /** Runs `draw`, which places the content of a group on a canvas of its own. */
  inGroup({ clip, ...group }: Omit<GroupItem, 'items'>, canvas: TracedCanvas, draw: () => void): void {
    const around = this.#at;
    const own = positionOf(group);
    const outer = around.frame.shown && areaAround(cornersOf(around.frame.shown, invert(own)!));
    const inner = clip && { left: clip.x, top: clip.y, right: clip.x + clip.width, bottom: clip.y + clip.height };
    const shown = outer && inner ? cut(inner, outer) : (inner ?? outer);
    this.#within({ ...around, frame: { position: multiply(own, around.frame.position), shown } }, canvas, draw);
  }

  /** Wraps a function that makes late items, so that the items belong to the place where they were asked for. */
  keepPlace<P>(at: TracedPlace | undefined, paint: (page: P) => readonly PageItem[]): typeof paint {
    if (!at) return paint;
    return (page) => {
      this.#at = at;
      const made = paint(page);
      this.claim(made, 0);
      return made;
    };
  }

  #within(at: TracedPlace, { items, late }: TracedCanvas, draw: () => void): void {
    const around = this.#at;
    this.#at = at;
    const [firstItem, firstLate] = [items.length, late.length];
    draw();
    this.claim(items, firstItem);
    for (let i = firstLate; i < late.length; i++) late[i]!.at ??= at;
    this.#at = around;
  }

  /** Lets the items from `first` on belong to the current place. Call it before the order of the items changes, while they are the last. */
  claim(items: readonly PageItem[], first: number): void {
    if (!this.#at.owner && !this.#at.open) return;
    for (let i = first; i < items.length; i++) {
      const item = items[i]!;
      if (this.#makers.has(item)) continue;
      this.#makers.set(item, this.#at);
      this.claim(partsOf(item), 0);
    }
  }

  /** Lets the last item belong to a part. */
  claimLast(items: readonly PageItem[], part: BuiltPart): void {
    this.#makers.set(items.at(-1)!, { ...this.#at, open: { part, around: this.#at.open } });
  }

  ownerOf(item: PageItem): Owner | undefined {
    const maker = this.#makers.get(item);
    return maker?.tooWide ?? maker?.owner;
  }

  originOf(item: object): Origin | undefined {
    return this.#makers.get(item as PageItem)?.open?.part.origin;
  }

  get parts(): readonly PlacedPart[] {
    return this.#noted.map(({ part, frame, ...area }) => ({
      origin: part.origin,
      corners: cornersOf(area, frame.position),
      leastWidth: part.leastWidth,
      mostWidth: part.isTight ? part.width : undefined,
    }));
  }

  /** Takes out the noted parts, so that others can be noted before them. `giveBack` adds them again. */
  takeParts(): { giveBack(): void } {
    const taken = this.#noted;
    this.#noted = [];
    return {
      giveBack: () => {
        this.#noted = [...this.#noted, ...taken];
      },
    };
  }

  /** Notes the place of a part. A box inside another box of the same part belongs to the same place, unless it takes no room. */
  #enter(part: BuiltPart, area: Extent, around: OpenPart | undefined): OpenPart {
    for (let at = around; at; at = at.around) {
      if (at.part !== part && !isSame(at.part, part)) continue;
      if (!this.#last.has(at.part)) this.#note(at.part, area);
      return around!;
    }
    this.#note(part, area);
    return { part, around };
  }

  #note(part: BuiltPart, whole: Extent): void {
    if (whole.left === whole.right && whole.top === whole.bottom) return;
    const { frame } = this.#at;
    const area = frame.shown ? cut(whole, frame.shown) : whole;
    if (area.left > area.right || area.top > area.bottom) return;
    const last = this.#last.get(part);
    if (last?.frame === frame && Math.abs(last.left - area.left) < near && Math.abs(last.right - area.right) < near) {
      last.top = Math.min(last.top, area.top);
      last.bottom = Math.max(last.bottom, area.bottom);
      return;
    }
    const { left, top, right, bottom } = area;
    const noted = { part, frame, left, top, right, bottom };
    this.#noted.push(noted);
    this.#last.set(part, noted);
  }
}

/** The items that an item is made of. */
function partsOf(item: PageItem): readonly PageItem[] {
  if (item.kind === 'group') return item.items;
  return item.kind === 'field' ? item.form.look : item.kind === 'annotation' ? item.look : [];
}

/** Whether two parts are one component: the box around a text, and the text. */
const isSame = (one: BuiltPart, other: BuiltPart): boolean =>
  one.site.pointer === other.site.pointer && one.site.uses === other.site.uses && one.kind === other.kind;

const cut = (one: Extent, other: Extent): Extent => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const cornersOf = ({ left, top, right, bottom }: Extent, position: Matrix): PlacedPart['corners'] => [
  transform(position, left, top),
  transform(position, right, top),
  transform(position, right, bottom),
  transform(position, left, bottom),
];

const areaAround = (corners: PlacedPart['corners']): Extent => extentOfPath({ ops: 'MLLL', points: corners.flat() })!;
