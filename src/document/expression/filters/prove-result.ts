// Proves what a filter gives: its schema, whether it may be missing, and what it says of the values that it was made of.
import type { JsonSchema } from '../../../contract/schema.ts';
import type { Schema } from '../../../json/schema-parts.ts';
import {
  bothFacts,
  elementKey,
  type Facts,
  hasElements,
  isResult,
  never,
  noFacts,
  type Outcome,
  resultKey,
  withElements,
  withMissing,
  withThere,
} from '../facts.ts';
import { countedOf, unsearchedBefore, warnOfMissing, warnOfUnsearched } from '../missing-values.ts';
import { type CompiledPart, lackOfParts, literalOf, type ProofContext, type TreeOf } from '../prove.ts';
import { quote } from '../quote.ts';
import { formatOf, hasEmptyValue, itemSchema, nullnessOf, unionOf, valueTypes, withoutNull } from '../schema-walk.ts';
import type { Gaps, Sorted, SumOfMember } from '../scope.ts';
import { parseTree, writeWhole } from '../syntax.ts';
import { argumentsOf, isOperand } from './arguments.ts';
import { isTest } from './element-expression.ts';
import { computes, type Filter, type OutputKind } from './filter.ts';
import type { FilterSubject } from './filter-subject.ts';

/** Filters that give an element of a list, or what is made of its elements: nothing of an empty list. */
const needElements: ReadonlySet<string> = new Set(['first', 'last', 'min', 'max', 'avg']);
/** Filters whose list has elements of their input only. */
const keepElements: ReadonlySet<string> = new Set(['where', 'sort', 'uniq', 'slice', 'compact']);

export function proveResult(
  tree: TreeOf<'filter'>,
  filter: Filter,
  input: CompiledPart,
  args: readonly CompiledPart[],
  subject: FilterSubject,
  context: ProofContext,
): Omit<CompiledPart, 'run'> {
  const { facts } = context;
  const { name } = tree;
  const root = context.names.schema;
  const schema =
    filter.output === 'both' ? listOfBoth(input, args, root) : schemaOf(filter.output, input.schema, subject.schema, root);
  if (filter.takesMissing) {
    const [other] = args;
    const mayBeMissing = other?.mayBeMissing ?? false;
    const learn = (outcome: Outcome) => (outcome === 'missing' && !mayBeMissing ? never : facts);
    const { isOptional, isComputed, losesOperands, isSearch } = other ?? {};
    const written = writeWhole(context.source.slice(tree.start, context.source.lastIndexOf('|', tree.offset)).trim(), tree.input);
    const unsearched = other && (unsearchedBefore(input, other, written, context) ?? other.unsearched);
    if (unsearched) warnOfUnsearched(unsearched, { written, offset: tree.offset }, context);
    const lack = other && lackOfParts([other]);
    return { schema, mayBeMissing, isOptional, lack, isComputed, losesOperands, isSearch, unsearched, learn };
  }
  const needs = needElements.has(name);
  const isKnown = valueTypes(input.schema, root)?.has('array') === true;
  const isFull = (input.key !== undefined && hasElements(facts, input.key, 1)) || !hasEmptyValue(input.schema, root);
  const mayLack = subject.lack !== undefined;
  const key = keyOfResult(tree, input);
  const isThere = facts.isNever === true || (key !== undefined && facts.there.has(key));
  const givesNothing = needs && !isThere && (!isFull || mayLack);
  // Where no schema says what the elements are, the document alone tells.
  const isDoubtful = givesNothing && isKnown && (!isFull || subject.lack !== 'unproved');
  const isToldWithin = isFull && subject.isComputed === true && subject.picked?.isTold === true;
  // No schema says how many elements a filter leaves.
  const must = mayLack || input.key === undefined || isResult(input.key) ? undefined : 'set "minItems": 1 in the data schema';
  const why = `${isFull ? 'Elements may be missing' : 'The list may be empty'}, so "${name}" may give nothing`;
  if (isDoubtful && !isToldWithin && !input.isOptional && context.missing === 'lost') {
    warnOfMissing(
      { why, must, offset: tree.offset, key: undefined },
      `(${context.source.slice(tree.start, tree.end)})`,
      schema,
      context,
    );
  }
  const kinds = argumentsOf(filter, args.length);
  const operands = args.filter((_, i) => isOperand(kinds[i]!));
  const needed = [input, ...operands];
  const mayBeMissing = !isThere && (givesNothing || needed.some((one) => one.mayBeMissing));
  const sizeOf = name === 'size' ? input.key : undefined;
  const elements = keepElements.has(name) ? bothFacts(input.elements ?? noFacts, keptBy(tree, args, subject)) : undefined;
  // An element that a test passes over although nobody knows is as good as one that was not searched.
  const unsure = (name === 'where' || name === 'map') && subject.isComputed ? subject.picked?.unsearched : undefined;
  const unsearched = unsure ?? input.unsearched;
  const keepsOrder = elements !== undefined || name === 'map';
  const isProved = input.sorted?.key !== undefined && elements?.there.has(input.sorted.key);
  return {
    schema,
    mayBeMissing,
    isOptional: !isThere && (isDoubtful || needed.some((one) => one.isOptional)),
    lack: lackOfParts(needed) ?? (isDoubtful ? { why, must } : undefined),
    isComputed: input.isComputed || computes(filter) || operands.some((one) => one.mayBeMissing),
    losesOperands: input.losesOperands || operands.some((one) => one.mayBeMissing),
    isSearch: filter.isSearch || input.isSearch,
    unsearched,
    isTold: (input.isTold && !givesNothing) || (context.missing === 'added' && computes(filter)),
    key,
    learn(outcome) {
      if (outcome === 'missing') return !mayBeMissing ? never : key === undefined ? facts : withMissing(facts, key);
      if (outcome === 'false') return facts;
      const counted = needs ? input.key : outcome === 'true' ? sizeOf : undefined;
      const known = withThere(input.learn('there'), key === undefined ? [] : [key]);
      return counted === undefined ? known : withElements(known, counted, 1);
    },
    sorted: name === 'sort' ? sortedBy(tree, subject, context) : keepsOrder && !isProved ? input.sorted : undefined,
    counted:
      name === 'sum'
        ? countedOf(input, sumOf(tree, input, subject, context))
        : name === 'size'
          ? countedOf(input)
          : filter.input === 'number'
            ? input.counted
            : undefined,
    gaps: name === 'map' ? gapsOf(subject) : keepElements.has(name) && name !== 'compact' ? input.gaps : undefined,
    unknown:
      name === 'map' ? unknownOf(tree, subject, root) : keepElements.has(name) && name !== 'compact' ? input.unknown : undefined,
    elements,
    sizeOf,
  };
}

