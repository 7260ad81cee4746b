// What compiling an expression proves by the data schema, and what it carries from part to part.

import type { Fix, LeftReason } from '../../contract/diagnostic.ts';
import type { Schema } from '../../json/schema-parts.ts';
import type { TextPart } from '../text/enclose.ts';
import { negate, toDecimal } from './decimal.ts';
import { elementKey, type Facts, noFacts, type Outcome } from './facts.ts';
import { type Lack, nullnessOf } from './schema-walk.ts';
import { type Counted, type Gaps, type Scope, type Sorted, type StaticScope, type Unsearched, Uses } from './scope.ts';
import type { Tree } from './syntax.ts';

export interface ExpressionDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly code:
    | 'syntax'
    | 'unknown-path'
    | 'possibly-missing'
    | 'too-early'
    | 'wrong-type'
    | 'unknown-filter'
    | 'unknown-mark'
    | 'missing-pdf'
    | 'locked-pdf'
    | 'wrong-arguments'
    | 'untyped'
    | 'no-timezone'
    | 'too-much-work';
  /** Offset in the expression's source, in UTF-16 units. */
  readonly offset: number;
  /** The fault stands in a filter of the template, at this JSON Pointer, and `offset` counts in its expression. */
  readonly place?: string | undefined;
  readonly message: string;
  /** Of a value that may be missing: its key among facts. */
  readonly key?: string | undefined;
  /** Of a value that may be missing: why the data may lack it, and how the schema can say that it is there. */
  readonly doubt?: Lack | undefined;
  /** Of a value that is missing in a text: the condition `when` that leaves out the whole text. */
  readonly when?: string | undefined;
  readonly fix?: Fix;
  /** Of a value that may be missing: why no fix is sure. Undefined: a printed text lacks a text. */
  readonly left?: LeftReason | undefined;
}

export type Evaluate = (scope: Scope) => unknown;

/** A compiled part of an expression. */
export interface CompiledPart {
  readonly run: Evaluate;
  /** The schema of the result. */
  readonly schema: Schema;
  /** Whether the value may be missing, as far as the data schema and the conditions around tell. */
  readonly mayBeMissing: boolean;
  /** The data schema lets it be missing, which `lint` tells where it is lost. */
  readonly isOptional?: boolean | undefined;
  /** Of a path that is optional: the reason. */
  readonly doubt?: Doubt | undefined;
  /** Of another part that is optional: why the data may lack what it needs. */
  readonly lack?: Lack | undefined;
  /** What is known beside, where the part gives this. */
  readonly learn: (outcome: Outcome) => Facts;
  /** The template writes the value itself. */
  readonly isWritten?: true;
  /** The value is never there. */
  readonly isMissing?: boolean | undefined;
  /** Where the value is missing, one of several operands may be what is missing. */
  readonly isComputed?: boolean | undefined;
  /** It has operands that may be missing, and a test of it loses them. A test of a path asks for its value, and loses nothing. */
  readonly losesOperands?: boolean | undefined;
  /** Elements or letters that were looked for: where nothing was looked through, a test must not say that none was found. */
  readonly isSearch?: boolean | undefined;
  /** It may count as false although nothing was searched. */
  readonly unsearched?: Unsearched | undefined;
  readonly sorted?: Sorted | undefined;
  readonly counted?: Counted | undefined;
  readonly gaps?: Gaps | undefined;
  /** A list of results of which the template says that some may be missing: of tests, or of others. */
  readonly unknown?: 'test' | 'other' | undefined;
  /** Where the value is missing and lost, the part itself has told it. */
  readonly isTold?: boolean | undefined;
  /** The parts of a printed text that `&` joins. Undefined: an operand is missing. */
  readonly parts?: ((scope: Scope) => readonly TextPart[] | undefined) | undefined;
  /** The key of the value among facts. Undefined: nothing can be known of it. */
  readonly key?: string | undefined;
  /** The value is the size of the list with this key. */
  readonly sizeOf?: string | undefined;
  /** What is known in each of its elements, by the keys of an element. */
  readonly elements?: Facts | undefined;
}

/** Why a value may be missing. */
export interface Doubt extends Lack {
  readonly offset: number;
  /** The key of what may be missing: the value, or what holds it. */
  readonly key: string | undefined;
  /** A `let` computes it: what it lacks is missing there. */
  readonly isComputed?: boolean | undefined;
  /** Why what it needs may be missing. */
  readonly root?: string;
}

/** A part of a value that is always there, or whose fault is reported. */
export const partOf = (
  run: Evaluate,
  schema: Schema,
  { facts }: Pick<ProofContext, 'facts'>,
  more: Partial<CompiledPart> = {},
): CompiledPart => ({ run, schema, mayBeMissing: false, learn: () => facts, ...more });

