// Filters: proves their inputs and arguments against the data schema, and compiles them to closures.

import type { JsonSchema } from '../../../contract/schema.ts';
import type { Schema } from '../../../json/schema-parts.ts';
import { findNearest, listNames } from '../../../words/nearest.ts';
import { adviseFunction, filterOfName } from '../../other-names/filters.ts';
import { adviseQuotes } from '../bare-text.ts';
import { adviseNotation, negate, toDecimal } from '../decimal.ts';
import { latest } from '../evaluation-time.ts';
import { printText } from '../print-text.ts';
import {
  type CompiledPart,
  comparedFault,
  type Evaluate,
  type ExpressionDiagnostic,
  fail,
  nearestOf,
  nothing,
  type ProofContext,
  proveMember,
  requireKind,
  requireSameFormat,
  stepsOf,
  type TreeOf,
  warn,
} from '../prove.ts';
import { presentInElements } from '../proved-present.ts';
import { formatOf, itemSchema, memberSchema, namesOf, textKindOf, typeWords, valuesOf, valueTypes } from '../schema-walk.ts';
import { type AskedName, namesSchema, reservedNames, type Scope } from '../scope.ts';
import type { Tree } from '../syntax.ts';
import { comparisons, isComposite, isMissing, memberAt, pathSteps, toText } from '../values.ts';
import { showOperand } from './arguments.ts';
import { charged, compileElementExpression, limitWork, namesMember, pickerOf } from './element-expression.ts';
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
    for (const part of [tree.input, ...calculated]) context.compile(part, { ...context, tolerant: true });
    fail(context, 'unknown-filter', offset, `There is no filter "${name}"${hint}`);
    return nothing;
  }
  if (filter.time !== undefined) context.notes.time = latest([context.notes, { time: filter.time }]);
  context.notes.usesMarks ||= filter.time === 'close';
  if (filter.asks !== undefined) noteAsked(tree, filter.asks, context);
  const isPrinted = context.isPrinted && filter.prints !== undefined;
  if (filter.prints !== undefined && filter.output === 'text') context.notes.writesNumbers = true;
  const inside = { ...context, isPrinted: isPrinted && filter.prints === 'input and arguments' };
  const input = context.compile(tree.input, name === 'default' ? { ...inside, tolerant: true, hasDefault: true } : inside);
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
  const args = tree.args.map((_, i) => compileArgument(tree, i, filter, subject, { ...context, isPrinted }));
  const implied = args.length === 0 ? filter.imply?.(input.schema, context.names.schema) : undefined;
  if (typeof implied === 'string') fail(context, 'wrong-arguments', offset, `"${name}": ${implied}.`);
  const withoutArgs = typeof implied === 'object' ? implied : noArgs;
  const isTold = proveMoments(filter, tree, [input, ...args], context);
  const compared = args.filter((_, i) => filter.args?.(args.length)[i]?.kind === 'compared');
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
  const { run: apply, takesMissing = false } = filter;
  const { element } = subject;
  const tell: NoteUnusable = (scope, what, code) => {
    if (code !== 'no-timezone' || !isTold) scope.warn?.(context.names.place ?? '', `${what}.`, scope, context.source, code);
  };
  const noValue = inputFault(filter);
  const isForText = filter.input === 'text';
  const write: ToText = isPrinted ? printText : toText;
  const checkMembers = subject.checkMembers;
  const evaluate: Evaluate = (scope) => {
    const value = read(scope);
    if ((value === null || value === undefined) && !takesMissing) return '';
    const fault = isForText && typeof value === 'string' ? undefined : noValue?.(value);
    if (fault !== undefined) {
      const advice = fault === 'number' ? adviseNotation(value) : '';
      warn(scope, context, `${showOperand(value)} | ${name} is not a ${fault}`, advice);
      return '';
    }
    if (args.length === 0) return apply(value, withoutArgs, scope, tell, kind, write);
    const given = args.map((arg) => arg.run(scope));
    checkMembers?.(scope, value, given[0]);
    return apply(value, given, scope, tell, kind, write);
  };
  const limited = element ? limitWork(name, evaluate, tell) : evaluate;
  const run = isWithin ? charged(limited) : limited;
  return { run, schema: outputSchema(filter.output, input.schema, subject.schema, context) };
}

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

