// Items that are as high as a table row.
import { type Box, ItemsBox } from './box.ts';
import type { PageCanvas } from './page-canvas.ts';

type PaintFilling = (canvas: PageCanvas, x: number, y: number, height: number) => void;

/** A box of a height. Undefined: it gets the height of its row when this is known. */
export function boxOfHeight(height: number | undefined, paint: PaintFilling): Box {
  return height === undefined ? new FillBox(paint) : new ItemsBox(height, (canvas, x, y) => paint(canvas, x, y, height));
}

class FillBox extends ItemsBox {
  readonly #paint: PaintFilling;

  constructor(paint: PaintFilling) {
    super(0, (canvas, x, y) => paint(canvas, x, y, 0));
    this.#paint = paint;
  }

  protected override stretched(height: number): Box {
    const box = boxOfHeight(height, this.#paint);
    box.owner = this.owner;
    return box;
  }
}
