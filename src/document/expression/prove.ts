// Proves an expression against the data schema: finds the schemas of its parts, and reports unknown and wrong parts.

import type { Fix, LeftReason } from '../../contract/diagnostic.ts';
import type { Schema } from '../../json/schema-parts.ts';
import { listNames, suggest } from '../../words/nearest.ts';
import type { TextPart } from '../text/enclose.ts';
import { advisePath } from './advise-path.ts';
import { isDecimal, negate, toDecimal } from './decimal.ts';
import { latest } from './evaluation-time.ts';
import { elementKey, type Facts, hasElements, keyOf, noFacts, type Outcome } from './facts.ts';
import { showOperand } from './filters/arguments.ts';
import type { InputKind } from './filters/filter.ts';
import {
  formatOf,
  isTextSchema,
  type Lack,
  lackOf,
  leastItems,
  memberSchema,
  nullnessOf,
  typeWords,
  valuesOf,
  valueTypes,
} from './schema-walk.ts';
import type { Scope, StaticScope, Uses } from './scope.ts';
import type { Tree } from './syntax.ts';
import { tiedMembers, tiesMembers } from './tied-members.ts';
import { isAbsent } from './values.ts';

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
    | 'no-timezone';
  /** Offset in the expression's source, in UTF-16 units. */
  readonly offset: number;
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

/** Notes that compiling collects. */
export interface Notes extends Uses {
  readonly diagnostics: ExpressionDiagnostic[];
  /** The keys of the values that are tested, or for which another value stands. */
  readonly asked: Set<string>;
}

/**
 * What becomes of a missing value. `lost`: it takes the value of more with it, or prints nothing, which is told. `tested`: it counts as false, or is left
 * out. `added`: it adds nothing, but it is told that a calculation has no result. `asked`: the template says what stands for it.
 */
export type Missing = 'lost' | 'tested' | 'added' | 'asked';

/** Where a missing value is lost. `summand`: 0 may stand for it, if the author says so. */
export type LostIn = 'text' | 'number' | 'summand' | 'order';

/** The surroundings in which a part of an expression is compiled. */
export interface ProofContext {
  readonly source: string;
  readonly names: StaticScope;
  readonly notes: Notes;
  /** What is known when this part runs. */
  readonly facts: Facts;
  readonly missing: Missing;
  readonly lostIn: LostIn;
  /** The template asks whether this is not true. */
  readonly isNegated?: boolean | undefined;
  /** The text to write in place of the whole expression, which has no value without this part. It prints the same and ends the warning. */
  readonly remedy?: string | undefined;
  /** Whether the value is printed, and not compared, computed with or looked up. */
  readonly isPrinted: boolean;
  /** A filter changes or counts the letters of the text, so no signs of direction stand in it. */
  readonly isFiltered?: boolean;
  /** Compiles a part of the expression. */
  readonly compile: (tree: Tree, context: ProofContext) => CompiledPart;
}

/** The context of an operand, without which `text` has no result. `inTest`: what a test takes instead. */
export const operandIn = (context: ProofContext, lostIn: LostIn, text: string, inTest = 'null'): ProofContext => ({
  ...context,
  lostIn,
  missing: context.missing === 'asked' ? 'asked' : 'lost',
  remedy: context.remedy ?? (context.missing === 'tested' ? `(${text}) ?? ${inTest}` : undefined),
  isPrinted: false,
});

/** The context of a test, of which a missing value is as good as one that counts as false. */
export const testIn = (context: ProofContext): ProofContext => ({
  ...context,
  missing: 'tested',
  remedy: undefined,
  isPrinted: false,
});

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

/** A step of a path from a value to its member. */
interface Step {
  readonly step: TreeOf<'member'>;
  readonly key: string | number;
  /** The path up to it, for messages. */
  readonly path: string;
}

