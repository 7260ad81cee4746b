// Reads lengths and strokes of templates.
import type { FromSchema } from '../../../contract/schema.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { Stroke } from '../../layout/fragment.ts';
import type { Length } from '../../layout/length.ts';
import type { cornerRadius, sides as sidesSchema, sizeOrPercent } from '../../template/property-schemas.ts';
import { longColor } from '../../text/colors.ts';
import type { Radius } from '../../vector/path.ts';
import type { Cap, Join } from '../../vector/stroke-ends.ts';

export interface StrokeProps {
  readonly width?: number | undefined;
  readonly color?: string | undefined;
  readonly dash?: readonly number[] | undefined;
  readonly cap?: Cap | undefined;
  readonly join?: Join | undefined;
}

/** A stroke with its defaults: 0.5 pt, black, solid. A width of 0 draws nothing. */
export function stroke({ width = 0.5, color = '#000000', dash = [], cap, join }: StrokeProps): Stroke | undefined {
  return width === 0 ? undefined : { width, color: longColor(color), dash, ...(cap && { cap }), ...(join && { join }) };
}

/** The radius of corners, whose schema has checked that an array has four. */
export const radiusOf = (value: FromSchema<typeof cornerRadius> = 0): Radius => value as Radius;

/** Reads `30` and `"50%"`. */
export function parseLength(value: FromSchema<typeof sizeOrPercent>, unit: number): Length {
  return typeof value === 'number' ? value * unit : { percent: Number.parseFloat(value as string) };
}

/** `margin` and `padding` in all their forms, in pt. */
export function sidesOf(value: FromSchema<typeof sidesSchema>, unit: number): Sides {
  if (typeof value === 'number') return { top: value * unit, right: value * unit, bottom: value * unit, left: value * unit };
  if (Array.isArray(value)) {
    const [top = 0, right = 0, bottom = top, left = right] = value as readonly number[];
    return { top: top * unit, right: right * unit, bottom: bottom * unit, left: left * unit };
  }
  const { top = 0, right = 0, bottom = 0, left = 0, start, end } = value as Partial<Record<string, number>>;
  const upright = { top: top * unit, bottom: bottom * unit };
  if (start === undefined && end === undefined) return { ...upright, right: right * unit, left: left * unit };
  const [first, last] = [(start ?? 0) * unit, (end ?? 0) * unit];
  return { ...upright, right: last, left: first, mirrored: { ...upright, right: first, left: last } };
}
