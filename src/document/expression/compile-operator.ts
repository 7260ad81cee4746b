// Compiles operators. If an operand is missing, so is the result, until `??` or `default` replaces it.
import type { JsonSchema } from '../../contract/schema.ts';
import type { Schema } from '../../json/schema-parts.ts';
import { joinParts, type TextPart } from '../text/enclose.ts';
import { adviseQuotes } from './bare-text.ts';
import { compare } from './compare.ts';
import { adviseNotation, calculate, toDecimal } from './decimal.ts';
import {
  bothFacts,
  eitherFacts,
  eitherKey,
  type Facts,
  hasEither,
  never,
  type Outcome,
  withElements,
  withThere,
} from './facts.ts';
import { showOperand } from './filters/arguments.ts';
import { findFilter } from './filters/index.ts';
import {
  lossOf,
  lossOfQuotient,
  tellMissing,
  unsearchedBefore,
  unsearchedOf,
  warn,
  warnIn,
  warnOfUnsearched,
} from './missing-values.ts';
import { printText } from './print-text.ts';
import {
  askedBefore,
  type CompiledPart,
  type Evaluate,
  fail,
  lackOfParts,
  literalOf,
  literalsOf,
  Notes,
  negatedIn,
  operandIn,
  type ProofContext,
  partOf,
  saysNothingFound,
  type TreeOf,
  testIn,
} from './prove.ts';
import { quote } from './quote.ts';
import { formatOf, memberSchema, textKindOf, valueTypes, withoutNull } from './schema-walk.ts';
import { findNamed, type Scope } from './scope.ts';
import { showPath } from './show-path.ts';
import { type Tree, writeWhole } from './syntax.ts';
import { isAbsent, isComposite, isTruthy, maxText, toText } from './values.ts';
import { comparedFault, requireKind, requireSameFormat } from './wrong-types.ts';

export function compileUnary(tree: TreeOf<'unary'>, context: ProofContext): CompiledPart {
  const { operator, operand } = tree;
  if (operator === 'not') {
    const inNot = { ...negatedIn(context, 'not'), holdsMissing: !context.holdsMissing };
    const { run, learn, unsearched } = compileTest(operand, inNot);
    const made = logical((scope) => !isTruthy(run(scope)), { yes: () => learn('false'), no: () => learn('true') }, context);
    // An element is passed over whichever way its test says so.
    return context.names.element !== undefined && unsearched?.ofElement ? { ...made, unsearched } : made;
  }
  const inside = operandIn(context, 'number', context.source.slice(tree.offset, tree.end));
  const part = context.compile(operand, inside);
  requireKind(part, 'number', { what: '-', offset: operand.offset }, context);
  const tell = lossOf([part], [operand], [inside], context);
  const run: Evaluate = (scope) => {
    const given = part.run(scope);
    const value = toDecimal(given);
    if (value !== undefined) return calculate('-', 0, value);
    if (!isAbsent(given)) warn(scope, context, `-${showOperand(given)} is not a number`, adviseNotation(given));
    else tell?.(scope, given);
    return undefined;
  };
  return spread(run, { type: 'number' }, [part], context);
}

export function compileBinary(tree: TreeOf<'binary'>, context: ProofContext): CompiledPart {
  switch (tree.operator) {
    case 'and':
    case 'or':
      return compileLogic(tree, context);
    case '??':
      return compileFallback(tree, context);
    case '&':
      return compileJoin(tree, context);
    case '==':
    case '!=':
      return compileEquality(tree, tree.operator, context);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(tree, tree.operator, context);
    default:
      return compileCalculation(tree, tree.operator, context);
  }
}

const compileTest = (tree: Tree, context: ProofContext): CompiledPart => context.compile(tree, testIn(context));