/** Returns a function that names the needed kind of value if the input has another kind. Missing and empty values are valid. */
function inputFault({ input }: Filter): ((value: unknown) => string | undefined) | undefined {
  if (input === 'text') return (value) => (isComposite(value) ? 'text' : undefined);
  if (input === 'number')
    return (value) => (typeof value === 'number' || toDecimal(value) !== undefined || isMissing(value) ? undefined : 'number');
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
    const message = `"${(arg as TreeOf<'name'>).name}" is a text. An expression over the elements is read only where it is written: ${tree.name}: ${quote(text)}.`;
    fail(context, 'wrong-arguments', arg!.offset, message);
  } else if (typeof text === 'string') provePath(items, text, arg!.offset, context);
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
  const isPrinted = context.isPrinted && filter.output === 'members';
  // As in `when` and `sort` of a component, a missing value is allowed: a condition on it is false, and it is sorted last.
  const tolerant = tree.name === 'where' || tree.name === 'sort';
  const inside = { ...context, isPrinted, tolerant, present: presentInElements(tree.input), hasDefault: false };
  const element = path === undefined ? undefined : compileElementExpression(path, arg!.offset, items, inside);
  const schema = element?.schema ?? (path !== undefined ? provePath(items, path, arg!.offset, context) : isNamed ? true : items);
  requireElements(schema, items, path, tree, filter, context, element !== undefined);
  return { schema, operator, ...(element && { element }) };
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
  if (at === 0 && subject.element) return { run: pickerOf(subject.element, String(literalOf(arg)).length), schema: true };
  const isText = kinds === undefined || kinds.kind === 'value' || kinds.kind === 'word';
  const part = context.compile(arg, isText ? context : { ...context, isPrinted: false });
  const { run } = part;
  if (kinds?.kind === 'compared') adviseQuotes(arg, subject, context);
  const isLiteral = arg.kind === 'literal' || (arg.kind === 'unary' && arg.operand.kind === 'literal');
  if (isLiteral) {
    const value = run({} as Scope);
    const fault = kinds && literalFault(value, kinds, filter.name, subject, context);
    if (fault) context.notes.diagnostics.push({ code: 'wrong-arguments', offset: arg.offset, ...fault });
    return { ...part, run: () => value };
  }
  if (kinds?.kind === 'member' || kinds?.kind === 'word') requireWord(part, arg.offset, filter.name, kinds, context);
  // A missing name picks nothing. (`undefined` would pick the whole element.)
  if (kinds?.kind === 'member') return { ...part, run: (scope) => run(scope) ?? '' };
  if (!kinds?.findFault) return part;
  const { findFault, missing } = kinds;
  const checked: Evaluate = (scope) => {
    const value = run(scope);
    const fault: ArgumentFault | undefined = !isMissing(value)
      ? findFault(value)
      : missing === undefined
        ? undefined
        : { message: 'the argument is missing', instead: missing(scope) };
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
  if (arg.kind !== 'binary') return false;
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
          ? `an expression over the elements stands in quotes: ${tree.name}: ${quote(source.slice(from, to).trim())}`
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

/** A text in the quotes that it does not have itself. */
const quote = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

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
      return typeof input === 'object' ? input : true;
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
          properties: { key: member as JsonSchema, items: input === true ? { type: 'array' } : (input as JsonSchema) },
        },
      };
  }
}

function provePath(schema: Schema, path: string, offset: number, context: ProofContext): Schema {
  let at = schema;
  for (const step of pathSteps(path)) {
    const key: Tree = { kind: 'literal', value: /^\d+$/.test(step) ? Number(step) : step, offset };
    const member = { step: { kind: 'member', of: key, key, offset }, key: key.value as string | number, path } as const;
    at = proveMember(at, member, { ...context, tolerant: true });
  }
  return at;
}
