// Compiles a tree to a closure, and proves it against the data schema on the way.

import type { JsonSchema } from '../../contract/schema.ts';
import type { Schema } from '../../json/schema-parts.ts';
import { findNearest } from '../../words/nearest.ts';
import { adviseElementName, documentPath, literalOfName } from '../other-names/names.ts';
import { adviseQuotes } from './bare-text.ts';
import { compare } from './compare.ts';
import { adviseNotation, calculate, toDecimal } from './decimal.ts';
import { latest } from './evaluation-time.ts';
import { showOperand } from './filters/arguments.ts';
import { compileFilter } from './filters/compile-filter.ts';
import {
  type CompiledPart,
  comparedFault,
  type Evaluate,
  fail,
  missingRemedy,
  type Notes,
  nothing,
  type ProofContext,
  proveMember,
  requireKind,
  requireSameFormat,
  stepsOf,
  type TreeOf,
  warn,
} from './prove.ts';
import { collectPresent, withPresent } from './proved-present.ts';
import { itemSchema, memberSchema, textKindOf, valueTypes } from './schema-walk.ts';
import { isElement, type LetValue, namesSchema, type Scope, type StaticScope } from './scope.ts';
import { parseTree, SyntaxFault, type Tree } from './syntax.ts';
import { type comparisons, isMissing, isTruthy, memberOf } from './values.ts';

const reservedSchemas: Readonly<Record<string, JsonSchema>> = {
  page: {
    type: 'object',
    required: ['number', 'side', 'part', 'total'],
    properties: {
      number: { type: 'integer' },
      side: { type: 'string', enum: ['left', 'right'] },
      part: {
        type: 'object',
        required: ['number', 'total'],
        properties: { number: { type: 'integer' }, total: { type: 'integer' } },
      },
      total: { type: 'integer' },
    },
  },
  doc: {
    type: 'object',
    required: ['title', 'date'],
    properties: { title: { type: 'string' }, date: { type: 'string', format: 'date-time' } },
  },
  loop: {
    type: 'object',
    required: ['index', 'first', 'last', 'count'],
    properties: { index: { type: 'integer' }, first: { type: 'boolean' }, last: { type: 'boolean' }, count: { type: 'integer' } },
  },
};

/** The schema of the innermost of some loops. */
function loopSchema(loops: number): JsonSchema {
  const alone = reservedSchemas.loop!;
  if (loops < 2) return alone;
  return {
    ...alone,
    required: [...alone.required!, 'parent'],
    properties: { ...alone.properties, parent: loopSchema(loops - 1) },
  };
}

/**
 * Compiles an expression. `tolerant`: missing values give no warning. `isPrinted`: people read the text of the value, so filters such as `join` write
 * numbers as the locale does. Raises SyntaxFault.
 */
export function compileTree(
  source: string,
  names: StaticScope,
  notes: Notes,
  { tolerant, isPrinted }: Pick<ProofContext, 'tolerant' | 'isPrinted'>,
): CompiledPart {
  const tree = parseTree(source);
  const present = new Set<string>();
  for (const condition of names.holds) {
    try {
      collectPresent(parseTree(condition), present);
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error; // the fault is reported at its place
    }
  }
  return compile(tree, { source, names, notes, present, tolerant, isPrinted, compile });
}

function compile(tree: Tree, context: ProofContext): CompiledPart {
  switch (tree.kind) {
    case 'literal':
      return compileLiteral(tree);
    case 'name':
    case 'member':
      return compilePath(tree, context);
    case 'unary':
      return compileUnary(tree, asOperand(context));
    case 'binary':
      return compileBinary(tree, asOperand(context));
    case 'conditional':
      return compileConditional(tree, context);
    case 'filter':
      return compileFilter(tree, context);
  }
}

const asOperand = (context: ProofContext): ProofContext => (context.isPrinted ? { ...context, isPrinted: false } : context);

function compileLiteral({ value }: TreeOf<'literal'>): CompiledPart {
  if (typeof value === 'object' && value !== null) {
    const decimal = toDecimal(value.digits);
    return { run: () => decimal, schema: { type: 'number' }, isWritten: true };
  }
  return { run: () => value, schema: value === null ? true : { type: typeof value }, isWritten: true };
}

