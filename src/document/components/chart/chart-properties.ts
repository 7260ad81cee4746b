// The properties of a chart.
import { type FromSchema, type JsonSchema, objectOf } from '../../../contract/schema.ts';
import { elementList, expression, letValues, size, text } from '../../template/property-schemas.ts';
import { color } from '../../text/colors.ts';
import type { Props } from '../component.ts';
import { elementProperties } from '../shared/lists/select-elements.ts';

export const kinds = ['bar', 'line', 'area', 'pie', 'donut', 'scatter', 'sparkline'] as const;
export type Kind = (typeof kinds)[number];

/** Whether the values are slices of a whole, without axes. */
export const isRound = (kind: Kind): boolean => kind === 'pie' || kind === 'donut';

/** An axis, as a template writes it. */
export const chartAxis = objectOf([], {
  min: { type: 'number', description: 'The number at the start. Default: a round number below all values.' },
  max: { type: 'number', description: 'The number at the end. Default: a round number above all values.' },
  title: { ...text, description: 'What the axis shows, such as its unit.' },
  label: {
    ...text,
    description: 'The text of a tick, such as `"{{ value | money }}"`. Default: the number as the locale writes it.',
  },
});

const axisOrNone = { oneOf: [chartAxis, { type: 'boolean' }] } as const satisfies JsonSchema;

export type AxisProps = FromSchema<typeof axisOrNone>;

/** A series, as a template writes it. */
export const seriesEntry = objectOf(['value'], {
  name: { ...text, description: 'The name, for the legend.' },
  value: { ...expression, description: 'The number of each point, such as `"m.revenue"`. A bare expression.' },
  color: { ...color, description: `Colour. Default: the next one of \`colors\`. ${color.description}` },
  each: {
    ...expression,
    description: 'A list: each of its elements is a series. `value` sees the element and the point: `"m.sales[p.id]"`.',
  },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'The name of the element of `each`.' },
  where: elementProperties.where,
  sort: elementProperties.sort,
  let: letValues,
});

export const chartProperties = {
  chart: { enum: kinds, 'x-written': true, description: 'What is drawn for the values.' },
  each: { ...elementList, description: `The list whose elements are the points. ${elementList.description}` },
  as: { type: 'string', minLength: 1, maxLength: 100, default: 'item', description: 'The name of the element.' },
  ...elementProperties,
  x: {
    ...text,
    description:
      'The name of a point, such as `"{{ m.name }}"`: its category, or its slice. Where it is a single binding of a number or a date, `line`, `area` and `scatter` place the points at its value.',
  },
  value: {
    ...expression,
    description: 'The number of a point, such as `"m.revenue"`. A bare expression. Leave it out where `series` lists the values.',
  },
  series: {
    oneOf: [
      { type: 'array', minItems: 1, maxItems: 100, items: seriesEntry },
      { ...text, title: 'a text such as `"{{ r.product }}"`' },
    ],
    description:
      'Several values of a point: a list of `{ "name", "value", "color" }`. Or a text that says to which series an element belongs, such as `"{{ r.product }}"`: elements with the same `x` are then one point, and those of the same series are added up.',
  },
  colors: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: color,
    description:
      'The colours of the series or slices, one after the other. Default: eight that readers with any colour blindness can tell apart.',
  },
  stacked: {
    oneOf: [{ type: 'boolean' }, { enum: ['percent'] }],
    default: false,
    description: 'Whether the series of a `bar` or `area` lie on each other. `"percent"`: as parts of 100 %.',
  },
  horizontal: { type: 'boolean', default: false, description: 'Whether the bars are horizontal. Good for long names.' },
  axis: { ...axisOrNone, description: 'The axis of the values. `false` leaves it out. Bars and areas always show zero.' },
  xAxis: {
    ...axisOrNone,
    description: 'The axis of the points. `min` and `max` are for points at numbers. `false` leaves it out.',
  },
  legend: {
    enum: ['top', 'right', 'bottom', 'ends', 'none'],
    description:
      'Where the names of the series or slices stand. `ends`: each at the end of its line, in a `line`. Default: `top` for several series, `right` or `bottom` for slices.',
  },
  labels: {
    oneOf: [{ type: 'boolean' }, text],
    default: false,
    description:
      'Whether the values are written at bars, points and slices. A text says how: `"{{ value | number: 1 }} %"`, or `"{{ share | percent }}"` for the part of the whole. A label for which there is no room is left out.',
  },
  empty: { ...text, description: 'Printed in place of a chart without any value.' },
  height: {
    ...size,
    description: 'Height. Default: 60 mm; 5 mm for a `sparkline`; as much as horizontal bars need.',
  },
} as const satisfies Record<string, JsonSchema>;

export type ChartProps = Props<typeof chartProperties, readonly ['chart', 'each']>;
