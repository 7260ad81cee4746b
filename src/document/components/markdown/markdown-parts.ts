// The components of Markdown: each kind of block is compiled once, and prints the block that its scope has last.
import type { ComponentNode } from '../../layout/component-node.ts';
import { type BoundScope, elementScope, type LayoutSession, sourceOf } from '../../layout/session.ts';
import { type CompileContext, type ComponentDefinition, nameOf } from '../component.ts';
import { boundStyle } from '../shared/bound-values/bound-style.ts';
import { headingNumber } from '../shared/heading-number.ts';
import type { Role } from '../shared/roles.ts';
import { takenAround } from '../shared/styled-behaviour.ts';
import { stack } from '../stack/stack.ts';
import { table } from '../table/table.ts';
import { codeStyle, type InlineSpan, plainSpan } from '../text/inline-marks.ts';
import { text, textNode } from '../text/text.ts';
import { expandTabs, type TextSource } from '../text/text-source.ts';
import type { Block, Blocks, ImageBlock, TableBlock } from './blocks.ts';
import { listNode } from './markdown-list.ts';
import { compileTables } from './markdown-table.ts';

/** The settings of a component with Markdown that hold for all its parts. */
export interface MarkdownPlace {
  readonly pointer: string;
  readonly id: string | undefined;
  /** The level of `#`. */
  readonly headings: number;
  /** Space between blocks, in pt. */
  readonly gap: number;
}

/** The name of the block in the expressions of its part. */
const blockName = 'markdownBlock';
const imageSchema = {
  type: 'object',
  properties: { src: { type: 'string' }, alt: { type: 'string' } },
  required: ['src', 'alt'],
} as const;

/** Sizes of headings without a style of their own, as parts of the size of the text. */
const headingSizes = [1.8, 1.45, 1.2, 1.1, 1, 1] as const;

/** Blocks between two looks at the clock. */
const checkEvery = 64;

/** The piece of Markdown for which a scope was made. */
export const pieceOf = <T>(scope: BoundScope): T => scope.locals.at(-1) as T;

/** The font size at a place, in pt. Where data decide, that of the style `base`. */
export const sizeIn = ({ style, template }: CompileContext): number =>
  (style.fixed ?? template.styles.base.fixed)?.properties.size ?? 10;

export class MarkdownParts {
  /** The blocks of the piece that a scope was made for. */
  readonly flow: ComponentNode;
  readonly #context: CompileContext;
  readonly #place: MarkdownPlace;
  /** How many locals stand before the block. */
  readonly #outside: number;
  readonly #styleOfCode: ReturnType<typeof boundStyle>;
  readonly #plain: Readonly<Record<Exclude<Block['kind'], 'heading' | 'list'>, ComponentNode>>;
  /** By the number of `#`. */
  readonly #headings: readonly ComponentNode[];
  /** Lists and tables by their blocks. */
  readonly #made = new WeakMap<Block, ComponentNode>();

