// Paints pages onto canvases as the PDF shows them.
import type { FieldItem, PageItem } from '../../document/layout/fragment.ts';
import type { Context } from './context.ts';
import { findPictures, listItems } from './find-items.ts';
import { Glyphs } from './glyphs.ts';
import { paintItems } from './paint-items.ts';
import { Pictures } from './pictures.ts';
import { StandardGlyphs } from './standard-glyphs.ts';
import type { PageTools, StandIn } from './target.ts';

export type { Context } from './context.ts';
export type { StandIn } from './target.ts';

/** What is known of a page when all pages are laid out. */
export interface PaintedPage {
  /** Its late items stand at the end. */
  readonly items: readonly PageItem[];
  /** Fields and annotations that are not painted. */
  readonly leftOut: ReadonlySet<PageItem>;
  /** By the names of fields, as `readFieldValues` gives them. */
  readonly fieldValues: ReadonlyMap<string, string>;
}

/** Keeps outlines and pictures from one layout to the next. */
export class PagePainter {
  readonly #pictures = new Pictures();
  readonly #glyphs = new Glyphs();
  readonly #standardGlyphs = new StandardGlyphs();

  /** Decodes the pictures of a page. Without it they are shown as areas with a label. */
  async preparePictures(items: readonly PageItem[]): Promise<void> {
    // One after the other: a large picture takes 400 MB while it is decoded.
    for (const image of findPictures(items)) await this.#pictures.decode(image);
  }

  /**
   * Paints a page from the top left corner of a canvas. `scale`: pixels of the canvas in a pt. Returns what looks different in the PDF, each thing once.
   * Raises ASSET_INVALID for a damaged picture in a colour font.
   */
  paintItems(context: Context, { items, leftOut, fieldValues }: PaintedPage, scale: number): readonly StandIn[] {
    const standIns = new Map<string, StandIn>();
    const tools: PageTools = {
      ...{ pictures: this.#pictures, glyphs: this.#glyphs, standardGlyphs: this.#standardGlyphs, leftOut, onTop: [] },
      valueOf: ({ name, form }: FieldItem) => fieldValues.get(name) ?? form.value,
      noteStandIn: (one) => void standIns.set(`${one.kind} ${one.name}`, one),
    };
    const { width, height } = context.canvas;
    const area = { left: 0, top: 0, right: width, bottom: height };
    const matrix = [scale, 0, 0, scale, 0, 0] as const;
    context.save();
    context.setTransform(...matrix);
    paintItems(items, { context, matrix, area, origin: [0, 0], page: context, tools });
    for (const paint of tools.onTop) paint();
    context.restore();
    return [...standIns.values()];
  }
}

/** The value of each field. One button of a group stands for the whole group. */
export function readFieldValues(pages: Iterable<readonly PageItem[]>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const items of pages)
    for (const item of listItems(items))
      if (item.kind === 'field' && item.form.value !== undefined && !values.has(item.name))
        values.set(item.name, item.form.value);
  return values;
}
