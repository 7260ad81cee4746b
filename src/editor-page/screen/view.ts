// What of the pages a person sees: the sheets scroll in a box.
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { partAt } from '../../editing/index.ts';
import type { PlaceOnSheet } from '../../live-pages/protocol.ts';
import type { EditorModel } from '../editor-model.ts';

/** What must be seen of a part, in pixels, so that the pages do not scroll. */
const seen = 12;
/** Room that is left before a part to which the pages scroll, in pixels. */
const before = 60;

/** Scrolls to the selected part when a person chooses, adds or moves it, unless it is in view. */
export function useSelectedInView(model: EditorModel): void {
  useEffect(() => {
    let last = model.sought.peek().serial;
    return effect(() => {
      const { serial, edition } = model.sought.value;
      if (serial === last || model.pages.edition.value < edition) return;
      last = serial;
      const pointer = model.part.peek()?.pointer;
      if (pointer === undefined) return;
      // A text that was opened meanwhile has scrolled to itself.
      void model.pages.findPart(pointer).then((found) => !model.textPart.peek() && scrollToOne(found?.places ?? [], model));
    });
  }, [model]);
}

/** Scrolls to the first of some places. If one of them is in view, does nothing. */
function scrollToOne(places: readonly PlaceOnSheet[], { pages }: EditorModel): void {
  const room = boxOfSheets();
  if (!room) return;
  const { width, height, top, left } = room.getBoundingClientRect();
  const scale = pages.scale.peek();
  const boxes = places.flatMap((place) => {
    const sheet = sheetsIn(room)[place.sheet]?.getBoundingClientRect();
    if (!sheet) return [];
    const at = { x: sheet.left - left + place.left * scale, y: sheet.top - top + place.top * scale };
    return [{ ...at, width: place.width * scale, height: place.height * scale }];
  });
  const first = boxes[0];
  if (!first || boxes.some((box) => isInView(box, { width, height }))) return;
  room.scrollBy(first.x < 0 || first.x > width ? first.x - before : 0, first.y - before);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whether enough of a box is seen in a room, whose top left corner is at 0, 0. A box that is smaller than what must be seen is seen whole. */
export function isInView({ x, y, width, height }: Size & { readonly x: number; readonly y: number }, room: Size): boolean {
  const shows = (from: number, length: number, all: number) =>
    Math.min(from + length, all) - Math.max(from, 0) >= Math.min(length, seen);
  return shows(x, width, room.width) && shows(y, height, room.height);
}

/** Pointer of the page layout of the sheet that fills the most of the room. Undefined: no sheet is painted. */
export function pageInView({ pages, tree }: EditorModel): string | undefined {
  const room = boxOfSheets();
  if (!room) return undefined;
  const { top, bottom } = room.getBoundingClientRect();
  const heights = sheetsIn(room).map((sheet) => {
    const box = sheet.getBoundingClientRect();
    return Math.min(box.bottom, bottom) - Math.max(box.top, top);
  });
  const parts = pages.partsOf.peek().get(heights.indexOf(Math.max(...heights)));
  const page = parts?.find(({ kind }) => kind === 'page');
  return page && partAt(tree.peek(), page.pointer, page.uses)?.pointer;
}

const boxOfSheets = (): HTMLElement | null => document.querySelector('.sheets');

const sheetsIn = (room: HTMLElement): readonly HTMLElement[] => [...room.querySelectorAll<HTMLElement>('.sheet')];
