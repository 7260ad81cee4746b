// Compiles a tree to a closure, and proves it against the data schema on the way.

import type { JsonSchema } from '../../contract/schema.ts';
import type { Schema } from '../../json/schema-parts.ts';
import { findNearest } from '../../words/nearest.ts';
import { adviseElementName, documentPath, literalOfName } from '../other-names/names.ts';
import { adviseParameter } from './advise-path.ts';
import { adviseQuotes } from './bare-text.ts';
import { compileBinary, compileUnary } from './compile-operator.ts';
import { toDecimal } from './decimal.ts';
import { latest } from './evaluation-time.ts';
import {
  bothFacts,
  computedKey,
  eitherFacts,
  type Facts,
  localKey,
  never,
  noFacts,
  type Outcome,
  stepKey,
  withElements,
  withMissing,
  withThere,
} from './facts.ts';
import { compileFilter } from './filters/compile-filter.ts';
import { nameLike } from './filters/element-expression.ts';
import { readLetName } from './local-name.ts';
import {
  countedOf,
  losingIn,
  lossOfGaps,
  lossOfLast,
  namedValue,
  passOn,
  unsearchedOf,
  warnOfMissing,
} from './missing-values.ts';
import {
  type CompiledPart,
  type Evaluate,
  elementPart,
  fail,
  lackOfParts,
  literalOf,
  type Notes,
  nothing,
  type ProofContext,
  partOf,
  precedingLoop,
  type Remedy,
  stepsOf,
  type TreeOf,
  testIn,
} from './prove.ts';
import { proveMember } from './prove-member.ts';
import {
  hasEmptyValue,
  isList,
  itemSchema,
  lackOf,
  leastItems,
  memberSchema,
  nullnessOf,
  valueTypes,
  withoutNull,
} from './schema-walk.ts';
import {
  addUses,
  type Counted,
  findNamed,
  isElement,
  type LetValue,
  type Scope,
  type StaticParam,
  type StaticScope,
} from './scope.ts';
import { isName, showPath, showStep } from './show-path.ts';
import { parseTree, SyntaxFault, type Tree, writeWhole } from './syntax.ts';
import { isTruthy, memberOf } from './values.ts';

