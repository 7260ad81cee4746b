// Defines what every component has: properties, their documentation, an example, and the compile function.

import type { Diagnostic } from '../../contract/diagnostic.ts';
import type { FromSchema, JsonSchema } from '../../contract/schema.ts';
import type { CompiledExpression, CompiledText, MissingText, Time } from '../expression/index.ts';
import type { StaticScope } from '../expression/scope.ts';
import type { ComponentNode } from '../layout/component-node.ts';
import type { Site } from '../layout/origin.ts';
import type { BoundScope } from '../layout/session.ts';
import type { PdfFinder } from '../pdf-pages/find-pdf.ts';
import type { Report } from '../template/check.ts';
import type { DefinitionBook, PartOfDefinition } from '../template/definitions.ts';
import type { FontBook } from '../template/fonts.ts';
import type { commonProperties } from '../template/property-schemas.ts';
import type { StyleAt, StyleBook } from '../template/styles.ts';
import type { TextEngine } from '../text/index.ts';
import type { OutlineBook } from './shared/outline-book.ts';
import type { UsualProperties } from './shared/usual-properties.ts';

/** How a text is written. */
export type TextFormat = 'plain' | 'inline' | 'code';

/** `pointer`: of the text, as its author wrote it. */
export type NoteText = (pointer: string, names: StaticScope) => (scope: BoundScope) => void;

/** Shared by all components of a template while it is compiled. */
export interface TemplateContext {
  readonly pdfs: PdfFinder;
  /** The names that all of the template sees. */
  readonly names: StaticScope;
  /** Set when something uses `doc.date`. */
  usesDate: boolean;
  /** Set when an expression uses data and the template has no data schema. */
  usesUnproved: boolean;
  /** Set when widths in a body depend on the page numbers. */
  countsPages: boolean;
  /** The document has tags for screen readers. */
  readonly isTagged: boolean;
  /** The template asks for PDF/UA. */
  readonly isAccessible: boolean;
  /** A standard of the document asks for embedded fonts. */
  readonly embedsFonts: boolean;
  /** Headings are entries of the outline. */
  readonly outlinesHeadings: boolean;
  report(
    severity: Diagnostic['severity'],
    code: string,
    pointer: string,
    message: string,
    offset?: number,
    answer?: Pick<Diagnostic, 'fix' | 'left'>,
  ): void;
  /** pt per unit of the template. */
  readonly unit: number;
  /** As the template writes it, perhaps with bindings. */
  readonly currency: string | undefined;
  readonly styles: StyleBook;
  /** The named colours. `resolve` gives `#rrggbb` for a name or tint, or a mark if it depends on data; undefined: there is no such colour. */
  readonly colors: { resolve(text: string): string | undefined };
  /** The colours of the template that depend on data, by their names. Each gives `#rrggbb`, or the mark of the colour that the data name. */
  readonly boundColors: ReadonlyMap<string, (scope: BoundScope) => string | undefined>;
  readonly definitions: DefinitionBook;
  readonly outline: OutlineBook;
  /** A `use` is compiled with its definition. False while the definitions are proved, each once. */
  readonly fillsUses: boolean;
  readonly engine: TextEngine;
  /** Reports an unknown font family. */
  checkFontName(name: string, pointer: string): void;
  /** Reports axes and features that a text asks for and its font lacks. */
  checkFont: FontBook['checkLook'];
  /** The definition of a component, by the key that names its type. Undefined: no key does, or two do. */
  definitionOf(component: Readonly<Record<string, unknown>>): ComponentDefinition | undefined;
  /** Called with each text. Returns a listener for each scope in which the text is printed. `names`: what its expressions may use. Absent: no caller needs it. */
  readonly noteText?: NoteText | undefined;
  /** Calls a function when all of the template is compiled. */
  atEnd(call: () => void): void;
  /** Reports the name of a picture that is not there, as an error or a warning, and the faults of a drawing. */
  checkImage(name: string, pointer: string, severity: Diagnostic['severity']): void;
  /** Checks a part of a component against its schema and reports its faults. True: no faults. */
  check(schema: JsonSchema, value: unknown, pointer: string): boolean;
  /** As `check`, but returns the value without its faulty members. Undefined: the rest does not fit either. */
  checkAndMend<T>(schema: JsonSchema, value: T, pointer: string, report?: Report): T | undefined;
}

/** Which page numbers the texts in a part of a template print. */
export interface PrintedPage {
  /** The time at which all page numbers in its texts are known. `data`: its texts print no page number. */
  time: Time;
  /** The part that contains this one. */
  readonly outer: PrintedPage | undefined;
}

/** Facts about the content of a header, footer, background or overlay. */
export interface BandUse {
  /** The time at which the content can be built. `data`: all pages have the same content. */
  time: Time;
  /** Texts in it print data. */
  printsData: boolean;
  /** Screen readers read the content. */
  readonly isRead: boolean;
  /** It is a background or an overlay. */
  readonly isSheet: boolean;
}

/**
 * Whether a flow may stand in a place. `free`: yes. `columns`: no, because the place is in the columns of a flow; there, components may begin a new column.
 * The others: no. They name the part around, for messages.
 */
