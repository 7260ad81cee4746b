// Compiles a filter to a closure: proves its input, and checks the values that it meets at each run.
import { findNearest, listNames } from '../../../words/nearest.ts';
import { adviseFunction, filterOfName } from '../../other-names/filters.ts';
import { adviseQuotes } from '../bare-text.ts';
import { adviseNotation, toDecimal } from '../decimal.ts';
import { latest } from '../evaluation-time.ts';
import type { Facts } from '../facts.ts';
import { losingIn, lossOf, lossOfGaps, lossOfLast, tellingAdded, warn, warnIn } from '../missing-values.ts';
import { printLetters, printText } from '../print-text.ts';
import {
  askedBefore,
  type CompiledPart,
  deniesSearch,
  type Evaluate,
  fail,
  literalOf,
  nothing,
  operandIn,
  type ProofContext,
  saysNothingFound,
  type TreeOf,
} from '../prove.ts';
import { textKindOf, valueTypes } from '../schema-walk.ts';
import { findNamed, type Scope } from '../scope.ts';
import { isAbsent, isComposite, isMissing, toText } from '../values.ts';
import { requireKind, requireSameFormat } from '../wrong-types.ts';
import { argumentsOf, showOperand } from './arguments.ts';
import { compileArgument } from './compile-argument.ts';
import { compileOwnFilter } from './compile-own-filter.ts';
import { charged, limitWork } from './element-expression.ts';
import { computes, type Filter, type InputKind, type NoteUnusable } from './filter.ts';
import { compileSubject } from './filter-subject.ts';
import { filterNames, findFilter } from './index.ts';
import { proveMoments } from './prove-moments.ts';
import { proveResult } from './prove-result.ts';

