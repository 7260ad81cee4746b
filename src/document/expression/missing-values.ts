// Warns of values that may be missing: when the template is checked, and when a document is made.
import type { Schema } from '../../json/schema-parts.ts';
import { listBefore } from './facts.ts';
import { elementOf } from './list-origin.ts';
import {
  type CompiledPart,
  type Doubt,
  deniesSearch,
  type Evaluate,
  type ExpressionDiagnostic,
  lackOfParts,
  type ProofContext,
  partOf,
  saysNothingFound,
  testRemedy,
} from './prove.ts';
import { quote } from './quote.ts';
import { isTextSchema, type Lack, valueTypes } from './schema-walk.ts';
import type { Counted, Scope, SumOfMember, Unsearched, UnsureTest } from './scope.ts';
import { showPath } from './show-path.ts';
import type { Tree } from './syntax.ts';
import { isAbsent, isTruthy } from './values.ts';

/** The doubt of a value that needs another one. */
export const passOn = ({ why, must, also = [] }: Lack, name: string): Lack & Pick<Doubt, 'root'> => ({
  why: `${why}${also.length === 0 ? '' : `, and so may ${also.map((one) => `"${one}"`).join(', ')}`}, and "${name}" needs it`,
  root: why,
  must,
  also,
});

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Warns of a path that may be missing where it is lost. `path`: as it is written. */
export function warnOfMissing(doubt: Doubt, path: string, schema: Schema, context: ProofContext): void {
  const { lostIn, names } = context;
  const isText = isTextSchema(schema, names.schema);
  const types = valueTypes(schema, names.schema);
  const isNumber = types?.size === 1 && types.has('number');
  // A path within a calculation has no short form.
  const takesZero = isNumber && !path.includes('…');
  const { why, root = why, must, offset, key, isComputed } = doubt;
  // Neither an empty text nor 0 stands for an object or a list.
  const isMade =
    context.missing !== 'tested' &&
    types !== undefined &&
    types.size > 0 &&
    [...types].every((type) => type === 'object' || type === 'array');
  const isWhole = context.source.trim() === path;
  const remedy = isMade && isWhole ? `"when": "${path} != null" in this component` : remedyOf(path, context);
  // Beside an operator, the parentheses say that it asks for this value alone.
  const zero = lostIn === 'summand' ? `(${path} ?? 0)` : `${path} ?? 0`;
  const asZero =
    takesZero && !remedy.startsWith(`${path} ?? 0`) && names.textOf !== 'point' && lostIn !== 'number' && lostIn !== 'order'
      ? [`${zero} if a missing one counts as 0`]
      : [];
  const asNothing = lostIn === 'part' && isText && !path.includes('…') ? [`(${path} ?? '') if the rest is right without it`] : [];
  const right = new Set([
    // What leaves out an element changes the sum more than a 0 does.
    ...(remedy.endsWith(' to leave such an element out') && !isComputed ? asZero : []),
    ...asNothing,
    ...(isComputed && isName.test(path) ? [`what stands for it in "${path}" itself`] : []),
    remedy,
    ...asZero,
    ...(context.otherwise !== undefined && lostIn === 'order' ? [`test ${path} == null before`] : []),
    ...(must === undefined ? [] : [must]),
  ]);
  const lost = lostIn === 'order' ? 'comparison' : isNumber || lostIn !== 'text' ? 'number' : isText ? undefined : 'value';
  const message = `${why}: write ${[...right].join(', or ')}.`;
  warnIn(context, { offset, message, key, left: isComputed ? 'let' : lost, doubt: { why: root, must } });
}

/** Warns of a value that may be missing. */
export function warnIn({ notes }: ProofContext, told: Omit<ExpressionDiagnostic, 'severity' | 'code'>): void {
  notes.diagnostics.push({ severity: 'warning', code: 'possibly-missing', ...told });
}

/** The text that ends the warning of a lost value, if the author writes it. `path`: as it is written. */
export function remedyOf(path: string, { remedy, lostIn }: ProofContext): string {
  if (typeof remedy === 'function') return remedy(path);
  return remedy ?? `${path} ?? ${lostIn === 'text' || lostIn === 'part' ? "''" : '0'}`;
}