/** An operator that always gives true or false. */
function logical(
  run: Evaluate,
  { yes, no }: { readonly yes: () => Facts; readonly no: () => Facts },
  context: ProofContext,
): CompiledPart {
  const learn = (outcome: Outcome) =>
    outcome === 'missing' ? never : outcome === 'true' ? yes() : outcome === 'false' ? no() : context.facts;
  return partOf(run, { type: 'boolean' }, context, { learn });
}

function compileLogic({ operator, left, right }: TreeOf<'binary'>, context: ProofContext): CompiledPart {
  const isAnd = operator === 'and';
  const a = compileTest(left, context);
  const b = compileTest(right, { ...context, facts: a.learn(isAnd ? 'true' : 'false') });
  const run: Evaluate = isAnd
    ? (scope) => isTruthy(a.run(scope)) && isTruthy(b.run(scope))
    : (scope) => isTruthy(a.run(scope)) || isTruthy(b.run(scope));
  const either = (outcome: Outcome) => () => eitherFacts(a.learn(outcome), b.learn(outcome));
  const last = (outcome: Outcome) => () => b.learn(outcome);
  const unsearched = unsearchedOf(a, b, (inA, inB) => (scope) => inA(scope) || (isTruthy(a.run(scope)) === isAnd && inB(scope)));
  const facts = isAnd ? { yes: last('true'), no: either('false') } : { yes: either('true'), no: last('false') };
  return { ...logical(run, facts, context), unsearched };
}

/** `a ?? b` */
function compileFallback({ left, right }: TreeOf<'binary'>, context: ProofContext): CompiledPart {
  const { facts } = context;
  const a = context.compile(left, { ...context, missing: 'asked' });
  const isKnown = () => {
    const { key } = context.compile(right, { ...context, notes: new Notes(), missing: 'asked' });
    return key !== undefined && facts.there.has(eitherKey(a.key!, key));
  };
  const isThere = a.key !== undefined && hasEither(facts, a.key) && isKnown();
  const b = context.compile(right, { ...context, facts: a.learn('missing'), ...(isThere && { missing: 'asked' }) });
  const key = a.key === undefined || b.key === undefined ? undefined : eitherKey(a.key, b.key);
  const written = searchedIn(left, context);
  const unsearched = unsearchedBefore(a, b, written, context);
  if (unsearched) warnOfUnsearched(unsearched, { written, offset: left.offset }, context);
  const { schema: root } = context.names;
  return {
    run: (scope) => a.run(scope) ?? b.run(scope),
    schema:
      typeof a.schema === 'object' && typeof b.schema === 'object'
        ? { anyOf: [withoutNull(a.schema, root) as JsonSchema, b.schema] }
        : true,
    mayBeMissing: !isThere && a.mayBeMissing && b.mayBeMissing,
    isOptional: !isThere && a.mayBeMissing && b.isOptional,
    lack: lackOfParts([b]),
    // Where the template says what stands for the result, nothing is lost.
    isComputed: b.mayBeMissing && (a.isComputed || b.isComputed),
    losesOperands: b.losesOperands,
    isSearch: b.isSearch,
    unsearched: unsearched ?? b.unsearched,
    isTold: b.isTold,
    key,
    learn(outcome) {
      if (outcome === 'missing') return b.learn(outcome);
      const either = eitherFacts(a.learn(outcome), b.learn(outcome));
      return key === undefined || outcome === 'false' ? either : withThere(either, [key]);
    },
  };
}

/** What stands before `??` or `default`, without the value that stands for it. */
const searchedIn = (tree: Tree, { source }: ProofContext): string =>
  'start' in tree ? writeWhole(source.slice(tree.start, tree.end), tree) : (showPath(tree) ?? '…');

const writtenIn = ({ start, end }: TreeOf<'binary'>, { source }: ProofContext): string => source.slice(start, end);