/** The order of a list by a value that its elements may lack. */
function sortedBy(tree: TreeOf<'filter'>, { picked }: FilterSubject, { source }: ProofContext): Sorted | undefined {
  if (!picked?.mayBeMissing) return undefined;
  const path = String(literalOf(tree.args[0]!));
  const asked = quote(`${writeWhole(path, parseTree(path))} != null`);
  return {
    lack: picked.isOptional ? lackOfParts([picked]) : undefined,
    key: picked.key,
    remedy: `where: ${asked} | ${source.slice(tree.offset, tree.end)}`,
    keyOf: (scope, element) => picked.run({ ...scope, element }),
  };
}

/** A list of what an expression gives, if it may give nothing and does not tell it. */
function unknownOf(
  { args: [arg] }: TreeOf<'filter'>,
  { picked, isComputed }: FilterSubject,
  root: Schema,
): CompiledPart['unknown'] {
  if (!isComputed || !picked?.mayBeMissing || !picked.isComputed || picked.isTold) return undefined;
  const tree = parseTree(String(literalOf(arg!)));
  return valueTypes(picked.schema, root)?.has('boolean') || isTest(tree) ? 'test' : 'other';
}

/** What a sum adds. Undefined: it tells itself where an element lacks it. */
function sumOf(
  { start, offset, args: [member] }: TreeOf<'filter'>,
  { elements }: CompiledPart,
  { picked, whole, lack: nullness }: FilterSubject,
  { source }: ProofContext,
): SumOfMember | undefined {
  if (picked?.isTold) return undefined;
  const path = member?.kind === 'literal' ? String(member.value) : '';
  const key = picked ? picked.key : elementKey;
  const isPicked = nullness !== undefined || elements?.there.has(elementKey) === true;
  const lacking = picked ? (whole ?? picked) : undefined;
  const lack = lacking ? lackOfParts([lacking]) : { why: 'Elements of the list may be null' };
  const list = source.slice(start, source.lastIndexOf('|', offset)).trim();
  return {
    member: path,
    key,
    mayLack: lacking ? lacking.mayBeMissing : isPicked,
    lack: nullness === 'unproved' ? undefined : lack,
    mean: `(${list} | ${path === '' ? '' : `map: ${quote(path)} | `}compact | avg) ?? 0`,
    valueOf: (scope, element) => (picked ? picked.run({ ...scope, element }) : element),
  };
}

