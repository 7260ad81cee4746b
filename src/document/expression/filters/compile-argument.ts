// Compiles an argument of a filter. A literal is proved; the value of a binding is checked at each run.
import { findNearest, nearestOf } from '../../../words/nearest.ts';
import { adviseQuotes } from '../bare-text.ts';
import { tellMissing } from '../missing-values.ts';
import {
  type CompiledPart,
  type Evaluate,
  type ExpressionDiagnostic,
  fail,
  literalOf,
  literalsOf,
  nothing,
  type ProofContext,
  partOf,
  type Remedy,
  stepsOf,
  type TreeOf,
} from '../prove.ts';
import { quote } from '../quote.ts';
import { memberSchema, namesOf, typeWords, valuesOf, valueTypes } from '../schema-walk.ts';
import { findNamed, localsOf, reservedNames, type Scope } from '../scope.ts';
import { showPath } from '../show-path.ts';
import { type Tree, writeWhole } from '../syntax.ts';
import { comparisons, isAbsent, isMissing } from '../values.ts';
import { comparedFault, requireKind } from '../wrong-types.ts';
import { aboutArgument, isOperand, showOperand } from './arguments.ts';
import { pickerOf } from './element-expression.ts';
import type { ArgumentFault, FilterArgument } from './filter.ts';
import type { FilterSubject } from './filter-subject.ts';

/** One argument of a filter. A literal is proved; the value of a binding is checked at each run. */
export function compileArgument(
  tree: TreeOf<'filter'>,
  at: number,
  argument: FilterArgument,
  subject: FilterSubject,
  context: ProofContext,
): CompiledPart {
  const arg = tree.args[at]!;
  const { kind, findFault } = argument;
  if (isMisread(tree, at, argument, context) || isBareWord(tree, arg, argument, context)) return nothing;
  if (at === 0 && subject.isComputed) return partOf(pickerOf(subject.picked!, String(literalOf(arg)).length), true, context);
  const isText = kind === 'value' || kind === 'word';
  const isLiteral = arg.kind === 'literal' || (arg.kind === 'unary' && arg.operand.kind === 'literal');
  const isNeeded = isOperand(argument);
  // An option that is missing is left out, whatever the template says of the result.
  const missing = isNeeded ? context.missing : isLiteral ? 'asked' : 'lost';
  const outer = isNeeded ? context : { ...context, remedy: remedyOfOption(tree, at, kind, context) };
  const part = context.compile(arg, { ...outer, isPrinted: context.isPrinted && isText, missing });
  const { run } = part;
  if (kind === 'compared') adviseQuotes(arg, subject, context);
  if (kind === 'list') requireKind(part, 'list', { what: tree.name, offset: arg.offset }, context);
  const written: readonly Tree[] = isLiteral ? [arg] : isNeeded ? literalsOf(arg) : [];
  for (const one of written) {
    const fault = literalFault(literalOf(one), argument, tree.name, subject, context);
    if (fault) context.notes.diagnostics.push({ code: 'wrong-arguments', offset: one.offset, ...fault });
  }
  if (isLiteral) {
    const value = run({} as Scope);
    return { ...part, run: () => value };
  }
  if (kind === 'member' || kind === 'word') requireWord(part, arg.offset, tree.name, argument, context);
  // A missing name picks nothing. (`undefined` would pick the whole element.)
  if (kind === 'member') return { ...part, run: (scope) => run(scope) ?? '' };
  if (kind === 'compared' && part.mayBeMissing) return { ...part, run: tellingAbsent(run, tree, arg, context) };
  if (!findFault) return part;
  if (!isNeeded) warnOfEmptyOption(tree, arg, context);
  const shown = showPath(arg);
  const path = shown === undefined ? '' : ` ${shown}`;
  const checked: Evaluate = (scope) => {
    const value = run(scope);
    const isLeftOut = isNeeded ? isAbsent(value) : isMissing(value);
    const fault: ArgumentFault | undefined = !isLeftOut
      ? findFault(value)
      : isNeeded
        ? undefined
        : { message: `the argument${path} is missing`, instead: argument.missing?.(scope) ?? 'it is left out' };
    if (!fault || fault.isDoubt) return value;
    scope.warn?.(context.names.place ?? '', aboutArgument(tree.name, fault.message, fault.instead), scope, context.source);
    return fault.value;
  };
  return { ...part, run: checked };
}

/** Tells of a missing value to compare with: only elements without a value equal it. */
function tellingAbsent(run: Evaluate, { name }: TreeOf<'filter'>, arg: Tree, context: ProofContext): Evaluate {
  return (scope) => {
    const value = run(scope);
    if (isAbsent(value)) tellMissing(scope, context, `"${showPath(arg) ?? 'A value'}" is missing, with which "${name}" compares`);
    return value;
  };
}

/** An empty text or 0 never stands for an option. A text that is compared is equal to no other if it is empty. */
function remedyOfOption(
  { name, args, spans }: TreeOf<'filter'>,
  at: number,
  kind: FilterArgument['kind'],
  { source }: ProofContext,
): Remedy {
  const asked = `${writeWhole(source.slice(...spans[at]!), args[at]!)} ??`;
  return (condition) =>
    kind === 'compared' && !condition.endsWith(' != null')
      ? `${asked} ''`
      : `${asked} …, where … is a value that "${name}" takes`;
}

/** Warns of `money: code ?? ''`: where the code is missing, so is the argument, of which the document warns. */
function warnOfEmptyOption({ name }: TreeOf<'filter'>, arg: Tree, { notes }: ProofContext): void {
  for (const { offset } of literalsOf(arg).filter(({ value }) => value === ''))
    notes.diagnostics.push({
      severity: 'warning',
      code: 'wrong-arguments',
      offset,
      message: aboutArgument(name, "the argument is missing where this '' stands for it; write a value that it takes"),
    });
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
  const { schema } = context.names;
  if (root.kind !== 'name' || findNamed(context.names, root.name) !== undefined) return false;
  if ((reservedNames as readonly string[]).includes(root.name)) return false;
  const { state } = memberSchema(schema, root.name, schema);
  // Without a data schema, `EUR` and `long` are still unlikely to be paths.
  const isWord = kind === 'word' && arg === root && root.name.length > 1 && findFault !== undefined && !findFault(root.name);
  if (state === 'known' || (state === 'open' && !isWord)) return false;
  const near =
    state === 'unknown' &&
    !isWord &&
    findNearest(root.name, [...namesOf(schema, schema), ...localsOf(context.names).map(({ name }) => name)]);
  if (near && kind === 'word') {
    fail(context, 'unknown-path', arg.offset, `The data schema has no "${root.name}"; did you mean "${near}"?`);
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