/** The schema of a member, and whether it may be missing in a value that is there. An unknown member is an error. */
export function proveMember(
  { schema, key: owner }: Pick<CompiledPart, 'schema' | 'key'>,
  { step, key, path }: Step,
  context: ProofContext,
): Pick<CompiledPart, 'schema' | 'mayBeMissing' | 'doubt'> {
  const { names, notes, facts, missing } = context;
  const member = memberSchema(schema, key, names.schema);
  const { offset } = step.key;
  // A literal list of the template has its own schema.
  const isWritten = typeof schema === 'object' && schema['x-written'] === true;
  if (member.state === 'unknown') {
    const before = ownerOf(step, context);
    const hint = advisePath(
      {
        key: String(key),
        schema,
        known: member.names,
        among: member.among,
        owner: before,
        goesOn: /^\s*[.[]/.test(context.source.slice(offset + String(key).length)),
      },
      names,
    );
    // An example may lack what the author treats as optional, but not what is nearly a name that it has.
    if (names.isInferred && missing !== 'lost' && !hint.includes('did you mean')) return { schema: true, mayBeMissing: true };
    const ofElement = names.element !== undefined && before === '' && !isWritten;
    const holder = ofElement
      ? 'By the data schema, the elements have'
      : `${isWritten ? 'The list' : holderOf(schema, names)} has`;
    const isOfTable = before && names.locals.findLast(({ name }) => name === before.split('.')[0])?.isOfTable;
    const message = isOfTable
      ? `"${before}" has no "${key}"${hint}`
      : `${holder} no ${schema === names.params?.schema ? 'param ' : ''}"${path}"${hint}`;
    notes.diagnostics.push({ severity: 'error', code: 'unknown-path', offset, message });
    return nothing;
  }
  const ownKey = owner === undefined ? undefined : keyOf(owner, String(key));
  const isThere = facts.isNever || (ownKey !== undefined && facts.there.has(ownKey));
  if (member.state === 'open') {
    if (names.schema === true && !names.params) notes.usesUnproved = true;
    if (names.schema !== true && schema !== true && !notes.diagnostics.some((one) => one.code === 'untyped')) {
      notes.diagnostics.push({
        severity: 'warning',
        code: 'untyped',
        offset,
        message: `The ${schemaName(names)} says nothing about "${path}"; nothing is checked here.`,
      });
    }
    return { schema: true, mayBeMissing: !isThere };
  }
  if (isThere) return { schema: member.schema, mayBeMissing: false };
  const isElement = typeof key === 'number' || key === 'first' || key === 'last';
  const isOfList = isElement && valueTypes(schema, names.schema)?.has('array') === true;
  const isLong = isOfList && owner !== undefined && hasElements(facts, owner, leastItems(key));
  const isRequired = member.required || isLong || isTied(schema, owner, String(key), context);
  const types = owner === '' ? undefined : valueTypes(schema, names.schema);
  const holder = schemaName(names);
  const lack = lackOf(member.schema, names.schema);
  const holders = isOfList ? ['array'] : key === 'size' && types?.has('object') === false ? ['array', 'string'] : ['object'];
  const other = types && [...types].find((type) => !holders.includes(type));
  const nullness = nullnessOf(member.schema, names.schema);
  // A schema without types says nothing of values that cannot have the member.
  const isHeld = owner === '' || types !== undefined;
  if (isRequired && nullness === undefined && isHeld && !other) return { schema: member.schema, mayBeMissing: false };
  const doubt = (why: string, must?: string) => ({
    schema: member.schema,
    mayBeMissing: true,
    doubt: { ...(lack ? passOn(lack, path) : { why, must }), offset, key: ownKey },
  });
  if (isRequired && other)
    return doubt(`By the ${holder}, there may be ${typeWords(new Set([other]))} here, so "${path}" may be missing`);
  if (isRequired && (nullness === 'unproved' || (nullness === undefined && !isHeld)))
    return { schema: member.schema, mayBeMissing: true };
  if (isRequired && nullness === 'elements') return doubt(`Elements of the list may lack it, so "${path}" may be missing`);
  const notNull = 'take "null" out of its type';
  if (isRequired) return doubt(`"${path}" may be null by the ${holder}`, notNull);
  const andNotNull = nullness === 'schema' ? ` and ${notNull}` : '';
  if (isOfList) {
    // No schema says how many elements a filter leaves.
    const must = owner === undefined ? undefined : `set "minItems": ${leastItems(key)} in the ${holder}${andNotNull}`;
    return doubt(`The list may be shorter, so "${path}" may be missing`, must);
  }
  if (isWritten) return doubt(`"${path}" is missing in some elements of the list`);
  return doubt(`"${path}" is not required by the ${holder} and may be missing`, `list it under "required"${andNotNull}`);
}

/** The doubt of a value that needs another one. */
export const passOn = ({ why, must }: Lack, name: string): Lack & Pick<Doubt, 'root'> => ({
  why: `${why}, and "${name}" needs it`,
  root: why,
  must,
});

/** Whether the schema of an object ties a member to what is known of others. `owner`: the key of the object. */
function isTied(schema: Schema, owner: string | undefined, name: string, { facts, names }: ProofContext): boolean {
  if (owner === undefined || !tiesMembers(schema, names.schema)) return false;
  const within = keyOf(owner, '');
  const members = (keys: ReadonlySet<string>) =>
    new Set([...keys].filter((key) => key.startsWith(within)).map((key) => key.slice(within.length)));
  return tiedMembers(schema, names.schema, members(facts.there), members(facts.missing)).has(name);
}

/** Warns of a path that may be missing where it is lost. `path`: as it is written. */
export function warnOfMissing(doubt: Doubt, path: string, schema: Schema, context: ProofContext): void {
  const { lostIn, names } = context;
  const isText = isTextSchema(schema, names.schema);
  const types = valueTypes(schema, names.schema);
  const isNumber = types?.size === 1 && types.has('number');
  // A path within a calculation has no short form.
  const takesZero = isNumber && !path.includes('…');
  const { why, root = why, must, offset, key, isComputed } = doubt;
  const right = new Set([
    remedyOf(path, context),
    ...(takesZero && lostIn === 'text' ? [`${path} ?? 0`] : []),
    ...(takesZero && lostIn === 'summand' ? [`${path} ?? 0 if a missing one counts as 0`] : []),
    ...(must === undefined ? [] : [must]),
  ]);
  const when = lostIn === 'text' && names.element === undefined ? `${path}${isText && !isComputed ? '' : ' != null'}` : undefined;
  const lost = lostIn === 'order' ? 'comparison' : isNumber || lostIn !== 'text' ? 'number' : isText ? undefined : 'value';
  const message = `${why}: write ${[...right].join(', or ')}.`;
  warnIn(context, { offset, message, key, when, left: isComputed ? 'let' : lost, doubt: { why: root, must } });
}

/** Warns of a value that may be missing. */
export function warnIn({ notes }: ProofContext, told: Omit<ExpressionDiagnostic, 'severity' | 'code'>): void {
  notes.diagnostics.push({ severity: 'warning', code: 'possibly-missing', ...told });
}

/** What to write for a value where it is lost, so that no value changes and the warning ends. `path`: as it is written. */
export const remedyOf = (path: string, { remedy, lostIn }: ProofContext): string =>
  remedy ?? `${path} ?? ${lostIn === 'text' ? "''" : '0'}`;

/** A value that is computed is lost where others only add nothing. */
export const losingIn = (context: ProofContext, isComputed: boolean | undefined): ProofContext =>
  context.missing === 'added' && isComputed ? { ...context, missing: 'lost' } : context;

/** A computed value that tells where it is missing and adds nothing. */
export function tellingAdded(run: Evaluate, context: ProofContext, name: string): Evaluate {
  if (context.missing !== 'added') return run;
  return (scope) => {
    const value = run(scope);
    if (isAbsent(value)) tellMissing(scope, context, `"${name}" is missing and adds nothing to "${context.source.trim()}"`);
    return value;
  };
}

/** Notes a value that has no part because another value is missing. `what`: half a sentence. */
export function tellMissing(scope: Scope, { names, source }: ProofContext, what: string): void {
  scope.warn?.(names.place ?? '', `${what}.`, scope, source, 'missing');
}

/** What lists the members of a schema, for messages. */
const holderOf = (schema: Schema, names: StaticScope): string =>
  schema === names.params?.schema ? `The definition "${names.params.definition}"` : `The ${schemaName(names)}`;

const schemaName = ({ params }: StaticScope): string => (params ? 'schema of the params' : 'data schema');

/** `; did you mean "x"?`, else all known names. */
export function nearestOf(name: string, names: readonly string[]): string {
  const there = names.length > 0 ? `; there are: ${listNames(names)}` : '';
  return suggest(name, names) || there;
}

/** The path before a step, as it was written. Empty: the step is the first name of its path. Undefined: it is an argument in quotes. */
function ownerOf(step: TreeOf<'member'>, { source }: ProofContext): string | undefined {
  if (step.of === step.key) return undefined;
  let first = step.of;
  while (first.kind === 'member') first = first.of;
  return first.kind === 'name' ? source.slice(first.offset, step.offset).trim() : undefined;
}

/** Notes a value that prints nothing. `advice`: what to do, at the end of the sentence. */
export function warn(scope: Scope, { names, source }: ProofContext, what: string, advice = ''): void {
  scope.warn?.(names.place ?? '', `${what} and prints nothing${advice}.`, scope, source);
}

/** The uses of an expression that reads nothing. */
export const noUses: Readonly<Uses> = {
  time: 'data',
  usesDate: false,
  usesUnproved: false,
  usesData: false,
  usesOutline: false,
  usesCounter: false,
  usesLoop: false,
  writesNumbers: false,
  usesMarks: false,
  letDepth: 0,
};

/** The uses of an expression with two parts. */
export const bothUses = (a: Readonly<Uses>, b: Readonly<Uses>): Uses => ({
  time: latest([a, b]),
  usesDate: a.usesDate || b.usesDate,
  usesUnproved: a.usesUnproved || b.usesUnproved,
  usesData: a.usesData || b.usesData,
  usesOutline: a.usesOutline || b.usesOutline,
  usesCounter: a.usesCounter || b.usesCounter,
  usesLoop: a.usesLoop || b.usesLoop,
  writesNumbers: a.writesNumbers || b.writesNumbers,
  usesMarks: a.usesMarks || b.usesMarks,
  letDepth: Math.max(a.letDepth, b.letDepth),
});

/** What an expression that uses and reports nothing would note. */
export const noNotes = (): Notes => ({ ...noUses, diagnostics: [], asked: new Set() });

/** Notes an error. */
export function fail({ notes }: ProofContext, code: ExpressionDiagnostic['code'], offset: number, message: string): void {
  notes.diagnostics.push({ severity: 'error', code, offset, message });
}

/** The reason why a comparison of this value with a value of the schema always gives the same answer. */
export function comparedFault(operator: string, value: unknown, schema: Schema, root: Schema): string | undefined {
  if (value === null || value === undefined) return undefined;
  const types = valueTypes(schema, root);
  const type = isDecimal(value) ? 'number' : typeof value;
  if (types && types.size > 0 && !types.has(type)) {
    const other = type === 'string' && types.has('number') && toDecimal(value) !== undefined ? `; write ${value}` : '';
    const quoted = type === 'number' && types.has('string') ? `; write '${showOperand(value)}'` : '';
    return `${showOperand(value)} cannot be compared: the data schema gives ${typeWords(types)} here${other}${quoted}`;
  }
  const values = valuesOf(schema, root);
  if (typeof value !== 'string') return undefined;
  if (!values) return dateFault(operator, value, formatOf(schema, root));
  if (values.includes(value)) return undefined;
  const texts = values.filter((one) => typeof one === 'string');
  return `${showOperand(value)} is not a value that the data schema allows${nearestOf(value, texts)}`;
}

/** What to write where a time stands beside a day. */
const dayAdvice = (path = '…'): string => `write (${path} | day) for the calendar day of the time`;

/** Reports a time beside a day, which may be before and after it. `path`: what people write for the value. */
export function requireSameFormat(
  sides: readonly { readonly schema: Schema; readonly path: string | undefined }[],
  offset: number,
  context: ProofContext,
): void {
  const formats = sides.map(({ schema }) => formatOf(schema, context.names.schema));
  const at = formats.indexOf('date-time');
  if (at < 0 || !formats.includes('date')) return;
  const message = `A date-time and a date cannot be compared: ${dayAdvice(sides[at]!.path)}.`;
  fail(context, 'wrong-type', offset, message);
}

/** RFC 3339, 5.6, as the formats of JSON Schema use it. `begun`: a beginning that sorts by letters as it sorts by time. */
const timeForms: Readonly<Record<string, { readonly whole: RegExp; readonly begun: RegExp; readonly example: string }>> = {
  date: { whole: /^\d{4}-\d\d-\d\d$/, begun: /^\d{4}(?:-\d\d){0,2}$/, example: '2026-05-17' },
  time: {
    whole: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i,
    begun: /^\d\d(?::\d\d(?::\d\d.*)?)?$/,
    example: '14:30:00Z',
  },
  'date-time': {
    whole: /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i,
    // Times have various offsets, so letters do not sort them.
    begun: /^\d{4}-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)$/i,
    example: '2026-05-17T14:30:00Z',
  },
};

