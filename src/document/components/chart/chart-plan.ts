// The compiled properties of a chart.
import type { AxisLook } from './axes.ts';
import type { Kind } from './chart-properties.ts';
import type { Stacking } from './spans.ts';
import type { WriteValue } from './write-values.ts';

export interface ChartPlan {
  readonly kind: Kind;
  readonly stacking: Stacking;
  readonly isHorizontal: boolean;
  readonly legend: 'bottom' | 'right' | 'top' | 'ends' | 'none' | undefined;
  /** Writes the values at bars, points and slices. Undefined: they are not written. */
  readonly labels: WriteValue | undefined;
  /** The axis of the values. */
  readonly axis: AxisLook;
  /** The axis of the points. */
  readonly xAxis: AxisLook;
}
