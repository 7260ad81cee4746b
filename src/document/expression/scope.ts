// The values that an expression reads when it runs, and the schemas that are known when it is compiled.
import type { JsonSchema } from '../../contract/schema.ts';
import { latest, type Time } from './evaluation-time.ts';
import type { Facts } from './facts.ts';
import type { Lack } from './schema-walk.ts';

/** The `timezone` of a template whose times print with the offset that they are written with. */
export const asWritten = 'written';

/** Conventions of filters. They may be bound to data, so they come with the scope. */
export interface FormatSettings {
  /** BCP 47, `de-DE`. */
  readonly locale: string;
  /** ISO 4217, `EUR`; undefined: `money` prints the number alone, with a warning. */
  readonly currency: string | undefined;
  /** IANA, `Europe/Berlin`; `written`: times print with the offset that they are written with; undefined: so they do, with a warning. */
  readonly timezone: string | undefined;
}

export interface LoopValues {
  readonly index: number; // from 1
  readonly index0: number; // from 0
  readonly first: boolean;
  readonly last: boolean;
  readonly count: number;
  /** The loop around this one. */
  readonly parent?: LoopValues | undefined;
}

/** What a running expression can see of the pages. Undefined members are not known yet: the totals before the end, the others outside bands. */
export interface PageScope {
  readonly number: number | undefined;
  /** What viewers call the page: its number, unless the template sets labels. */
  readonly label?: string | undefined;
  /** The side of an opened book on which the page lies. */
  readonly side?: 'left' | 'right' | undefined;
  /** The page in its part: the sheets that a page layout makes, or makes for one element. */
  readonly part?: { readonly number: number; readonly total: number | undefined } | undefined;
  readonly total: number | undefined;
  readonly anchors?: Anchors | undefined;
  /** The marks of the page. Known only in bands, when the page ends. */
  readonly marks?: Marks | undefined;
}

/** Texts by the names of their marks. */
export type MarkTexts = ReadonlyMap<string, string>;

/** The named texts that components set on the pages. */
export interface Marks {
  /**
   * The text of a mark. `start`: the text at the start of the page. `first`: the first text set on the page, else that at its start. `last`: the text at
   * its end. Empty: no text was set yet.
   */
  textOf(name: string, when: 'start' | 'first' | 'last'): string;
}

/** The places of a document that have names. */
export interface Anchors {
  /** The page of an anchor, from 1, its label, and whether other places have the same name. Undefined: there is no such anchor. */
  find(name: string): { readonly page: number; readonly label: string; readonly isAmbiguous: boolean } | undefined;
  /** All names. */
  list(): readonly string[];
}

/** A component with an anchor. */
export interface AnchoredPart {
  /** Empty: it has none. */
  readonly number: string;
  /** The number after those around it that it does not show itself: `4.2 (a)`. */
  readonly fullNumber: string;
  /** Undefined: it has none. */
  readonly title: string | undefined;
  /** Other places have the same anchor. */
  readonly isAmbiguous: boolean;
}

/** What a component sees of the numbers, titles and counters of a document. */
export interface OutlineView {
  /** What has an anchor. Undefined: nothing has it. */
  find(anchor: string): AnchoredPart | undefined;
  anchors(): readonly string[];
  /** False while the numbers and titles are being collected: conditions must not depend on them. */
  readonly isKnown: boolean;
  /** The value of a counter at the component: 0 before the first. Undefined: nothing counts it, or the place has no order in the document. */
  count(name: string): number | undefined;
}

/** A page of a PDF, as expressions see it. Lengths are in the unit of the template. */
export interface PdfPageValue {
  /** The name of the asset, or its data: URI. */
  readonly pdf: string;
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly size: readonly [width: number, height: number];
}

/** Finds the pages of a PDF by the name of its asset or its data: URI. Gives a problem if it is missing or locked. */
export type PdfPages = (
  source: string,
) => readonly PdfPageValue[] | { readonly code: 'missing-pdf' | 'locked-pdf'; readonly problem: string };