/** What an expression with a name gives: one of `let`, or of a filter of the template. */
interface NamedValue
  extends Pick<
    CompiledPart,
    'schema' | 'mayBeMissing' | 'isOptional' | 'isComputed' | 'losesOperands' | 'isSearch' | 'unsearched' | 'lack'
  > {
  readonly name: string;
  /** As it is written where it is used. */
  readonly written: string;
  /** The path that begins with it. */
  readonly path?: string;
  readonly offset: number;
  /** Its key among facts. */
  readonly key?: string;
}

/** The value of an expression with a name, which does not tell itself that an operand is missing. */
export function namedValue(read: Evaluate, value: NamedValue, context: ProofContext): CompiledPart {
  const { name, written, schema, mayBeMissing, isOptional, isComputed, isSearch, offset, key } = value;
  const { lack = { why: 'The value may be missing' } } = value;
  const doubt = isOptional ? { offset, key, isComputed, ...passOn(lack, name) } : undefined;
  const losesOperands = value.losesOperands && mayBeMissing;
  const isLost = (losesOperands || (isSearch && mayBeMissing && deniesSearch(context))) && context.missing === 'tested';
  const remedy = context.remedy ?? testRemedy(value.path ?? written, context.isNegated ? 'true' : 'null', context);
  if (isLost && doubt) warnOfMissing(doubt, written, schema, { ...context, remedy });
  const { unsearched } = value;
  if (unsearched && !isLost) warnOfUnsearched(unsearched, value, context);
  const isSo = !isLost && deniesSearch(context) ? unsearched?.isSo : undefined;
  const run: Evaluate = isSo
    ? (scope) => {
        if (isSo(scope))
          tellMissing(scope, context, `"${written}" has nothing to search where "${context.source.trim()}" tests it`);
        return read(scope);
      }
    : isLost
      ? (scope) => {
          const given = read(scope);
          if (isAbsent(given)) tellMissing(scope, context, `"${written}" is missing where "${context.source.trim()}" tests it`);
          return given;
        }
      : mayBeMissing && isComputed
        ? tellingAdded(read, context, written)
        : read;
  const isTold = context.missing === 'added' && isComputed;
  return partOf(run, schema, context, { mayBeMissing, doubt, isComputed, losesOperands, isSearch, unsearched, isTold, key });
}

/** Warns where something is said as if nothing was found, although nothing was searched, or nobody knows. `written`: the test. */
export function warnOfUnsearched(
  { lack, isSo, ofElement }: Unsearched,
  { name, written, offset }: { readonly name?: string; readonly written: string; readonly offset: number },
  context: ProofContext,
): void {
  // What is written here is a part of the test; a name stands for the whole search.
  const says = name === undefined ? context.saysNone : saysNothingFound(context);
  const isDenied = isSo
    ? deniesSearch(context)
    : ofElement
      ? says !== undefined
      : context.missing === 'tested' && context.holdsMissing === true;
  if (!lack || !isDenied) return;
  const { why, must } = name === undefined ? lack : passOn(lack, name);
  const asked = `${written} ?? true`;
  const own = `what stands for it in "${name}" itself`;
  const right = isSo
    ? own
    : ofElement
      ? remedyOfTest(ofElement, name)
      : name === undefined
        ? asked
        : `${asked}, and leave out ${own}`;
  const what = isSo ? '' : `, and ${ofElement ? says : '"not"'} says then that nothing was found`;
  warnIn(context, { offset, message: `${why}${what}: write ${right}${must ? `, or ${must}` : ''}.`, left: 'comparison' });
}

/** What to write in place of the test of an element: both ways say what an element without an answer counts as. */
function remedyOfTest({ test, finds }: UnsureTest, name: string | undefined): string {
  const inNamed = name === undefined ? '' : ` in "${name}"`;
  const asked = finds ? `${test} != null and ${test}` : `${test} == null or ${test}`;
  return `${test} ?? ${finds}${inNamed} if an element without an answer counts as found, or ${asked} if it counts as not found`;
}

/** A computed value is lost where others only add nothing. */
export const losingIn = (context: ProofContext, isComputed: boolean | undefined): ProofContext =>
  context.missing === 'added' && isComputed ? { ...context, missing: 'lost' } : context;

