// Strokes and borders whose colour may depend on data.
import type { Decoration } from '../../../layout/decorated-box.ts';
import type { Stroke } from '../../../layout/fragment.ts';
import type { BoundScope } from '../../../layout/session.ts';
import { isBound } from '../../../text/text-properties.ts';
import type { Cap } from '../../../vector/stroke-ends.ts';
import type { CompileContext } from '../../component.ts';
import { type StrokeProps, stroke } from '../lengths.ts';
import { compileColor } from './bound-color.ts';
import { reportNumbers } from './bound-numbers.ts';

/** A stroke for some data. Undefined: nothing is drawn. */
export type StrokeOf = (scope: BoundScope) => Stroke | undefined;

/** `isOfStyle`: `place` is the place of the style that has the stroke. */
export function compileStroke(value: StrokeProps, context: CompileContext, pointer: string, isOfStyle = false): StrokeOf {
  const at = (property: string) => (isOfStyle ? pointer : `${pointer}/${property}`);
  const { color: source, dash = [], cap = 'butt' } = value;
  const tellDash = reportNumbers(findDashFault(dash, cap), at('dash'), context);
  if (!isBound(source)) {
    const fixed = stroke(value);
    return (scope) => {
      tellDash(scope);
      return fixed;
    };
  }
  const plain = stroke({ ...value, color: undefined });
  const color = compileColor(source, context, at('color'));
  return (scope) => {
    tellDash(scope);
    return plain && { ...plain, color: color(scope) ?? plain.color };
  };
}

type Sides = Omit<Decoration['border'], 'radius'>;
const sideNames = ['top', 'right', 'bottom', 'left', 'start', 'end'] as const;
type BorderProps = StrokeProps & { readonly [K in (typeof sideNames)[number]]?: StrokeProps | undefined };

/** Says why dashes would not be seen. Undefined: they are. PDF allows no dashes and gaps that are all 0 (ISO 32000-2, 8.4.3.6). */
function findDashFault(dash: readonly number[], cap: Cap): string | undefined {
  // With an odd number of lengths, dashes and gaps change places in each round.
  const dashes = dash.length % 2 === 1 ? dash : dash.filter((_, i) => i % 2 === 0);
  if (dash.length > 0 && dash.every((one) => one === 0))
    return 'All lengths are 0: write some, such as [3, 2], or leave "dash" out.';
  if (cap === 'butt' && dashes.length > 0 && dashes.every((one) => one === 0))
    return 'Dashes of length 0 are not seen. Of a line or shape, "cap": "round" makes dots of them.';
  return undefined;
}

/** The sides of a border: its own width, colour and dash hold for the sides that it does not name. */
export function compileBorder(
  border: BorderProps,
  context: CompileContext,
  pointer: string,
  isOfStyle = false,
): (scope: BoundScope) => Sides {
  const isBySide = sideNames.some((name) => border[name]);
  const isPlain = border.width === undefined && border.color === undefined && border.dash === undefined;
  const all: StrokeOf = isPlain && isBySide ? () => undefined : compileStroke(border, context, pointer, isOfStyle);
  const sideOf = (name: (typeof sideNames)[number]) => {
    const own = border[name];
    return own && compileStroke(own, context, isOfStyle ? pointer : `${pointer}/${name}`, isOfStyle);
  };
  const [top, right, bottom, left] = [
    sideOf('top') ?? all,
    sideOf('right') ?? all,
    sideOf('bottom') ?? all,
    sideOf('left') ?? all,
  ];
  if (!border.start && !border.end)
    return (scope) => ({ top: top(scope), right: right(scope), bottom: bottom(scope), left: left(scope) });
  const [start, end] = [sideOf('start') ?? all, sideOf('end') ?? all];
  return (scope) => {
    const [atLeft, atRight] = scope.dir === 'ltr' ? [start, end] : [end, start];
    return { top: top(scope), right: atRight(scope), bottom: bottom(scope), left: atLeft(scope) };
  };
}