  /** `quote`: the component of quotes, in whose context the parts are compiled. */
  constructor(outer: CompileContext, place: MarkdownPlace, quote?: ComponentNode) {
    const { locals } = outer.names;
    const names = { ...outer.names, locals: [...locals, { name: blockName, schema: imageSchema }] };
    this.#outside = locals.length;
    this.#context = { ...outer, names, isMade: true };
    this.#place = place;
    this.#styleOfCode = this.#hasStyle(codeStyle) ? boundStyle({ style: codeStyle }, place.pointer, this.#context) : undefined;
    this.#headings = headingSizes.map((_, i) => this.#compileHeading(Math.min(6, i + place.headings)));
    const hasCounted = this.#context.hasOrder && this.#context.template.outline.continuesLists;
    const hasOutline = hasCounted || this.#headings.some(({ outline }) => outline);
    this.flow = this.#makeFlow(hasOutline);
    this.#plain = {
      text: this.#compileText({}),
      code: this.#compileText({ format: 'code' }),
      line: this.#compile({ line: { color: '#808080' } }),
      image: this.#compileImage(),
      table: this.#compileTable(),
      quote: quote ?? this.#compileQuote(hasOutline),
    };
  }

  #hasStyle(name: string): boolean {
    return Object.hasOwn(this.#context.template.styles.styles, name);
  }

  /** The properties that all parts have, for messages. */
  get #named(): { readonly id?: string } {
    const { id } = this.#place;
    return id === undefined ? {} : { id };
  }

  #compile(props: Readonly<Record<string, unknown>>): ComponentNode {
    return this.#context.compile({ ...this.#named, ...props }, this.#place.pointer, this.#context);
  }

  #compileAs(definition: ComponentDefinition, props: Readonly<Record<string, unknown>>): ComponentNode {
    return this.#context.compileAs(definition, { ...this.#named, ...props }, this.#place.pointer, this.#context);
  }

  #compileText(props: Readonly<Record<string, unknown>>): ComponentNode {
    const source: TextSource = {
      time: 'data',
      usesMarks: false,
      spans:
        props.format === 'code'
          ? (scope) => expandTabs(pieceOf<{ spans: string }>(scope).spans)
          : (scope) => this.#bind(pieceOf<{ spans: readonly InlineSpan[] }>(scope).spans, scope),
    };
    const compile: ComponentDefinition['compile'] = (own, inner, at) => textNode({ ...own, text: '' }, source, inner, at);
    return this.#compileAs({ ...text, compile }, { ...props, text: '' });
  }

  /** Spans with what the style of code takes from the data. */
  #bind(spans: readonly InlineSpan[], scope: BoundScope): readonly InlineSpan[] {
    const style = this.#styleOfCode;
    if (!style) return spans;
    return spans.map((span) =>
      span.styles?.flat().includes(codeStyle) ? { ...span, bound: { ...span.bound, ...style.properties(scope) } } : span,
    );
  }

  #compileHeading(level: number): ComponentNode {
    const style = `h${level}`;
    const usual = { bold: true, size: sizeIn(this.#context) * headingSizes[level - 1]! };
    const props = {
      role: `heading${level}` as Role,
      ...(this.#hasStyle(style) ? { style } : usual),
    };
    // In a header or footer, the number that the style gives to headings means nothing.
    const isNumbered = headingNumber(props, { ...this.#context, hasOrder: true }) !== undefined;
    return this.#compileText(isNumbered && !this.#context.hasOrder ? { ...props, number: 'none' } : props);
  }

  /** A picture, or its alternative text if there is no such picture. */
  #compileImage(): ComponentNode {
    const image = `{{ ${blockName}.src }}`;
    const picture = this.#compile({ image, alt: `{{ ${blockName}.alt }}` });
    const decoration = this.#compile({ image, alt: '' });
    const text = this.#compileText({});
    const name = nameOf(this.#place, this.#place.pointer);
    const nodeFor = (scope: BoundScope, session: LayoutSession) => {
      const { src, alt } = pieceOf<ImageBlock>(scope);
      const problem = problemOf(src, session);
      if (problem === undefined) return { node: alt === '' ? decoration : picture, inside: scope };
      const message = alt === '' ? problem : `${problem} Its alternative text is printed.`;
      session.warnOf('missing-image', sourceOf(name, scope.place), message, session.pageNumber, src);
      const instead = { spans: alt === '' ? [] : [{ ...plainSpan, text: alt }] };
      return { node: text, inside: { ...scope, locals: [...scope.locals.slice(0, -1), instead] } };
    };
    return {
      build(scope, width, session) {
        const { node, inside } = nodeFor(scope, session);
        return node.build(inside, width, session);
      },
      measure(scope, session) {
        const { node, inside } = nodeFor(scope, session);
        return node.measure(inside, session);
      },
    };
  }

  #compileQuote(hasOutline: boolean): ComponentNode {
    const { unit } = this.#context.template;
    const usual = { padding: { left: 8 / unit }, border: { left: { width: 2, color: '#b0b0b0' } } };
    let inside: MarkdownParts | undefined;
    const content: ComponentNode = {
      build: (scope, width, session) => inside!.flow.build(scope, width, session),
      measure: (scope, session) => inside!.flow.measure(scope, session),
      ...(hasOutline && { outline: (scope, walk) => inside!.flow.outline?.(scope, walk) }),
    };
    let context: CompileContext | undefined;
    const compile: ComponentDefinition['compile'] = (_, inner) => {
      context = inner;
      return content;
    };
    const look = this.#hasStyle('quote') ? { style: 'quote' } : usual;
    const quote = this.#compileAs({ ...stack, compile }, { ...look, role: 'quote', stack: [] });
    // In a quote in a quote, the style changes nothing more.
    if (context)
      inside = new MarkdownParts(
        { ...context, names: { ...context.names, locals: context.names.locals.slice(0, -1) } },
        this.#place,
        quote,
      );
    return quote;
  }

  /** All tables stand in the box of the style `table`. */
  #compileTable(): ComponentNode {
    const looks = this.#hasStyle('table') ? { style: 'table' } : ({ rules: 'rows' } as const);
    const name = nameOf(this.#place, this.#place.pointer);
    const compile: ComponentDefinition['compile'] = (_, inner, pointer) => {
      const nodeOf = compileTables(looks, inner, pointer, {
        name,
        cellNode: (context, cellOf) => {
          const source: TextSource = { time: 'data', usesMarks: false, spans: (scope) => this.#bind(cellOf(scope), scope) };
          return textNode({ text: '' }, source, context, pointer);
        },
      });
      const made = (scope: BoundScope) => {
        const block = pieceOf<TableBlock>(scope);
        return this.#keep(block, () => nodeOf(block));
      };
      return {
        build: (scope, width, session) => made(scope).build(scope, width, session),
        measure: (scope, session) => made(scope).measure(scope, session),
      };
    };
    const { style } = looks as { readonly style?: string };
    return this.#compileAs(
      { ...stack, content: 'table', compile },
      { ...(style !== undefined && { style, [takenAround]: table.looks }), stack: [] },
    );
  }

  #keep(block: Block, make: () => ComponentNode): ComponentNode {
    const node = this.#made.get(block) ?? make();
    this.#made.set(block, node);
    return node;
  }

  #nodeOf(block: Block): ComponentNode {
    if (block.kind === 'heading') return this.#headings[block.level - 1]!;
    if (block.kind !== 'list') return this.#plain[block.kind];
    const { pointer, gap } = this.#place;
    const name = nameOf(this.#place, pointer);
    return this.#keep(block, () =>
      listNode(block, { context: this.#context, pointer, name, gap, content: this.flow, scopeOf: this.#scopeOf }),
    );
  }

  /** The scope of a piece inside of another one, which it takes the place of. */
  readonly #scopeOf = <T>(scope: BoundScope, pieces: readonly T[], i: number): BoundScope =>
    elementScope({ ...scope, locals: scope.locals.slice(0, this.#outside) }, '(Markdown)', pieces, i, pieces.length);

  #makeFlow(hasOutline: boolean): ComponentNode {
    const each = function* (this: MarkdownParts, scope: BoundScope, session: LayoutSession) {
      const { blocks } = pieceOf<Blocks>(scope);
      for (const [i, block] of blocks.entries()) {
        if (i % checkEvery === checkEvery - 1) session.checkTime();
        yield { node: this.#nodeOf(block), inside: this.#scopeOf(scope, blocks, i) };
      }
    }.bind(this);
    const { gap } = this.#place;
    return {
      *build(scope, width, session) {
        const { isTight } = pieceOf<Blocks>(scope);
        let any = false;
        for (const { node, inside } of each(scope, session)) {
          let isFirst = true;
          for (const box of node.build(inside, width, session)) {
            if (isFirst && any && !isTight) box.before += gap;
            isFirst = false;
            any = true;
            yield box;
          }
        }
      },
      measure(scope, session) {
        let [min, max] = [0, 0];
        for (const { node, inside } of each(scope, session)) {
          const widths = node.measure(inside, session);
          min = Math.max(min, widths.min);
          max = Math.max(max, widths.max);
        }
        return { min, max };
      },
      ...(hasOutline && {
        outline: (scope, walk) => {
          for (const { node, inside } of each(scope, scope.session)) node.outline?.(inside, walk);
        },
      }),
    };
  }
}

/** Why there is no picture. A picture beyond a limit raises an error, which its component explains. */
function problemOf(src: string, session: LayoutSession): string | undefined {
  try {
    const found = session.findImage(src);
    return 'problem' in found ? found.problem : undefined;
  } catch {
    return undefined;
  }
}