function compilePath(tree: TreeOf<'name'> | TreeOf<'member'>, context: ProofContext): CompiledPart {
  const { root, steps } = stepsOf(tree);
  if (root.kind !== 'name')
    return steps.reduce<CompiledPart>(
      (part, step) => compileStep(part, step, context, undefined),
      compile(root, asOperand(context)),
    );
  const { names, notes } = context;
  const first: TreeOf<'member'> = {
    kind: 'member',
    of: root,
    key: { kind: 'literal', value: root.name, offset: root.offset },
    offset: root.offset,
  };
  const { element } = names;
  const local = names.locals.findLastIndex((one) => one.name === root.name);
  const isMember = element !== undefined && memberSchema(element, root.name, names.schema).state === 'known';
  if (local >= 0 && !isMember) {
    const early = names.locals[local]!.read?.(steps.map(({ key }) => (key.kind === 'literal' ? String(key.value) : '')));
    if (early !== undefined) {
      fail(context, 'too-early', root.offset, early);
      return { run: () => undefined, schema: true };
    }
    const inForm = steps.length === 0 ? context : asOperand(context);
    return followPath(compileLocal(root, local, inForm), root.name, steps, context);
  }
  if (!Object.hasOwn(reservedSchemas, root.name) && !names.params?.written.has(root.name)) notes.usesData = true;
  if (names.params?.ofOutline?.has(root.name)) notes.usesOutline = true;
  if (root.name === 'data') {
    if (names.params) {
      const message = `The definition "${names.params.definition}" does not see the data. Give it the value with a param: "with" in the "use".`;
      fail(context, 'unknown-path', root.offset, message);
      return nothing;
    }
    // `data.note` and `note` are the same path.
    return followPath({ run: (scope) => scope.data, schema: names.schema }, '', steps, context);
  }
  if (Object.hasOwn(reservedSchemas, root.name)) return compileReserved(root, steps, context);
  const within = element ?? namesSchema(names);
  const meant = foreignName(root.name, within, names.schema);
  if (meant !== undefined) {
    fail(context, 'syntax', root.offset, meant);
    return nothing;
  }
  const run: Evaluate = element === undefined ? (scope) => scope.data : (scope) => scope.element;
  return followPath({ run, schema: within }, '', [first, ...steps], context);
}

/** An element by its `as` name, or a value of `let`. */
function compileLocal({ name, offset }: TreeOf<'name'>, at: number, context: ProofContext): CompiledPart {
  const { notes, present, tolerant, isPrinted } = context;
  const { schema, let: named, usesOutline } = context.names.locals[at]!;
  if (usesOutline) notes.usesOutline = true;
  if (named === undefined) {
    notes.usesData = true;
    return { run: (scope) => scope.locals[at], schema };
  }
  named.use();
  // The loop of a part around is known where the elements of this one are not.
  const isOwn = at > context.names.locals.findLastIndex(isElement);
  if (named.usesLoop && isOwn) {
    notes.usesLoop = true;
    if (context.names.precedesLoop) fail(context, 'unknown-path', offset, `"${name}" uses "loop", which ${precedingLoop}.`);
  }
  for (const use of ['usesDate', 'usesUnproved', 'usesData', 'usesOutline', 'usesCounter', 'writesNumbers', 'usesMarks'] as const)
    notes[use] ||= named[use];
  notes.time = latest([notes, named]);
  notes.letDepth = Math.max(notes.letDepth, named.letDepth);
  if (named.mayBeMissing && !tolerant && !present.has(name)) {
    const message = `"${name}" uses what the data schema does not require and may be missing: ${missingRemedy(name, schema, context.names)}.`;
    notes.diagnostics.push({ severity: 'warning', code: 'possibly-missing', offset, message });
  }
  return { run: (scope) => (scope.locals[at] as LetValue).read(scope, isPrinted), schema };
}

/** The advice for a name of another language, unless the value that is looked into has this name. */
function foreignName(name: string, schema: Schema, root: Schema): string | undefined {
  const write = (ours: string | undefined) => ours && `Write "${ours}" for "${name}".`;
  const meant = write(literalOfName(name)) ?? adviseElementName(name);
  const own = write(documentPath(name));
  if (meant === undefined && own === undefined) return undefined;
  const { state } = memberSchema(schema, name, root);
  return state === 'known' ? undefined : (meant ?? (state === 'unknown' ? own : undefined));
}

const precedingLoop = 'counts the elements that "where" leaves in the order of "sort", so it is not known here';