/** `'17.05.2026'` where the data has `2026-05-17`: texts are compared, not days. */
function dateFault(operator: string, value: string, format: string | undefined): string | undefined {
  const form = format !== undefined && Object.hasOwn(timeForms, format) ? timeForms[format] : undefined;
  if (form === undefined || (operator === '==' || operator === '!=' ? form.whole : form.begun).test(value)) return undefined;
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(value) ?? [];
  const [, y = year, m = month, d = day] = /^(\d{4})\D(\d{1,2})\D(\d{1,2})\D?$/u.exec(value) ?? [];
  const iso = y && m && d ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : undefined;
  if (format === 'date-time' && /^\d{4}(?:-\d\d){0,2}$/.test(value))
    return `${showOperand(value)} cannot be compared: the data schema gives a date-time here; ${dayAdvice()}`;
  const right = format === 'date' && iso !== undefined && iso !== value ? `; write '${iso}'` : `, such as '${form.example}'`;
  return `${showOperand(value)} cannot be compared: the data schema gives a ${format} here${right}`;
}

const accepted: Readonly<Record<Exclude<InputKind, 'any'>, readonly string[]>> = {
  number: ['number'],
  text: ['string', 'number', 'boolean'],
  date: ['string'],
  list: ['array'],
  sized: ['array', 'string'],
};

const kindWords = { number: 'a number', text: 'text', date: 'a date', list: 'a list', sized: 'a list or text' } as const;

/** Reports an error if the schema gives no value of a kind. */
export function requireKind(
  part: CompiledPart,
  kind: InputKind,
  { what, offset }: { readonly what: string; readonly offset: number },
  context: ProofContext,
): void {
  if (kind === 'any') return;
  const types = valueTypes(part.schema, context.names.schema);
  if (!types || types.size === 0 || accepted[kind].some((type) => types.has(type))) return;
  const got = part.isWritten ? `this is ${typeWords(types)}` : `the data schema gives ${typeWords(types)} here`;
  const message = `"${what}" needs ${kindWords[kind]}, but ${got}.`;
  fail(context, 'wrong-type', offset, message);
}