/** What a test of a part does not search where the data lack it. */
export function unsearchedIn(part: CompiledPart): Unsearched | undefined {
  if (!part.isSearch || !part.mayBeMissing) return part.unsearched;
  return { lack: part.isOptional ? lackOfParts([part]) : undefined, isSo: (scope) => isAbsent(part.run(scope)) };
}

/** The search, or the test of an element, for which a written value stands that counts as false. */
export function unsearchedBefore(
  a: CompiledPart,
  b: CompiledPart,
  test: string,
  { names, missing, isNegated, saysNone }: ProofContext,
): Unsearched | undefined {
  if (!b.isWritten) return undefined;
  const given = isTruthy(b.run({} as Scope));
  const isOfElement = names.element !== undefined || names.saysNone !== undefined;
  if (!isOfElement) {
    const found = given ? undefined : unsearchedIn(a);
    return found && { lack: found.lack, ofElement: found.ofElement };
  }
  // Where nobody tests it, a missing answer is one that the template says.
  if (b.isMissing && missing !== 'tested') return undefined;
  const isTest = a.losesOperands && isOnly('boolean', a.schema, names.schema);
  const lack = unsearchedIn(a)?.lack ?? (isTest && a.isOptional ? lackOfParts([a]) : undefined);
  // Where something is said if no element is found, the test is negated once more.
  const finds = (isNegated === true) === (saysNone !== undefined);
  return lack && given !== finds ? { lack, ofElement: { test, finds } } : undefined;
}

const isOnly = (type: string, schema: Schema, root: Schema): boolean => {
  const types = valueTypes(schema, root);
  return types?.size === 1 && types.has(type);
};

/** The same of two parts. `isSo`: whether one of them searches nothing. */
export function unsearchedOf(
  a: CompiledPart,
  b: CompiledPart,
  isSo: (inA: InScope, inB: InScope) => InScope,
): Unsearched | undefined {
  const [ofA, ofB] = [unsearchedIn(a), unsearchedIn(b)];
  if (!ofA && !ofB) return undefined;
  const isAsked = !ofA?.isSo && !ofB?.isSo;
  return {
    lack: ofA?.lack ?? ofB?.lack,
    ofElement: (ofA ?? ofB)?.ofElement,
    isSo: isAsked ? undefined : isSo(ofA?.isSo ?? noScope, ofB?.isSo ?? noScope),
  };
}

type InScope = (scope: Scope) => boolean;
const noScope: InScope = () => false;

/** A computed value that tells where it is missing and adds nothing. */
export function tellingAdded(run: Evaluate, context: ProofContext, name: string): Evaluate {
  if (context.missing !== 'added') return run;
  return (scope) => {
    const value = run(scope);
    if (isAbsent(value)) tellMissing(scope, context, `"${name}" is missing and adds nothing to "${context.source.trim()}"`);
    return value;
  };
}

/** Warns of the last elements of a sorted list, and reports one that lacks the value by which they are sorted. `from`: its place from the end. */
export function lossOfLast(
  { sorted }: CompiledPart,
  from: number,
  offset: number,
  context: ProofContext,
): ((scope: Scope, list: readonly unknown[]) => void) | undefined {
  if (!sorted) return undefined;
  const { lack, remedy, keyOf } = sorted;
  const write = `write ${remedy}`;
  if (lack)
    warnIn(context, { offset, message: `${lack.why}: ${write}${lack.must ? `, or ${lack.must}` : ''}.`, left: 'comparison' });
  return (scope, list) => {
    const element = elementOf(list, list.length + from);
    if (!isAbsent(element) && isAbsent(keyOf(scope, element)))
      tellMissing(scope, context, `An element at the end lacks the value by which the list is sorted: ${write}`);
  };
}

/** The elements of a list that something counts. Undefined: nothing is known of the list. */
export function countedOf({ key, run, elements }: CompiledPart, sum?: SumOfMember): Counted | undefined {
  if (key === undefined) return undefined;
  const there = new Set([...(elements?.there ?? []), ...(sum?.key === undefined ? [] : [sum.key])]);
  return { from: listBefore(key), there, list: run, sum };
}

