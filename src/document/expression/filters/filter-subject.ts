// Proves what a filter works with: its input, the elements of a list, or what its first argument picks of each element.
import type { Schema } from '../../../json/schema-parts.ts';
import { nearestOf } from '../../../words/nearest.ts';
import { bothFacts, keyOf, noFacts, type Outcome, outsideElement, withThere } from '../facts.ts';
import { warnOfMissing } from '../missing-values.ts';
import { type CompiledPart, elementPart, elementTestIn, fail, Notes, type ProofContext, type TreeOf } from '../prove.ts';
import { proveMember } from '../prove-member.ts';
import { quote } from '../quote.ts';
import {
  itemSchema,
  lackingSchema,
  memberSchema,
  type Nullness,
  namesOf,
  nullnessOf,
  schemaOfMember,
  typeWords,
  valueTypes,
  withoutNull,
} from '../schema-walk.ts';
import type { Scope } from '../scope.ts';
import type { Tree } from '../syntax.ts';
import { isOrder, memberAt, pathSteps } from '../values.ts';
import { aboutArgument, showOperand } from './arguments.ts';
import { compileElementExpression, nameLike, namesMember } from './element-expression.ts';
import { computes, type Filter } from './filter.ts';
import { findFilter } from './index.ts';

/** The value that a filter works with: its input, the elements of a list, or the member of the elements that the first argument names. */
export interface FilterSubject {
  readonly schema: Schema;
  /** How its member is compared. */
  readonly operator: string;
  /** The value that the first argument picks of each element: a member, or if `isComputed` the value of an expression. */
  readonly picked?: CompiledPart | undefined;
  readonly isComputed?: boolean;
  /** The member of an element of which no filter before says anything. */
  readonly whole?: CompiledPart | undefined;
  /** Why what is picked of an element may be missing. Undefined: it is there. */
  readonly lack?: Nullness | undefined;
  /** Warns if a binding gives the name of a member that the elements lack. */
  readonly checkMembers?: (scope: Scope, list: unknown, name: unknown) => void;
}

/** Filters that leave out elements without a value. */
const addsUp: ReadonlySet<string> = new Set(['sum', 'min', 'max']);

/** Proves the value that a filter works with, and the expression over the elements if there is one. */
export function compileSubject(
  tree: TreeOf<'filter'>,
  filter: Filter,
  input: CompiledPart,
  context: ProofContext,
): FilterSubject {
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
  } else if (typeof text === 'string') provePath(items, text, arg!.offset, { ...context, missing: 'tested' });
  if (isNamed && arg.kind !== 'literal')
    return {
      schema: true,
      operator,
      lack: 'unproved',
      checkMembers(scope, list, name) {
        const fault = boundMemberFault(list, items, name, names.schema);
        if (fault) scope.warn?.(names.place ?? '', aboutArgument(tree.name, fault), scope, context.source);
      },
    };
  const named = isNamed && arg.kind === 'literal' ? arg.value : undefined;
  const path = (typeof named === 'string' && named !== '') || typeof named === 'number' ? String(named) : undefined;
  const isOrdered = tree.name === 'where' && isOrder(operator);
  const inside: ProofContext = {
    ...(tree.name === 'where' || tree.name === 'map' ? elementTestIn(context) : context),
    isPrinted: context.isPrinted && filter.output === 'members',
    // A missing member counts as false, or adds nothing; an element without a key is sorted last.
    missing: isOrdered ? 'lost' : tree.name === 'sort' ? 'asked' : keyed.has(tree.name) ? 'tested' : 'added',
    lostIn: isOrdered ? 'order' : 'number',
    remedy: isOrdered ? `where: ${quote(`${path} != null`)} | ${context.source.slice(tree.offset, tree.end)}` : undefined,
    facts: bothFacts(outsideElement(context.facts), input.elements ?? noFacts),
  };
  const computed =
    path === undefined
      ? undefined
      : compileElementExpression(path, arg!.offset, items, tree.name, inside, (given) =>
          addsUp.has(tree.name) && !keepsValue(given) ? 'lost' : inside.missing,
        );
  const picked = computed ?? (path === undefined ? undefined : provePath(items, path, arg!.offset, inside));
  const isComputed = computed !== undefined;
  const schema = picked?.schema ?? (isNamed ? true : items);
  requireElements(schema, items, path, tree, filter, context, isComputed);
  const nullness = mayLack(picked, schema, names.schema);
  if (nullness !== undefined && nullness !== 'unproved' && !picked?.isTold && (tree.name === 'join' || tree.name === 'avg'))
    warnOfElements(tree, path, context);
  const isListed = filter.output === 'members' || filter.output === 'groups';
  const found = !isListed
    ? schema
    : nullness === undefined
      ? withoutNull(schema, names.schema)
      : lackingSchema(schema, nullness, names.schema, picked?.doubt);
  // No earlier filter leaves out what lacks it.
  const isBare = tree.name === 'sum' && path !== undefined && nameLike.test(path) && input.elements !== undefined;
  const whole = isBare
    ? provePath(items, path, arg!.offset, { ...inside, notes: new Notes(), facts: outsideElement(context.facts) })
    : undefined;
  return { schema: found, operator, picked, isComputed, whole, lack: nullness };
}

/**
 * Whether an expression gives the value of a path, which it may write in another way, or says with `?? null` that it may have none. All others make a
 * value, and tell where they cannot.
 */
function keepsValue(tree: Tree): boolean {
  if (tree.kind === 'name') return true;
  if (tree.kind === 'binary') return tree.operator === '??' && tree.right.kind === 'literal' && tree.right.value === null;
  if (tree.kind === 'member') return tree.key.kind === 'literal' && keepsValue(tree.of);
  const filter = tree.kind === 'filter' ? findFilter(tree.name) : undefined;
  return filter !== undefined && !computes(filter) && keepsValue((tree as TreeOf<'filter'>).input);
}

function mayLack(picked: CompiledPart | undefined, schema: Schema, root: Schema): Nullness | undefined {
  if (picked === undefined) return nullnessOf(schema, root);
  return picked.mayBeMissing ? (picked.isOptional ? 'elements' : 'unproved') : undefined;
}

/** Filters for whose elements an expression gives a condition, or what they have in common. */
const keyed: ReadonlySet<string> = new Set(['where', 'uniq', 'group']);

/** The member of an element at a path in quotes. */
function provePath(items: Schema, path: string, offset: number, context: ProofContext): CompiledPart {
  let at = elementPart(() => undefined, items, offset, context);
  const keys = [at.key!];
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
  const run = ({ element }: Scope) => memberAt(element, path);
  return { ...at, run, isOptional: at.mayBeMissing && at.doubt !== undefined, learn };
}

/** Warns of elements without a value, which change a mean or leave gaps in a text. */
function warnOfElements({ name, offset }: TreeOf<'filter'>, path: string | undefined, { notes }: ProofContext): void {
  const lost = name === 'avg' ? 'leaves them out' : 'prints nothing between its separators';
  const picked = path === undefined ? '' : `map: ${quote(path)} | `;
  const message = `Elements may be missing, and "${name}" ${lost}: write ${picked}compact | ${name}, or require them in the data schema.`;
  notes.diagnostics.push({ severity: 'warning', code: 'possibly-missing', offset, message, left: 'elements' });
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
    known.find((one) => valueTypes(schemaOfMember(items, one, context.names.schema), context.names.schema)?.has('number')) ??
    known[0];
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
