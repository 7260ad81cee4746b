// The component `polygon`.

import { showJson } from '../../../words/show-json.ts';
import { isBound } from '../../text/text-properties.ts';
import { polygonOf } from '../../vector/path.ts';
import { defineComponent } from '../component.ts';
import { drawnNode, drawnProperties, explainViewBox } from '../shared/drawn-path.ts';
import { usualShape } from '../shared/usual-properties.ts';

/** More corners than anybody writes by hand. */
const mostCorners = 10_000;

export const polygon = defineComponent({
  type: 'polygon',
  content: 'nothing',
  knownAs: ['triangle', 'star', 'points'],
  group: 'graphic',
  usual: usualShape,
  summary: 'A closed area between corners.',
  properties: {
    polygon: {
      type: 'array',
      minItems: 2,
      maxItems: mostCorners,
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: { type: 'number', minimum: -100_000, maximum: 100_000 },
        title: '[x, y]',
      },
      description: 'The corners, each as `[x, y]` from the top left, in the unit of the template or in the units of `viewBox`.',
    },
    ...drawnProperties,
  },
  required: [],
  looks: ['fill', 'stroke', 'rule'],
  hasText: false,
  explain({ polygon: corners, ...others }) {
    if (Array.isArray(corners) && corners.every(Array.isArray)) return explainViewBox(others);
    const bound = isBound(corners) ? '. A { "path": "{{ … }}" } takes its shape from the data' : '';
    const message = `must be a list of corners such as [[0, 0], [10, 0], [5, 8]], got ${showJson(corners)}${bound}`;
    return { place: '/polygon', message };
  },
  example: {
    polygon: [
      [0, 10],
      [10, 0],
      [20, 10],
    ],
    fill: '#10528c',
  },
  sizesItself: true,
  compile(props, context, pointer) {
    const path = polygonOf(props.polygon as readonly (readonly [number, number])[]);
    return drawnNode(() => path, props, context, pointer);
  },
});
