// Filters: proves their inputs and arguments against the data schema, and compiles them to closures.

import type { JsonSchema } from '../../../contract/schema.ts';
import { type Schema, typesOf } from '../../../json/schema-parts.ts';
import { findNearest, listNames } from '../../../words/nearest.ts';
import { adviseFunction, filterOfName } from '../../other-names/filters.ts';
import { adviseQuotes } from '../bare-text.ts';
import { adviseNotation, negate, toDecimal } from '../decimal.ts';
import { latest } from '../evaluation-time.ts';
import {
  bothFacts,
  elementKey,
  type Facts,
  hasElements,
  keyOf,
  never,
  noFacts,
  type Outcome,
  outsideElement,
  withElements,
  withThere,
} from '../facts.ts';
import { printText } from '../print-text.ts';
import {
  type CompiledPart,
  comparedFault,
  type Evaluate,
  type ExpressionDiagnostic,
  fail,
  literalsOf,
  losingIn,
  nearestOf,
  nothing,
  operandIn,
  type ProofContext,
  partOf,
  proveMember,
  remedyOf,
  requireKind,
  requireSameFormat,
  stepsOf,
  type TreeOf,
  tellingAdded,
  warn,
  warnIn,
  warnOfMissing,
} from '../prove.ts';
import {
  formatOf,
  hasEmptyValue,
  itemSchema,
  memberSchema,
  namesOf,
  textKindOf,
  typeWords,
  valuesOf,
  valueTypes,
  withLack,
  withoutNull,
} from '../schema-walk.ts';
import { type AskedName, namesSchema, reservedNames, type Scope } from '../scope.ts';
import type { Tree } from '../syntax.ts';
import { comparisons, isAbsent, isComposite, isMissing, isOrder, memberAt, pathSteps, toText } from '../values.ts';
import { showOperand } from './arguments.ts';
import { charged, compileElementExpression, limitWork, namesMember, pickerOf, quoted } from './element-expression.ts';
import type { ArgumentFault, Filter, FilterArgument, NoteUnusable, OutputKind, ToText } from './filter.ts';
import { filterNames, findFilter } from './index.ts';
import { proveMoments } from './prove-moments.ts';