const reservedSchemas: Readonly<Record<string, JsonSchema>> = {
  page: {
    type: 'object',
    required: ['number', 'label', 'side', 'part', 'total'],
    properties: {
      number: { type: 'integer' },
      label: { type: 'string' },
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
    required: ['index', 'index0', 'first', 'last', 'count'],
    properties: {
      index: { type: 'integer', 'x-loop': true },
      index0: { type: 'integer' },
      first: { type: 'boolean' },
      last: { type: 'boolean' },
      count: { type: 'integer', 'x-loop': true },
    },
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

/** Makes the text to write in place of a whole expression. `written`: the expression, in parentheses where it needs them. */
export type RemedyFor = (written: string) => Remedy;

/**
 * Compiles an expression. `missing`: what becomes of a missing value. `remedy`: what to write in its place, so that nothing is lost in silence.
 * `isPrinted`: people read the text of the value, so filters such as `join` write numbers as the locale does. Raises SyntaxFault.
 */
export function compileTree(
  source: string,
  names: StaticScope,
  notes: Notes,
  { missing, isPrinted, remedy }: Pick<ProofContext, 'missing' | 'isPrinted'> & { readonly remedy?: RemedyFor | undefined },
): CompiledPart {
  const { facts = noFacts } = names;
  const tree = parseTree(source);
  // All members, because parts make a copy with other values. Node 20 takes long for a copy with members that the original lacks.
  return compile(tree, {
    source,
    names,
    notes,
    facts,
    missing,
    lostIn: 'text',
    isSought: undefined,
    otherwise: names.otherwise,
    isNegated: names.saysNone !== undefined,
    negatedBy: names.saysNone,
    saysFalse: names.saysEmpty ?? names.otherwise,
    isSilent: undefined,
    saysNone: names.saysNone,
    holdsMissing: undefined,
    remedy: remedy?.(writeWhole(source.trim(), tree)),
    isPrinted,
    isFiltered: undefined,
    compile,
  });
}

function compile(tree: Tree, context: ProofContext): CompiledPart {
  switch (tree.kind) {
    case 'literal':
      return compileLiteral(tree, context);
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

function compileLiteral(tree: TreeOf<'literal'>, context: ProofContext): CompiledPart {
  const { value, offset } = tree;
  const { facts, notes } = context;
  if (value === null) {
    const message = "null is a missing value. A text that prints nothing is ''.";
    if (context.missing === 'lost')
      notes.diagnostics.push({ severity: 'warning', code: 'possibly-missing', offset, message, left: 'value' });
    const learn = (outcome: Outcome) => (outcome === 'true' || outcome === 'there' ? never : facts);
    return { run: () => null, schema: true, isWritten: true, mayBeMissing: true, isMissing: true, learn };
  }
  const written = literalOf(tree);
  const type = typeof value === 'object' ? 'number' : typeof value;
  // Such a value needs no unit, and stands for a missing one.
  const schema = value === 0 || value === '' ? { type, const: value } : { type };
  const excluded = isTruthy(written) ? 'false' : 'true';
  const learn = (outcome: Outcome) => (outcome === 'missing' || outcome === excluded ? never : facts);
  return { run: () => written, schema, isWritten: true, mayBeMissing: false, learn };
}

function compilePath(tree: TreeOf<'name'> | TreeOf<'member'>, context: ProofContext): CompiledPart {
  const { root, steps } = stepsOf(tree);
  if (root.kind !== 'name') {
    const start = compile(root, { ...context, isPrinted: false });
    return followPath(start, '…', steps, context);
  }
  const { names, notes } = context;
  const { element } = names;
  const found = findNamed(names, root.name);
  const isMember = element !== undefined && memberSchema(element, root.name, names.schema).state === 'known';
  if (found !== undefined && !isMember) {
    const local = typeof found === 'number' ? names.locals[found]! : found;
    const early = local.read?.(steps.map(({ key }) => (key.kind === 'literal' ? String(key.value) : '')));
    if (early !== undefined) {
      fail(context, 'too-early', root.offset, early);
      return nothing;
    }
    const inForm = steps.length === 0 ? context : { ...context, isPrinted: false };
    const path = context.source.slice(root.offset, tree.kind === 'name' ? root.offset + root.name.length : tree.end);
    const start = typeof found === 'number' ? compileLocal(root, found, inForm, path) : compileParam(root, found, inForm);
    const isComputed = typeof found === 'number' && names.locals[found]!.let?.isComputed;
    return followPath(start, root.name, steps, losingIn(context, isComputed));
  }
  if (element === undefined && names.within?.hidden.has(root.name)) {
    fail(context, 'unknown-path', root.offset, adviseParameter(root.name, names)!);
    return nothing;
  }
  if (!Object.hasOwn(reservedSchemas, root.name)) notes.usesData = true;
  if (root.name === 'data') {
    // `data.note` and `note` are the same path.
    return followPath(
      partOf((scope) => scope.data, names.schema, context, { key: '' }),
      '',
      steps,
      context,
    );
  }
  if (Object.hasOwn(reservedSchemas, root.name)) return compileReserved(root, steps, context);
  const within = element ?? names.schema;
  const meant = foreignName(root.name, within, names.schema);
  if (meant !== undefined) {
    fail(context, 'syntax', root.offset, meant);
    return nothing;
  }
  const { name: value, offset } = root;
  const first: TreeOf<'member'> = {
    kind: 'member',
    of: root,
    key: { kind: 'literal', value, offset },
    offset,
    end: offset + value.length,
  };
  const run: Evaluate = element === undefined ? (scope) => scope.data : (scope) => scope.element;
  const start = element === undefined ? partOf(run, within, context, { key: '' }) : elementPart(run, within, offset, context);
  return followPath(start, '', [first, ...steps], context);
}

/** A value that the definition around gets from its `use`. */
function compileParam({ name, offset }: TreeOf<'name'>, param: StaticParam, context: ProofContext): CompiledPart {
  const { schema, key, run, isWritten, usesOutline } = param;
  const { notes, facts, names } = context;
  if (usesOutline) notes.usesOutline = true;
  if (!isWritten) notes.usesData = true;
  const isNull = facts.there.has(key) && nullnessOf(schema, names.schema) === 'schema';
  const known = isNull ? withoutNull(schema, names.schema) : schema;
  return partOf(run, known, context, {
    key,
    ...missingness(name, { schema: known, key, offset, holder: 'schema of the params' }, context),
  });
}

interface Given {
  readonly schema: Schema;
  readonly key: string;
  readonly offset: number;
  /** What says that it may be null, for messages. */
  readonly holder: string;
}

/** Whether an element or a param may be missing, and why. */
function missingness(
  name: string,
  { schema, key, offset, holder }: Given,
  { facts, names }: ProofContext,
): Partial<CompiledPart> {
  const nullness = nullnessOf(schema, names.schema);
  const lack = lackOf(schema, names.schema);
  const doubts = {
    schema: { why: `"${name}" may be null by the ${holder}`, must: 'take "null" out of its type' },
    elements: { why: `Elements of the list may lack it, so "${name}" may be missing` },
    unproved: undefined,
  };
  const known = nullness && (lack ? passOn(lack, name) : doubts[nullness]);
  const isThere = facts.isNever || facts.there.has(key);
  return { mayBeMissing: !isThere && nullness !== undefined, doubt: known && { ...known, offset, key } };
}

/** An element by its `as` name, or a value of `let`. */
function compileLocal(root: TreeOf<'name'>, at: number, context: ProofContext, path: string): CompiledPart {
  const { name, offset } = root;
  const { notes, facts, isPrinted, names } = context;
  const { schema, let: named, usesOutline } = names.locals[at]!;
  if (usesOutline) notes.usesOutline = true;
  const key = localKey(at);
  if (named === undefined) {
    notes.usesData = true;
    const more = missingness(name, { schema, key, offset, holder: 'data schema' }, context);
    return partOf((scope) => scope.locals[at], schema, context, { key, ...more });
  }
  named.use();
  // The loop of a part around is known where the elements of this one are not.
  const isOwn = at > names.locals.findLastIndex(isElement);
  const usesLoop = named.usesLoop && isOwn;
  if (usesLoop && names.precedesLoop) fail(context, 'unknown-path', offset, `"${name}" uses "loop", which ${precedingLoop}.`);
  addUses(notes, { ...named, usesLoop });
  const { isOptional, isComputed, losesOperands, lack } = named;
  const mayBeMissing = named.mayBeMissing && !facts.isNever && !facts.there.has(key);
  const read: Evaluate = (scope) => (scope.locals[at] as LetValue).read(scope, isPrinted);
  const { isSearch, elements } = named;
  const isSo = named.unsearched?.isSo && ((scope: Scope) => (scope.locals[at] as LetValue).isUnsearched?.() === true);
  const value = {
    name,
    written: name,
    path,
    offset,
    key,
    schema,
    mayBeMissing,
    isOptional,
    isComputed,
    losesOperands,
    isSearch,
    unsearched: named.unsearched && { ...named.unsearched, isSo },
    lack,
  };
  const { sorted, counted, gaps, unknown, sizeOf } = named;
  return { sorted, counted, gaps, unknown, sizeOf, elements, ...namedValue(read, value, context) };
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

function compileReserved(
  { name: given, offset }: TreeOf<'name'>,
  steps: readonly TreeOf<'member'>[],
  context: ProofContext,
): CompiledPart {
  const name = given as 'page' | 'doc' | 'loop';
  const loops = context.names.locals.filter(isElement).length;
  if (name === 'loop' && (loops === 0 || context.names.precedesLoop)) {
    const reason = context.names.precedesLoop ? precedingLoop : 'is known only inside a repeat or the rows of a table';
    fail(context, 'unknown-path', offset, adviseParameter('loop', context.names) ?? `"loop" ${reason}.`);
    return nothing;
  }
  if (name === 'loop') context.notes.usesLoop = true;
  const schema = name === 'loop' ? loopSchema(loops) : reservedSchemas[name]!;
  if (findMemberFault(name, schema, steps, context)) return nothing;
  if (name === 'page') {
    const path = steps.map(({ key }) => (key.kind === 'literal' ? key.value : '')).join('.');
    const time = ['number', 'label', 'side', 'part.number'].includes(path) ? 'open' : 'end';
    context.notes.time = latest([context.notes, { time }]);
  }
  if (name === 'doc') {
    const [first] = steps;
    if (first?.key.kind !== 'literal' || first.key.value === 'date') context.notes.usesDate = true;
  }
  // Whether a document has a title and a date is known when it is made: the document tells of them, not the proof.
  const mayBeMissing = name === 'doc';
  return followPath(
    partOf((scope) => scope[name], schema, context, { mayBeMissing }),
    name,
    steps,
    context,
  );
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

function memberFault(path: string, key: string, known: readonly string[], { schema }: StaticScope): string {
  if (known.length === 0) return `"${path}" has no "${key}"`;
  if (key === 'parent' && known.includes('index')) return `"${path}" has no "parent": no loop is around it.`;
  const near = findNearest(key, known);
  const sums =
    path === 'page' && /^(?:carr|sub_?total|sum)/i.test(key) ? '; a table carries sums from page to page: see its "sums"' : '';
  const hint = near === undefined ? sums : `; did you mean "${path}.${near}"?`;
  const ofData = memberSchema(schema, path, schema).state === 'known';
  const right = ofData ? `; for "${path}" of the data, write data.${path}.${key}` : hint;
  return `"${path}" is not data and has no "${key}"; it has: ${known.join(', ')}${right}`;
}

/** `name`: the path so far, for messages. Empty: the steps begin with a name of the data or of an element. */
function followPath(start: CompiledPart, name: string, steps: readonly TreeOf<'member'>[], context: ProofContext): CompiledPart {
  let part = start;
  let path = name;
  const keys = start.key === undefined || start.key === '' ? [] : [start.key];
  let counted: Facts = noFacts;
  for (const step of steps) {
    const owner = part;
    path = joinPath(path, step.key);
    part = compileStep(part, step, path, context);
    if (part.key === undefined) continue;
    keys.push(part.key);
    const index = step.key.kind === 'literal' ? step.key.value : undefined;
    // The element is there, so the list is as long. An object may have a member "first".
    if (typeof index === 'number' || ((index === 'first' || index === 'last') && isList(owner.schema, context.names.schema)))
      counted = withElements(counted, owner.key!, leastItems(index));
  }
  const { run, schema, mayBeMissing, isComputed, isTold, doubt, key, sizeOf } = part;
  const { facts, notes } = context;
  const isOptional = mayBeMissing && (doubt !== undefined || part.isOptional === true);
  if (context.missing !== 'lost') for (const one of keys) notes.asked.add(one);
  else if (mayBeMissing && doubt !== undefined) {
    const isOwn = doubt.key === undefined || doubt.key === key;
    const ofOwner = { ...doubt, ...passOn({ ...doubt, why: doubt.root ?? doubt.why }, path) };
    warnOfMissing(isOwn ? doubt : ofOwner, path, schema, context);
  }
  const isMissing = keys.some((one) => facts.missing.has(one));
  const learn = (outcome: Outcome): Facts => {
    const isThere = outcome === 'there' || outcome === 'true';
    if (isThere ? isMissing : outcome === 'missing' && !mayBeMissing) return never;
    const beyond = start.learn('there');
    if (isThere) {
      const known = bothFacts(withThere(bothFacts(facts, beyond), keys), counted);
      if (outcome === 'there') return known;
      return sizeOf !== undefined ? withElements(known, sizeOf, 1) : key === undefined ? known : withElements(known, key, 1);
    }
    if (key === undefined || (outcome === 'false' && hasEmptyValue(schema, context.names.schema))) return facts;
    return mayBeMissing ? withMissing(facts, key) : never;
  };
  const { losesOperands, lack } = part;
  const { isSearch } = start;
  const { unsearched, sorted, gaps, unknown } = steps.length === 0 ? start : nothing;
  const elements = steps.length === 0 ? start.elements : undefined;
  return {
    run,
    schema,
    mayBeMissing,
    isOptional,
    isMissing,
    isComputed,
    isTold,
    losesOperands,
    isSearch,
    unsearched,
    sorted,
    counted: part.counted,
    gaps,
    unknown,
    doubt,
    lack,
    key,
    sizeOf,
    elements,
    learn,
  };
}

/** The path with one step more, for messages. */
function joinPath(path: string, key: Tree): string {
  if (key.kind !== 'literal') return `${path}[${showPath(key) ?? '…'}]`;
  return path === '' && isName(key.value) ? key.value : `${path || 'data'}${showStep(key.value)}`;
}

function compileStep(of: CompiledPart, step: TreeOf<'member'>, path: string, context: ProofContext): CompiledPart {
  const { run } = of;
  if (step.key.kind !== 'literal') {
    const index = compile(step.key, { ...context, isPrinted: false });
    const key = of.key === undefined || index.key === undefined ? undefined : computedKey(of.key, index.key);
    const schema = itemSchema(of.schema, context.names.schema);
    const { there, isNever } = context.facts;
    const mayBeMissing = !isNever && (key === undefined || !there.has(key));
    const isOptional = of.isOptional || index.isOptional;
    // A number that cannot be computed finds no element.
    const losesOperands = of.losesOperands || index.losesOperands;
    const more = { mayBeMissing, key, doubt: of.doubt, isOptional, losesOperands, lack: lackOfParts([of, index]) };
    return partOf((scope) => memberOf(run(scope), indexOf(index.run(scope))), schema, context, more);
  }
  const name = step.key.value as string | number;
  const member = proveMember(of, { step, key: name, path }, context);
  const { schema } = member;
  const key = of.key === undefined ? undefined : stepKey(of.key, name, isList(of.schema, context.names.schema));
  const isThere = key !== undefined && context.facts.there.has(key);
  const last = name === 'last' ? -1 : Number(name);
  const tellLast = last < 0 ? lossOfLast(of, last, step.key.offset, context) : undefined;
  const isSize = name === 'size' && !valueTypes(of.schema, context.names.schema)?.has('object');
  const tellGaps = isSize ? lossOfGaps(of, step.key.offset, context) : undefined;
  // Where both may be missing, a schema that requires one of them does not end it.
  const doubt = of.doubt && member.mayBeMissing ? { ...of.doubt, must: undefined } : (of.doubt ?? member.doubt);
  const readAny: Evaluate = (scope) => {
    const value = run(scope);
    if (tellLast && Array.isArray(value)) tellLast(scope, value);
    tellGaps?.(scope, value);
    return memberOf(value, name);
  };
  const readNamed: Evaluate = (scope) => {
    const value = run(scope);
    // The usual case first: an object with this member of its own.
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return memberOf(value, name);
  };
  return {
    run: typeof name === 'number' || tellLast || tellGaps ? readAny : readNamed,
    schema,
    mayBeMissing: !isThere && (of.mayBeMissing || member.mayBeMissing),
    isOptional: of.isOptional,
    losesOperands: of.losesOperands,
    lack: of.lack,
    doubt,
    key,
    sizeOf: isSize ? of.key : undefined,
    counted: isSize ? countedOf(of) : typeof schema === 'object' ? (schema['x-counted'] as Counted | undefined) : undefined,
    learn: of.learn,
  };
}

function indexOf(key: unknown): unknown {
  const decimal = typeof key === 'string' ? undefined : toDecimal(key);
  return decimal === undefined ? key : Number(decimal);
}

function compileConditional({ test, then, otherwise }: TreeOf<'conditional'>, context: ProofContext): CompiledPart {
  const words = 'the part after ":"';
  const when = compile(test, {
    ...testIn(context),
    isNegated: false,
    negatedBy: undefined,
    saysFalse: saysNothing(otherwise) ? undefined : words,
    isSilent: saysNothing(then),
    holdsMissing: false,
    otherwise: words,
  });
  const yes = compile(then, { ...context, facts: when.learn('true') });
  const no = compile(otherwise, { ...context, facts: when.learn('false') });
  for (const branch of [then, otherwise]) adviseQuotes(branch, undefined, context);
  return {
    run: (scope) => (isTruthy(when.run(scope)) ? yes.run(scope) : no.run(scope)),
    schema: typeof yes.schema === 'object' && typeof no.schema === 'object' ? { anyOf: [yes.schema, no.schema] } : true,
    mayBeMissing: yes.mayBeMissing || no.mayBeMissing,
    isOptional: yes.isOptional || no.isOptional,
    lack: lackOfParts([yes, no]),
    isComputed: [yes, no].some((one) => one.isComputed && one.mayBeMissing),
    losesOperands: yes.losesOperands || no.losesOperands,
    isSearch: yes.isSearch || no.isSearch,
    unsearched: unsearchedOf(yes, no, (inYes, inNo) => (scope) => (isTruthy(when.run(scope)) ? inYes : inNo)(scope)),
    isTold: yes.isTold && no.isTold,
    learn: (outcome) => eitherFacts(yes.learn(outcome), no.learn(outcome)),
  };
}

/** Whether a part of `a ? b : c` shows nothing, and lets nothing be shown. */
const saysNothing = (tree: Tree): boolean => tree.kind === 'literal' && !isTruthy(literalOf(tree)) && tree.value !== 0;

/** Whether an expression uses a name, as `as` or `let` writes it. False for an expression with a syntax error, which is reported elsewhere. */
export function usesName(source: string, written: string): boolean {
  const { name, params } = readLetName(written);
  const uses = (tree: Tree): boolean => {
    switch (tree.kind) {
      case 'literal':
        return false;
      case 'name':
        return params === undefined && tree.name === name;
      case 'member':
        return uses(tree.of) || uses(tree.key);
      case 'unary':
        return uses(tree.operand);
      case 'binary':
        return uses(tree.left) || uses(tree.right);
      case 'conditional':
        return uses(tree.test) || uses(tree.then) || uses(tree.otherwise);
      case 'filter':
        return (
          (params !== undefined && tree.name === name) ||
          uses(tree.input) ||
          tree.args.some((arg) => uses(arg) || isUsedInQuotes(arg))
        );
    }
  };
  // Within an expression over elements, a name alone is a member of the element.
  const isUsedInQuotes = (arg: Tree): boolean =>
    arg.kind === 'literal' && typeof arg.value === 'string' && !nameLike.test(arg.value) && usesName(arg.value, written);
  try {
    return uses(parseTree(source));
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return false;
  }
}
