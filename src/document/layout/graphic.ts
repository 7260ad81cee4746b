// Pictures, charts and codes, as the boxes around them see them. No page cuts them: where they have no room, they are made smaller.
import type { DataPlace } from './data-place.ts';
import type { LayoutSession } from './session.ts';
import type { Tag } from './tag.ts';

/** A picture, chart or code in a box; lengths in pt. */
export interface Graphic {
  /** How messages begin: `The image "logo.png"`. */
  readonly name: string;
  readonly height: number;
  /** Scanners read a code down to this part of its size. 0: it may be as small as its place asks for. */
  readonly leastScale: number;
  /** Which part of the width that it leaves free stands at its left: 0, 1/2 or 1. */
  readonly align: number;
  readonly component: string;
  readonly place: DataPlace | undefined;
  readonly tag: Tag | undefined;
  readonly session: LayoutSession;
}

export const noGraphics: readonly Graphic[] = [];

export const alignments = { left: 0, center: 0.5, right: 1 } as const;

/** `The image "logo.png" is 300 pt high` */
export const tellHeight = ({ name, height }: Graphic): string => `${name} is ${Math.round(height)} pt high`;

/** The highest of the graphics that are higher than `room`. */
export function tallest(graphics: readonly Graphic[], room: number): Graphic | undefined {
  return graphics.reduce<Graphic | undefined>(
    (found, one) => (one.height > Math.max(room, found?.height ?? 0) ? one : found),
    undefined,
  );
}

/** Whether graphics stand where no sheet goes on, so that they are made smaller rather than left for the rest. */
export const areCut = (graphics: readonly Graphic[]): boolean => graphics.some(({ session }) => session.isCutting);

/** What to add to a message about content that is cut off, if it has graphics. */
export const tellLost = (graphics: readonly Graphic[]): string => graphics.map(({ name }) => ` ${name} is left out.`).join('');

/** Whether a graphic should begin on the next sheet, because this room would make it less than half as high as that sheet, or leave a code out. */
export function waits(graphics: readonly Graphic[], room: number): boolean {
  return graphics.some(({ height, leastScale, session: { bodyHeight, isCutting } }) => {
    if (isCutting) return false;
    const wanted = Math.max(height * leastScale, Math.min(height, bodyHeight) / 2);
    return room < wanted && wanted <= bodyHeight;
  });
}

/** Warns that graphics are made smaller, so that they and what stands with them fit into `room`. Returns the scale. Undefined: they are left out. */
export function scaleTo(graphics: readonly Graphic[], height: number, room: number): number | undefined {
  const scale = Math.min(1, room / height);
  if (scale === 1) return scale;
  const lost = graphics.filter(({ leastScale }) => scale < leastScale - 0.001);
  for (const one of lost.length > 0 ? lost : graphics) {
    const { leastScale, component, place, session } = one;
    const fact = `${tellHeight(one)}, but its place has room for ${Math.floor(room + 0.01)} pt`;
    if (lost.length === 0)
      session.warn('unit-too-tall', component, place, `${fact}: it is made smaller. Give it a smaller "width" or "height".`);
    else {
      const others = graphics.length > 1 ? ', with what is turned or framed with it' : '';
      const least = `Scanners need at least ${Math.ceil(leastScale * one.height)} pt`;
      session.warn('code-too-small', component, place, `${fact}: it is left out${others}. ${least}. Make its place higher.`);
    }
  }
  if (lost.length === 0) return scale;
  for (const { tag } of graphics) {
    if (tag?.kind !== 'element') continue;
    tag.empty();
    tag.dissolve();
  }
  return undefined;
}
