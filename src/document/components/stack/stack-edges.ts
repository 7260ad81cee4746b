// Content above and below the children of a stack, also where sheets divide them.
import { type JsonSchema, objectOf } from '../../../contract/schema.ts';
import type { CompiledExpression } from '../../expression/index.ts';
import { type Box, ColumnBox, type Edges, RepeatedBox, SpaceBox } from '../../layout/box.ts';
import { buildColumn } from '../../layout/build-column.ts';
import type { ComponentNode, OutlineWalk } from '../../layout/component-node.ts';
import type { PageCanvas } from '../../layout/page-canvas.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { makeArtifact } from '../../layout/structure.ts';
import type { Artifact } from '../../layout/tag.ts';
import { components, expression } from '../../template/property-schemas.ts';
import type { CompileContext } from '../component.ts';
import { contextWhere, enclosed } from '../shared/context.ts';
import { compileChildren, stackNodes } from '../shared/stack-nodes.ts';

/** The sheets of a stack on which a part of its header or footer stands. */
type Sheet = 'first' | 'notFirst' | 'notLast' | 'last';

const partOf = <const Names extends readonly string[]>(names: Names, otherwise: Names[number], meaning: string) =>
  ({
    type: 'array',
    minItems: 1,
    maxItems: 10,
    items: objectOf(['body'], {
      on: { enum: names, default: otherwise, description: 'The sheets of the stack on which the part stands.' },
      when: { ...expression, description: 'The part is there only when this is true.' },
      body: { ...components, description: 'The content of the part.' },
    }),
    description: meaning,
  }) as const satisfies JsonSchema;

export const stackParts = {
  header: partOf(
    ['all', 'first', 'notFirst'],
    'all',
    'Content above the children, such as `[{ "on": "notFirst", "body": "{{ title }} (continued)" }]`. Parts for `notFirst` stand where the stack goes on on a new sheet.',
  ),
  footer: partOf(
    ['last', 'notLast', 'all'],
    'last',
    'Content below the children. Parts for `notLast` stand where a sheet ends before the stack does.',
  ),
} as const;

interface PartProps {
  readonly on?: Sheet | 'all' | undefined;
  readonly when?: string | undefined;
  readonly body: unknown;
}

interface Part {
  readonly on: Sheet | 'all';
  readonly when: CompiledExpression | undefined;
  readonly node: ComponentNode;
}

/** Content that repeats is read once. */
const repeated: Artifact = { kind: 'artifact', type: 'Pagination' };

/** Puts a header and a footer around a node, `gap` pt apart from it. `pointer`: the stack, for warnings. */
export function withStackParts(
  node: ComponentNode,
  gap: number,
  given: { readonly header?: readonly PartProps[] | undefined; readonly footer?: readonly PartProps[] | undefined },
  context: CompileContext,
  pointer: string,
): ComponentNode {
  if (!given.header && !given.footer) return node;
  const compileParts = (place: 'header' | 'footer', otherwise: Part['on']) =>
    (given[place] ?? []).map(({ on = otherwise, when: condition, body }, i): Part => {
      const at = `${pointer}/${place}/${i}`;
      const when = condition === undefined ? undefined : context.expression(condition, `${at}/when`);
      return {
        on,
        when,
        node: stackNodes(compileChildren(body, contextWhere(when, enclosed(context, 'a header or footer')), `${at}/body`), 0),
      };
    });
  const headers = compileParts('header', 'all');
  const footers = compileParts('footer', 'last');
  return {
    *build(scope, width, session) {
      const boxesOf = (parts: readonly Part[]) => parts.flatMap((part) => [...part.node.build(scope, width, session)]);
      const repeat = (parts: readonly Part[]): Box | undefined => {
        const inside = { ...scope, tag: makeArtifact(scope.tag, repeated) };
        const boxes = parts.flatMap((part) => {
          const box = buildColumn(part.node, inside, width, session);
          return box.isEmpty ? [] : [box];
        });
        if (boxes.length === 0) return undefined;
        return new RepeatedBox(new ColumnBox(parts === tailParts && gap > 0 ? [new SpaceBox(gap), ...boxes] : boxes), repeated);
      };
      const leadParts = partsOn(headers, 'notFirst', scope);
      const tailParts = partsOn(footers, 'notLast', scope);
      const sheets = new StackSheets(
        () => repeat(leadParts),
        () => repeat(tailParts),
        (height) => isTooHigh(height, pointer, scope, session),
      );
      const first = boxesOf(partsOn(headers, 'first', scope));
      for (const box of first) box.keepWithNext = true;
      yield* first;
      const last = partsOn(footers, 'last', scope);
      let previous: Box | undefined;
      let isFirst = first.length === 0;
      const close = (box: Box, goesOn: boolean): Box => {
        box.edges = new StackEdges(sheets, box.edges, !isFirst, goesOn);
        isFirst = false;
        return box;
      };
      for (const box of node.build(scope, width, session)) {
        if (previous) yield close(previous, true);
        else if (first.length > 0) box.before += gap;
        previous = box;
      }
      const end = boxesOf(last);
      if (previous) {
        if (end.length > 0) {
          previous.keepWithNext = true;
          end[0]!.before += gap;
        }
        yield close(previous, end.length > 0);
      }
      for (const [i, box] of end.entries()) {
        if (i < end.length - 1) box.keepWithNext = true;
        yield close(box, i < end.length - 1);
      }
    },
    ...([node, ...headers.map((part) => part.node), ...footers.map((part) => part.node)].some(({ outline }) => outline) && {
      outline(scope: BoundScope, walk: OutlineWalk) {
        for (const part of partsOn(headers, 'first', scope)) part.node.outline?.(scope, walk);
        node.outline?.(scope, walk);
        for (const part of partsOn(footers, 'last', scope)) part.node.outline?.(scope, walk);
      },
    }),
    measure(scope, session) {
      const all = [node, ...headers.map((part) => part.node), ...footers.map((part) => part.node)];
      const widths = all.map((one) => one.measure(scope, session));
      return { min: Math.max(...widths.map(({ min }) => min)), max: Math.max(...widths.map(({ max }) => max)) };
    },
  };
}

