// Proves an expression against the data schema: finds the schemas of its parts, and reports unknown and wrong parts.

import type { Schema } from '../../json/schema-parts.ts';
import { listNames, suggest } from '../../words/nearest.ts';
import { advisePath } from './advise-path.ts';
import { isDecimal, toDecimal } from './decimal.ts';
import { showOperand } from './filters/arguments.ts';
import type { InputKind } from './filters/filter.ts';
import { formatOf, leastItems, memberSchema, typeWords, valuesOf, valueTypes } from './schema-walk.ts';
import type { Scope, StaticScope, Uses } from './scope.ts';
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
    | 'no-timezone';
  /** Offset in the expression's source, in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
  /** A member of the elements may be missing in an argument of a filter: the value of the whole expression is there all the same. */
  readonly isOfElements?: true;
}

export type Evaluate = (scope: Scope) => unknown;

/** A compiled part of an expression. */
export interface CompiledPart {
  readonly run: Evaluate;
  /** The schema of the result. */
  readonly schema: Schema;
  /** The template writes the value itself. */
  readonly isWritten?: true;
}

/** A part whose fault is reported: further faults of it are not reported. */
export const nothing: CompiledPart = { run: () => undefined, schema: true };

/** Notes that compiling collects. */
export interface Notes extends Uses {
  readonly diagnostics: ExpressionDiagnostic[];
}

/** The surroundings in which a part of an expression is compiled. */
export interface ProofContext {
  readonly source: string;
  readonly names: StaticScope;
  readonly notes: Notes;
  /** Paths that are present when this part runs. */
  readonly present: ReadonlySet<string>;
  /** Whether a missing value is harmless here, because it is tested or has a default. */
  readonly tolerant: boolean;
  /** A filter `default` takes the value in. */
  readonly hasDefault?: boolean;
  /** Whether the value is printed, and not compared, computed with or looked up. */
  readonly isPrinted: boolean;
  /** Compiles a part of the expression. */
  readonly compile: (tree: Tree, context: ProofContext) => CompiledPart;
}

/** A tree of one kind. */
export type TreeOf<K extends Tree['kind']> = Extract<Tree, { kind: K }>;

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

/** The schema of a member. An unknown member is an error; a member that may be missing is a warning. */
export function proveMember(
  schema: Schema,
  { step, key, path }: { readonly step: TreeOf<'member'>; readonly key: string | number; readonly path: string | undefined },
  context: ProofContext,
): Schema {
  const { names, notes, present, tolerant } = context;
  const member = memberSchema(schema, key, names.schema);
  const { offset } = step.key;
  // A literal list of the template has its own schema.
  const isWritten = typeof schema === 'object' && schema['x-written'] === true;
  if (member.state === 'unknown') {
    const owner = ownerOf(step, context);
    const hint = advisePath(
      {
        key: String(key),
        schema,
        known: member.names,
        among: member.among,
        owner,
        goesOn: /^\s*[.[]/.test(context.source.slice(offset + String(key).length)),
      },
      names,
    );
    // An example may lack what the author treats as optional, but not what is nearly a name that it has.
    if (names.isInferred && tolerant && !hint.includes('did you mean')) return true;
    const ofElement = names.element !== undefined && owner === '' && !isWritten;
    const holder = ofElement
      ? 'By the data schema, the elements have'
      : `${isWritten ? 'The list' : holderOf(schema, names)} has`;
    const isOfTable = owner && names.locals.findLast(({ name }) => name === owner.split('.')[0])?.isOfTable;
    const message = isOfTable
      ? `"${owner}" has no "${key}"${hint}`
      : `${holder} no ${schema === names.params?.schema ? 'param ' : ''}"${path ?? key}"${hint}`;
    notes.diagnostics.push({ severity: 'error', code: 'unknown-path', offset, message });
    return true;
  }
  if (member.state === 'open') {
    if (names.schema === true && !names.params) notes.usesUnproved = true;
    if (names.schema !== true && schema !== true && !notes.diagnostics.some((one) => one.code === 'untyped')) {
      notes.diagnostics.push({
        severity: 'warning',
        code: 'untyped',
        offset,
        message: `${names.params ? 'The schema of the params' : 'The data schema'} says nothing about "${path ?? key}"; nothing is checked here.`,
      });
    }
    return true;
  }
  if (!member.required && !tolerant && path !== undefined && !present.has(path)) {
    const isElement =
      valueTypes(schema, names.schema)?.has('array') && (typeof key === 'number' || key === 'first' || key === 'last');
    const holder = names.params ? 'schema of the params' : 'data schema';
    const message = isElement
      ? elementFault(key, path, context, holder)
      : `"${path}" ${isWritten ? 'is missing in some elements of the list' : `is not required by the ${holder} and may be missing`}: ${missingRemedy(path, member.schema, names)}.`;
    if (message !== undefined) notes.diagnostics.push({ severity: 'warning', code: 'possibly-missing', offset, message });
  }
  return member.schema;
}

/** What to write where the value of a path may be missing. */
export function missingRemedy(path: string, schema: Schema, { element, schema: root }: StaticScope): string {
  const types = valueTypes(schema, root);
  const isList = types?.size === 1 && types.has('array');
  if (element !== undefined) return `write (${path} | default: …)`;
  return `add "| default: ${isList ? `''", which stands for an empty list` : '…"'}, or a "when"`;
}

/** What lists the members of a schema, for messages. */
const holderOf = (schema: Schema, { params }: StaticScope): string =>
  params && schema === params.schema
    ? `The definition "${params.definition}"`
    : params
      ? 'The schema of the params'
      : 'The data schema';

/** An element that a list may not have. Undefined: a condition tests the list. */
function elementFault(
  key: number | 'first' | 'last',
  path: string,
  { present, names }: ProofContext,
  holder: string,
): string | undefined {
  const list = path.slice(0, path.lastIndexOf('.'));
  const least = leastItems(key);
  // The author has checked the length: by any condition about the size, or by one that holds only for a list with elements.
  if (present.has(`${list}.size`) || (least === 1 && present.has(list))) return undefined;
  const right = names.element === undefined ? '"| default: …", a "when"' : '"| default: …" in parentheses';
  const written = path.replace(/\.(-?\d+)(?=\.|$)/g, '[$1]');
  return `The list may be shorter, so "${written}" may be missing: add ${right}, or "minItems": ${least} in the ${holder}.`;
}

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