/** `a & b` */
function compileJoin(tree: TreeOf<'binary'>, context: ProofContext): CompiledPart {
  const { left, right } = tree;
  const { isPrinted } = context;
  // A part of several values may be left out alone, as a label may not.
  const lostIn = context.lostIn === 'part' || (valuesIn(tree) > 1 && hasLiteral(tree)) ? 'part' : 'text';
  const inside = { ...operandIn(context, lostIn, writtenIn(tree, context)), isPrinted };
  const a = context.compile(left, inside);
  const b = context.compile(right, inside);
  for (const [part, { offset }] of [
    [a, left],
    [b, right],
  ] as const)
    requireKind(part, 'text', { what: '&', offset }, context);
  context.notes.writesNumbers = true;
  adviseParentheses(tree, a, context);
  const tell = lossOf([a, b], [left, right], [inside, inside], context);
  const write = isPrinted ? printText : toText;
  const textOf = (value: unknown, scope: Scope): string => {
    if (isComposite(value)) {
      const { names, source } = context;
      scope.warn?.(names.place ?? '', `${showOperand(value)} is not a text and is joined as JSON.`, scope, source);
    }
    return write(value, scope.format);
  };
  const partsOf = (part: CompiledPart, { kind }: Tree) =>
    part.parts ??
    ((scope: Scope): readonly TextPart[] | undefined => {
      const value = part.run(scope);
      return isAbsent(value) ? undefined : [{ text: textOf(value, scope), isValue: kind !== 'literal' }];
    });
  const [before, after] = [partsOf(a, left), partsOf(b, right)];
  const parts = (scope: Scope): readonly TextPart[] | undefined => {
    const [p, q] = [before(scope), after(scope)];
    if (p && q) return [...p, ...q];
    tell?.(scope, p, q);
    return undefined;
  };
  const keepsOrder = isPrinted && !context.isFiltered;
  const run: Evaluate = (scope) => {
    const made = parts(scope);
    return made && (keepsOrder ? joinParts(made) : made.map(({ text }) => text).join('')).slice(0, maxText);
  };
  return { ...spread(run, { type: 'string' }, [a, b], context), parts };
}

/** How many values `&` joins, beside what is written. */
const valuesIn = (tree: Tree): number =>
  tree.kind === 'binary' && tree.operator === '&' && !tree.isGrouped
    ? valuesIn(tree.left) + valuesIn(tree.right)
    : tree.kind === 'literal'
      ? 0
      : 1;

const hasLiteral = (tree: Tree): boolean =>
  tree.kind === 'literal' ||
  (tree.kind === 'binary' && tree.operator === '&' && (hasLiteral(tree.left) || hasLiteral(tree.right)));

function compileCalculation(
  tree: TreeOf<'binary'>,
  operator: Parameters<typeof calculate>[0],
  context: ProofContext,
): CompiledPart {
  const { left, right, offset } = tree;
  const divides = operator === '/' || operator === '%';
  const text = writtenIn(tree, context);
  // Without a subtrahend, the minuend stays. Nobody knows what is left of a minuend that is missing, except in a column of debits or credits.
  const addsUp = context.names.element !== undefined || context.missing === 'added';
  const addsLeft = operator === '+' || (operator === '-' && addsUp);
  const inside = operandIn(context, addsLeft ? 'summand' : 'number', text);
  const inRight = operandIn(context, operator === '+' || operator === '-' ? 'summand' : 'number', text);
  const a = context.compile(left, inside);
  const b = context.compile(right, inRight);
  if (countsDays(operator, [a, b], [left, right], context)) return partOf(() => undefined, true, context);
  if (operator === '+' && joinsTexts(a, left, b, right, context)) return partOf(() => undefined, { type: 'string' }, context);
  requireKind(a, 'number', { what: operator, offset: left.offset }, context);
  requireKind(b, 'number', { what: operator, offset: right.offset }, context);
  const isAsked = context.missing === 'asked';
  const divisors = right.kind === 'literal' || !isAsked ? literalsOf(right) : [];
  if (divides && divisors.some(({ value }) => value === 0)) fail(context, 'wrong-type', offset, 'This divides by zero.');
  adviseParentheses(tree, a, context);
  const tell = lossOf([a, b], [left, right], [inside, inRight], context);
  const tellQuotient = operator === '/' ? lossOfQuotient(a, b, offset, context) : undefined;
  const run: Evaluate = (scope) => {
    const p = a.run(scope);
    const q = b.run(scope);
    tellQuotient?.(scope);
    const x = toDecimal(p);
    const y = toDecimal(q);
    const result = x === undefined || y === undefined ? undefined : calculate(operator, x, y);
    if (result !== undefined) return result;
    if (isAbsent(p) || isAbsent(q)) tell?.(scope, p, q);
    // The result of a division by zero is missing: `??` can replace it.
    else if (!isAsked || x === undefined || y === undefined)
      warn(scope, context, `${showOperand(p)} ${operator} ${showOperand(q)} is not a number`, adviseNotation(p, q));
    return undefined;
  };
  return spread(run, { type: 'number' }, [a, b], context, divides && right.kind !== 'literal');
}