/** Compiles a filter. Proves its input and arguments; values of bindings are checked at each run. */
export function compileFilter(tree: TreeOf<'filter'>, context: ProofContext): CompiledPart {
  const { name, offset } = tree;
  const filter = findFilter(name);
  if (!filter) {
    const form = adviseFunction(name);
    const near = filterOfName(name) ?? findNearest(name, filterNames());
    const there = `; there are: ${listNames(filterNames(), ', all in docs/reference/filters.md')}`;
    const hint = form !== undefined ? `: ${form}.` : near ? `; did you mean "${near}"?` : there;
    // Further faults in it are reported too. A bare word may be an argument of a filter that another language has.
    const calculated = tree.args.filter(({ kind }) => kind !== 'name' && kind !== 'member');
    for (const part of [tree.input, ...calculated]) context.compile(part, { ...context, missing: 'asked' });
    fail(context, 'unknown-filter', offset, `There is no filter "${name}"${hint}`);
    return nothing;
  }
  if (filter.time !== undefined) context.notes.time = latest([context.notes, { time: filter.time }]);
  context.notes.usesMarks ||= filter.time === 'close';
  if (filter.asks !== undefined) noteAsked(tree, filter.asks, context);
  const isPrinted = context.isPrinted && filter.prints !== undefined;
  if (filter.prints !== undefined && filter.output === 'text') context.notes.writesNumbers = true;
  const { takesMissing = false } = filter;
  const written = context.source.slice(tree.start, tree.end);
  const isComputed = computes(filter);
  const input = context.compile(tree.input, {
    ...losingIn(context, isComputed),
    isPrinted: isPrinted && filter.prints === 'input and arguments',
    ...(takesMissing && { missing: 'asked' as const }),
  });
  // Anchors, counters and marks have names.
  if (filter.asks !== undefined || filter.time !== undefined) adviseQuotes(tree.input, undefined, context);
  const [least, most] = filter.arity;
  if (tree.args.length < least || tree.args.length > most) {
    const count = least === most ? least : `${least} to ${most}`;
    fail(
      context,
      'wrong-arguments',
      offset,
      `"${name}" takes ${count} ${most === 1 ? 'argument' : 'arguments'}, as in ${filter.signature}.`,
    );
  }
  if (!filter.reads) requireKind(input, filter.input, { what: name, offset }, context);
  const subject = compileSubject(tree, filter, input, context);
  // A number is never replaced by `default`, so only a missing one needs the argument.
  const types = valueTypes(input.schema, context.names.schema);
  const isKept =
    name === 'default' &&
    types !== undefined &&
    types.size > 0 &&
    [...types].every((type) => type === 'number' || type === 'object');
  const ofDefault = isKept ? { ...context, facts: input.learn('missing') } : context;
  const kinds = filter.args?.(tree.args.length) ?? [];
  const args = tree.args.map((_, i) => {
    const kind = kinds[i]?.kind;
    const inArgument = takesMissing ? ofDefault : operandIn(context, kind === 'number' ? 'number' : 'text', written);
    return compileArgument(tree, i, filter, subject, { ...inArgument, isPrinted });
  });
  const implied = args.length === 0 ? filter.imply?.(input.schema, context.names.schema) : undefined;
  if (typeof implied === 'string') fail(context, 'wrong-arguments', offset, `"${name}": ${implied}.`);
  const withoutArgs = typeof implied === 'object' ? implied : noArgs;
  const isTold = proveMoments(filter, tree, [input, ...args], context);
  const compared = args.filter((_, i) => kinds[i]?.kind === 'compared');
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
  const isWithin = context.names.element !== undefined;
  const read = isWithin ? charged(input.run) : input.run;
  const { run: apply } = filter;
  const { element } = subject;
  const tell: NoteUnusable = (scope, what, about) => {
    if (about !== 'no-timezone' || !isTold) scope.warn?.(context.names.place ?? '', `${what}.`, scope, context.source, about);
  };
  const noValue = inputFault(filter);
  const isForText = filter.input === 'text';
  // An empty text is written as such. To calculate with, it is no number and no date.
  const keepsEmpty = filter.output === 'text' && (filter.input === 'number' || filter.input === 'date');
  const write: ToText = isPrinted ? printText : toText;
  const checkMembers = subject.checkMembers;
  const evaluate: Evaluate = (scope) => {
    const value = read(scope);
    if ((value === null || value === undefined) && !takesMissing) return undefined;
    if (filter.keeps?.(value) || (value === '' && keepsEmpty)) return value;
    const fault = isForText && typeof value === 'string' ? undefined : noValue?.(value);
    if (fault !== undefined) {
      const advice = fault === 'number' ? adviseNotation(value) : '';
      warn(scope, context, `${showOperand(value)} | ${name} is not a ${fault}`, advice);
      return undefined;
    }
    if (args.length === 0) return apply(value, withoutArgs, scope, tell, kind, write);
    const given = args.map((arg) => arg.run(scope));
    checkMembers?.(scope, value, given[0]);
    return apply(value, given, scope, tell, kind, write);
  };
  const told = isComputed ? tellingAdded(evaluate, context, written) : evaluate;
  const limited = element ? limitWork(name, told, tell) : told;
  const run = isWithin ? charged(limited) : limited;
  const schema = outputSchema(filter.output, input.schema, subject.schema, context);
  return { ...outcomesOf(tree, filter, input, args, subject, context), run, schema };
}

/** Whether the result is made of an argument. */
const isOperand = (argument: FilterArgument | undefined): boolean =>
  argument?.isOperand ?? (argument === undefined || argument.kind === 'value');

/** What is known in the elements that a filter `where` keeps. */
function keptBy(tree: TreeOf<'filter'>, args: readonly CompiledPart[], { element, member, operator }: FilterSubject): Facts {
  const value = element ?? member;
  if (tree.name !== 'where' || value === undefined) return noFacts;
  if (tree.args.length === 1) return value.learn('true');
  const isCompared = operator !== '!=' && args.at(-1)?.mayBeMissing === false;
  return isCompared ? value.learn('there') : noFacts;
}