/** The element of a list, in an expression over its elements. */
export function elementPart(run: Evaluate, items: Schema, offset: number, { facts, names }: ProofContext): CompiledPart {
  const nullness = nullnessOf(items, names.schema);
  const mayBeMissing = nullness !== undefined && !facts.isNever && !facts.there.has(elementKey);
  const must = nullness === 'schema' ? 'take "null" out of the type of the elements' : undefined;
  const doubt =
    nullness === 'unproved' ? undefined : { why: 'An element of the list may be null', must, offset, key: elementKey };
  return partOf(run, items, { facts }, { key: elementKey, mayBeMissing, ...(mayBeMissing && doubt && { doubt }) });
}

/** A part whose fault is reported: further faults of it are not reported. */
export const nothing: CompiledPart = partOf(() => undefined, true, { facts: noFacts });

/** Notes that compiling collects; at first, those of an expression that uses and reports nothing. */
export class Notes extends Uses {
  readonly diagnostics: ExpressionDiagnostic[] = [];
  /** The keys of the values that are tested, or for which another value stands. */
  readonly asked = new Set<string>();
}

/**
 * What becomes of a missing value. `lost`: it takes the value of more with it, or prints nothing, which is told. `tested`: it counts as false, or is left
 * out. `added`: it adds nothing, but it is told that a calculation has no result. `asked`: the template says what stands for it.
 */
export type Missing = 'lost' | 'tested' | 'added' | 'asked';

/**
 * Where a missing value is lost. `part`: in a text with other values, which may stand without it. `summand`: 0 may stand for it, if the author says so.
 */
export type LostIn = 'text' | 'part' | 'number' | 'summand' | 'order';

/** The text that an author should write. A function makes it of the path that may be missing. */
export type Remedy = string | ((path: string) => string);

/** The surroundings in which a part of an expression is compiled. */
export interface ProofContext {
  readonly source: string;
  readonly names: StaticScope;
  readonly notes: Notes;
  /** What is known when this part runs. */
  readonly facts: Facts;
  readonly missing: Missing;
  readonly lostIn: LostIn;
  /** A value is sought among the elements of the list. */
  readonly isSought?: boolean | undefined;
  /** The part is tested, and this is taken where the test has no answer, in words: the c of `a ? b : c`. */
  readonly otherwise?: string | undefined;
  /** The template asks whether this is not true. */
  readonly isNegated?: boolean | undefined;
  /** The operator that asks so, in words. */
  readonly negatedBy?: string | undefined;
  /** What says something where the whole test is false, in words. */
  readonly saysFalse?: string | undefined;
  /** Nothing is said where the whole test is true. */
  readonly isSilent?: boolean | undefined;
  /** In the test of an element: what says something where no element is found, in words. */
  readonly saysNone?: string | undefined;
  /** The condition around holds if this test has no answer. */
  readonly holdsMissing?: boolean | undefined;
  /** The text to write in place of the whole expression, which has no value without this part. It prints the same and ends the warning. */
  readonly remedy?: Remedy | undefined;
  /** Whether the value is printed, and not compared, computed with or looked up. */
  readonly isPrinted: boolean;
  /** A filter changes or counts the letters of the text, so no signs of direction stand in it. */
  readonly isFiltered?: boolean | undefined;
  /** Compiles a part of the expression. */
  readonly compile: (tree: Tree, context: ProofContext) => CompiledPart;
}

/** Why `loop` cannot be used, as the end of a sentence. */
export const precedingLoop = 'counts the elements that "where" leaves in the order of "sort", so it is not known here';

/** Why the data may lack the first of some parts that may be missing, and the names of the others. */
export function lackOfParts(parts: readonly Pick<CompiledPart, 'isOptional' | 'doubt' | 'lack'>[]): Lack | undefined {
  const lacks = parts.flatMap(({ isOptional, doubt, lack }) => {
    if (!isOptional) return [];
    return doubt ? [{ why: doubt.root ?? doubt.why, must: doubt.must, also: doubt.also ?? [] }] : lack ? [lack] : [];
  });
  const [first, ...others] = lacks;
  if (first === undefined) return undefined;
  const nameOf = ({ why }: Lack) => /^"([^"]+)" (?:is not required|may be null)/.exec(why)?.[1] ?? '';
  const names = new Set([...(first.also ?? []), ...others.flatMap((one) => [nameOf(one), ...(one.also ?? [])])]);
  for (const known of [nameOf(first), '']) names.delete(known);
  return names.size === 0 ? first : { why: first.why, also: [...names] };
}

