// The component `line`: across the width, down, or diagonal.

import type { FromSchema } from '../../../contract/schema.ts';
import { leftIn } from '../../layout/direction.ts';
import { boxOfHeight } from '../../layout/fill-box.ts';
import { graphicTag } from '../../layout/structure.ts';
import { lineStroke } from '../../template/property-schemas.ts';
import { defineComponent } from '../component.ts';
import { compileStroke } from '../shared/bound-values/bound-stroke.ts';
import { isRowHeight, readHeight, sizeOrRow } from '../shared/box/row-height.ts';
import { checkTextProperties } from '../shared/shape.ts';
import { usualCondition } from '../shared/usual-properties.ts';
import { drawArrow } from './arrow.ts';

export const line = defineComponent({
  type: 'line',
  content: 'nothing',
  knownAs: ['divider', 'stroke', 'hr', 'rule', 'separator'],
  group: 'graphic',
  usual: {
    content: ['line', 'direction', 'arrow'],
    size: ['width', 'height'],
    spacing: ['margin'],
    look: ['style'],
    condition: usualCondition,
  },
  summary: 'A line across the available width, or down a height.',
  properties: {
    line: {
      oneOf: [{ const: true }, lineStroke],
      description: 'How the line is drawn. `true`: 0.5 pt wide and black.',
    },
    direction: {
      enum: ['horizontal', 'vertical', 'down', 'up'],
      default: 'horizontal',
      description: 'Direction of the line. `down` and `up` are the diagonals of `width` and `height`.',
    },
    height: sizeOrRow('Height of a vertical or diagonal line'),
    arrow: {
      enum: ['none', 'start', 'end', 'both'],
      default: 'none',
      description: 'Where the line has an arrowhead. A line begins at the left, or at the top if it is vertical.',
    },
  },
  required: [],
  looks: ['arrow'],
  hasText: false,
  example: { line: { width: 1, color: '#10528c' } },
  compile(props, context, pointer) {
    const given = props.line === true ? {} : (props.line as FromSchema<typeof lineStroke>);
    checkTextProperties(props, '"line": { "color": … }', context, pointer);
    const strokeOf = compileStroke(given, context, `${pointer}/line`);
    const direction = props.direction ?? 'horizontal';
    if (direction !== 'horizontal' && !props.height) {
      const effect = direction === 'vertical' ? 'nothing is painted' : 'the line is horizontal';
      const message = `Without a "height", ${effect}. Set the "height" of the line.`;
      context.template.report('warning', 'no-effect', `${pointer}/direction`, message);
    }
    if (direction === 'horizontal' && isRowHeight(props.height)) {
      const message = 'A horizontal line has no height. Write "direction": "vertical" beside it.';
      context.template.report('error', 'no-effect', `${pointer}/height`, message);
    }
    const height =
      direction === 'horizontal' ? (given.width ?? 0.5) : readHeight(props.height ?? 0, context, `${pointer}/height`);
    return {
      build(scope, width, session) {
        session.countBox();
        const drawn = strokeOf(scope);
        return [
          boxOfHeight(height, (canvas, x, y, high) => {
            if (!drawn) return;
            const tag = graphicTag(scope.tag);
            const push = (x1: number, y1: number, x2: number, y2: number) =>
              canvas.items.push(...drawArrow({ x1, y1, x2, y2 }, drawn, props.arrow ?? 'none', canvas.artifact ?? tag));
            if (direction === 'horizontal') push(x, y + high / 2, x + width, y + high / 2);
            else if (direction === 'vertical') {
              const middle = x + leftIn(scope, 0, drawn.width, width) + drawn.width / 2;
              push(middle, y, middle, y + high);
            } else if (direction === 'down') push(x, y, x + width, y + high);
            else push(x, y + high, x + width, y);
          }),
        ];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
