// Arguments that are expressions over the elements of a list: `lines | sum: 'quantity * price'`.
import type { Schema } from '../../../json/schema-parts.ts';
import { tellMissing } from '../missing-values.ts';
import {
  type CompiledPart,
  type Evaluate,
  type ExpressionDiagnostic,
  type Missing,
  type Notes,
  type ProofContext,
  partOf,
  type Remedy,
} from '../prove.ts';
import { quote } from '../quote.ts';
import { memberSchema } from '../schema-walk.ts';
import type { Scope } from '../scope.ts';
import { explainSyntax, parseTree, SyntaxFault, type Tree, writeWhole } from '../syntax.ts';
import { comparisons, isAbsent, pathSteps } from '../values.ts';
import type { NoteUnusable, PickValue } from './filter.ts';

/** A path, or a name such as `vat-id`. It names a member even if the data schema does not know it. */
export const nameLike = /^[\p{L}\p{N}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+)*$/u;
/** Words only. They are a name with spaces if they are no expression. */
const wordsOnly = /^[\p{L}\p{N}_$.\s-]+$/u;

/**
 * Compiles a text in quotes that begins at `offset` as an expression in which names are members of the elements. Its faults are reported at their places
 * in the quotes. Undefined: the text names a member. `missingIn`: what becomes of a value that the expression does not give.
 */
export function compileElementExpression(
  text: string,
  offset: number,
  items: Schema,
  filter: string,
  context: ProofContext,
  missingIn: (tree: Tree) => Missing,
): CompiledPart | undefined {
  const { names, source, notes } = context;
  if (namesMember(text, items, names.schema)) return undefined;
  const diagnostics: ExpressionDiagnostic[] = [];
  const noted: Notes = { ...notes, diagnostics };
  let part: CompiledPart = partOf(() => undefined, true, context);
  try {
    const tree: Tree = parseTree(text);
    const inside = {
      ...context,
      remedy: remedyIn(filter, text, tree, context) ?? context.remedy,
      otherwise: undefined,
      source: text,
      names: { ...names, element: items },
      notes: noted,
      missing: missingIn(tree),
    };
    part = context.compile(tree, inside);
    if (inside.missing === 'lost' && part.mayBeMissing && !part.isTold) part = { ...part, run: tellAbsent(part.run, inside) };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    if (wordsOnly.test(text)) return undefined;
    const message = explainSyntax(error, text, names.filters);
    diagnostics.push({ severity: 'error', code: 'syntax', offset: error.offset, message });
  }
  Object.assign(notes, { ...noted, diagnostics: notes.diagnostics });
  for (const one of diagnostics)
    notes.diagnostics.push(one.place === undefined ? { ...one, offset: placeInQuotes(source, offset, one.offset) } : one);
  return part;
}

/** What to write for an expression that has no value for some elements. A mean would change with a 0. */
function remedyIn(filter: string, text: string, tree: Tree, { isSought, isNegated }: ProofContext): Remedy | undefined {
  const whole = writeWhole(text, tree);
  // What is sought is not found in an element without an answer.
  if (isSought && isTest(tree)) return `${whole} ?? ${isNegated === true}`;
  if (isSought) return (condition) => `where: ${quote(condition)} | ${filter}: ${quote(text)} to leave such an element out`;
  if (filter === 'sum') return `${whole} ?? 0 to leave such an element out`;
  if (filter !== 'avg') return filter === 'where' ? undefined : `${whole} ?? null`;
  const asked = `${whole} ?? null`;
  return `map: ${quote(asked)} | compact | avg`;
}

/** Whether an expression gives true or false. */
export const isTest = (tree: Tree): boolean =>
  tree.kind === 'binary'
    ? tree.operator in comparisons ||
      tree.operator === 'and' ||
      tree.operator === 'or' ||
      (tree.operator === '??' && isTest(tree.left))
    : tree.kind === 'unary'
      ? tree.operator === 'not'
      : tree.kind === 'filter' && tree.name === 'contains';

const tellAbsent =
  (run: Evaluate, context: ProofContext): Evaluate =>
  (scope) => {
    const value = run(scope);
    // What is over the limit of work is told once, for the whole list.
    const isSpent = scope.work !== undefined && scope.work.left < 0;
    if (isAbsent(value) && !isSpent) tellMissing(scope, context, `"${context.source}" is missing for an element of the list`);
    return value;
  };

/** Whether a text is the name of a member, and no expression. */
export const namesMember = (text: string, items: Schema, root: Schema): boolean =>
  nameLike.test(text) || isMember(items, text, root);

/** Whether the data schema has the path. */
function isMember(items: Schema, path: string, root: Schema): boolean {
  let at = items;
  for (const step of pathSteps(path)) {
    const member = memberSchema(at, step, root);
    if (member.state !== 'known') return false;
    at = member.schema;
  }
  return true;
}

/** Where a character of a text in quotes stands in the source. */
function placeInQuotes(source: string, quote: number, offset: number): number {
  let at = quote + 1;
  for (let i = 0; i < offset; i++) at += source[at] === '\\' ? 2 : 1;
  return at;
}

/**
 * A filter computes this much with its expressions, for all elements together: their letters for each time, and what filters within them read and give, by
 * letters and elements. So a list within a list within a list takes a few seconds at most.
 */
const mostWork = 20_000_000;
/** Reading an element takes as long as this many letters. */
const elementWork = 10;

/** Gives the function that computes the expression for one element. The filter runs in `limitWork`. */
export function pickerOf({ run }: CompiledPart, length: number): (scope: Scope) => PickValue {
  return (scope) => (element) => {
    const work = scope.work!;
    work.left -= length;
    return work.left < 0 ? undefined : run({ ...scope, element });
  };
}

/** Runs a filter that computes an expression. If it computes too much, it gives nothing, with a warning from the outermost one. */
export function limitWork(name: string, evaluate: Evaluate, tell: NoteUnusable): Evaluate {
  return (scope) => {
    const work = scope.work ?? { left: mostWork };
    if (work.left < 0) return undefined;
    const result = evaluate(scope.work ? scope : { ...scope, work });
    if (work.left >= 0) return result;
    if (scope.work === undefined) tell(scope, `"${name}" has too much to compute and prints nothing`, 'too-much-work');
    return undefined;
  };
}

/** Counts what a filter within such an expression reads or gives. */
export function charged(evaluate: Evaluate): Evaluate {
  return (scope) => {
    const { work } = scope;
    const value = evaluate(scope);
    if (work && typeof value === 'string') work.left -= value.length;
    if (work && Array.isArray(value)) work.left -= value.length * elementWork;
    return value;
  };
}
