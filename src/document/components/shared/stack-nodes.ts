// Several components as one, one below the other.
import type { Box } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { CompileContext } from '../component.ts';

/** Compiles a list of components, or a single one. */
export function compileChildren(children: unknown, context: CompileContext, pointer: string): readonly ComponentNode[] {
  if (!Array.isArray(children)) return [context.compile(children, pointer, context)];
  return children.map((child, i) => context.compile(child, `${pointer}/${i}`, context));
}

/** Several nodes as one, `gap` pt apart. An absent node leaves no gap. */
export function stackNodes(nodes: readonly ComponentNode[], gap: number): ComponentNode {
  if (nodes.length === 1) return nodes[0]!;
  const outlined = nodes.filter(({ outline }) => outline);
  return {
    *build(scope, width, session): Iterable<Box> {
      let any = false;
      for (const node of nodes) {
        let first = true;
        for (const box of node.build(scope, width, session)) {
          if (first && any) box.before += gap;
          first = false;
          any = true;
          yield box;
        }
      }
    },
    measure(scope, session) {
      let min = 0;
      let max = 0;
      for (const node of nodes) {
        const widths = node.measure(scope, session);
        min = Math.max(min, widths.min);
        max = Math.max(max, widths.max);
      }
      return { min, max };
    },
    ...(outlined.length > 0 && {
      outline(scope, walk) {
        for (const node of outlined) node.outline!(scope, walk);
      },
    }),
  };
}
