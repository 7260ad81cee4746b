// A box that is turned, with its measure.
import { Box, placeInGroup } from './box.ts';
import type { Graphic } from './graphic.ts';
import type { PageCanvas } from './page-canvas.ts';

/** Clockwise, in degrees. */
export type Turn = 90 | 180 | 270;

export class TurnedBox extends Box {
  readonly height: number;
  readonly #inner: Box;
  /** The width for which the inner box was laid out. */
  readonly #length: number;
  readonly #turn: Turn;

  constructor(inner: Box, length: number, turn: Turn) {
    super();
    this.#inner = inner;
    this.#length = length;
    this.#turn = turn;
    this.height = turn === 180 ? inner.height : length;
    this.reach = turn === 180 ? inner.reach : { left: 0, width: inner.height };
  }

  override get isEmpty(): boolean {
    return this.height === 0 && this.#inner.isEmpty;
  }

  override get graphics(): readonly Graphic[] {
    return this.#inner.graphics.map((one) => ({ ...one, height: this.height, align: 0 }));
  }

  /** After a turn of 90°, a box never fills the height of its row: see `fillsRow`. */
  protected override stretched(height: number): Box | undefined {
    const inner = this.#inner.stretch(height);
    return inner && new TurnedBox(inner, this.#length, this.#turn);
  }

  protected draw(canvas: PageCanvas, x: number, y: number): void {
    // The corner about which the inner box turns, so that it lies right of and below the place of this one.
    const { reach, height } = this.#inner;
    const right = { 90: height, 180: reach ? 2 * reach.left + reach.width : this.#length, 270: 0 }[this.#turn];
    const down = { 90: 0, 180: height, 270: this.#length }[this.#turn];
    const group = { kind: 'group', x: x + right, y: y + down, rotate: this.#turn, clip: undefined } as const;
    const before = canvas.marks?.length ?? 0;
    placeInGroup(canvas, this.#inner, { x: 0, y: 0 }, group);
    // Marks in a turned box count as set where the box begins on the sheet.
    const inside = canvas.marks?.splice(before) ?? [];
    for (const { texts } of inside) canvas.marks!.push({ texts, y });
  }
}
