// Marks the boxes of each component, so that the editor can find the place of the component on a page.
import { addPart, type Box, type Edges, RowBox } from '../../layout/box.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { noSides } from '../../layout/decorated-box.ts';
import { resolveLength } from '../../layout/length.ts';
import { BuiltPart } from '../../layout/origin.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { type CommonProps, type CompileContext, type ComponentDefinition, siteOf } from '../component.ts';
import { isQuarter } from './box/turned.ts';
import type { FreeRoom } from './box/with-breaks.ts';
import { parseLength, sidesOf } from './lengths.ts';

/** Builds a component and marks its boxes with its part. */
export type BuildParts = (node: ComponentNode, scope: BoundScope, width: number, session: LayoutSession) => Iterable<Box>;

/** `props`: with the properties of its styles. Undefined: the component does not stand in the template. */
export function compileParts(
  { content, sizesItself }: ComponentDefinition,
  { margin, width: given, rotate }: CommonProps,
  freeBeside: FreeRoom | undefined,
  context: CompileContext,
  pointer: string,
): BuildParts | undefined {
  const site = siteOf(context, pointer);
  if (!site) return undefined;
  const { unit } = context.template;
  const { left, right } = margin === undefined ? noSides : sidesOf(margin, unit);
  const isTight = sizesItself === true || content === 'table' || isQuarter(rotate);
  const ownWidth = isTight || given === undefined ? undefined : parseLength(given, unit);
  const widthIn = (room: number) => (ownWidth === undefined ? room : resolveLength(ownWidth, room));
  return function* (node, scope, width, session) {
    const room = Math.max(0, width - left - right);
    const part = new BuiltPart(site, 'component', scope.place, widthIn(room), isTight);
    // Side margins and free room put a row around each box.
    const inMargin = (box: Box): Box => {
      const inner = box instanceof RowBox ? box.cells.at(-1)!.box : box;
      return left !== 0 || right !== 0 || (freeBeside && freeBeside(scope, inner, room) !== 0) ? inner : box;
    };
    for (const box of node.build({ ...scope, part }, width, session)) {
      addPart(inMargin(box), part);
      if (box.edges) box.edges = new PartEdges(box.edges, (one) => addPart(inMargin(one), part));
      yield box;
    }
  };
}

/** Edges of a box in a part: boxes that are repeated where sheets divide it belong to the part, too. */
class PartEdges implements Edges {
  readonly #edges: Edges;
  readonly #add: (box: Box) => void;

  constructor(edges: Edges, add: (box: Box) => void) {
    this.#edges = edges;
    this.#add = add;
  }

  get isHeader(): boolean | undefined {
    return this.#edges.isHeader;
  }

  get lead(): Box | undefined {
    return this.#added(this.#edges.lead);
  }

  get tail(): Box | undefined {
    return this.#added(this.#edges.tail);
  }

  get tailHeight(): number {
    return this.#edges.tailHeight;
  }

  divide(): readonly [Edges, Edges] {
    const [head, rest] = this.#edges.divide();
    return [new PartEdges(head, this.#add), new PartEdges(rest, this.#add)];
  }

  note(canvas: PageCanvas): void {
    this.#edges.note?.(canvas);
  }

  #added(box: Box | undefined): Box | undefined {
    if (box) this.#add(box);
    return box;
  }
}
