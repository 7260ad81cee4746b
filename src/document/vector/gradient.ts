// What areas are filled with.
import type { Matrix } from './matrix.ts';

/** A colour `#rrggbb`, or a gradient. */
export type Paint = string | Gradient;

export interface Gradient {
  /** `linear`: along the x axis, from 0 to 1. `radial`: from the point 0, 0 to the circle of radius 1 around it. */
  readonly kind: 'linear' | 'radial';
  /** From these coordinates to those of the item, whose origin is its `x` and `y`. */
  readonly matrix: Matrix;
  /** The centre and the radius of the first circle, for a radial gradient that does not begin at its centre. */
  readonly from?: readonly [x: number, y: number, radius: number];
  /** In order. Before the first and after the last one their colours go on. */
  readonly stops: readonly GradientStop[];
}

export interface GradientStop {
  /** From 0 to 1. */
  readonly at: number;
  readonly color: string;
}
