// A tree becomes a closure, and is proved against what is known of its names on the way.

import { findNearest } from '../../contract/nearest.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import { calculate, isDecimal, toDecimal } from './decimal.ts';
import type { InputKind } from './filters/filter.ts';
import { filterNames, findFilter } from './filters/index.ts';
import { itemSchema, memberSchema, type Schema, typesOf } from './schema-walk.ts';
import { parseTree, SyntaxFault, type Tree } from './syntax.ts';
import type { Scope, StaticScope } from './types.ts';
import { areEqual, compareValues, isTruthy, memberOf } from './values.ts';

export interface ExpressionDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly code: 'syntax' | 'unknown-path' | 'possibly-missing' | 'wrong-type' | 'unknown-filter' | 'wrong-arguments' | 'untyped';
  /** Into the expression's source, in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
}

export type Evaluate = (scope: Scope) => unknown;

/** A compiled part of an expression. */
export interface Part {
  readonly run: Evaluate;
  /** What the result is known to be. */
  readonly schema: Schema;
}

/** What compiling notes as it goes. */
export interface Notes {
  readonly diagnostics: ExpressionDiagnostic[];
  usesPage: boolean;
  usesTotal: boolean;
  usesDate: boolean;
  usesScope: boolean;
}

interface Context {
  readonly names: StaticScope;
  readonly notes: Notes;
  /** Paths that are there where this part runs. */
  readonly present: ReadonlySet<string>;
  /** Whether a missing value does no harm here: it is tested, or has a default. */
  readonly tolerant: boolean;
}

/** Names that stand for something else than data. */
export const reservedNames = ['data', 'page', 'doc', 'loop'] as const;

const reservedSchemas: Readonly<Record<string, JsonSchema>> = {
  page: {
    type: 'object',
    required: ['number', 'total'],
    properties: { number: { type: 'integer' }, total: { type: 'integer' } },
  },
  doc: { type: 'object', required: ['title', 'date'], properties: { title: { type: 'string' }, date: { type: 'string' } } },
  loop: {
    type: 'object',
    required: ['index', 'first', 'last', 'count'],
    properties: { index: { type: 'integer' }, first: { type: 'boolean' }, last: { type: 'boolean' }, count: { type: 'integer' } },
  },
};

/** Compiles a tree. `tolerant`: missing values are not warned of. */
export function compileTree(tree: Tree, names: StaticScope, notes: Notes, tolerant: boolean): Part {
  const present = new Set<string>();
  for (const condition of names.holds) {
    try {
      collectPresent(parseTree(condition), present);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error; // it is reported where it stands
    }
  }
  return compile(tree, { names, notes, present, tolerant });
}

function compile(tree: Tree, context: Context): Part {
  switch (tree.kind) {
    case 'literal':
      return compileLiteral(tree);
    case 'name':
    case 'member':
      return compilePath(tree, context);
    case 'unary':
      return compileUnary(tree, context);
    case 'binary':
      return compileBinary(tree, context);
    case 'conditional':
      return compileConditional(tree, context);
    case 'filter':
      return compileFilter(tree, context);
  }
}

type Of<K extends Tree['kind']> = Extract<Tree, { kind: K }>;

function compileLiteral({ value }: Of<'literal'>): Part {
  if (typeof value === 'object' && value !== null) {
    const decimal = toDecimal(value.digits);
    return { run: () => decimal, schema: { type: 'number' } };
  }
  return { run: () => value, schema: value === null ? true : { type: typeof value } };
}

/** The steps of a path from its name on. */
function stepsOf(tree: Of<'name'> | Of<'member'>): { readonly root: Tree; readonly steps: readonly Of<'member'>[] } {
  const steps: Of<'member'>[] = [];
  let at: Tree = tree;
  while (at.kind === 'member') {
    steps.unshift(at);
    at = at.of;
  }
  return { root: at, steps };
}

function compilePath(tree: Of<'name'> | Of<'member'>, context: Context): Part {
  const { root, steps } = stepsOf(tree);
  if (root.kind !== 'name')
    return steps.reduce<Part>((part, step) => compileStep(part, step, context, undefined), compile(root, context));
  const { names, notes } = context;
  notes.usesScope = true;
  const local = names.locals.findLastIndex((one) => one.name === root.name);
  if (local >= 0)
    return followPath({ run: (scope) => scope.locals[local], schema: names.locals[local]!.schema }, root.name, steps, context);
  if (root.name === 'data')
    // `data.note` and `note` are one path.
    return followPath({ run: (scope) => scope.data, schema: names.schema }, '', steps, context);
  if (Object.hasOwn(reservedSchemas, root.name)) return compileReserved(root.name as 'page' | 'doc' | 'loop', steps, context);
  const first: Of<'member'> = {
    kind: 'member',
    of: root,
    key: { kind: 'literal', value: root.name, offset: root.offset },
    offset: root.offset,
  };
  return followPath({ run: (scope) => scope.data, schema: names.schema }, '', [first, ...steps], context);
}

