// The component `ellipse`.

import { boxOfHeight } from '../../layout/fill-box.ts';
import { ellipseIn } from '../../vector/path.ts';
import { defineComponent } from '../component.ts';
import { isRowHeight, readHeight, sizeOrRow } from '../shared/box/row-height.ts';
import { checkSeen, compileShape, paintPath, shapeProperties } from '../shared/shape.ts';
import { usualShape } from '../shared/usual-properties.ts';

export const ellipse = defineComponent({
  type: 'ellipse',
  content: 'nothing',
  knownAs: ['circle', 'oval'],
  group: 'graphic',
  usual: { ...usualShape, size: ['ellipse', 'width'] },
  summary: 'An ellipse of a given height, or a circle if it is as wide as high. Default width: the available width.',
  properties: { ellipse: sizeOrRow('Height'), ...shapeProperties },
  required: [],
  looks: ['fill', 'stroke'],
  hasText: false,
  example: { ellipse: 14, width: 14, fill: '#eef3f8', stroke: { width: 1, color: '#10528c' } },
  explain: ({ height }) =>
    isRowHeight(height) ? { place: '/height', message: 'is not the height of an ellipse: write "ellipse": "100%"' } : undefined,
  compile(props, context, pointer) {
    const height = readHeight(props.ellipse, context, `${pointer}/ellipse`);
    const lookOf = compileShape(props, context, pointer);
    checkSeen(props, context, pointer);
    return {
      build(scope, width, session) {
        session.countBox();
        const look = lookOf(scope);
        // The edge lies within the height and the width.
        const inset = (look.stroke?.width ?? 0) / 2;
        return [
          boxOfHeight(height, (canvas, x, y, high) => {
            const inner = { x: inset, y: inset, width: Math.max(0, width - 2 * inset), height: Math.max(0, high - 2 * inset) };
            paintPath(canvas, { path: ellipseIn(inner), look, scope }, x, y);
          }),
        ];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
