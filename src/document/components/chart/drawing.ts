// The tools and facts with which the parts of a chart are drawn.
import type { BoundScope } from '../../layout/session.ts';
import type { ChartColors } from './chart-colors.ts';
import type { ChartPlan } from './chart-plan.ts';
import type { LabelWriter } from './label-writer.ts';
import type { Area, Pen } from './pen.ts';
import type { ChartData } from './read-chart.ts';
import type { Span } from './spans.ts';

export interface Drawing {
  readonly pen: Pen;
  readonly writer: LabelWriter;
  readonly colors: ChartColors;
  readonly plan: ChartPlan;
  readonly data: ChartData;
  readonly scope: BoundScope;
  /** Collects sentences about what is not drawn. */
  readonly lost: string[];
}

export const noRoomFor = (what: string): string => `The chart has no room for ${what}: make it higher or wider.`;

/** The plot: where points and values are, in pt. */
export interface Plot {
  readonly area: Area;
  /** The spans of bars and areas. */
  readonly spans: readonly (readonly (Span | undefined)[])[];
  /** Room of a point that has only a name. */
  readonly band: number;
  /** Where a point is along its axis. */
  along(point: number): number;
  /** Where a value is on the other axis. */
  across(size: number): number;
  /** Whether a value lies between the ends of its axis. */
  isShown(size: number): boolean;
  /** Draws something, and cuts what lies beyond the ends of the axes. */
  clip(draw: () => void): void;
}