function compileReserved(name: 'page' | 'doc' | 'loop', steps: readonly Of<'member'>[], context: Context): Part {
  if (name === 'page') {
    context.notes.usesPage = true;
    const [first] = steps;
    if (first?.key.kind !== 'literal' || first.key.value === 'total') context.notes.usesTotal = true;
  }
  if (name === 'doc') {
    const [first] = steps;
    if (first?.key.kind !== 'literal' || first.key.value === 'date') context.notes.usesDate = true;
  }
  return followPath({ run: (scope) => scope[name], schema: reservedSchemas[name]! }, name, steps, context);
}

function followPath(start: Part, name: string, steps: readonly Of<'member'>[], context: Context): Part {
  let part = start;
  let path = name;
  for (const step of steps) {
    const key = step.key.kind === 'literal' ? String(step.key.value) : undefined;
    path = key === undefined ? '' : path === '' ? key : `${path}.${key}`;
    part = compileStep(part, step, context, path || undefined);
  }
  return part;
}

function compileStep(of: Part, step: Of<'member'>, context: Context, path: string | undefined): Part {
  const { run } = of;
  if (step.key.kind !== 'literal') {
    const key = compile(step.key, { ...context, tolerant: true });
    return { run: (scope) => memberOf(run(scope), indexOf(key.run(scope))), schema: itemSchema(of.schema, context.names.schema) };
  }
  const key = step.key.value as string | number;
  const schema = proveMember(of.schema, key, step, context, path);
  if (typeof key === 'number') return { run: (scope) => memberOf(run(scope), key), schema };
  return {
    run(scope) {
      const value = run(scope);
      // The usual case first: an object with this member of its own.
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
      return memberOf(value, key);
    },
    schema,
  };
}

function indexOf(key: unknown): unknown {
  const decimal = typeof key === 'string' ? undefined : toDecimal(key);
  return decimal === undefined ? key : Number(decimal);
}

function proveMember(
  schema: Schema,
  key: string | number,
  step: Of<'member'>,
  context: Context,
  path: string | undefined,
): Schema {
  const { names, notes, present, tolerant } = context;
  const member = memberSchema(schema, key, names.schema);
  const { offset } = step.key;
  if (member.state === 'unknown') {
    const locals =
      step.of.kind === 'name' && step.of.offset === offset ? [...names.locals.map((one) => one.name), ...reservedNames] : [];
    const near = findNearest(String(key), [...member.names, ...locals]);
    const hint = near
      ? `; did you mean "${near}"?`
      : member.names.length > 0
        ? `; there are: ${member.names.slice(0, 12).join(', ')}`
        : '';
    notes.diagnostics.push({
      severity: 'error',
      code: 'unknown-path',
      offset,
      message: `The data schema has no "${path ?? key}"${hint}`,
    });
    return true;
  }
  if (member.state === 'open') {
    if (names.schema !== true && schema !== true && !notes.diagnostics.some((one) => one.code === 'untyped')) {
      notes.diagnostics.push({
        severity: 'warning',
        code: 'untyped',
        offset,
        message: `The data schema says nothing about "${path ?? key}"; nothing is checked here.`,
      });
    }
    return true;
  }
  if (!member.required && !tolerant && path !== undefined && !present.has(path)) {
    notes.diagnostics.push({
      severity: 'warning',
      code: 'possibly-missing',
      offset,
      message: `"${path}" is not required by the data schema and may be missing: add "| default: …", or a "when".`,
    });
  }
  return member.schema;
}

function compileUnary({ operator, operand }: Of<'unary'>, context: Context): Part {
  if (operator === 'not') {
    const { run } = compile(operand, { ...context, tolerant: true });
    return { run: (scope) => !isTruthy(run(scope)), schema: { type: 'boolean' } };
  }
  const part = compile(operand, context);
  requireKind(part, 'number', operand.offset, '-', context);
  return {
    run(scope) {
      const given = part.run(scope);
      const value = toDecimal(given);
      if (value !== undefined) return calculate('-', 0, value);
      if (!isMissing(given)) warn(scope, context, `-${quote(given)} is no number`);
      return undefined;
    },
    schema: { type: 'number' },
  };
}