/** A side of `==` or `!=`. */
function compileSide(side: Tree, other: Tree, tree: TreeOf<'binary'>, context: ProofContext): CompiledPart {
  const isEqual = tree.operator === '==';
  const negates = other.kind === 'literal' && isEqual === !isTruthy(literalOf(other));
  const inside = testIn(negates ? negatedIn(context, tree.operator) : context);
  // Beside null, the template asks whether the side is missing.
  const asksNull = other.kind === 'literal' && other.value === null;
  // Nothing is there also where nothing was found.
  if (asksNull && !(side.kind === 'filter' && searches(side.input) && saysNothingFound(inside)))
    return context.compile(side, { ...inside, missing: 'asked' });
  return context.compile(side, {
    ...inside,
    // What is missing equals only what is missing.
    holdsMissing: (context.holdsMissing === true) === (isEqual !== asksNull),
    ...(searches(side) && { remedy: askedBefore(`(${writtenIn(tree, context)})`, context) }),
  });
}

/** Whether a value may be made of what a search finds. */
function searches(tree: Tree): boolean {
  if (tree.kind === 'member') return searches(tree.of);
  if (tree.kind !== 'filter') return tree.kind === 'name';
  const filter = findFilter(tree.name);
  // One of the template may search.
  return filter === undefined || filter.isSearch === true || searches(tree.input);
}

function compileEquality(tree: TreeOf<'binary'>, operator: '==' | '!=', context: ProofContext): CompiledPart {
  const { left, right, offset } = tree;
  const a = compileSide(left, right, tree, context);
  const b = compileSide(right, left, tree, context);
  const comparison = { operator, left, a, right, b };
  checkComparison(comparison, context);
  const path = showPath(left) ?? showPath(right) ?? `(${context.source.slice(tree.start, offset).trim()})`;
  if (a.isOptional && b.isOptional && !(path === showPath(left) && path === showPath(right))) {
    const right = context.isNegated ? `${path} == null or` : `${path} != null and`;
    const message = `Both sides of "${operator}" may be missing, and then they count as equal: write (${right} ${writtenIn(tree, context)}).`;
    warnIn(context, { offset, message, key: a.key ?? b.key, left: 'comparison' });
  }
  // A comparison with a written null asks whether the other side is missing.
  const isUnsure = a.mayBeMissing && b.mayBeMissing && !a.isWritten && !b.isWritten;
  const compared = comparer(comparison, context);
  const run: Evaluate = (scope) => {
    const p = a.run(scope);
    const q = b.run(scope);
    if (isUnsure && isAbsent(p) && isAbsent(q))
      tellMissing(scope, context, `Both sides of "${operator}" are missing in "${context.source.trim()}"`);
    return compared(scope, p, q);
  };
  const equalTo = (one: CompiledPart, other: CompiledPart) =>
    other.isMissing ? one.learn('missing') : other.mayBeMissing ? context.facts : one.learn('there');
  const unlike = (one: CompiledPart, other: CompiledPart) => (other.isMissing ? one.learn('there') : context.facts);
  const equal = () => withCount(bothFacts(equalTo(a, b), equalTo(b, a)), { ...comparison, operator: '==' });
  const different = () => withCount(bothFacts(unlike(a, b), unlike(b, a)), { ...comparison, operator: '!=' });
  const isEqual = operator === '==';
  // Beside what is missing, every other value is unequal.
  const unsearched = isEqual ? unsearchedOf(a, b, (inA, inB) => (scope) => inA(scope) || inB(scope)) : undefined;
  return { ...logical(run, isEqual ? { yes: equal, no: different } : { yes: different, no: equal }, context), unsearched };
}