/** Filters that give an element of a list, or what is made of its elements: nothing of an empty list. */
const needElements: ReadonlySet<string> = new Set(['first', 'last', 'min', 'max', 'avg']);
/** Filters whose list has elements of their input only. */
const keepElements: ReadonlySet<string> = new Set(['where', 'sort', 'uniq', 'slice', 'compact']);

/** Whether the result of a filter may be missing, and what it says of its input. */
function outcomesOf(
  tree: TreeOf<'filter'>,
  filter: Filter,
  input: CompiledPart,
  args: readonly CompiledPart[],
  subject: FilterSubject,
  context: ProofContext,
): Pick<CompiledPart, 'mayBeMissing' | 'isOptional' | 'isComputed' | 'isTold' | 'learn' | 'elements' | 'sizeOf'> {
  const { facts } = context;
  const { name } = tree;
  if (filter.takesMissing) {
    const [other] = args;
    const mayBeMissing = other?.mayBeMissing ?? false;
    const learn = (outcome: Outcome) => (outcome === 'missing' && !mayBeMissing ? never : facts);
    return { mayBeMissing, isOptional: other?.isOptional, isComputed: other?.isComputed, learn };
  }
  const root = context.names.schema;
  const needs = needElements.has(name);
  const isKnown = valueTypes(input.schema, root)?.has('array') === true;
  const isFull = (input.key !== undefined && hasElements(facts, input.key, 1)) || !hasEmptyValue(input.schema, root);
  const picked = subject.element ?? subject.member;
  const mayBeEmpty = needs && !facts.isNever && (!isFull || picked?.mayBeMissing === true);
  if (mayBeEmpty && isKnown && !input.isOptional && context.missing === 'lost') warnOfEmpty(tree, context);
  const values = filter.args?.(args.length) ?? [];
  const needed = [input, ...args.filter((_, i) => isOperand(values[i]))];
  const mayBeMissing = mayBeEmpty || needed.some((one) => one.mayBeMissing);
  const sizeOf = name === 'size' ? input.key : undefined;
  const learn = (outcome: Outcome) => {
    if (outcome === 'missing') return mayBeMissing ? facts : never;
    if (outcome === 'false') return facts;
    const counted = needs ? input.key : outcome === 'true' ? sizeOf : undefined;
    const known = input.learn('there');
    return counted === undefined ? known : withElements(known, counted, 1);
  };
  const isOptional = (mayBeEmpty && isKnown) || needed.some((one) => one.isOptional);
  const elements = keepElements.has(name) ? bothFacts(input.elements ?? noFacts, keptBy(tree, args, subject)) : undefined;
  const isTold = (input.isTold && !mayBeEmpty) || (context.missing === 'added' && computes(filter));
  return {
    mayBeMissing,
    isOptional,
    isComputed: input.isComputed || computes(filter),
    isTold,
    learn,
    elements,
    sizeOf,
  };
}

/** Whether a filter computes its result, such as `sum` and `days_until`: `round` and others keep the number that they take. */
const computes = ({ input, output }: Filter): boolean => (output === 'number' || output === 'minutes') && input !== 'number';

/** Notes that a filter asks for an anchor or a counter, and its name if the template writes it. */
function noteAsked({ input, name: filter }: TreeOf<'filter'>, kind: AskedName['kind'], { names, notes }: ProofContext): void {
  notes.usesOutline = true;
  notes.usesCounter ||= kind === 'counter';
  if (input.kind === 'literal' && typeof input.value === 'string')
    names.noteAsked?.({ kind, filter, name: input.value, place: names.place ?? '' });
}

function literalOf(tree: Tree): unknown {
  if (tree.kind === 'unary' && tree.operator === '-') {
    const operand = toDecimal(literalOf(tree.operand));
    return operand && negate(operand);
  }
  if (tree.kind !== 'literal') return undefined;
  return typeof tree.value === 'object' && tree.value !== null ? toDecimal(tree.value.digits) : tree.value;
}

