// The component `rect`.
import { ItemsBox } from '../layout/box.ts';
import { graphicTag } from '../layout/structure.ts';
import { points, size, stroke as strokeSchema } from '../template/property-schemas.ts';
import { color } from '../text/colors.ts';
import { compileColor } from './bound-color.ts';
import { compileStroke } from './bound-stroke.ts';
import { defineComponent } from './component.ts';

export const rect = defineComponent({
  type: 'rect',
  content: 'nothing',
  knownAs: ['rectangle'],
  group: 'graphic',
  summary: 'A rectangle of a given height. Default width: the available width.',
  properties: {
    rect: { ...size, description: 'Height, in the unit of the template.' },
    fill: { ...color, description: `Colour inside. ${color.description}` },
    stroke: { ...strokeSchema, description: 'How the edge is drawn. Default: no edge.' },
    radius: { ...points, description: 'Corner radius in pt.' },
  },
  required: [],
  example: { rect: 10, fill: '#eef3f8', radius: 3 },
  compile(props, context, pointer) {
    const height = props.rect * context.template.unit;
    const strokeOf = props.stroke === undefined ? undefined : compileStroke(props.stroke, context, `${pointer}/stroke`);
    const fill = props.fill === undefined ? undefined : compileColor(props.fill, context, `${pointer}/fill`);
    return {
      build(scope, width, session) {
        session.countBox();
        const painted = fill?.(scope);
        const drawn = strokeOf?.(scope);
        const inset = (drawn?.width ?? 0) / 2;
        const tag = graphicTag(scope.tag);
        return [
          new ItemsBox(height, (canvas, x, y) => {
            canvas.items.push({
              kind: 'rect',
              x: x + inset,
              y: y + inset,
              width: Math.max(0, width - 2 * inset),
              height: Math.max(0, height - 2 * inset),
              fill: painted,
              stroke: drawn,
              radius: props.radius ?? 0,
              tag: canvas.artifact ?? tag,
            });
          }),
        ];
      },
      measure: () => ({ min: 0, max: 0 }),
    };
  },
});