type Order = '<' | '<=' | '>' | '>=';

/** A comparison with its two sides, as they are written and as they are compiled. */
interface Comparison {
  readonly operator: Order | '==' | '!=';
  readonly left: Tree;
  readonly a: CompiledPart;
  readonly right: Tree;
  readonly b: CompiledPart;
}

const opposite: Readonly<Record<Order, Order>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function compileOrder(tree: TreeOf<'binary'>, operator: Order, context: ProofContext): CompiledPart {
  const { left, right } = tree;
  const asked = misplacedFallback(tree, operator, context);
  const around = asked === undefined ? context : { ...context, remedy: asked };
  const inside = operandIn(around, 'order', writtenIn(tree, context), String(context.isNegated === true));
  // A small number is one of which little was found.
  const isLess = operator === '<' || operator === '<=';
  const inSmaller = negatedIn(inside, operator);
  const a = context.compile(left, isLess ? inSmaller : inside);
  const b = context.compile(right, isLess ? inside : inSmaller);
  const comparison = { operator, left, a, right, b };
  checkComparison(comparison, context);
  const compared = comparer(comparison, context);
  const tell = lossOf([a, b], [left, right], [inside, inside], context);
  const mayBeMissing = a.mayBeMissing || b.mayBeMissing;
  const run: Evaluate = (scope) => {
    const p = a.run(scope);
    const q = b.run(scope);
    if (!isAbsent(p) && !isAbsent(q)) return compared(scope, p, q);
    tell?.(scope, p, q);
    return undefined;
  };
  const made = spread(run, { type: 'boolean' }, [a, b], context);
  const learn = (outcome: Outcome) => {
    if (outcome === 'true') return withCount(made.learn('there'), comparison);
    const isKnown = outcome === 'false' && !mayBeMissing;
    return isKnown ? withCount(context.facts, { ...comparison, operator: opposite[operator] }) : made.learn(outcome);
  };
  return { ...made, learn };
}

/** Reports `a > 6 ?? false`, which asks for 6 alone, and gives what to write. Undefined: the second value can be compared. */
function misplacedFallback({ left, right, start }: TreeOf<'binary'>, operator: Order, context: ProofContext): string | undefined {
  if (right.kind !== 'binary' || right.operator !== '??' || right.isGrouped || right.right.kind !== 'literal') return undefined;
  const last = right.right.value === null ? undefined : literalOf(right.right);
  const { schema } = context.compile(left, { ...context, notes: new Notes(), missing: 'asked' });
  const fault = comparedFault(operator, last, schema, context.names.schema);
  if (fault === undefined) return undefined;
  const asked = `(${context.source.slice(start, right.offset).trim()}) ?? ${showOperand(last)}`;
  fail(context, 'wrong-type', right.right.offset, `${fault}; write ${asked}.`);
  return asked;
}