function compileReserved(
  { name: given, offset }: TreeOf<'name'>,
  steps: readonly TreeOf<'member'>[],
  context: ProofContext,
): CompiledPart {
  const name = given as 'page' | 'doc' | 'loop';
  const loops = context.names.locals.filter(isElement).length;
  if (name === 'loop' && (loops === 0 || context.names.precedesLoop)) {
    const reason = context.names.precedesLoop ? precedingLoop : 'is known only inside a repeat or the rows of a table';
    fail(context, 'unknown-path', offset, `"loop" ${reason}.`);
    return nothing;
  }
  if (name === 'loop') context.notes.usesLoop = true;
  const schema = name === 'loop' ? loopSchema(loops) : reservedSchemas[name]!;
  if (findMemberFault(name, schema, steps, context)) return nothing;
  if (name === 'page') {
    const path = steps.map(({ key }) => (key.kind === 'literal' ? key.value : '')).join('.');
    const time = ['number', 'side', 'part.number'].includes(path) ? 'open' : 'end';
    context.notes.time = latest([context.notes, { time }]);
  }
  if (name === 'doc') {
    const [first] = steps;
    if (first?.key.kind !== 'literal' || first.key.value === 'date') context.notes.usesDate = true;
  }
  return followPath({ run: (scope) => scope[name], schema }, name, steps, context);
}

/** Reports a member that `page`, `doc` or `loop` does not have. True: it was reported. */
function findMemberFault(
  path: string,
  { type, properties }: JsonSchema,
  [step, ...further]: readonly TreeOf<'member'>[],
  context: ProofContext,
): boolean {
  if (step?.key.kind !== 'literal' || type === 'string') return false;
  const key = String(step.key.value);
  const member = properties && Object.hasOwn(properties, key) ? (properties[key] as JsonSchema) : undefined;
  if (member !== undefined) return findMemberFault(`${path}.${key}`, member, further, context);
  fail(context, 'unknown-path', step.key.offset, memberFault(path, key, Object.keys(properties ?? {}), context.names));
  return true;
}

function memberFault(path: string, key: string, known: readonly string[], { schema, params }: StaticScope): string {
  if (known.length === 0) return `"${path}" has no "${key}"`;
  if (key === 'parent' && known.includes('index')) return `"${path}" has no "parent": no loop is around it.`;
  const near = findNearest(key, known);
  const sums =
    path === 'page' && /^(?:carr|sub_?total|sum)/i.test(key) ? '; a table carries sums from page to page: see its "sums"' : '';
  const hint = near === undefined ? sums : `; did you mean "${path}.${near}"?`;
  const ofData = !params && memberSchema(schema, path, schema).state === 'known';
  const right = ofData ? `; for "${path}" of the data, write data.${path}.${key}` : hint;
  return `"${path}" is not data and has no "${key}"; it has: ${known.join(', ')}${right}`;
}

function followPath(start: CompiledPart, name: string, steps: readonly TreeOf<'member'>[], context: ProofContext): CompiledPart {
  let part = start;
  let path = name;
  for (const step of steps) {
    const key = step.key.kind === 'literal' ? String(step.key.value) : undefined;
    path = key === undefined ? '' : path === '' ? key : `${path}.${key}`;
    part = compileStep(part, step, context, path || undefined);
  }
  return part;
}