/** Returns a function that names the needed kind of value if the input has another kind. An empty text is an empty list. */
function inputFault({ input }: Filter): ((value: unknown) => string | undefined) | undefined {
  if (input === 'text') return (value) => (isComposite(value) ? 'text' : undefined);
  if (input === 'number') return (value) => (typeof value === 'number' || toDecimal(value) !== undefined ? undefined : 'number');
  if (input === 'list') return (value) => (Array.isArray(value) || isMissing(value) ? undefined : 'list');
  if (input === 'sized') return (value) => (Array.isArray(value) || typeof value === 'string' ? undefined : 'list or text');
  return undefined;
}

/** The value that a filter works with: its input, the elements of a list, or the member of the elements that the first argument names. */
interface FilterSubject {
  readonly schema: Schema;
  /** How its member is compared. */
  readonly operator: string;
  /** The first argument is this expression over the elements. */
  readonly element?: CompiledPart;
  /** The first argument is the path of this member of the elements. */
  readonly member?: CompiledPart;
  /** Warns if a binding gives the name of a member that the elements lack. */
  readonly checkMembers?: (scope: Scope, list: unknown, name: unknown) => void;
}

function compileSubject(tree: TreeOf<'filter'>, filter: Filter, input: CompiledPart, context: ProofContext): FilterSubject {
  const { names } = context;
  const items = itemSchema(input.schema, names.schema);
  const [arg, second] = tree.args;
  const operator = tree.args.length > 2 && second?.kind === 'literal' ? String(second.value) : '==';
  // Only a list is compared by its elements. A text is searched.
  if (filter.input === 'sized') return { schema: valueTypes(input.schema, names.schema)?.has('string') ? true : items, operator };
  if (filter.input !== 'list') return { schema: input.schema, operator };
  const isNamed = arg !== undefined && filter.args?.(tree.args.length)[0]?.kind === 'member';
  const text = isNamed && arg.kind === 'name' ? names.locals.findLast((one) => one.name === arg.name)?.let?.written : undefined;
  if (typeof text === 'string' && !namesMember(text, items, names.schema)) {
    const message = `"${(arg as TreeOf<'name'>).name}" is a text. An expression over the elements is read only where it is written: ${tree.name}: ${quoted(text)}.`;
    fail(context, 'wrong-arguments', arg!.offset, message);
  } else if (typeof text === 'string') provePath(items, text, arg!.offset, { ...context, missing: 'tested' });
  if (isNamed && arg.kind !== 'literal')
    return {
      schema: true,
      operator,
      checkMembers(scope, list, name) {
        const fault = boundMemberFault(list, items, name, names.schema);
        if (fault) scope.warn?.(names.place ?? '', aboutArgument(tree.name, fault), scope, context.source);
      },
    };
  const named = isNamed && arg.kind === 'literal' ? arg.value : undefined;
  const path = (typeof named === 'string' && named !== '') || typeof named === 'number' ? String(named) : undefined;
  const isOrdered = tree.name === 'where' && isOrder(operator);
  const inside: ProofContext = {
    ...context,
    isPrinted: context.isPrinted && filter.output === 'members',
    // A missing member counts as false, or adds nothing; an element without a key is sorted last.
    missing: isOrdered ? 'lost' : tree.name === 'sort' ? 'asked' : keys.has(tree.name) ? 'tested' : 'added',
    lostIn: 'number',
    remedy: isOrdered ? `where: ${quoted(`${path} != null`)} | ${context.source.slice(tree.offset, tree.end)}` : undefined,
    facts: bothFacts(outsideElement(context.facts), input.elements ?? noFacts),
  };
  const element = path === undefined ? undefined : compileElementExpression(path, arg!.offset, items, tree.name, inside);
  const member = path === undefined || element ? undefined : provePath(items, path, arg!.offset, inside);
  const schema = element?.schema ?? member?.schema ?? (isNamed ? true : items);
  requireElements(schema, items, path, tree, filter, context, element !== undefined);
  const picked = element ?? member;
  const mayLack = picked ? picked.isOptional === true : typesOf(schema, names.schema)?.has('null') === true;
  if (mayLack && !picked?.isTold && (tree.name === 'join' || tree.name === 'avg')) warnOfElements(tree, path, context);
  const isListed = (filter.output === 'members' || filter.output === 'groups') && typeof schema === 'object';
  const lack = picked?.doubt ?? { why: `${quoted(path ?? '')} may be missing in some elements` };
  const found: Schema = !isListed
    ? schema
    : mayLack
      ? withLack({ anyOf: [schema, { type: 'null' }] }, lack)
      : withoutNull(schema, names.schema);
  return { schema: found, operator, ...(element && { element }), ...(member && { member }) };
}

