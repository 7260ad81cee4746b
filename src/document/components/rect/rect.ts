// The component `rect`.

import { boxOfHeight } from '../../layout/fill-box.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import { graphicTag } from '../../layout/structure.ts';
import { cornerRadius } from '../../template/property-schemas.ts';
import { defineComponent } from '../component.ts';
import { isRowHeight, readHeight, sizeOrRow } from '../shared/box/row-height.ts';
import { radiusOf } from '../shared/lengths.ts';
import { checkSeen, compileShape, shapeProperties } from '../shared/shape.ts';
import { usualShape } from '../shared/usual-properties.ts';

export const rect = defineComponent({
  type: 'rect',
  content: 'nothing',
  knownAs: ['rectangle'],
  group: 'graphic',
  usual: { ...usualShape, size: ['rect', 'width', 'radius'] },
  summary: 'A rectangle of a given height. Default width: the available width.',
  properties: {
    rect: sizeOrRow('Height'),
    ...shapeProperties,
    radius: cornerRadius,
  },
  required: [],
  looks: ['fill', 'stroke', 'radius'],
  hasText: false,
  example: { rect: 10, fill: '#eef3f8', radius: 3 },
  explain: ({ height }) =>
    isRowHeight(height) ? { place: '/height', message: 'is not the height of a rectangle: write "rect": "100%"' } : undefined,
  compile(props, context, pointer) {
    const height = readHeight(props.rect, context, `${pointer}/rect`);
    const isArea = props.border ?? props.background ?? props.style ?? props.link;
    if (isArea === undefined) checkSeen(props, context, pointer);
    const lookOf = compileShape(props, context, pointer);
    return {
      build(scope, width, session) {
        session.countBox();
        const look = lookOf(scope);
        const inset = (look.stroke?.width ?? 0) / 2;
        const tag = graphicTag(scope.tag);
        const paint = (canvas: PageCanvas, x: number, y: number, high: number) => {
          const size = { width: Math.max(0, width - 2 * inset), height: Math.max(0, high - 2 * inset) };
          canvas.items.push({
            kind: 'rect',
            x: x + inset,
            y: y + inset,
            ...size,
            fill: look.fill({ x: 0, y: 0, ...size }),
            stroke: look.stroke,
            radius: radiusOf(props.radius),
            tag: canvas.artifact ?? tag,
          });
        };
        return [boxOfHeight(height, paint)];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