function compileBinary({ operator, left, right, offset }: Of<'binary'>, context: Context): Part {
  if (operator === 'and' || operator === 'or') {
    const a = compile(left, { ...context, tolerant: true }).run;
    const b = compile(right, {
      ...context,
      tolerant: true,
      present: operator === 'and' ? withPresent(left, context.present) : context.present,
    }).run;
    const run: Evaluate =
      operator === 'and'
        ? (scope) => isTruthy(a(scope)) && isTruthy(b(scope))
        : (scope) => isTruthy(a(scope)) || isTruthy(b(scope));
    return { run, schema: { type: 'boolean' } };
  }
  if (operator === '==' || operator === '!=' || operator === '<' || operator === '<=' || operator === '>' || operator === '>=') {
    const a = compile(left, { ...context, tolerant: true }).run;
    const b = compile(right, { ...context, tolerant: true }).run;
    return { run: comparison(operator, a, b), schema: { type: 'boolean' } };
  }
  const a = compile(left, context);
  const b = compile(right, context);
  requireKind(a, 'number', left.offset, operator, context);
  requireKind(b, 'number', right.offset, operator, context);
  if ((operator === '/' || operator === '%') && right.kind === 'literal' && right.value === 0) {
    context.notes.diagnostics.push({ severity: 'error', code: 'wrong-type', offset, message: 'This divides by zero.' });
  }
  return {
    run(scope) {
      const p = a.run(scope);
      const q = b.run(scope);
      const x = toDecimal(p);
      const y = toDecimal(q);
      const result = x === undefined || y === undefined ? undefined : calculate(operator, x, y);
      if (result === undefined && !isMissing(p) && !isMissing(q))
        warn(scope, context, `${quote(p)} ${operator} ${quote(q)} is no number`);
      return result;
    },
    schema: { type: 'number' },
  };
}

/** Null, missing and empty text give empty text by design; the proof warns of them. */
function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function warn(scope: Scope, { names }: Context, what: string): void {
  scope.warn?.(names.place ?? '', `${what} and prints nothing.`, scope);
}