/** Filters for whose elements an expression gives a condition, or what they have in common. */
const keys: ReadonlySet<string> = new Set(['where', 'uniq', 'group']);

/** Warns of a value that an empty list does not give. */
function warnOfEmpty(tree: TreeOf<'filter'>, context: ProofContext): void {
  const why = `The list may be empty, so "${tree.name}" may give nothing`;
  const must = 'set "minItems": 1 in the data schema';
  const right = remedyOf(`(${context.source.slice(tree.start, tree.end)})`, context);
  warnIn(context, { offset: tree.offset, message: `${why}: write ${right}, or ${must}.`, doubt: { why, must } });
}

/** Warns of elements without a value, which change a mean or leave gaps in a text. */
function warnOfElements({ name, offset }: TreeOf<'filter'>, path: string | undefined, context: ProofContext): void {
  const lost = name === 'avg' ? 'leaves them out' : 'prints nothing between its separators';
  const picked = path === undefined ? '' : `map: ${quoted(path)} | `;
  const message = `Elements may be missing, and "${name}" ${lost}: write ${picked}compact | ${name}, or require them in the data schema.`;
  warnIn(context, { offset, message });
}

/** Why the argument `name`, which a binding gives, names no member of the filter's list. `items`: the data schema of its elements. */
function boundMemberFault(list: unknown, items: Schema, name: unknown, root: Schema): string | undefined {
  if (typeof name !== 'string' && typeof name !== 'number') return `${showOperand(name)} is not the name of a member`;
  if (name === '') return 'the name of the member is missing';
  let at = items;
  for (const step of pathSteps(String(name))) {
    const member = memberSchema(at, /^\d+$/.test(step) ? Number(step) : step, root);
    if (member.state === 'unknown') return `the data schema has no "${name}"${nearestOf(step, member.names)}`;
    if (member.state === 'open') {
      const isThere =
        !Array.isArray(list) || list.length === 0 || list.some((item) => memberAt(item, String(name)) !== undefined);
      return isThere ? undefined : `no element has "${name}"`;
    }
    at = member.schema;
  }
  return undefined;
}

const elementTypes = {
  number: ['number'],
  ordered: ['number', 'string', 'boolean'],
  text: ['number', 'string', 'boolean'],
} as const satisfies Record<NonNullable<Filter['elements']>, readonly string[]>;

/** Proves by the data schema what a list holds: a sum needs numbers, sorting and joining need numbers, texts or truth values. */
function requireElements(
  schema: Schema,
  items: Schema,
  path: string | undefined,
  { name, offset, args }: TreeOf<'filter'>,
  filter: Filter,
  context: ProofContext,
  isComputed: boolean,
): void {
  if (filter.elements === undefined) return;
  const types = valueTypes(schema, context.names.schema);
  if (!types || types.size === 0 || elementTypes[filter.elements].some((type) => types.has(type))) return;
  const needs = filter.elements === 'number' ? 'numbers' : 'numbers or texts';
  const what = path === undefined ? 'the elements are' : `"${path}" is`;
  const known = path === undefined && types.has('object') ? namesOf(items, context.names.schema) : [];
  const candidate =
    known.find((one) => valueTypes(memberOrTrue(items, one, context), context.names.schema)?.has('number')) ?? known[0];
  const member = name === 'join' ? `map: '${candidate}' | join: …` : `${name}: '${candidate}'`;
  const isUnsure = types.has('string') && !context.names.isInferred && !isComputed;
  const text = isUnsure ? '; if these texts are numbers, let the data schema say "type": ["number", "string"]' : '';
  const hint = candidate === undefined ? text : `; name a member, as in ${member}`;
  fail(
    context,
    'wrong-type',
    args[0]?.offset ?? offset,
    `"${name}" needs ${needs}, but ${isComputed ? '' : 'by the data schema '}${what} ${typeWords(types)}${hint}.`,
  );
}