/** Compiles a filter. Proves its input and arguments; values of bindings are checked at each run. */
export function compileFilter(tree: TreeOf<'filter'>, context: ProofContext): CompiledPart {
  const { name, offset } = tree;
  const filter = findFilter(name);
  if (!filter) {
    const own = context.names.filters?.findLast((one) => one.name === name);
    return own ? compileOwnFilter(tree, own, context) : failUnknown(tree, context);
  }
  noteUses(tree, filter, context);
  const isPrinted = context.isPrinted && filter.prints !== undefined;
  const { takesMissing = false } = filter;
  const written = context.source.slice(tree.start, tree.end);
  const isComputed = computes(filter);
  const denied = deniesSearch(context) ? operandIn(context, 'order', written, String(context.isNegated === true)) : undefined;
  const inSearch = filter.isSearch ? denied : undefined;
  // Filters behind a search may have nothing for what was found.
  const outer = inSearch ?? {
    ...losingIn(context, isComputed),
    remedy: context.remedy ?? (denied && askedBefore(`(${written})`, context)),
  };
  const input = context.compile(tree.input, {
    ...outer,
    isPrinted: isPrinted && filter.prints === 'input and arguments',
    isSought: name === 'contains',
    isFiltered: context.isFiltered === true || (filter.output === 'text' && filter.input !== 'list'),
    ...(takesMissing && { missing: 'asked' }),
  });
  // Anchors, counters and marks have names.
  if (filter.asks !== undefined || filter.time !== undefined) adviseQuotes(tree.input, undefined, context);
  const [least, most] = filter.arity;
  if (tree.args.length < least || tree.args.length > most) {
    const count = least === most ? least : `${least} to ${most}`;
    const message = `"${name}" takes ${count} ${most === 1 ? 'argument' : 'arguments'}, as in ${filter.signature}.`;
    fail(context, 'wrong-arguments', offset, message);
  }
  if (!filter.reads) requireKind(input, filter.input, { what: name, offset }, context);
  const subject = compileSubject(tree, filter, input, context);
  const inDefault = takesMissing ? { ...context, facts: factsOfDefault(name, input, context) } : undefined;
  const kinds = argumentsOf(filter, tree.args.length);
  const args = kinds.map((argument, i) => {
    const inArgument = inDefault ?? operandIn(context, argument.kind === 'number' ? 'number' : 'text', written);
    return compileArgument(tree, i, argument, subject, { ...inArgument, isPrinted });
  });
  const implied = args.length === 0 ? filter.imply?.(input.schema, context.names.schema) : undefined;
  if (typeof implied === 'string') fail(context, 'wrong-arguments', offset, `"${name}": ${implied}.`);
  const isTold = proveMoments(filter, tree, [input, ...args], context);
  const compared = args.filter((_, i) => kinds[i]!.kind === 'compared');
  const compares = [subject.schema, ...compared.map(({ schema }) => schema)];
  if (compared.length > 0) {
    const path = tree.args.length > 1 ? String(literalOf(tree.args[0]!)) : undefined;
    const sides = compares.map((schema, i) => ({ schema, path: i === 0 ? path : undefined }));
    requireSameFormat(sides, tree.args.at(-1)!.offset, context);
  }
  const kind = filter.input === 'list' || filter.input === 'sized' ? textKindOf(compares, context.names.schema) : 'unknown';
  const fault = filter.check?.(literalOf(tree.input), tree.args.map(literalOf), context.names);
  if (typeof fault === 'string') fail(context, 'wrong-arguments', offset, fault);
  else if (fault) fail(context, fault.code, tree.input.offset, fault.message);
  const tell: NoteUnusable = (scope, what, about) => {
    if (about !== 'no-timezone' || !isTold) scope.warn?.(context.names.place ?? '', `${what}.`, scope, context.source, about);
  };
  const write = !isPrinted ? toText : context.isFiltered ? printLetters : printText;
  const { checkMembers } = subject;
  const last = lastTaken(tree);
  const tellLast = last === undefined ? undefined : lossOfLast(input, last, tree.offset, context);
  const tellGaps = name === 'size' ? lossOfGaps(input, tree.offset, context) : undefined;
  const isUnknown = name === 'contains' && seeksUnknown(input, offset, context);
  const apply = (value: unknown, scope: Scope): unknown => {
    if (tellLast && Array.isArray(value)) tellLast(scope, value);
    tellGaps?.(scope, value);
    if (args.length === 0) return filter.run(value, typeof implied === 'object' ? implied : noArgs, scope, tell, kind, write);
    const given = args.map((arg) => arg.run(scope));
    checkMembers?.(scope, value, given[0]);
    const result = filter.run(value, given, scope, tell, kind, write);
    if (isUnknown && result === false && Array.isArray(value) && value.some(isAbsent)) tell(scope, unknownElement, 'missing');
    return result;
  };
  const isWithin = context.names.element !== undefined || context.names.within !== undefined;
  const tellSearch = inSearch && lossOf([input], [tree.input], [inSearch], context);
  const read: Evaluate = tellSearch
    ? (scope) => {
        const value = input.run(scope);
        if (isAbsent(value)) tellSearch(scope, value);
        return value;
      }
    : input.run;
  const evaluate = checkInput(filter, isWithin ? charged(read) : read, apply, context);
  const told = isComputed ? tellingAdded(evaluate, context, written) : evaluate;
  const limited = subject.isComputed ? limitWork(name, told, tell) : told;
  const run = isWithin ? charged(limited) : limited;
  return { run, ...proveResult(tree, filter, input, args, subject, context) };
}

const unknownElement = 'An element has no result, so "contains" does not find it there';

/** Whether a value is sought among results of which some may be missing. Warns where the template says that an element has none. */
function seeksUnknown({ unknown }: CompiledPart, offset: number, context: ProofContext): boolean {
  const answer = `${String(saysNothingFound(context) !== undefined)} in place of null`;
  const message = `${unknownElement}: write ${unknown === 'test' ? answer : 'what stands for it in place of null'}, or take only elements with a result: where: … | map: ….`;
  if (unknown && context.names.schema !== true) warnIn(context, { offset, message, left: 'elements' });
  return unknown !== undefined;
}

/** The place of the last element that a filter takes, from the end of its list. Undefined: it does not count from there. */
function lastTaken({ name, args }: TreeOf<'filter'>): number | undefined {
  if (name === 'last') return -1;
  const [begin = 0, count = 1] = name === 'slice' ? args.map((arg) => Number(toDecimal(literalOf(arg)) ?? 0)) : [];
  return begin < 0 ? Math.min(-1, begin + Math.max(1, count) - 1) : undefined;
}