/** Warns of the size of a list in which elements may have nothing, and reports it. */
export function lossOfGaps(
  { gaps }: CompiledPart,
  offset: number,
  context: ProofContext,
): ((scope: Scope, list: unknown) => void) | undefined {
  if (!gaps) return undefined;
  const { lack } = gaps;
  const right = 'compact before it, to count what is there';
  const must = lack?.must ? `, or ${lack.must}` : '';
  const message = `${lack?.why}, and "size" counts such an element too: write ${right}${must}.`;
  if (lack) warnIn(context, { offset, message, left: 'elements' });
  return (scope, list) => {
    if (Array.isArray(list) && list.some(isAbsent))
      tellMissing(scope, context, `An element has no value, and "size" counts it too: write ${right}`);
  };
}

/** Warns of a quotient of a sum, and of another sum or a size, which do not count the same elements, and reports it. */
export function lossOfQuotient(
  a: CompiledPart,
  b: CompiledPart,
  offset: number,
  context: ProofContext,
): ((scope: Scope) => void) | undefined {
  const above = a.counted;
  // In the rows of a table, `loop` counts their elements.
  const isLoop = above?.sum?.element !== undefined && typeof b.schema === 'object' && b.schema['x-loop'] === true;
  const below: Counted | undefined = isLoop ? { ...above, there: new Set(), sum: undefined } : b.counted;
  if (!above || above.from !== below?.from) return undefined;
  const pairs = [
    [above, below],
    [below, above],
  ] as const;
  const lost = pairs.filter(([{ sum }, { there }]) => sum?.mayLack && (sum.key === undefined || !there.has(sum.key)));
  const [first] = lost;
  // A sum by itself is 1, whatever it lacks.
  const isSame = above.sum !== undefined && above.sum.member === below.sum?.member;
  if (!first || isSame) return undefined;
  const isMean = below.sum === undefined;
  const what = isMean ? 'the sum has what is there, and the size counts all' : 'both sides do not count the same elements';
  const needed = pairs.flatMap(([{ sum }]) => (sum?.mayLack ? [sum.member] : []));
  const condition = needed.map((member) => `${member} != null`).join(' and ');
  const before = `${needed.includes('') ? 'compact' : `where: ${quote(condition)}`} before both`;
  const right = isMean ? above.sum!.mean : first[0].sum!.element ? `${condition} ? … : 0 in both sums of the table` : before;
  const { lack } = lost.find(([{ sum }]) => sum!.lack)?.[0].sum ?? {};
  const must = lack?.must ? `, or ${lack.must}` : '';
  const message = `${lack?.why}, and then ${what}: write ${right}, or add with ?? 0 if a missing one counts as 0${must}.`;
  if (lack) warnIn(context, { offset, message, left: 'elements' });
  return (scope) => {
    const isSo = lost.some(([{ sum }, other]) => {
      const all = other.list(scope);
      return Array.isArray(all) && all.some((element) => isAbsent(sum!.valueOf(scope, element)));
    });
    if (isSo) tellMissing(scope, context, `An element has no value: ${what}. Write ${right}`);
  };
}

/** Notes a value that has no part because another value is missing. `what`: half a sentence. */
export function tellMissing(scope: Scope, { names, source }: ProofContext, what: string): void {
  scope.warn?.(names.place ?? '', `${what}.`, scope, source, 'missing');
}

/** Reports the first missing operand. Undefined: no operand may be missing, or the template has a default for the result. */
export function lossOf(
  parts: readonly CompiledPart[],
  trees: readonly Tree[],
  contexts: readonly ProofContext[],
  context: ProofContext,
) {
  if (context.missing === 'asked' || !parts.some((one) => one.mayBeMissing)) return undefined;
  return (scope: Scope, ...values: readonly unknown[]): void => {
    const at = parts.findIndex((part, i) => isAbsent(values[i]) && !part.isTold);
    if (at < 0) return;
    const path = showPath(trees[at]!);
    const right = path === undefined ? '' : `: write ${remedyOf(path, contexts[at]!)}`;
    tellMissing(scope, context, `${path ? `"${path}"` : 'A value'} is missing, which "${context.source.trim()}" needs${right}`);
  };
}

/** Notes a value that prints nothing. `advice`: what to do, at the end of the sentence. */
export function warn(scope: Scope, { names, source }: ProofContext, what: string, advice = ''): void {
  scope.warn?.(names.place ?? '', `${what} and prints nothing${advice}.`, scope, source);
}