function memberOrTrue(schema: Schema, key: string, { names }: ProofContext): Schema {
  const member = memberSchema(schema, key, names.schema);
  return member.state === 'known' ? member.schema : true;
}

/** One argument of a filter. A literal is proved; the value of a binding is checked at each run. */
function compileArgument(
  tree: TreeOf<'filter'>,
  at: number,
  filter: Filter,
  subject: FilterSubject,
  context: ProofContext,
): CompiledPart {
  const arg = tree.args[at]!;
  const kinds = filter.args?.(tree.args.length)[at];
  if (kinds && isMisread(tree, at, kinds, context)) return nothing;
  if (!kinds && isMisread(tree, at, { kind: 'value' }, context)) return nothing;
  if (kinds && isBareWord(tree, arg, kinds, context)) return nothing;
  if (at === 0 && subject.element) return partOf(pickerOf(subject.element, String(literalOf(arg)).length), true, context);
  const isText = kinds === undefined || kinds.kind === 'value' || kinds.kind === 'word';
  const isLiteral = arg.kind === 'literal' || (arg.kind === 'unary' && arg.operand.kind === 'literal');
  const isNeeded = isOperand(kinds);
  // An option that is missing is left out, whatever the template says of the result.
  const missing = filter.takesMissing || isNeeded ? context.missing : isLiteral ? 'asked' : 'lost';
  const outer = isNeeded ? context : { ...context, remedy: undefined };
  const part = context.compile(arg, { ...outer, isPrinted: context.isPrinted && isText, missing });
  const { run } = part;
  if (kinds?.kind === 'compared') adviseQuotes(arg, subject, context);
  const written: readonly Tree[] = isLiteral ? [arg] : isNeeded ? literalsOf(arg) : [];
  for (const one of written) {
    const fault = kinds && literalFault(literalOf(one), kinds, filter.name, subject, context);
    if (fault) context.notes.diagnostics.push({ code: 'wrong-arguments', offset: one.offset, ...fault });
  }
  if (isLiteral) {
    const value = run({} as Scope);
    return { ...part, run: () => value };
  }
  if (kinds?.kind === 'member' || kinds?.kind === 'word') requireWord(part, arg.offset, filter.name, kinds, context);
  // A missing name picks nothing. (`undefined` would pick the whole element.)
  if (kinds?.kind === 'member') return { ...part, run: (scope) => run(scope) ?? '' };
  if (!kinds?.findFault) return part;
  const { findFault, missing: insteadOf } = kinds;
  const checked: Evaluate = (scope) => {
    const value = run(scope);
    const isLeftOut = isNeeded ? isAbsent(value) : isMissing(value);
    const fault: ArgumentFault | undefined = !isLeftOut
      ? findFault(value)
      : isNeeded
        ? undefined
        : { message: 'the argument is missing', instead: insteadOf?.(scope) ?? 'it is left out' };
    if (!fault || fault.isDoubt) return value;
    scope.warn?.(context.names.place ?? '', aboutArgument(filter.name, fault.message, fault.instead), scope, context.source);
    return fault.value;
  };
  return { ...part, run: checked };
}

/** A sentence about an argument and its replacement. */
function aboutArgument(name: string, fault: string, instead?: string): string {
  const begin = fault.startsWith('takes ') ? `"${name}" ${fault}` : `"${name}": ${fault}`;
  if (!begin.endsWith('?')) return `${begin}${instead === undefined ? '' : `: ${instead}`}.`;
  return instead === undefined ? begin : `${begin} ${instead[0]!.toUpperCase()}${instead.slice(1)}.`;
}

