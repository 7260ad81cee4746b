// A list of Markdown: bullets, numbers, or the signs of tasks.
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import { compileMarker, type Marker } from '../list/list-marker.ts';
import { ListNode } from '../list/list-node.ts';
import type { ListBlock, ListItem } from './blocks.ts';

/** The facts about the surrounding Markdown that a list needs. */
export interface ListPlace {
  readonly context: CompileContext;
  readonly pointer: string;
  readonly name: string;
  readonly gap: number;
  /** The content of an item. */
  readonly content: ComponentNode;
  /** The scope of an item. */
  scopeOf(scope: BoundScope, items: readonly ListItem[], i: number): BoundScope;
}

export function listNode(list: ListBlock, place: ListPlace): ComponentNode {
  const { context: outer, pointer, name, gap, content, scopeOf } = place;
  const { depth, delimiter, items, isTight, start } = list;
  const context = { ...outer, lists: { depth: outer.lists.depth + depth, counting: 0, isNumbered: false } };
  const given = delimiter === undefined ? undefined : `1${delimiter}`;
  const marker = compileMarker(given, context, pointer);
  return new ListNode({
    name,
    site: context.way + pointer,
    context,
    items: {
      context,
      *listed(scope) {
        for (let i = 0; i < items.length; i++) yield { node: content, scope: scopeOf(scope, items, i) };
      },
      most: () => items.length,
      hasOutline: content.outline !== undefined,
    },
    marker: items.some(({ task }) => task !== undefined) ? withTasks(marker) : marker,
    markerContext: context,
    start,
    goesOn: false,
    room: undefined,
    gap: isTight ? 0 : gap,
  });
}

/** The marker of each item: the sign of its task, or a bullet. */
function withTasks(bullet: Marker): Marker {
  const textOf: Marker['textOf'] = (scope, dir) => (scope.locals.at(-1) as ListItem).task ?? bullet.textOf(scope, dir);
  return { ...bullet, isBound: true, textOf };
}
