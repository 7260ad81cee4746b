// Turns a component in the flow, with its measure.
import { buildColumn } from '../../../layout/build-column.ts';
import { type ComponentNode, outlineOf } from '../../../layout/component-node.ts';
import { resolveLength } from '../../../layout/length.ts';
import type { BoundScope, LayoutSession } from '../../../layout/session.ts';
import { type Turn, TurnedBox } from '../../../layout/turned-box.ts';
import type { CommonProps, ComponentDefinition } from '../../component.ts';
import { parseLength } from '../lengths.ts';

type Part = Readonly<Record<string, unknown>>;
type Report = (code: string, place: string, message: string) => void;

export const isQuarter = (turn: Turn | undefined): boolean => turn === 90 || turn === 270;

/** The properties of a child of a frame: turned by a quarter, it is as long as its place is high. `high`: the `h` of its place. */
export const asLongAs = (high: unknown, props: Part): Part =>
  isQuarter(props.rotate as Turn | undefined) && props.height === undefined && typeof high === 'number'
    ? { ...props, height: high }
    : props;

/** The properties of a component before it is turned: a quarter makes its `height` the length of its lines. Reports sizes that mean nothing then. */
export function beforeTurn(props: Part, { type, content, sizesItself }: ComponentDefinition, report: Report): Part {
  const { rotate, width, height, minHeight, ...others } = props;
  if (!isQuarter(rotate as Turn | undefined)) return props;
  for (const [name, value] of Object.entries({ width, height })) {
    const message = `A "${name}" of a component that is turned by a quarter is a length: write a number.`;
    if (typeof value === 'string') report('wrong-value', `/${name}`, message);
  }
  if (content === 'nothing' && !sizesItself && height === undefined)
    report('missing-property', '', `needs a "height": a ${type} that is turned by a quarter has no length of its own`);
  const length = (name: string, value: unknown, least = 0) =>
    typeof value === 'number' ? { [name]: Math.max(value, least) } : {};
  return { ...others, rotate, ...length('width', height, minHeight as number | undefined), ...length('height', width) };
}

/** `props`: those of the turned component, as they are written. */
export function turned(node: ComponentNode, props: CommonProps, unit: number): ComponentNode {
  const { rotate: turn, width: given, minHeight = 0 } = props;
  if (turn === undefined) return node;
  const ownWidth = given === undefined ? undefined : parseLength(given, unit);
  /** How long its lines may be. */
  const lengthFor = (scope: BoundScope, width: number, session: LayoutSession) => {
    if (!isQuarter(turn)) return ownWidth === undefined ? width : resolveLength(ownWidth, width);
    const { min, max } = node.measure(scope, session);
    return Math.max(minHeight * unit, min, Math.min(max, session.bodyHeight));
  };
  const build = (scope: BoundScope, width: number, session: LayoutSession) => {
    const length = lengthFor(scope, width, session);
    return new TurnedBox(buildColumn(node, scope, length, session), length, turn);
  };
  return {
    build(scope, width, session) {
      const box = build(scope, width, session);
      return box.isEmpty ? [] : [box];
    },
    measure(scope, session) {
      if (!isQuarter(turn)) return node.measure(scope, session);
      const width = session.measure(() => build(scope, 0, session).reach!.width);
      return { min: width, max: width };
    },
    ...outlineOf(node),
  };
}