/** An operator that has no result if an operand is missing. `mayFail`: it may have no result even if all operands are there. */
function spread(
  run: Evaluate,
  schema: Schema,
  operands: readonly CompiledPart[],
  context: ProofContext,
  mayFail = false,
): CompiledPart {
  const mayBeMissing = (mayFail && !context.facts.isNever) || operands.some((one) => one.mayBeMissing);
  const learn = (outcome: Outcome) => {
    if (outcome === 'missing') return mayBeMissing ? context.facts : never;
    return outcome === 'false' ? context.facts : operands.map((one) => one.learn('there')).reduce(bothFacts);
  };
  const isOptional = operands.some((one) => one.isOptional);
  const lack = lackOfParts(operands);
  return {
    run,
    schema,
    mayBeMissing,
    isOptional,
    lack,
    isComputed: mayBeMissing,
    losesOperands: mayBeMissing,
    isTold: true,
    learn,
  };
}

/**
 * Warns of `a ?? b - c`, which may be meant as `a ?? (b - c)`, and of `a * b ?? 0` and `'doi:' & b ?? ''`, which ask for b alone, where the other side may be
 * missing or is a label.
 */
function adviseParentheses(tree: TreeOf<'binary'>, a: CompiledPart, context: ProofContext): void {
  const { operator, left, right } = tree;
  if (left.kind === 'binary' && left.operator === '??' && !left.isGrouped && left.right.kind !== 'literal') {
    const { source } = context;
    const [first, second] = [source.slice(left.start, left.offset), source.slice(left.offset + 2, left.end)].map((one) =>
      one.trim(),
    );
    const last = source.slice(tree.offset + operator.length, tree.end).trim();
    const read = `"??" binds more tightly than "${operator}", so this is (${first} ?? ${second}) ${operator} ${last}`;
    const message = `${read}: write ${first} ?? (${second} ${operator} ${last}), or these parentheses if it is meant.`;
    warnIn(context, { offset: left.offset, message, left: 'side' });
  }
  if (right.kind !== 'binary' || right.operator !== '??' || right.isGrouped || right.right.kind !== 'literal') return;
  const joins = operator === '&';
  const isLabel = joins && left.kind === 'literal';
  if (context.missing === 'asked' || right.right.value !== (joins ? '' : 0) || !(a.isOptional || isLabel)) return;
  const [first = '…', second = '…'] = [left, right.left].map(writeOperand);
  const none = joins ? "''" : '0';
  const message = `"??" asks for ${second} alone: write (${first} ${operator} ${second}) ?? ${none} to ask for both sides, or ${first} ${operator} (${second} ?? ${none}).`;
  warnIn(context, { offset: right.offset, message, left: 'side' });
}

/** What a comparison of the size of a list with a written number tells of its elements. */
function withCount(facts: Facts, { operator, left, a, right, b }: Comparison): Facts {
  if (a.sizeOf === undefined && b.sizeOf !== undefined) {
    const turned = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const;
    return withCount(facts, { operator: turned[operator], left: right, a: b, right: left, b: a });
  }
  if (a.sizeOf === undefined || right.kind !== 'literal' || typeof right.value !== 'number') return facts;
  const { value } = right;
  const least =
    operator === '>'
      ? Math.floor(value) + 1
      : operator === '>=' || operator === '=='
        ? Math.ceil(value)
        : operator === '!=' && value === 0
          ? 1
          : 0;
  return least > 0 ? withElements(facts, a.sizeOf, least) : facts;
}

function comparer({ operator, a, b }: Comparison, { names, source }: ProofContext) {
  const kind = textKindOf([a.schema, b.schema], names.schema);
  return (scope: Scope, p: unknown, q: unknown): boolean =>
    compare(operator, p, q, kind, (what) => scope.warn?.(names.place ?? '', `${what}.`, scope, source));
}

/** Reports what is wrong with a comparison, whatever the data. */
function checkComparison(comparison: Comparison, context: ProofContext): void {
  const { left, a, right, b } = comparison;
  const sides = [
    { schema: a.schema, path: showPath(left) },
    { schema: b.schema, path: showPath(right) },
  ];
  requireSameFormat(sides, right.offset, context);
  requireComparable(comparison, context);
  warnOfSame(comparison, context);
  // If both are names that are not there, the first may be misspelt.
  adviseQuotes(right, a, context);
  if (right.kind !== 'name') adviseQuotes(left, b, context);
}

