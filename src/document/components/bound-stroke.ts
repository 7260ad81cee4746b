// Strokes and borders whose colour may depend on data.
import type { Decoration } from '../layout/decorated-box.ts';
import type { Stroke } from '../layout/fragment.ts';
import type { BoundScope } from '../layout/session.ts';
import { isBound } from '../text/text-properties.ts';
import { compileColor } from './bound-color.ts';
import type { CompileContext } from './component.ts';
import { type StrokeProps, stroke } from './lengths.ts';

/** A stroke for some data. Undefined: nothing is drawn. */
export type StrokeOf = (scope: BoundScope) => Stroke | undefined;

export function compileStroke(value: StrokeProps, context: CompileContext, pointer: string): StrokeOf {
  const { color: source } = value;
  if (!isBound(source)) {
    const fixed = stroke(value);
    return () => fixed;
  }
  const plain = stroke({ ...value, color: undefined });
  const color = compileColor(source, context, `${pointer}/color`);
  return (scope) => plain && { ...plain, color: color(scope) ?? plain.color };
}

type Sides = Omit<Decoration['border'], 'radius'>;
const sideNames = ['top', 'right', 'bottom', 'left'] as const;
type BorderProps = StrokeProps & { readonly [K in (typeof sideNames)[number]]?: StrokeProps | undefined };

/** The four sides of a border: its own width, colour and dash hold for the sides that it does not name. */
export function compileBorder(border: BorderProps, context: CompileContext, pointer: string): (scope: BoundScope) => Sides {
  const isBySide = sideNames.some((name) => border[name]);
  const isPlain = border.width === undefined && border.color === undefined && border.dash === undefined;
  const all: StrokeOf = isPlain && isBySide ? () => undefined : compileStroke(border, context, pointer);
  const [top, right, bottom, left] = sideNames.map((name) => {
    const own = border[name];
    return own ? compileStroke(own, context, `${pointer}/${name}`) : all;
  }) as [StrokeOf, StrokeOf, StrokeOf, StrokeOf];
  return (scope) => ({ top: top(scope), right: right(scope), bottom: bottom(scope), left: left(scope) });
}