/** Everything a running expression can see. Immutable; a repeated element makes a child with one more local. */
export interface Scope {
  /** The document's data. */
  readonly data: unknown;
  /** In a definition: the values of its params. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Values of the enclosing names of `as` and `let`, outermost first, parallel to `StaticScope.locals`. */
  readonly locals: readonly unknown[];
  readonly loop: LoopValues | undefined;
  readonly page: PageScope;
  /** Undefined: the document has none. */
  readonly doc: { readonly title: string | undefined; readonly date: string | undefined };
  readonly format: FormatSettings;
  readonly outline?: OutlineView | undefined;
  readonly pdfPages?: PdfPages | undefined;
  /** In a definition: the scope of its `use`, which the content of a slot sees. */
  readonly caller?: Scope | undefined;
  /** In a definition or a slot: the scope of the component around it, which its styles see. */
  readonly around?: Scope | undefined;
  /**
   * Called with a warning about an unusable value, its place in the template, and the expression. `about`: it is about a reference, or about a value that
   * is missing, which is told once for all data.
   */
  readonly warn?:
    | ((place: string, message: string, scope: Scope, expression: string, about?: ReferenceWarning | 'missing') => void)
    | undefined;
  /** The element of a list, where an argument of a filter is an expression over the elements. */
  readonly element?: unknown;
  /** The work that is left for the outermost filter that computes an expression: over elements, or of the template. */
  readonly work?: { left: number };
}

/** Warnings of expressions with a code of their own: about what they ask for by its name, about times, and about too much work. */
export type ReferenceWarning =
  | 'unknown-anchor'
  | 'anchor-twice'
  | 'no-number'
  | 'missing-pdf'
  | 'locked-pdf'
  | 'no-timezone'
  | 'too-much-work';

/** Names that do not stand for data. */
export const reservedNames = ['data', 'page', 'doc', 'loop'] as const;

/** What an expression uses, and the names of `let` in it. Its results add members of their own to it, because a spread of so many before others takes several times as long. */
export class Uses {
  /** When its value is known. */
  time: Time = 'data';
  usesDate = false;
  /** The expression uses data, and there is no data schema. */
  usesUnproved = false;
  /** The expression uses data: not only `page`, `doc` and `loop`. */
  usesData = false;
  /** The expression uses numbers, titles or counters, which are known when it is known which components there are. */
  usesOutline = false;
  /** The expression uses a counter, whose value depends on the place. */
  usesCounter = false;
  /** The expression uses `loop`. */
  usesLoop = false;
  /** A filter makes text of numbers, which programs and people read in different forms. */
  writesNumbers = false;
  /** The expression prints marks, which are known in bands only. */
  usesMarks = false;
  /** The most names of `let` that build on each other in it. */
  letDepth = 0;

  /** The uses of an expression with parts. */
  constructor(...parts: readonly Readonly<Uses>[]) {
    for (const part of parts) addUses(this, part);
  }
}

export const noUses: Readonly<Uses> = new Uses();

/** Adds the uses of a part. */
export function addUses(uses: Uses, part: Readonly<Uses>): void {
  uses.time = latest([uses, part]);
  uses.usesDate ||= part.usesDate;
  uses.usesUnproved ||= part.usesUnproved;
  uses.usesData ||= part.usesData;
  uses.usesOutline ||= part.usesOutline;
  uses.usesCounter ||= part.usesCounter;
  uses.usesLoop ||= part.usesLoop;
  uses.writesNumbers ||= part.writesNumbers;
  uses.usesMarks ||= part.usesMarks;
  uses.letDepth = Math.max(uses.letDepth, part.letDepth);
}

/** A test that counts as false where the list or the text that it searches is missing. */
export interface Unsearched {
  readonly lack: Lack | undefined;
  /** The template says what stands for the test of an element, not for the search. */
  readonly ofElement?: UnsureTest | undefined;
  /** Whether nothing was searched. Undefined: the template says with `?? false` what stands for the search then. */
  readonly isSo?: ((scope: Scope) => boolean) | undefined;
}

/** The test of an element, by which nothing is found where it has no answer. */
export interface UnsureTest {
  /** As it is written, in parentheses where it needs them. */
  readonly test: string;
  /** What must stand for a missing answer so that the element is found. */
  readonly finds: boolean;
}

/** Elements in the order of a value that some of them may lack. Those without it stand last. */
export interface Sorted {
  readonly lack: Lack | undefined;
  /** The key of the value, if it is a path. */
  readonly key: string | undefined;
  /** The filters that leave them out before they sort. */
  readonly remedy: string;
  keyOf(scope: Scope, element: unknown): unknown;
}

/** The elements of a list that a sum or a size counts. */
export interface Counted {
  /** The key of the list from which filters took them. */
  readonly from: string;
  /** The keys of what each of them has. */
  readonly there: ReadonlySet<string>;
  list(scope: Scope): unknown;
  /** Undefined: it is a size. */
  readonly sum?: SumOfMember | undefined;
}

