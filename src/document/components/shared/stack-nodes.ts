// Several components as one, one below the other.
import type { Box } from '../../layout/box.ts';
import { type ComponentNode, outlineOf, type Subject } from '../../layout/component-node.ts';
import type { CompileContext } from '../component.ts';

/** Compiles a list of components, or a single one. */
export function compileChildren(children: unknown, context: CompileContext, pointer: string): readonly ComponentNode[] {
  if (!Array.isArray(children)) return [context.compile(children, pointer, context)];
  return children.map((child, i) => context.compile(child, `${pointer}/${i}`, context));
}

/** Several nodes as one, `gap` pt apart. An absent node leaves no gap. */
export function stackNodes(nodes: readonly ComponentNode[], gap: number): ComponentNode {
  if (nodes.length === 1) return nodes[0]!;
  const stacked = keepCaptions(nodes);
  const subject = subjectOf(nodes);
  const outlined = nodes.filter(({ outline }) => outline);
  return {
    *build(scope, width, session): Iterable<Box> {
      let any = false;
      for (const node of stacked) {
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
    ...(subject && { subject }),
    ...(outlined.length > 0 && {
      outline(scope, walk) {
        for (const node of outlined) node.outline!(scope, walk);
      },
    }),
  };
}

/** The subject of a component with several parts: that of the first part that shows something. */
export const firstSubject = (nodes: readonly ComponentNode[]): Subject | undefined =>
  (nodes.find(({ subject }) => subject !== 'filler') ?? nodes[0])?.subject;

/** Whether a stack is a caption, or a figure that may have one. */
function subjectOf(nodes: readonly ComponentNode[]): Subject | undefined {
  const [first, second] = nodes.filter(({ subject }) => subject !== 'filler');
  if (!first) return 'filler';
  return first.subject === 'caption' && second ? undefined : first.subject;
}

/** Each caption above a figure, table or list stays with it. A figure has one caption: below it, unless another one stands above. */
function keepCaptions(nodes: readonly ComponentNode[]): readonly ComponentNode[] {
  if (!nodes.some(({ subject }) => subject === 'caption')) return nodes;
  let above: Subject | undefined;
  return nodes.map((node, i) => {
    const { subject } = node;
    if (subject === 'filler') return node;
    const isAbove = subject === 'caption' && above !== 'figure' && takesCaption(nodes, i + 1);
    // A figure below its caption takes no other one.
    above = above === 'caption' ? undefined : isAbove ? 'caption' : subject === 'caption' ? undefined : subject;
    return isAbove ? keptWithNext(node) : node;
  });
}

/** Whether the next component that shows something takes a caption above it. */
function takesCaption(nodes: readonly ComponentNode[], from: number): boolean {
  let at = from;
  while (nodes[at]?.subject === 'filler') at++;
  const subject = nodes[at]?.subject;
  return subject === 'figure' || subject === 'table';
}

/** A node whose last box stays with the next box. */
function keptWithNext(node: ComponentNode): ComponentNode {
  return {
    *build(scope, width, session) {
      let last: Box | undefined;
      for (const box of node.build(scope, width, session)) {
        if (last) yield last;
        last = box;
      }
      if (!last) return;
      last.keepWithNext ||= session.bodyHeight;
      yield last;
    },
    measure: (scope, session) => node.measure(scope, session),
    ...outlineOf(node),
  };
}