/** The fault of an argument that the template writes as a literal. */
function literalFault(
  value: unknown,
  argument: FilterArgument,
  name: string,
  subject: FilterSubject,
  context: ProofContext,
): Pick<ExpressionDiagnostic, 'severity' | 'message'> | undefined {
  if (argument.kind === 'member' && (value === '' || (typeof value !== 'string' && typeof value !== 'number')))
    return { severity: 'error', message: `"${name}" takes the name of a member in quotes, not ${showOperand(value)}.` };
  if (argument.kind === 'compared') {
    const fault = comparedFault(subject.operator, value, subject.schema, context.names.schema);
    return fault === undefined ? undefined : { severity: 'error', message: aboutArgument(name, fault) };
  }
  if (argument.kind === 'choice') {
    const values = valuesOf(subject.schema, context.names.schema)?.map(String);
    if (!values || values.includes(String(value))) return undefined;
    const message = aboutArgument(
      name,
      `${showOperand(value)} is not a value that the data schema allows${nearestOf(String(value), values)}`,
    );
    return { severity: 'error', message };
  }
  const fault = argument.findFault?.(value);
  return fault && { severity: fault.isDoubt ? 'warning' : 'error', message: aboutArgument(name, fault.message) };
}

/** `sum: 'x' - b` is read as `sum: ('x' - b)`. If the argument begins with a literal, the author surely means `(a | sum: 'x') - b`. */
function isMisread(tree: TreeOf<'filter'>, at: number, { kind }: Pick<FilterArgument, 'kind'>, context: ProofContext): boolean {
  const arg = tree.args[at]!;
  if (arg.kind !== 'binary' || (kind !== 'member' && (arg.operator === '&' || arg.operator === '??'))) return false;
  const { source } = context;
  let first = arg;
  while (!first.isGrouped && first.left.kind === 'binary' && !first.left.isGrouped) first = first.left;
  const takesText = kind === 'member' || kind === 'word';
  const isLiteral = first.left.kind === 'literal' && !arg.isGrouped;
  if (!takesText && !isLiteral) return false;
  const [from, to] = tree.spans[at]!;
  const read = `${source.slice(from, to).trim()} is read as the argument of "${tree.name}"`;
  const before = source.slice(tree.start, first.offset).trim();
  const right =
    tree.name === 'where' && at === 0 && first.operator in comparisons
      ? `write where: '${source
          .slice(from, first.offset)
          .trim()
          .replace(/^['"]|['"]$/g, '')}', '${first.operator}', ${source.slice(first.offset + first.operator.length, to).trim()}`
      : isLiteral
        ? `put parentheses: (${before}) ${source.slice(first.offset, to).trim()}`
        : kind === 'member'
          ? `an expression over the elements stands in quotes: ${tree.name}: ${quoted(source.slice(from, to).trim())}`
          : 'an argument of text is never computed';
  const computes = ['+', '-', '*', '/', '%'].includes(arg.operator);
  // The parser took the whole calculation for the argument. A computed number may be meant: parentheses around it say so.
  const severity = takesText || !computes ? 'error' : 'warning';
  context.notes.diagnostics.push({ severity, code: 'wrong-arguments', offset: from, message: `${read}; ${right}.` });
  return severity === 'error';
}

/** Reports an argument without its quotes: `sum: amount`, `money: EUR`. The parser reads it as a path into the data. */
function isBareWord(tree: TreeOf<'filter'>, arg: Tree, { kind, findFault }: FilterArgument, context: ProofContext): boolean {
  if (kind !== 'member' && kind !== 'word') return false;
  if (arg.kind !== 'name' && arg.kind !== 'member') return false;
  const { root } = stepsOf(arg);
  const { locals, schema: whole, params } = context.names;
  const schema = namesSchema(context.names);
  if (root.kind !== 'name' || locals.some(({ name }) => name === root.name)) return false;
  if ((reservedNames as readonly string[]).includes(root.name)) return false;
  const { state } = memberSchema(schema, root.name, whole);
  // Without a data schema, `EUR` and `long` are still unlikely to be paths.
  const isWord = kind === 'word' && arg === root && root.name.length > 1 && findFault !== undefined && !findFault(root.name);
  if (state === 'known' || (state === 'open' && !isWord)) return false;
  const near =
    state === 'unknown' && !isWord && findNearest(root.name, [...namesOf(schema, whole), ...locals.map(({ name }) => name)]);
  if (near && kind === 'word') {
    fail(
      context,
      'unknown-path',
      arg.offset,
      `${params ? `The definition "${params.definition}"` : 'The data schema'} has no "${root.name}"; did you mean "${near}"?`,
    );
    return true;
  }
  const written = context.source.slice(...tree.spans[tree.args.indexOf(arg)]!).trim();
  const what = kind === 'member' ? 'The name of a member stands' : 'Text stands';
  fail(context, 'wrong-arguments', arg.offset, `${what} in quotes: ${tree.name}: '${written}'.`);
  return true;
}

