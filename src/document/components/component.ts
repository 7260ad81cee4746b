// What a component is: its properties, their documentation, an example, and how it becomes boxes.

import type { Diagnostic } from '../../contract/diagnostic.ts';
import type { FromSchema, JsonSchema } from '../../contract/schema.ts';
import type { CompiledExpression, CompiledText } from '../expression/index.ts';
import type { StaticScope } from '../expression/types.ts';
import type { Box } from '../layout/box.ts';
import type { BoundScope, Session } from '../layout/session.ts';
import type { commonProperties } from '../template/property-schemas.ts';
import type { StyleAt, StyleBook } from '../template/styles.ts';
import type { TextEngine } from '../text/index.ts';

/** Widths of content, in pt: of the widest piece that cannot be broken, and of all of it on one line. */
export interface ContentWidths {
  readonly min: number;
  readonly max: number;
}

/** A compiled component: makes boxes of a width when its data is known. */
export interface Node {
  /** One after the other, made as they are asked for; none when the component is absent. */
  build(scope: BoundScope, width: number, session: Session): Iterable<Box>;
  /** For `auto` widths. */
  measure(scope: BoundScope, session: Session): ContentWidths;
}

/** What compiling a template shares among all its components. */
export interface TemplateContext {
  /** Set when something uses `doc.date`. */
  usesDate: boolean;
  report(severity: Diagnostic['severity'], code: string, pointer: string, message: string, offset?: number): void;
  /** pt per unit of the template. */
  readonly unit: number;
  readonly styles: StyleBook;
  readonly engine: TextEngine;
  /** Whether a file of this name is among the assets; undefined if so, else what is wrong. */
  checkImage(name: string): string | undefined;
  /** Checks a part of a component against its schema and reports its faults; true if there was none. */
  check(schema: JsonSchema, value: unknown, pointer: string): boolean;
  /** The same; gives the value without what is wrong in it, undefined if that fits no better. */
  checkAndMend(schema: JsonSchema, value: unknown, pointer: string): unknown;
  /** The compile functions for a context, which report at `at(pointer)`. */
  bindContext(context: CompileContext, at: (pointer: string) => string): Pick<CompileContext, 'expression' | 'text' | 'printed'>;
}

/** Where in a template something is compiled. */
export interface CompileContext {
  readonly template: TemplateContext;
  /** Names that expressions may use here. */
  readonly names: StaticScope;
  /** What text is set in here, before the component's own properties. */
  readonly style: StyleAt;
  /** In a header, footer, background or overlay, where the number of the page may decide what is there. */
  readonly band: { usesPage: boolean } | undefined;
  readonly depth: number;
  /** Compiles a child: a component, a string or a list. Faults are reported; what is faulty builds nothing. */
  compile(child: unknown, pointer: string, context: CompileContext): Node;
  /** Compiles a bare expression that decides or counts something. */
  expression(source: string, pointer: string): CompiledExpression;
  /** Compiles a string with bindings whose text is needed while laying out (an image's name, a barcode). */
  text(source: string, pointer: string): CompiledText;
  /** Compiles a string with bindings that is printed as text, where the total of pages may stand. */
  printed(source: string, pointer: string): CompiledText;
}

type Common = { readonly [K in keyof typeof commonProperties]?: FromSchema<(typeof commonProperties)[K]> };

/** The properties of a component with own properties P of which R must be there. */
export type Props<P, R> = Common & FromSchema<{ properties: P; required: R }>;

export interface ComponentDefinition {
  readonly type: string;
  readonly group: 'text' | 'layout' | 'table' | 'graphic';
  readonly summary: string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
  /** Of the common box properties, those that the component itself obeys rather than the box around it. */
  readonly sizesItself: boolean;
  compile(props: Readonly<Record<string, unknown>>, context: CompileContext, pointer: string): Node;
}

/** Declares a component. Its properties' types come from their schemas. */
export function defineComponent<const P extends Record<string, JsonSchema>, const R extends readonly string[]>(definition: {
  readonly type: string;
  readonly group: ComponentDefinition['group'];
  readonly summary: string;
  readonly properties: P;
  readonly required: R;
  readonly example: Readonly<Record<string, unknown>>;
  readonly sizesItself?: boolean;
  compile(props: Props<P, R>, context: CompileContext, pointer: string): Node;
}): ComponentDefinition {
  return {
    ...definition,
    sizesItself: definition.sizesItself ?? false,
    // Properties are checked against the schema before they come here.
    compile: (props, context, pointer) => definition.compile(props as Props<P, R>, context, pointer),
  };
}

/** The id of a component for messages: its own, or where it stands. */
export function nameOf(props: { readonly id?: string | undefined }, pointer: string): string {
  return props.id ?? pointer;
}

/** What is faulty or empty: builds nothing. */
export const nothing: Node = { build: () => [], measure: () => ({ min: 0, max: 0 }) };
