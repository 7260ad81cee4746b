// The component `chart`: numbers of the data as bars, lines, areas, slices or points.

import { onDemand } from '../../on-demand.ts';
import { defineComponent } from '../component.ts';
import { usualElements, usualWritten } from '../shared/usual-properties.ts';
import { chartProperties } from './chart-properties.ts';

const compiler = onDemand('charts', async () => (await import('./compile-chart.ts')).compileChart);

export const chart = defineComponent({
  type: 'chart',
  content: 'figure',
  knownAs: [
    'graph',
    'plot',
    'diagram',
    'bar',
    'barchart',
    'linechart',
    'pie',
    'piechart',
    'donut',
    'scatter',
    'sparkline',
    'histogram',
  ],
  group: 'graphic',
  usual: {
    content: ['chart', 'each', 'x', 'value', 'series', 'stacked', 'horizontal', 'legend', 'labels', 'colors'],
    repetition: usualElements,
    ...usualWritten,
  },
  summary: 'Numbers of the data as bars, lines, areas, slices or points, with axes, labels and a legend.',
  properties: chartProperties,
  required: ['each'],
  looks: ['colors', 'height'],
  example: {
    chart: 'bar',
    each: [
      { month: 'Jan', revenue: 42, cost: 30 },
      { month: 'Feb', revenue: 55, cost: 34 },
      { month: 'Mar', revenue: 48, cost: 39 },
    ],
    as: 'm',
    x: '{{ m.month }}',
    series: [
      { name: 'Revenue', value: 'm.revenue' },
      { name: 'Cost', value: 'm.cost' },
    ],
    height: 45,
    alt: 'Revenue and cost by month: revenue is highest in February.',
  },
  sizesItself: 'height',
  canPrint: () => true,
  compile: (props, context, pointer) => compiler()(props, context, pointer),
});