/** Warns of a comparison of a path with itself. In quotes, a name is the member of the element, also if a name outside was meant. */
function warnOfSame({ operator, left, right }: Comparison, context: ProofContext): void {
  const path = showPath(left);
  if (path === undefined || path !== showPath(right)) return;
  const { element, schema } = context.names;
  const [name = ''] = path.split(/[.[]/);
  const isOfData = memberSchema(schema, name, schema).state === 'known';
  const outer = findNamed(context.names, name) === undefined ? isOfData && `data.${name}` : name;
  const compared = `'${path}', ${operator === '==' ? '' : `'${operator}', `}${outer}${path.slice(name.length)}`;
  const advice = element !== undefined && outer ? ` Both are the member of the element: write where: ${compared}.` : '';
  const message = `This compares "${path}" with itself, so the answer is always the same.${advice}`;
  context.notes.diagnostics.push({ severity: 'warning', code: 'wrong-type', offset: right.offset, message });
}

/** Reports `due - issued` and `due + 30`, for which there are filters. */
function countsDays(operator: string, parts: readonly CompiledPart[], trees: readonly Tree[], context: ProofContext): boolean {
  const { schema: root } = context.names;
  const areDays = parts.map(({ schema }) => formatOf(schema, root)?.startsWith('date') === true);
  const at = areDays.indexOf(true);
  const isPair = areDays.every(Boolean);
  if (at < 0 || (operator !== '+' && operator !== '-')) return false;
  if (!isPair && !valueTypes(parts[1 - at]!.schema, root)?.has('number')) return false;
  const [a = 'a', b = 'b'] = trees.map(writeOperand);
  const count = isPair
    ? `${b} | days_until: ${a}`
    : `${at === 0 ? a : b} | add_days: ${operator === '-' ? '-' : ''}${at === 0 ? b : a}`;
  fail(context, 'wrong-type', trees[at]!.offset, `"${operator}" calculates with numbers. Filters count days: write ${count}.`);
  return true;
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
  const pieces = [...operandsOf(left), right].map(writeOperand);
  const message = `${onlyNumbers}; "&" joins texts: write ${pieces.includes(undefined) ? 'a & b' : pieces.join(' & ')}.`;
  // The operators of a chain are compiled from the first on, and the last has all of it.
  const before = diagnostics.findIndex((one) => one.message.startsWith(onlyNumbers));
  if (before < 0) fail(context, 'wrong-type', place, message);
  else diagnostics[before] = { ...diagnostics[before]!, message };
  return true;
}

function operandsOf(tree: Tree): readonly Tree[] {
  return tree.kind === 'binary' && tree.operator === '+' && !tree.isGrouped ? [...operandsOf(tree.left), tree.right] : [tree];
}

/** An operand as it is written. Undefined: it is neither a path nor a literal. */
function writeOperand(tree: Tree): string | undefined {
  if (tree.kind !== 'literal') return showPath(tree);
  return typeof tree.value === 'string' ? quote(tree.value) : showOperand(literalOf(tree));
}

/** Reports a literal whose type differs from the type of the other side: the answer is always the same. */
function requireComparable({ operator, left, a, right, b }: Comparison, context: ProofContext): void {
  const literal = right.kind === 'literal' ? right : left;
  const part = right.kind === 'literal' ? a : b;
  if (literal.kind !== 'literal' || literal.value === null) return;
  const fault = comparedFault(operator, literalOf(literal), part.schema, context.names.schema);
  const hint = literal.value === '' ? '; a missing value is null' : '';
  if (fault !== undefined) fail(context, 'wrong-type', literal.offset, fault.endsWith('?') ? fault : `${fault}${hint}.`);
}