/** The context of an operand, without which `text` has no result. `inTest`: what a test takes instead. */
export const operandIn = (context: ProofContext, lostIn: LostIn, text: string, inTest = 'null'): ProofContext => ({
  ...context,
  lostIn,
  missing: context.missing === 'asked' ? 'asked' : 'lost',
  remedy: context.remedy ?? (context.missing === 'tested' ? testRemedy(`(${text})`, inTest, context) : undefined),
  isPrinted: false,
});

/** What to write in place of a test without an answer. `inTest`: what stands for the answer, unless the text says it. */
export function testRemedy(text: string, inTest: string | undefined, context: ProofContext): string {
  const { otherwise, names, isNegated, saysNone } = context;
  const asked = inTest === undefined ? text : `${text} ?? ${inTest}`;
  if (otherwise !== undefined) return `${asked} if ${otherwise} is right without it`;
  if (names.element === undefined || inTest === undefined) return asked;
  const keeps = (inTest === 'true') !== (isNegated === true && saysNone === undefined);
  const other =
    saysNone === undefined ? '' : `, or ${isNegated ? `${text} != null and` : `${text} == null or`} ${text} to leave it out`;
  return `${asked} to ${keeps || saysNone !== undefined ? 'keep' : 'leave out'} such an element${other}`;
}

/** The context of a test, of which a missing value is as good as one that counts as false. */
export const testIn = (context: ProofContext): ProofContext => ({
  ...context,
  missing: 'tested',
  remedy: undefined,
  isPrinted: false,
});

/** What says something where nothing is found, in words. */
export const saysNothingFound = ({ isNegated, negatedBy, isSilent, saysFalse }: ProofContext): string | undefined =>
  isNegated ? (isSilent ? undefined : negatedBy) : saysFalse;

/** The context of an operand in which "nothing found" makes true of false. */
export const negatedIn = (context: ProofContext, operator: string): ProofContext => ({
  ...context,
  isNegated: !context.isNegated,
  negatedBy: `"${operator}"`,
});

/** The context of the test of an element. */
export function elementTestIn(context: ProofContext): ProofContext {
  const saysNone = saysNothingFound(context);
  const isNegated = saysNone !== undefined;
  return { ...context, isNegated, negatedBy: saysNone, saysFalse: undefined, isSilent: undefined, saysNone };
}

/** Whether a test says that a search has found nothing, or takes something else then. */
export const deniesSearch = ({ missing, holdsMissing, otherwise }: ProofContext): boolean =>
  missing === 'tested' && (holdsMissing === true || otherwise !== undefined);

/** What to write in place of a test, so that it asks first whether what it looks through is there. An empty list is there. */
export const askedBefore =
  (whole: string, context: ProofContext) =>
  (path: string): string =>
    testRemedy(context.isNegated ? `${path} == null or ${whole}` : `${path} != null and ${whole}`, undefined, context);

/** A tree of one kind. */
export type TreeOf<K extends Tree['kind']> = Extract<Tree, { kind: K }>;

/** The literals that a value may be: of `a ?? 0`, `a | default: 0` and `a ? b : 0`. */
export function literalsOf(tree: Tree): readonly TreeOf<'literal'>[] {
  if (tree.kind === 'literal') return [tree];
  if (tree.kind === 'binary') return tree.operator === '??' ? [tree.left, tree.right].flatMap(literalsOf) : [];
  if (tree.kind === 'conditional') return [tree.then, tree.otherwise].flatMap(literalsOf);
  return tree.kind === 'filter' && tree.name === 'default' ? [tree.input, ...tree.args].flatMap(literalsOf) : [];
}

/** The value of a literal, also behind a minus. Undefined: the tree is no literal. */
export function literalOf(tree: Tree): unknown {
  if (tree.kind === 'unary' && tree.operator === '-') {
    const operand = toDecimal(literalOf(tree.operand));
    return operand && negate(operand);
  }
  if (tree.kind !== 'literal') return undefined;
  return typeof tree.value === 'object' && tree.value !== null ? toDecimal(tree.value.digits) : tree.value;
}

/** The steps of a path from its name on. */
export function stepsOf(tree: TreeOf<'name'> | TreeOf<'member'>): {
  readonly root: Tree;
  readonly steps: readonly TreeOf<'member'>[];
} {
  const steps: TreeOf<'member'>[] = [];
  let at: Tree = tree;
  while (at.kind === 'member') {
    steps.unshift(at);
    at = at.of;
  }
  return { root: at, steps };
}

/** Notes an error. */
export function fail({ notes }: ProofContext, code: ExpressionDiagnostic['code'], offset: number, message: string): void {
  notes.diagnostics.push({ severity: 'error', code, offset, message });
}