export type FlowPlace =
  | 'free'
  | 'columns'
  | 'a row'
  | 'a cell of a table'
  | 'an item of a list'
  | 'a frame'
  | 'a turned component'
  | 'a header or footer'
  | 'a background or overlay';

/** The `use` whose definition is being compiled. */
export interface Use extends PartOfDefinition {
  /** The content of the slots. Undefined: none. */
  readonly body: unknown;
  readonly pointer: string;
  /** The context of the `use`, which the content of a slot sees. */
  readonly context: Pick<CompileContext, 'names' | 'use'>;
}

/** Where the bound numbers of a component stand. */
export interface BoundPlaces {
  readonly places: readonly string[];
  /** The component is compiled for values of the data. False: placeholders stand in their places, for its check. */
  readonly areKnown: boolean;
}

/** The place in a template where something is compiled. */
export interface CompileContext {
  readonly template: TemplateContext;
  /** Names that expressions may use here. */
  readonly names: StaticScope;
  /** The look of text here, before the component's own properties. */
  readonly style: StyleAt;
  /** The look of text in the template, where nothing gives it another one. */
  readonly base: StyleAt;
  /** Set in a header, footer, background or overlay, where conditions may use the number of the page. */
  readonly band: BandUse | undefined;
  /** Collects the page numbers that are printed here. Undefined: nothing depends on them. */
  readonly printedPage: PrintedPage | undefined;
  /** Everything here is decoration, or part of a figure with a description. */
  readonly isDescribed: boolean;
  /** The component has an `at`. The area around it warns of parts that reach out. */
  readonly isPlaced: boolean;
  /** The part around in which no page can begin, such as `a row`, for messages. Undefined: pages can begin here. */
  readonly within: string | undefined;
  /** The component is alone in a cell of a table, so it may be as high as the row. */
  readonly fillsRow: boolean;
  /** The bound numbers of the component. Undefined: all its numbers are written. */
  readonly numbers: BoundPlaces | undefined;
  readonly flowPlace: FlowPlace;
  readonly depth: number;
  /** The lists around: how many, how many of them count, and whether the markers of the innermost one are numbers. */
  readonly lists: { readonly depth: number; readonly counting: number; readonly isNumbered: boolean };
  /** Undefined: outside of definitions. */
  readonly use: Use | undefined;
  /** A text here that has nothing but bindings is left out when it prints nothing. */
  readonly dropsEmpty: boolean;
  /** This part of the template is in a definition or a slot, so it may be compiled many times. */
  readonly isCopy: boolean;
  /** The uses and slots through which it is compiled here. */
  readonly way: string;
  /** As `way`, where the author wrote them. */
  readonly uses: readonly string[];
  /** This part is not in the template: a component generates it. */
  readonly isMade: boolean;
  /** This part has one place in the order of the document. False: it repeats, as headers and separators do. */
  readonly hasOrder: boolean;
  /** Why footnotes are not allowed here, as a clause. Undefined: footnotes are allowed. */
  readonly noNotes: string | undefined;
  /** It belongs to the document as a whole, and to no page layout. */
  readonly isOutside: boolean;
  /** Compiles a child: a component, a string or a list. Reports faults; a faulty child builds nothing. */
  compile(child: unknown, pointer: string, context: CompileContext): ComponentNode;
  /** Compiles a component of a type that templates do not name. */
  compileAs(
    definition: ComponentDefinition,
    props: Readonly<Record<string, unknown>>,
    pointer: string,
    context: CompileContext,
  ): ComponentNode;
  /** The place that a person sees, of a pointer in the component: a string that stands for a text has no members. */
  at(this: void, pointer: string): string;
  /** Compiles a bare expression that decides or counts something. This and the next three use the names of the context, and report at the place that a person sees. `added`: what may stand for a value that adds nothing where it is missing; `lost`: it is told. */
  expression(this: CompileContext, source: string, pointer: string, added?: '0' | 'null' | 'lost'): CompiledExpression;
  /** Compiles a string with bindings whose text layout needs (an image's name, a barcode). */
  text(this: CompileContext, source: string, pointer: string, missing?: MissingText): CompiledText;
  /** Compiles a string whose value keeps its type if it is one binding alone. */
  value(this: CompileContext, source: string, pointer: string, missing: MissingText): CompiledText;
  /** Compiles a string with bindings that is printed as text, and may say what is known of all pages only. */
  printed(this: CompileContext, source: string, pointer: string, format: TextFormat): CompiledText;
}

/** The properties that every component may have. */
export type CommonProps = { readonly [K in keyof typeof commonProperties]?: FromSchema<(typeof commonProperties)[K]> };

/** The properties of a component with own properties P, of which R are required. */
export type Props<P, R> = CommonProps & FromSchema<{ properties: P; required: R }>;

/** What a component shows: a `figure` is a picture, a barcode or the like; `children` are other components; `nothing` is not read. */
export type ComponentContent = 'text' | 'figure' | 'table' | 'field' | 'annotation' | 'children' | 'nothing';