function failUnknown({ name, input, args, offset }: TreeOf<'filter'>, context: ProofContext): CompiledPart {
  const form = adviseFunction(name);
  const ownNames = context.names.filters?.map((one) => one.name) ?? [];
  const near = findNearest(name, ownNames) ?? filterOfName(name) ?? findNearest(name, filterNames());
  const there = `; there are: ${listNames(filterNames(), ', all in docs/reference/filters.md')}`;
  const isValue = context.names.locals.some((one) => one.name === name && one.let !== undefined);
  const hint = isValue
    ? `: "${name}" is a value. A filter has a parameter: "let": { "${name}(n)": "…" }.`
    : form !== undefined
      ? `: ${form}.`
      : near
        ? `; did you mean "${near}"?`
        : there;
  // Further faults in it are reported too. A bare word may be an argument of a filter that another language has.
  const calculated = args.filter(({ kind }) => kind !== 'name' && kind !== 'member');
  for (const part of [input, ...calculated]) context.compile(part, { ...context, missing: 'asked' });
  fail(context, 'unknown-filter', offset, `There is no filter "${name}"${hint}`);
  return nothing;
}

/** Notes what a filter uses, and the name of an anchor or a counter if the template writes it, here or as a value with a name. */
function noteUses(
  { input }: TreeOf<'filter'>,
  { name, asks, time, prints, output }: Filter,
  { names, notes }: ProofContext,
): void {
  if (time !== undefined) notes.time = latest([notes, { time }]);
  notes.usesMarks ||= time === 'close';
  notes.writesNumbers ||= prints !== undefined && output === 'text';
  if (asks === undefined) return;
  notes.usesOutline = true;
  notes.usesCounter ||= asks === 'counter';
  const found = input.kind === 'name' ? findNamed(names, input.name) : undefined;
  const value = input.kind === 'literal' ? input.value : typeof found === 'number' && names.locals[found]!.let?.written;
  if (typeof value !== 'string') return;
  names.noteAsked?.({ kind: asks, filter: name, name: value, place: names.place ?? '', isNamed: input.kind === 'name' });
}

/** The facts where `default` takes its argument. It replaces only missing values and empty texts, so an input that is a number is missing there. */
function factsOfDefault(name: string, input: CompiledPart, { names, facts }: ProofContext): Facts {
  const types = [...(valueTypes(input.schema, names.schema) ?? [])];
  const isKept = name === 'default' && types.length > 0 && types.every((type) => type === 'number' || type === 'object');
  return isKept ? input.learn('missing') : facts;
}

/** Runs a filter with values that it can use. Others are told, and nothing is missing only from a filter that takes it. */
function checkInput(
  filter: Filter,
  read: Evaluate,
  apply: (value: unknown, scope: Scope) => unknown,
  context: ProofContext,
): Evaluate {
  const { name, takesMissing, keeps } = filter;
  const findFault = inputFaults[filter.input];
  // An empty text is written as such. To calculate with, it is no number and no date.
  const keepsEmpty = filter.output === 'text' && (filter.input === 'number' || filter.input === 'date');
  return (scope) => {
    const value = read(scope);
    if (isAbsent(value) && !takesMissing) return undefined;
    if (keeps?.(value) || (value === '' && keepsEmpty)) return value;
    const fault = findFault?.(value);
    if (fault === undefined) return apply(value, scope);
    warn(scope, context, `${showOperand(value)} | ${name} is not a ${fault}`, fault === 'number' ? adviseNotation(value) : '');
    return undefined;
  };
}

/** The kind of value that is needed, if the input is of another kind. An empty text is an empty list. */
const inputFaults: Partial<Record<InputKind, (value: unknown) => string | undefined>> = {
  text: (value) => (isComposite(value) ? 'text' : undefined),
  number: (value) => (typeof value === 'number' || toDecimal(value) !== undefined ? undefined : 'number'),
  list: (value) => (Array.isArray(value) || isMissing(value) ? undefined : 'list'),
  sized: (value) => (Array.isArray(value) || typeof value === 'string' ? undefined : 'list or text'),
};

const noArgs: readonly unknown[] = [];