function quote(value: unknown): string {
  const text = JSON.stringify(isDecimal(value) ? Number(value) : value) ?? '';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function comparison(operator: '==' | '!=' | '<' | '<=' | '>' | '>=', a: Evaluate, b: Evaluate): Evaluate {
  if (operator === '==') return (scope) => areEqual(a(scope), b(scope));
  if (operator === '!=') return (scope) => !areEqual(a(scope), b(scope));
  const holds = {
    '<': (order: number) => order < 0,
    '<=': (order: number) => order <= 0,
    '>': (order: number) => order > 0,
    '>=': (order: number) => order >= 0,
  }[operator];
  return (scope) => {
    const order = compareValues(a(scope), b(scope));
    return order !== undefined && holds(order);
  };
}

function compileConditional({ test, then, otherwise }: Of<'conditional'>, context: Context): Part {
  const when = compile(test, { ...context, tolerant: true }).run;
  const yes = compile(then, { ...context, present: withPresent(test, context.present) });
  const no = compile(otherwise, context);
  return {
    run: (scope) => (isTruthy(when(scope)) ? yes.run(scope) : no.run(scope)),
    schema: typeof yes.schema === 'object' && typeof no.schema === 'object' ? { anyOf: [yes.schema, no.schema] } : true,
  };
}

function compileFilter(tree: Of<'filter'>, context: Context): Part {
  const { name, offset } = tree;
  const filter = findFilter(name);
  if (!filter) {
    const near = findNearest(name, filterNames());
    context.notes.diagnostics.push({
      severity: 'error',
      code: 'unknown-filter',
      offset,
      message: `There is no filter "${name}"${near ? `; did you mean "${near}"?` : ''}`,
    });
    return { run: () => undefined, schema: true };
  }
  const input = compile(tree.input, name === 'default' ? { ...context, tolerant: true } : context);
  const args = tree.args.map((arg, i) => {
    const part = compile(arg, context).run;
    const range = filter.ranges?.[i];
    return range ? inRange(part, arg, range, name, context) : part;
  });
  const [least, most] = filter.arity;
  if (args.length < least || args.length > most) {
    context.notes.diagnostics.push({
      severity: 'error',
      code: 'wrong-arguments',
      offset,
      message: `"${name}" takes ${least === most ? least : `${least} to ${most}`} ${most === 1 ? 'argument' : 'arguments'}, as in ${filter.signature}.`,
    });
  }
  requireKind(input, filter.input, offset, name, context);
  const fault = filter.check?.(literalOf(tree.input), tree.args.map(literalOf));
  if (fault !== undefined) context.notes.diagnostics.push({ severity: 'error', code: 'wrong-arguments', offset, message: fault });
  const { run: read } = input;
  const takesNumber = filter.input === 'number';
  const { run: apply, takesMissing = false } = filter;
  const run: Evaluate = (scope) => {
    const value = read(scope);
    if ((value === null || value === undefined) && !takesMissing) return '';
    if (takesNumber && typeof value !== 'number' && toDecimal(value) === undefined && !isMissing(value)) {
      warn(scope, context, `${quote(value)} | ${name} is no number`);
      return '';
    }
    return apply(value, args.length === 0 ? noArgs : args.map((arg) => arg(scope)), scope);
  };
  return { run, schema: outputSchema(tree, filter.output, input.schema, context) };
}

function literalOf(tree: Tree): unknown {
  return tree.kind === 'literal' ? tree.value : undefined;
}

/** An argument that must lie within a range: a literal beyond is an error, a bound one a warning. */
function inRange(run: Evaluate, arg: Tree, range: readonly [number, number], name: string, context: Context): Evaluate {
  const faultOf = (value: unknown) => {
    const number = Number(toDecimal(value) ?? range[0]);
    return number < range[0] || number > range[1] ? `"${name}" takes ${range[0]} to ${range[1]}, not ${quote(value)}` : undefined;
  };
  const literal = arg.kind === 'literal' || (arg.kind === 'unary' && arg.operand.kind === 'literal');
  if (literal) {
    const fault = faultOf(run({} as Scope));
    if (fault)
      context.notes.diagnostics.push({ severity: 'error', code: 'wrong-arguments', offset: arg.offset, message: `${fault}.` });
    return run;
  }
  return (scope) => {
    const value = run(scope);
    const fault = faultOf(value);
    if (fault) scope.warn?.(context.names.place ?? '', `${fault}: the nearest is taken.`, scope);
    return value;
  };
}

const noArgs: readonly unknown[] = [];

function outputSchema(tree: Of<'filter'>, output: string, input: Schema, context: Context): Schema {
  const { names } = context;
  if (output === 'number') return { type: 'number' };
  if (output === 'text') return { type: 'string' };
  if (['sort', 'where', 'uniq'].includes(tree.name)) return input;
  const items = itemSchema(input, names.schema);
  if (tree.name === 'first' || tree.name === 'last') return items;
  const [path] = tree.args;
  if (tree.name === 'map' && path?.kind === 'literal')
    return { type: 'array', items: provePath(items, String(path.value), path.offset, context) as JsonSchema };
  if (tree.name === 'group')
    return {
      type: 'array',
      items: {
        type: 'object',
        required: ['key', 'items'],
        properties: { key: {}, items: input === true ? { type: 'array' } : (input as JsonSchema) },
      },
    };
  return tree.name === 'default' && typeof input === 'object' ? input : true;
}

function provePath(schema: Schema, path: string, offset: number, context: Context): Schema {
  let at = schema;
  for (const step of path.split('.')) {
    const key: Tree = { kind: 'literal', value: step, offset };
    at = proveMember(at, step, { kind: 'member', of: key, key, offset }, { ...context, tolerant: true }, path);
  }
  return at;
}

const accepted: Readonly<Record<Exclude<InputKind, 'any'>, readonly string[]>> = {
  number: ['number'],
  text: ['string', 'number', 'boolean'],
  date: ['string'],
  list: ['array'],
  sized: ['array', 'string'],
};
const kindWords = { number: 'a number', text: 'text', date: 'a date', list: 'a list', sized: 'a list or text' } as const;

function requireKind(part: Part, kind: InputKind, offset: number, what: string, context: Context): void {
  if (kind === 'any') return;
  const types = typesOf(part.schema, context.names.schema);
  if (!types || types.size === 0 || accepted[kind].some((type) => types.has(type))) return;
  const got = [...types]
    .map((type) => (type === 'string' ? 'text' : type === 'array' ? 'a list' : type === 'object' ? 'an object' : `a ${type}`))
    .join(' or ');
  context.notes.diagnostics.push({
    severity: 'error',
    code: 'wrong-type',
    offset,
    message: `"${what}" needs ${kindWords[kind]}, but the data schema gives ${got} here.`,
  });
}

function withPresent(tree: Tree, present: ReadonlySet<string>): ReadonlySet<string> {
  const more = new Set(present);
  collectPresent(tree, more);
  return more;
}

/** The paths that must be there for a condition to hold. */
function collectPresent(tree: Tree, present: Set<string>): void {
  if (tree.kind === 'name' || tree.kind === 'member') {
    const { root, steps } = stepsOf(tree);
    if (root.kind !== 'name') return;
    let path = root.name === 'data' ? '' : root.name;
    if (path !== '') present.add(path);
    for (const { key } of steps) {
      if (key.kind !== 'literal') return;
      path = path === '' ? String(key.value) : `${path}.${String(key.value)}`;
      present.add(path);
    }
  } else if (tree.kind === 'filter') collectPresent(tree.input, present);
  else if (tree.kind === 'binary' && tree.operator !== 'or' && tree.operator !== '!=') {
    collectPresent(tree.left, present);
    collectPresent(tree.right, present);
  } else if (
    tree.kind === 'binary' &&
    tree.operator === '!=' &&
    tree.right.kind === 'literal' &&
    (tree.right.value === null || tree.right.value === '')
  ) {
    collectPresent(tree.left, present);
  }
}