function compileStep(of: CompiledPart, step: TreeOf<'member'>, context: ProofContext, path: string | undefined): CompiledPart {
  const { run } = of;
  if (step.key.kind !== 'literal') {
    const key = compile(step.key, { ...context, tolerant: true, isPrinted: false });
    return { run: (scope) => memberOf(run(scope), indexOf(key.run(scope))), schema: itemSchema(of.schema, context.names.schema) };
  }
  const key = step.key.value as string | number;
  const schema = proveMember(of.schema, { step, key, path }, context);
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

function compileUnary({ operator, operand }: TreeOf<'unary'>, context: ProofContext): CompiledPart {
  if (operator === 'not') {
    const { run } = compile(operand, { ...context, tolerant: true });
    return { run: (scope) => !isTruthy(run(scope)), schema: { type: 'boolean' } };
  }
  const part = compile(operand, context);
  requireKind(part, 'number', { what: '-', offset: operand.offset }, context);
  return {
    run(scope) {
      const given = part.run(scope);
      const value = toDecimal(given);
      if (value !== undefined) return calculate('-', 0, value);
      if (!isMissing(given)) warn(scope, context, `-${showOperand(given)} is not a number`, adviseNotation(given));
      return undefined;
    },
    schema: { type: 'number' },
  };
}

function compileBinary({ operator, left, right, offset }: TreeOf<'binary'>, context: ProofContext): CompiledPart {
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
    const a = compile(left, { ...context, tolerant: true });
    const b = compile(right, { ...context, tolerant: true });
    requireComparable(operator, a, left, b, right, context);
    warnOfSame(operator, left, right, context);
    // If both are names that are not there, the first may be misspelt.
    adviseQuotes(right, a, context);
    if (right.kind !== 'name') adviseQuotes(left, b, context);
    return { run: compileComparison(operator, a, b, context), schema: { type: 'boolean' } };
  }
  // An element whose operand is missing would drop out of a sum or a condition in silence.
  const isOfElement = context.names.element !== undefined;
  const inside = isOfElement && !context.hasDefault ? { ...context, tolerant: false } : context;
  const a = compile(left, inside);
  const b = compile(right, inside);
  const tellMissing = isOfElement && !context.hasDefault ? missingOperand(left, right, context) : undefined;
  if (operator === '+' && joinsTexts(a, left, b, right, context)) return { run: () => undefined, schema: { type: 'string' } };
  requireKind(a, 'number', { what: operator, offset: left.offset }, context);
  requireKind(b, 'number', { what: operator, offset: right.offset }, context);
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
        warn(scope, context, `${showOperand(p)} ${operator} ${showOperand(q)} is not a number`, adviseNotation(p, q));
      else if (result === undefined) tellMissing?.(scope, p, q);
      return result;
    },
    schema: { type: 'number' },
  };
}

/** Warns of a missing operand in an expression over the elements of a list. An operand that is a calculation has its own warning. */
function missingOperand(left: Tree, right: Tree, { names, source }: ProofContext) {
  const operands = [showPath(left), showPath(right)];
  return (scope: Scope, ...values: readonly unknown[]) => {
    const name = operands.find((one, i) => one !== undefined && isMissing(values[i]));
    if (name === undefined) return;
    const message = `An element has no "${name}", with which "${source}" calculates: write (${name} | default: …).`;
    scope.warn?.(names.place ?? '', message, scope, source);
  };
}

