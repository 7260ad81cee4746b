// The fill of a shape: a colour or a gradient. Its colours may come from data.
import type { FromSchema } from '../../../../contract/schema.ts';
import type { BoundScope } from '../../../layout/session.ts';
import type { fill as fillSchema, gradient as gradientSchema } from '../../../template/property-schemas.ts';
import type { Gradient, Paint } from '../../../vector/gradient.ts';
import { sineAndCosine } from '../../../vector/matrix.ts';
import type { Rectangle } from '../../../vector/path.ts';
import type { CompileContext } from '../../component.ts';
import { compileColor } from './bound-color.ts';
import { reportNumbers } from './bound-numbers.ts';

/** The paint of an area for some data. Undefined: nothing is filled. */
export type FillOf = (scope: BoundScope) => ((area: Rectangle) => Paint) | undefined;

type GradientProps = FromSchema<typeof gradientSchema>;

export function compileFill(value: FromSchema<typeof fillSchema>, context: CompileContext, pointer: string): FillOf {
  if (typeof value !== 'string') return compileGradient(value as GradientProps, context, pointer);
  const colorOf = compileColor(value, context, pointer);
  return (scope) => {
    const color = colorOf(scope);
    return color === undefined ? undefined : () => color;
  };
}

function compileGradient(props: GradientProps, context: CompileContext, pointer: string): FillOf {
  const { from, to, stops = [], angle = 0, shape = 'linear' } = props;
  const fail = (place: string, message: string) => context.template.report('error', 'wrong-value', `${pointer}${place}`, message);
  const given = [
    ...(from === undefined ? [] : [{ at: 0, color: from, place: '/from' }]),
    ...stops.map(({ at, color }, i) => ({ at, color, place: `/stops/${i}/color` })),
    ...(to === undefined ? [] : [{ at: 1, color: to, place: '/to' }]),
  ];
  if (given.length < 2) fail('', 'A gradient goes from one colour to another: give it "from" and "to", or "stops".');
  const late = stops.findIndex(({ at }, i) => i > 0 && at < stops[i - 1]!.at);
  const disorder = late < 0 ? undefined : `The stops are not in order: ${stops[late]!.at} comes after ${stops[late - 1]!.at}.`;
  const tellDisorder = reportNumbers(disorder, `${pointer}/stops`, context);
  if (shape === 'radial' && props.angle !== undefined)
    context.template.report('warning', 'no-effect', `${pointer}/angle`, 'A radial gradient has no direction.');
  const colors = given.map(({ color, place }) => compileColor(color, context, pointer + place));
  return (scope) => {
    tellDisorder(scope);
    const found = given.flatMap(({ at }, i) => {
      const color = colors[i]!(scope);
      return color === undefined ? [] : [{ at, color }];
    });
    if (found.length === 0) return undefined;
    return (area) => ({ kind: shape, matrix: shape === 'linear' ? alongLine(area, angle) : aroundMiddle(area), stops: found });
  };
}

/** As in CSS, the corners of the area have the outermost colours (css-images-3, 3.1.1). 0 degrees run to the right. */
function alongLine({ x, y, width, height }: Rectangle, angle: number): Gradient['matrix'] {
  const { cos, sin } = sineAndCosine(angle);
  const length = Math.abs(width * cos) + Math.abs(height * sin);
  const [dx, dy] = [cos * length, sin * length];
  return [dx, dy, -dy, dx, x + (width - dx) / 2, y + (height - dy) / 2];
}

/** As in CSS, an ellipse through the corners (css-images-3, 3.2.2). */
function aroundMiddle({ x, y, width, height }: Rectangle): Gradient['matrix'] {
  return [width * Math.SQRT1_2, 0, 0, height * Math.SQRT1_2, x + width / 2, y + height / 2];
}