export interface ComponentDefinition {
  readonly type: string;
  readonly content: ComponentContent;
  /** Names of the component in other programs, in lower case and without hyphens. */
  readonly knownAs: readonly string[];
  readonly group: 'text' | 'layout' | 'table' | 'graphic';
  readonly summary: string;
  /** What the panel of the editor shows first. Bundles for browsers leave this out: the panel loads it with the schemas. */
  readonly usual: UsualProperties;
  /** Its own properties. The main one has the name of the type. */
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** The properties that it needs beside the main one. */
  readonly required: readonly string[];
  readonly example: Readonly<Record<string, unknown>>;
  /** Whether the component applies its `width` and `height` itself, or only its `height`, instead of the box around it. */
  readonly sizesItself: boolean | 'height';
  /** The component itself warns when it is wider than its place. */
  readonly warnsOfWidth: boolean;
  /** Its own properties that the style with the name of its type may hold. */
  readonly looks: readonly string[];
  /** It prints texts, or has components inside. */
  readonly hasText: boolean;
  /** A style that a component with these properties has, below its own styles, such as that of a format. */
  readonly impliedStyle?: ((props: Readonly<Record<string, unknown>>) => string | undefined) | undefined;
  /** The box of a component, if it has more than the template says. `box`: with the properties of its styles. */
  readonly completeBox?: ((box: CommonProps, props: Readonly<Record<string, unknown>>) => CommonProps) | undefined;
  /** Whether a component with these properties can print something. `canPrintPart` answers the same for a text, a component or a list. */
  canPrint(props: Readonly<Record<string, unknown>>, canPrintPart: (part: unknown) => boolean): boolean;
  /** What to write for properties in the form of another tool. Undefined: the check by the schema finds the fault. */
  readonly explain?:
    | ((
        given: Readonly<Record<string, unknown>>,
        isComponent: (part: Readonly<Record<string, unknown>>) => boolean,
      ) => ForeignNotation | undefined)
    | undefined;
  compile(props: Readonly<Record<string, unknown>>, context: CompileContext, pointer: string): ComponentNode;
}

/** A property in the form of another tool: its place in the component, and what to write. */
export interface ForeignNotation {
  readonly place: string;
  readonly message: string;
  /** Default: `wrong-type`. */
  readonly code?: string;
}

/** Declares a component. Its properties' types come from their schemas. */
export function defineComponent<
  const T extends string,
  const P extends Record<T, JsonSchema>,
  const R extends readonly string[],
>(definition: {
  readonly type: T;
  readonly content: ComponentContent;
  readonly knownAs?: readonly string[];
  readonly group: ComponentDefinition['group'];
  readonly usual: UsualProperties;
  readonly summary: string;
  readonly properties: P;
  readonly required: R;
  readonly example: Readonly<Record<string, unknown>>;
  readonly sizesItself?: boolean | 'height';
  readonly warnsOfWidth?: boolean;
  /** Default: none. */
  readonly looks?: readonly (keyof P & string)[];
  /** Default: true. */
  readonly hasText?: boolean;
  readonly impliedStyle?: ComponentDefinition['impliedStyle'];
  readonly completeBox?: ComponentDefinition['completeBox'];
  /** Default: whether its main property or its `body` can print something. */
  readonly canPrint?: ComponentDefinition['canPrint'];
  readonly explain?: ComponentDefinition['explain'];
  compile(props: Props<P, readonly [T, ...R]>, context: CompileContext, pointer: string): ComponentNode;
}): ComponentDefinition {
  return {
    ...definition,
    knownAs: definition.knownAs ?? [],
    sizesItself: definition.sizesItself ?? false,
    warnsOfWidth: definition.warnsOfWidth ?? false,
    looks: definition.looks ?? [],
    hasText: definition.hasText ?? true,
    canPrint: definition.canPrint ?? (({ [definition.type]: main, body }, canPrintPart) => canPrintPart(body ?? main)),
    // The schema has checked the properties before.
    compile: (props, context, pointer) => definition.compile(props as Props<P, readonly [T, ...R]>, context, pointer),
  };
}

/** Whether screen readers read what is compiled here. */
export function isRead({ template, band, isDescribed }: CompileContext): boolean {
  return template.isTagged && (band?.isRead ?? true) && !isDescribed;
}

/** The name of a component for messages: its id, or its place. */
export const nameOf = ({ id }: { readonly id?: string | undefined }, pointer: string): string => id ?? pointer;

/** Where a part of the template stands. */
export const siteAt = ({ uses }: CompileContext, pointer: string): Site => ({ pointer, uses });

/** Where a component stands in the template. Undefined: another component makes it. */
export const siteOf = (context: CompileContext, pointer: string): Site | undefined =>
  context.isMade ? undefined : siteAt(context, pointer);

/** The listener that hears each scope in which the text at a pointer is printed. Undefined: nobody listens. */
export function noteOf(context: CompileContext, pointer: string): ReturnType<NoteText> | undefined {
  const site = siteOf(context, pointer);
  return site && context.template.noteText?.(site.pointer, context.names);
}

/** The node of a faulty or empty component: it builds nothing. */
export const nothing: ComponentNode = { build: () => [], measure: () => ({ min: 0, max: 0 }) };