/** Warns of a comparison of a path with itself. In quotes, a name is the member of the element, also if a name outside was meant. */
function warnOfSame(operator: keyof typeof comparisons, left: Tree, right: Tree, context: ProofContext): void {
  const path = showPath(left);
  if (path === undefined || path !== showPath(right)) return;
  const { element, locals, params, schema } = context.names;
  const [name = ''] = path.split(/[.[]/);
  const isOutside = (one: Schema) => memberSchema(one, name, schema).state === 'known';
  const outer = locals.some((one) => one.name === name)
    ? name
    : params
      ? isOutside(params.schema) && name
      : isOutside(schema) && `data.${name}`;
  const compared = `'${path}', ${operator === '==' ? '' : `'${operator}', `}${outer}${path.slice(name.length)}`;
  const advice = element !== undefined && outer ? ` Both are the member of the element: write where: ${compared}.` : '';
  const message = `This compares "${path}" with itself, so the answer is always the same.${advice}`;
  context.notes.diagnostics.push({ severity: 'warning', code: 'wrong-type', offset: right.offset, message });
}

function compileComparison(
  operator: keyof typeof comparisons,
  { run: first, schema: a }: CompiledPart,
  { run: second, schema: b }: CompiledPart,
  { names, source }: ProofContext,
): Evaluate {
  const kind = textKindOf([a, b], names.schema);
  return (scope) =>
    compare(operator, first(scope), second(scope), kind, (what) => scope.warn?.(names.place ?? '', `${what}.`, scope, source));
}

const onlyNumbers = '"+" adds numbers only';

/** Reports `number + '-' + date`, which joins texts in other languages, once. */
function joinsTexts(a: CompiledPart, left: Tree, b: CompiledPart, right: Tree, context: ProofContext): boolean {
  const isText = ({ schema }: CompiledPart) => {
    const types = valueTypes(schema, context.names.schema);
    return types?.has('string') === true && !types.has('number');
  };
  if (!isText(a) && !isText(b)) return false;
  const place = isText(a) ? left.offset : right.offset;
  const { diagnostics } = context.notes;
  const pieces = [...operandsOf(left), right].map(writtenBeside);
  const written = pieces.includes(undefined) ? '{{ a }} {{ b }}' : pieces.join('');
  const message = `${onlyNumbers}. Texts are joined where they are printed: write ${written} there.`;
  // The operators of a chain are compiled from the first on, and the last has all of it.
  const before = diagnostics.findIndex((one) => one.message.startsWith(onlyNumbers));
  if (before < 0) fail(context, 'wrong-type', place, message);
  else diagnostics[before] = { ...diagnostics[before]!, message };
  return true;
}

function operandsOf(tree: Tree): readonly Tree[] {
  return tree.kind === 'binary' && tree.operator === '+' && !tree.isGrouped ? [...operandsOf(tree.left), tree.right] : [tree];
}

/** An operand as a text has it outside and inside of braces. Undefined: it is neither a path nor a literal. */
function writtenBeside(tree: Tree): string | undefined {
  if (tree.kind === 'literal') return typeof tree.value === 'string' ? tree.value : undefined;
  const path = showPath(tree);
  return path && `{{ ${path} }}`;
}

/** A path as people write it: `customer['vat-id']`, `parts[0].n`. Undefined: not a path, or one with a key that is computed. */
function showPath(tree: Tree): string | undefined {
  if (tree.kind !== 'name' && tree.kind !== 'member') return undefined;
  const { root, steps } = stepsOf(tree);
  if (root.kind !== 'name' || steps.some(({ key }) => key.kind !== 'literal')) return undefined;
  return root.name + steps.map(({ key }) => showStep((key as TreeOf<'literal'>).value)).join('');
}

const showStep = (key: unknown): string =>
  typeof key === 'number' ? `[${key}]` : /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(String(key)) ? `.${key}` : `[${showOperand(key)}]`;

/** Reports a literal whose type differs from the type of the other side: the answer is always the same. */
function requireComparable(
  operator: string,
  a: CompiledPart,
  left: Tree,
  b: CompiledPart,
  right: Tree,
  context: ProofContext,
): void {
  const literal = right.kind === 'literal' ? right : left;
  const part = right.kind === 'literal' ? a : b;
  const sides = [
    { schema: a.schema, path: showPath(left) },
    { schema: b.schema, path: showPath(right) },
  ];
  requireSameFormat(sides, right.offset, context);
  // A comparison with empty text is a test for a missing value.
  if (literal.kind !== 'literal' || literal.value === '') return;
  const value = typeof literal.value === 'object' && literal.value !== null ? toDecimal(literal.value.digits) : literal.value;
  const fault = comparedFault(operator, value, part.schema, context.names.schema);
  if (fault !== undefined) fail(context, 'wrong-type', literal.offset, fault.endsWith('?') ? fault : `${fault}.`);
}

function compileConditional({ test, then, otherwise }: TreeOf<'conditional'>, context: ProofContext): CompiledPart {
  const when = compile(test, { ...context, tolerant: true, isPrinted: false }).run;
  const yes = compile(then, { ...context, present: withPresent(test, context.present) });
  const no = compile(otherwise, context);
  for (const branch of [then, otherwise]) adviseQuotes(branch, undefined, context);
  return {
    run: (scope) => (isTruthy(when(scope)) ? yes.run(scope) : no.run(scope)),
    schema: typeof yes.schema === 'object' && typeof no.schema === 'object' ? { anyOf: [yes.schema, no.schema] } : true,
  };
}

/** Whether an expression uses a name. False: it cannot be read, which is told at its place. */
export function usesName(source: string, name: string): boolean {
  const uses = (tree: Tree): boolean => {
    switch (tree.kind) {
      case 'literal':
        return false;
      case 'name':
        return tree.name === name;
      case 'member':
        return uses(tree.of) || uses(tree.key);
      case 'unary':
        return uses(tree.operand);
      case 'binary':
        return uses(tree.left) || uses(tree.right);
      case 'conditional':
        return uses(tree.test) || uses(tree.then) || uses(tree.otherwise);
      case 'filter':
        return uses(tree.input) || tree.args.some(uses);
    }
  };
  try {
    return uses(parseTree(source));
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return false;
  }
}
