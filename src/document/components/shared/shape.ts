// The fill and the stroke of shapes, and how shapes are painted.
import type { FromSchema } from '../../../contract/schema.ts';
import type { Stroke } from '../../layout/fragment.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope } from '../../layout/session.ts';
import { graphicTag } from '../../layout/structure.ts';
import { fill, shapeStroke } from '../../template/property-schemas.ts';
import { textProperties } from '../../text/text-properties.ts';
import type { Paint } from '../../vector/gradient.ts';
import { extentOfPath, type FillRule, type Path, type Rectangle } from '../../vector/path.ts';
import type { CompileContext } from '../component.ts';
import { compileFill } from './bound-values/bound-fill.ts';
import { compileStroke } from './bound-values/bound-stroke.ts';

export const shapeProperties = {
  fill,
  stroke: { ...shapeStroke, description: 'How the edge is drawn. Default: no edge.' },
} as const;

interface ShapeProps {
  readonly fill?: FromSchema<typeof fill> | undefined;
  readonly stroke?: FromSchema<typeof shapeStroke> | undefined;
}

/** The look of a shape for some data. */
interface ShapeLook {
  readonly stroke: Stroke | undefined;
  fill(area: Rectangle): Paint | undefined;
}

export function compileShape(props: ShapeProps, context: CompileContext, pointer: string): (scope: BoundScope) => ShapeLook {
  checkTextProperties(props as Readonly<Record<string, unknown>>, '"fill", or "stroke": { "color": … }', context, pointer);
  const fillOf = props.fill === undefined ? undefined : compileFill(props.fill, context, `${pointer}/fill`);
  const strokeOf = props.stroke === undefined ? undefined : compileStroke(props.stroke, context, `${pointer}/stroke`);
  return (scope) => {
    const paintOf = fillOf?.(scope);
    return { stroke: strokeOf?.(scope), fill: (area) => paintOf?.(area) };
  };
}

/** Reports a shape that nobody could see. */
export function checkSeen(props: ShapeProps, context: CompileContext, pointer: string): void {
  if (props.fill !== undefined || (props.stroke !== undefined && props.stroke.width !== 0)) return;
  const message = 'The shape has neither "fill" nor "stroke", so nothing is painted. Give it one of them.';
  context.template.report('warning', 'no-effect', pointer, message);
}

/** Reports the properties of text that a graphic has of its own. `colored`: what gives it a colour. */
export function checkTextProperties(
  props: Readonly<Record<string, unknown>>,
  colored: string,
  context: CompileContext,
  pointer: string,
): void {
  for (const name of Object.keys(textProperties)) {
    if (props[name] === undefined) continue;
    const message = `A graphic has no text, so its "${name}" has no effect. ${name === 'color' ? `Write ${colored}` : 'Leave it out'}.`;
    context.template.report('warning', 'no-effect', `${pointer}/${name}`, message);
  }
}

/** Paints a path whose origin lies at `x`, `y`. */
export function paintPath(canvas: PageCanvas, { path, look, rule = 'nonzero', scope }: PaintedPath, x: number, y: number): void {
  const reach = extentOfPath(path);
  if (!reach) return;
  const area = { x: reach.left, y: reach.top, width: reach.right - reach.left, height: reach.bottom - reach.top };
  const tag = canvas.artifact ?? graphicTag(scope.tag);
  canvas.items.push({ kind: 'path', x, y, path, fill: look.fill(area), rule, stroke: look.stroke, tag });
}

interface PaintedPath {
  readonly path: Path;
  readonly look: ShapeLook;
  readonly rule?: FillRule;
  readonly scope: BoundScope;
}
