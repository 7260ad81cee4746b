// The box of a picture, chart or code.
import { ItemsBox } from './box.ts';
import { alignments, type Graphic } from './graphic.ts';
import type { PageCanvas } from './page-canvas.ts';

/** A graphic before its box is made. */
export type GraphicFacts = Omit<Graphic, 'height' | 'align' | 'leastScale'> & {
  readonly align?: keyof typeof alignments | undefined;
  readonly leastScale?: number;
};

/** A picture, chart or code. Pages make it smaller, and never cut it. */
export class GraphicBox extends ItemsBox {
  readonly #graphics: readonly Graphic[];

  constructor(height: number, facts: GraphicFacts, paint: (canvas: PageCanvas, x: number, y: number) => void) {
    super(height, paint);
    const { align = 'left', leastScale = 0 } = facts;
    this.#graphics = [{ ...facts, height, align: alignments[align], leastScale }];
  }

  override get graphics(): readonly Graphic[] {
    return this.#graphics;
  }
}