export interface SumOfMember {
  /** What is added of each element. Empty: the element. */
  readonly member: string;
  readonly key: string | undefined;
  /** Elements of the whole list may lack it. */
  readonly mayLack: boolean;
  readonly lack: Lack | undefined;
  /** What to write for the mean. */
  readonly mean: string;
  /** Of a sum of a table: its element. */
  readonly element?: string | undefined;
  valueOf(scope: Scope, element: unknown): unknown;
}

/** A list of what a filter takes of each element, of which some may have nothing. */
export interface Gaps {
  readonly lack: Lack | undefined;
}

/** A name of `let`: what an expression takes over that uses it. */
export interface LetName extends Readonly<Uses> {
  /** Each expression that uses the name calls this. */
  use(): void;
  readonly mayBeMissing: boolean;
  /** The value may be missing, because it uses what the data schema does not require. */
  readonly isOptional?: boolean | undefined;
  /** Where the value is missing, one of several operands may be what is missing. */
  readonly isComputed?: boolean | undefined;
  /** Why the data may lack what it needs. */
  readonly lack?: Lack | undefined;
  /** A test of the value loses operands that may be missing. */
  readonly losesOperands?: boolean | undefined;
  /** It holds elements or letters that were looked for. */
  readonly isSearch?: boolean | undefined;
  /** It may count as false although nothing was searched. */
  readonly unsearched?: Unsearched | undefined;
  readonly sorted?: Sorted | undefined;
  readonly counted?: Counted | undefined;
  readonly gaps?: Gaps | undefined;
  readonly unknown?: 'test' | 'other' | undefined;
  readonly sizeOf?: string | undefined;
  /** What is known in each of its elements, by the keys of an element. */
  readonly elements?: Facts | undefined;
  /** The value, if it is written in the template. */
  readonly written?: unknown;
}

/** The value of a name of `let`, which is computed when it is first asked for. */
export interface LetValue {
  /** `isPrinted`: people read the text of the value. */
  read(scope: Scope, isPrinted: boolean): unknown;
  /** Whether it searches nothing. */
  isUnsearched?: (() => boolean) | undefined;
}

/** The element of a list by its `as` name, or a name of `let`. */
export interface StaticLocal {
  readonly name: string;
  /** Facts about a name of `let`, whose value in `Scope` is a `LetValue`. Undefined: it is the name of an element. */
  readonly let?: LetName | undefined;
  /** `true`: nothing is known. */
  readonly schema: JsonSchema | boolean;
  /** Its values use numbers, titles or counters. */
  readonly usesOutline?: boolean | undefined;
  /** Its schema by `StaticScope.inferred`. */
  readonly inferred?: JsonSchema | boolean | undefined;
  /** `sums` or `group` of a table, for messages: it is not data. */
  readonly isOfTable?: boolean;
  /** Called for each expression that reads the value, with the names of the members that it follows. A text: why they are not known yet. */
  readonly read?: (members: readonly string[]) => string | undefined;
}

/** A param of a definition. */
export interface StaticParam extends Pick<StaticLocal, 'name' | 'schema' | 'usesOutline' | 'read'> {
  /** Its key among facts. */
  readonly key: string;
  /** Its value is written in the template. */
  readonly isWritten: boolean;
  run(scope: Scope): unknown;
}

/** The params that a definition sees beside the data. */
export interface StaticParams {
  /** In a definition whose params have no types: the place of the `use` that gives their values. */
  readonly use?: string | undefined;
  /** How many `locals` all of the template sees. A param hides them, and those of the definition itself hide params. */
  readonly outside: number;
  readonly list: readonly StaticParam[];
}

/** A filter of the template: a name of `let` with parameters. */
export interface OwnFilter {
  readonly name: string;
  /** The first one is the input. */
  readonly params: readonly string[];
  readonly source: string;
  /** What its expression sees beside the parameters. `place`: where it stands in the template. */
  readonly names: StaticScope;
  /** Its fault is reported, so its uses are not proved. */
  readonly isFaulty: boolean;
  /** The messages of its faults, by their codes and offsets. Undefined: it is reported, whatever its uses are. */
  readonly told: Map<string, string | undefined>;
  /** The work that is left to prove it and the filters beside it. `over`: the place of the filter for which nothing was left. */
  readonly proving: { left: number; over?: string };
  /** Each expression that uses the filter calls this. */
  use(): void;
}

/** The form in which a filter of the template is written: `share(n, of)`. */
export const signatureOf = ({ name, params }: Pick<OwnFilter, 'name' | 'params'>): string => `${name}(${params.join(', ')})`;

