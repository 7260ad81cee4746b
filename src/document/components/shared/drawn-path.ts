// Components that draw a path of their own: its size, and how it is fitted into the area it gets.
import type { FromSchema, JsonSchema } from '../../../contract/schema.ts';
import { showJson } from '../../../words/show-json.ts';
import { ItemsBox } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { leftIn } from '../../layout/direction.ts';
import { resolveLength } from '../../layout/length.ts';
import type { BoundScope } from '../../layout/session.ts';
import { size, sizeOrPercent } from '../../template/property-schemas.ts';
import type { Matrix } from '../../vector/matrix.ts';
import { extentOfPath, type Path, transformPath } from '../../vector/path.ts';
import type { CommonProps, CompileContext, ForeignNotation } from '../component.ts';
import { reportNumbers } from './bound-values/bound-numbers.ts';
import { parseLength } from './lengths.ts';
import { checkSeen, compileShape, paintPath, shapeProperties } from './shape.ts';

export const drawnProperties = {
  viewBox: {
    type: 'array',
    minItems: 4,
    maxItems: 4,
    items: { type: 'number', minimum: -1_000_000, maximum: 1_000_000 },
    title: '[x, y, width, height]',
    description:
      'The area that is fitted into `width` and `height`, as in SVG. In a column of the width `auto`, its units are those of the template. Default: lengths are in the unit of the template.',
  },
  width: sizeOrPercent,
  height: { ...size, description: 'Height. Default: as high as the path reaches, or as the sides of `viewBox` say.' },
  rule: {
    enum: ['nonzero', 'evenodd'],
    default: 'nonzero',
    description:
      'What is inside of contours that cross each other. With `evenodd`, an area that two contours surround is a hole.',
  },
  ...shapeProperties,
} as const satisfies Record<string, JsonSchema>;

/** Says how to write a view box as it stands in SVG. */
export function explainViewBox({ viewBox }: Readonly<Record<string, unknown>>): ForeignNotation | undefined {
  const numbers =
    typeof viewBox === 'string'
      ? viewBox
          .trim()
          .split(/[\s,]+/)
          .map(Number)
      : [];
  if (numbers.length !== 4 || numbers.some(Number.isNaN)) return undefined;
  return { place: '/viewBox', message: `must be a list, got ${showJson(viewBox)}: write [${numbers.join(', ')}]` };
}

/** So many coordinates take as long as a box. */
const numbersOfBox = 10;

type DrawnProps = CommonProps & FromSchema<{ properties: typeof drawnProperties; required: readonly [] }>;

/** `pathOf`: the path for some data. Undefined: nothing is drawn. */
export function drawnNode(
  pathOf: (scope: BoundScope) => Path | undefined,
  props: DrawnProps,
  context: CompileContext,
  pointer: string,
): ComponentNode {
  const { unit } = context.template;
  const viewBox = props.viewBox as readonly [number, number, number, number] | undefined;
  const hasNoArea = viewBox !== undefined && (viewBox[2] <= 0 || viewBox[3] <= 0);
  const noArea = hasNoArea ? 'The area has no size: its width and height must be more than 0.' : undefined;
  const tellNoArea = reportNumbers(noArea, `${pointer}/viewBox`, context);
  checkSeen(props, context, pointer);
  const lookOf = compileShape(props, context, pointer);
  const givenWidth = props.width === undefined ? undefined : parseLength(props.width, unit);
  const givenHeight = props.height === undefined ? undefined : props.height * unit;
  /** The path in pt, and its size. */
  const fitInto = (path: Path, room: number) => {
    const wide = givenWidth === undefined ? undefined : resolveLength(givenWidth, room);
    if (!viewBox) {
      const drawn = transformPath(path, [unit, 0, 0, unit, 0, 0]);
      const reach = extentOfPath(drawn);
      return { drawn, width: wide ?? Math.max(0, reach?.right ?? 0), height: givenHeight ?? Math.max(0, reach?.bottom ?? 0) };
    }
    const [x, y, w, h] = viewBox;
    const width = wide ?? (givenHeight === undefined ? room : (givenHeight * w) / h);
    const height = givenHeight ?? (width * h) / w;
    const scale = Math.min(width / w, height / h);
    const matrix: Matrix = [scale, 0, 0, scale, (width - w * scale) / 2 - x * scale, (height - h * scale) / 2 - y * scale];
    return { drawn: transformPath(path, matrix), width, height };
  };
  return {
    build(scope, room, session) {
      const path = pathOf(scope);
      tellNoArea(scope);
      session.countBox(1 + Math.floor((path?.points.length ?? 0) / numbersOfBox));
      if (!path || hasNoArea) return [];
      const { drawn, width, height } = fitInto(path, room);
      const look = lookOf(scope);
      const { rule = 'nonzero' } = props;
      const left = leftIn(scope, 0, width, room);
      const box = new ItemsBox(height, (canvas, x, y) => paintPath(canvas, { path: drawn, look, rule, scope }, x + left, y));
      box.reach = { left, width };
      return [box];
    },
    measure(scope) {
      const path = pathOf(scope);
      if (!path || hasNoArea) return { min: 0, max: 0 };
      // Where nothing says how wide it is, the units of the view box are those of the template.
      const { width } = fitInto(path, (viewBox?.[2] ?? 0) * unit);
      const isGiven = !viewBox || typeof givenWidth === 'number' || (givenWidth === undefined && givenHeight !== undefined);
      return { min: isGiven ? width : 0, max: width };
    },
  };
}