/** What is taken of each element, if some may have nothing and do not tell it. */
const gapsOf = ({ picked, lack }: FilterSubject): Gaps | undefined =>
  lack === undefined || !picked || picked.isTold ? undefined : { lack: lack === 'unproved' ? undefined : lackOfParts([picked]) };

/** The key of what a filter gives with written arguments. `loop` in them is another one in each loop. */
function keyOfResult({ name, args }: TreeOf<'filter'>, { key }: CompiledPart): string | undefined {
  const written = args.map((arg) => (arg.kind === 'literal' ? JSON.stringify(arg.value) : undefined));
  return key === undefined || written.some((one) => one === undefined || one.includes('loop'))
    ? undefined
    : resultKey(key, `${name}: ${written.join(', ')}`);
}

/** What is known in the elements that a filter `where` keeps. */
function keptBy(
  { name, args: trees }: TreeOf<'filter'>,
  args: readonly CompiledPart[],
  { picked, operator }: FilterSubject,
): Facts {
  if (name === 'compact') return withThere(noFacts, [elementKey]);
  if (name !== 'where' || picked === undefined) return noFacts;
  if (trees.length === 1) return picked.learn('true');
  // A binding may give another operator.
  const isWritten = trees.length < 3 || trees[1]!.kind === 'literal';
  const isCompared = isWritten && operator !== '!=' && args.at(-1)?.mayBeMissing === false;
  return isCompared ? picked.learn('there') : noFacts;
}

const listOf = (items: Schema): JsonSchema => ({ type: 'array', items: items as JsonSchema });

/** The schema of a list with the elements of both lists. */
function listOfBoth({ schema }: CompiledPart, args: readonly CompiledPart[], root: Schema): JsonSchema {
  const lists = [schema, ...args.map((one) => one.schema)];
  const parts = lists.map((one) => itemSchema(one, root));
  const items = unionOf(parts);
  const lacking = parts.find((one) => nullnessOf(one, root) === 'elements');
  const isFull = lists.some((one) => valueTypes(one, root)?.has('array') && !hasEmptyValue(one, root));
  const list = listOf(lacking && typeof items === 'object' ? { ...items, 'x-lacking': 'elements' } : items);
  return isFull ? { ...list, minItems: 1 } : list;
}

/** The schemas of the results that depend on no input. */
const ownSchemas: Partial<Record<OutputKind, JsonSchema>> = {
  number: { type: 'number' },
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  texts: listOf({ type: 'string' }),
  day: { type: 'string', format: 'date' },
  minutes: { type: 'integer', 'x-unit': 'minutes' },
  pages: {
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
  },
};

/** `member`: the schema of the member that is named, or of an element. */
function schemaOf(kind: OutputKind, input: Schema, member: Schema, root: Schema): Schema {
  const items = itemSchema(input, root);
  switch (kind) {
    case 'date': {
      const format = formatOf(input, root);
      return { type: 'string', ...(format && { format }) };
    }
    case 'input':
      return typeof input === 'object' ? withoutNull(input, root) : true;
    case 'some':
      return valueTypes(input, root)?.has('array') ? listOf(items) : input;
    case 'distinct':
      if (!valueTypes(input, root)?.has('array')) return input;
      return hasEmptyValue(input, root) ? listOf(items) : { ...listOf(items), minItems: 1 };
    case 'present':
      return listOf(withoutNull(items, root));
    case 'element':
      return items;
    case 'member':
      return member;
    case 'members':
      return listOf(member);
    case 'groups': {
      const elements: JsonSchema = { allOf: [withoutNull(input, root) as JsonSchema], type: 'array', minItems: 1 };
      const group = { key: member as JsonSchema, items: elements };
      return listOf({ type: 'object', required: ['key', 'items'], properties: group });
    }
    default:
      return ownSchemas[kind]!;
  }
}