/** The form in which it is used: `n | share: of`. */
export const exampleOf = ({ name, params: [input, ...further] }: Pick<OwnFilter, 'name' | 'params'>): string =>
  `${input} | ${name}${further.length > 0 ? `: ${further.join(', ')}` : ''}`;

/** A filter that asks for something by a name that the template writes. */
export interface AskedName {
  readonly kind: 'anchor' | 'counter';
  readonly filter: string;
  readonly name: string;
  /** Where in the template the expression stands. */
  readonly place: string;
  /** It is the value of a parameter, or of `let`. */
  readonly isNamed?: boolean;
}

/** The names that only the rows of a table can use. */
export interface TableRow {
  /** The name of the element. */
  readonly name: string;
  /** The expression of the list, if it is one. */
  readonly list?: string | undefined;
  /** The values of `let`. */
  readonly let?: Readonly<Record<string, string>> | undefined;
}

/** The names that an expression may use, with their schemas. */
export interface StaticScope {
  /** `dataSchema`, whole: `$ref`s resolve inside it. */
  readonly schema: JsonSchema | boolean;
  /** In a definition: its params. */
  readonly params?: StaticParams | undefined;
  /** Undefined: `schema` proves the expressions. Else there is no data schema, and this one comes of the example data: it only gives warnings. */
  readonly inferred?: JsonSchema | undefined;
  /** `schema` is inferred from the example data. */
  readonly isInferred?: boolean | undefined;
  /** The file in which people write the schema, for messages. Default: `schema.json`. */
  readonly schemaPlace?: string | undefined;
  /** The names of `as` and `let` in force, outermost first. */
  readonly locals: readonly StaticLocal[];
  /** The filters of the template in force. */
  readonly filters?: readonly OwnFilter[] | undefined;
  /** The expression is that of a filter of the template. `hidden`: the names of elements around it, which it does not see. */
  readonly within?: (Pick<OwnFilter, 'name' | 'params'> & { readonly hidden: ReadonlySet<string> }) | undefined;
  /** The facts about the data that follow from the conditions around this place. Undefined: none. */
  readonly facts?: Facts | undefined;
  /** The keys of the values in earlier conditions that do not hold here. */
  readonly asked?: ReadonlySet<string> | undefined;
  /** The schema of an element, in an argument of a filter that is an expression over the elements: names are its members. */
  readonly element?: JsonSchema | boolean | undefined;
  /** The expression is a condition, and this is taken where it has no answer, in words. */
  readonly otherwise?: string | undefined;
  /** The expression gives a list, and this says something where it is empty, in words. */
  readonly saysEmpty?: string | undefined;
  /** The expression decides which elements there are, and this says something where there are none, in words. */
  readonly saysNone?: string | undefined;
  /** The expression decides which elements `loop` counts, so it cannot use `loop`. */
  readonly precedesLoop?: boolean | undefined;
  /** The rows of a table, in its parts that stand outside of them, for messages. */
  readonly row?: TableRow | undefined;
  /** The template has no currency, so `money` needs one of its own. */
  readonly lacksCurrency?: boolean | undefined;
  /** The template has no time zone, so times print as they are written, with a warning. */
  readonly lacksTimezone?: boolean | undefined;
  /** The names of the marks that the template sets. Undefined: the expression stands in no template. */
  readonly marks?: (() => readonly string[]) | undefined;
  /** Undefined: the expression stands in no template. */
  readonly pdfPages?: PdfPages | undefined;
  /** What the text of the expression is: the label of a value, the name of a point in a chart, Markdown. */
  readonly textOf?: 'label' | 'point' | 'markdown' | undefined;
  /** Where in the template the expression stands, for messages. */
  readonly place?: string | undefined;
  /** Called for each name of an anchor or counter that a filter asks for. */
  readonly noteAsked?: ((asked: AskedName) => void) | undefined;
}

/** The local or the param that has a name here. Undefined: the name is one of the data, or unknown. */
export function findNamed({ locals, params }: StaticScope, name: string): number | StaticParam | undefined {
  const at = locals.findLastIndex((one) => one.name === name);
  const param = params && at < params.outside ? params.list.find((one) => one.name === name) : undefined;
  return param ?? (at < 0 ? undefined : at);
}

/** All names beside those of the data, from outside in. */
export const localsOf = ({ locals, params }: StaticScope): readonly (StaticLocal | StaticParam)[] =>
  params ? [...locals.slice(0, params.outside), ...params.list, ...locals.slice(params.outside)] : locals;

/** Whether a local is the element of a list, which `loop` counts. */
export const isElement = (one: StaticLocal): boolean => one.let === undefined && !one.isOfTable;
