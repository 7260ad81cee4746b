// Warns of children of a frame that are read after what lies below them.
import { isObject } from '../../../json/is-object.ts';
import type { PlacedNode } from '../../layout/build-frame.ts';
import { type CompileContext, isRead } from '../component.ts';
import { readBehaviour } from '../shared/styled-behaviour.ts';

/** Warns of each child that lies wholly above a child that is read earlier, and over or under it. */
export function checkReadingOrder(
  children: readonly unknown[],
  placed: readonly PlacedNode[],
  context: CompileContext,
  pointer: string,
): void {
  if (!isRead(context)) return;
  // A child without a height has a line of text at least.
  const line = (context.style.fixed?.properties.size ?? 10) * 1.2;
  const seen = placed
    .map((one, i) => ({ place: `${pointer}/${i}`, child: children[i], ...one }))
    .filter(({ child, rotate }) => rotate === 0 && mayBeRead(child, context))
    .sort((a, b) => a.order - b.order);
  const bottomOf = ({ y, height }: PlacedNode) => y + (typeof height === 'number' ? height : line);
  const rightOf = ({ x, width }: PlacedNode) => (typeof width === 'number' ? x + width : Number.POSITIVE_INFINITY);
  for (const [i, one] of seen.entries()) {
    const below = seen.slice(0, i).find((other) => bottomOf(one) <= other.y && one.x < rightOf(other) && other.x < rightOf(one));
    if (!below) continue;
    const message = `Screen readers read it after ${below.name}, which lies below it: move it up in the list, or set "order" in "at".`;
    context.template.report('warning', 'reading-order', one.place, message);
  }
}

function mayBeRead(child: unknown, { template }: CompileContext): boolean {
  if (!isObject(child)) return true;
  const { role, alt } = readBehaviour(child, template);
  return role !== 'artifact' && alt !== '' && (alt !== undefined || template.definitionOf(child)?.content !== 'nothing');
}