/** The parts that stand on such a sheet. */
function partsOn(parts: readonly Part[], sheet: Sheet, scope: BoundScope): readonly Part[] {
  return parts.filter(({ on, when }) => (on === 'all' || on === sheet) && (!when || when.test(scope)));
}

/** Whether a repeated part leaves too little room. If so, warns that it is not repeated. */
function isTooHigh(height: number, component: string, scope: BoundScope, session: LayoutSession): boolean {
  if (height <= session.bodyHeight / 2) return false;
  session.warn('header-dropped', component, scope.place, 'A part that repeats is higher than half a page and is not repeated.');
  return true;
}

/** The parts that are repeated where sheets divide a stack. Each is built when it is first needed. */
class StackSheets {
  readonly #build: readonly [lead: () => Box | undefined, tail: () => Box | undefined];
  readonly #isTooHigh: (height: number) => boolean;
  readonly #known: (Box | undefined | null)[] = [null, null];

  constructor(lead: () => Box | undefined, tail: () => Box | undefined, tooHigh: (height: number) => boolean) {
    this.#build = [lead, tail];
    this.#isTooHigh = tooHigh;
  }

  get lead(): Box | undefined {
    return this.#part(0);
  }

  get tail(): Box | undefined {
    return this.#part(1);
  }

  #part(i: 0 | 1): Box | undefined {
    if (this.#known[i] === null) {
      const box = this.#build[i]();
      this.#known[i] = box && this.#isTooHigh(box.height) ? undefined : box;
    }
    return this.#known[i] ?? undefined;
  }
}

/** The edges of a box in a stack, around those that the box has of its own. */
class StackEdges implements Edges {
  readonly #sheets: StackSheets;
  readonly #inner: Edges | undefined;
  readonly #isWithin: boolean;
  readonly #goesOn: boolean;

  constructor(sheets: StackSheets, inner: Edges | undefined, isWithin: boolean, goesOn: boolean) {
    this.#sheets = sheets;
    this.#inner = inner;
    this.#isWithin = isWithin;
    this.#goesOn = goesOn;
  }

  get isHeader(): boolean {
    return this.#inner?.isHeader ?? false;
  }

  get lead(): Box | undefined {
    return joined(this.#isWithin ? this.#sheets.lead : undefined, this.#inner?.lead);
  }

  get tail(): Box | undefined {
    return joined(this.#inner?.tail, this.#goesOn ? this.#sheets.tail : undefined);
  }

  get tailHeight(): number {
    return (this.#inner?.tailHeight ?? 0) + (this.#goesOn ? (this.#sheets.tail?.height ?? 0) : 0);
  }

  divide(): readonly [Edges, Edges] {
    const [head, rest] = this.#inner?.divide() ?? [];
    return [new StackEdges(this.#sheets, head, this.#isWithin, true), new StackEdges(this.#sheets, rest, true, this.#goesOn)];
  }

  note(canvas: PageCanvas): void {
    this.#inner?.note?.(canvas);
  }
}

function joined(above: Box | undefined, below: Box | undefined): Box | undefined {
  return above && below ? new ColumnBox([above, below]) : (above ?? below);
}