/** Proves by the data schema that a binding gives text for an argument of text. */
function requireWord(part: CompiledPart, offset: number, name: string, { kind }: FilterArgument, context: ProofContext): void {
  const types = valueTypes(part.schema, context.names.schema);
  if (!types || types.size === 0 || types.has('string') || (kind === 'word' && name !== 'money' && types.has('number'))) return;
  const what = kind === 'member' ? 'the name of a member, in quotes' : 'text';
  fail(context, 'wrong-type', offset, `"${name}" takes ${what}, but the data schema gives ${typeWords(types)} here.`);
}

const noArgs: readonly unknown[] = [];

/** `member`: the schema of the member that is named, or of an element. */
const pagesSchema = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['pdf', 'number', 'width', 'height', 'size'],
    properties: {
      pdf: { type: 'string' },
      number: { type: 'integer' },
      width: { type: 'number' },
      height: { type: 'number' },
      size: { type: 'array', items: { type: 'number' }, minItems: 2 },
    },
  },
} as const satisfies JsonSchema;

function outputSchema(kind: OutputKind, input: Schema, member: Schema, context: ProofContext): Schema {
  switch (kind) {
    case 'number':
      return { type: 'number' };
    case 'text':
      return { type: 'string' };
    case 'boolean':
      return { type: 'boolean' };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'date': {
      const format = formatOf(input, context.names.schema);
      return { type: 'string', ...(format && { format }) };
    }
    case 'day':
      return { type: 'string', format: 'date' };
    case 'minutes':
      return { type: 'integer', 'x-unit': 'minutes' };
    case 'input':
      return typeof input === 'object' ? withoutNull(input, context.names.schema) : true;
    case 'some': {
      const isList = valueTypes(input, context.names.schema)?.has('array');
      return isList ? { type: 'array', items: itemSchema(input, context.names.schema) as JsonSchema } : input;
    }
    case 'present':
      return { type: 'array', items: withoutNull(itemSchema(input, context.names.schema), context.names.schema) as JsonSchema };
    case 'element':
      return itemSchema(input, context.names.schema);
    case 'member':
      return member;
    case 'members':
      return { type: 'array', items: member as JsonSchema };
    case 'pages':
      return pagesSchema;
    case 'groups':
      return {
        type: 'array',
        items: {
          type: 'object',
          required: ['key', 'items'],
          properties: {
            key: member as JsonSchema,
            items: { allOf: [withoutNull(input, context.names.schema) as JsonSchema], type: 'array', minItems: 1 },
          },
        },
      };
  }
}

/** The member of an element at a path in quotes. */
function provePath(items: Schema, path: string, offset: number, context: ProofContext): CompiledPart {
  const keys: string[] = [];
  let at: CompiledPart = partOf(() => undefined, items, context, { key: elementKey });
  for (const step of pathSteps(path)) {
    const key: Tree = { kind: 'literal', value: /^\d+$/.test(step) ? Number(step) : step, offset };
    const member: TreeOf<'member'> = { kind: 'member', of: key, key, offset, end: offset };
    const found = proveMember(at, { step: member, key: key.value as string | number, path }, context);
    const { doubt = found.doubt, mayBeMissing } = at;
    const own = keyOf(at.key!, step);
    keys.push(own);
    at = { ...at, schema: found.schema, mayBeMissing: mayBeMissing || found.mayBeMissing, doubt, key: own };
  }
  if (context.missing === 'lost' && at.mayBeMissing && at.doubt) warnOfMissing(at.doubt, path, at.schema, context);
  const learn = (outcome: Outcome) =>
    outcome === 'true' || outcome === 'there' ? withThere(context.facts, keys) : context.facts;
  return { ...at, isOptional: at.mayBeMissing && at.doubt !== undefined, learn };
}
