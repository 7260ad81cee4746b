// Compiles the use of a filter of the template: a name of `let` with parameters. Its expression is proved once for each kind of arguments.
import { counted } from '../../../words/counts.ts';
import { bothFacts, type Facts, localKey, never, noFacts, type Outcome, ofElements, ofValue } from '../facts.ts';
import { losingIn, namedValue, warnIn, warnOfMissing } from '../missing-values.ts';
import {
  type CompiledPart,
  type Evaluate,
  type ExpressionDiagnostic,
  fail,
  lackOfParts,
  Notes,
  nothing,
  type ProofContext,
  precedingLoop,
  type TreeOf,
} from '../prove.ts';
import { inferredScope } from '../prove-by-example.ts';
import { valueTypes } from '../schema-walk.ts';
import {
  type AskedName,
  addUses,
  exampleOf,
  isElement,
  type LetValue,
  noUses,
  type OwnFilter,
  type Scope,
  type StaticLocal,
  type StaticScope,
  signatureOf,
} from '../scope.ts';
import { parseTree, type Tree, writeWhole } from '../syntax.ts';
import { toText } from '../values.ts';
import { charged, limitWork } from './element-expression.ts';
import { SchemaIds } from './schema-ids.ts';

/** Computing the expression once takes as long as so many of its letters. */
const callWork = 100;
/** Proving the expression once takes as long as so many of its letters. */
const proofWork = 200;

/** An argument, or the input. */
interface Argument {
  readonly part: CompiledPart;
  readonly printed: Evaluate;
  /** The value, if the template writes it. */
  readonly written: unknown;
  readonly tree: Tree;
  /** Where it begins and ends in the source. */
  readonly offset: number;
  readonly end: number;
}

/** The expression of a filter, compiled for one kind of arguments. */
interface Body {
  readonly part: CompiledPart;
  readonly notes: Notes;
}

interface Bodies {
  readonly byArguments: Map<string, Body>;
  readonly ids: SchemaIds;
}

const bodiesOf = new WeakMap<OwnFilter, Bodies>();

export function compileOwnFilter(tree: TreeOf<'filter'>, own: OwnFilter, context: ProofContext): CompiledPart {
  own.use();
  const { args: further, start, end, spans, offset } = tree;
  const written = `(${context.source.slice(start, end)})`;
  const inputSpan = [start, context.source.lastIndexOf('|', offset)] as const;
  const args = [tree.input, ...further].map((arg, i) => compileArgument(arg, i === 0 ? inputSpan : spans[i - 1]!, context));
  if (args.length !== own.params.length) {
    const count = own.params.length - 1;
    const takes = count === 0 ? 'no argument' : counted(count, 'argument');
    fail(context, 'wrong-arguments', offset, `"${own.name}" takes ${takes}, as in ${exampleOf(own)}.`);
    return nothing;
  }
  if (own.isFaulty) return nothing;
  const body = compileBody(own, args, context);
  const losesArgument = reportFaults(body.notes.diagnostics, own, args, context);
  const { time, ...uses } = body.notes;
  const { names, notes } = context;
  const isOwnLoop = own.names.locals.length > names.locals.findLastIndex(isElement);
  const usesLoop = uses.usesLoop && isOwnLoop;
  if (usesLoop && names.precedesLoop)
    fail(context, 'unknown-path', offset, `"${own.name}" uses a value of "loop", which ${precedingLoop}.`);
  addUses(notes, { ...uses, time, usesLoop, letDepth: uses.letDepth + 1 });
  const { schema, mayBeMissing, isOptional, isComputed, losesOperands, isSearch } = body.part;
  const read = callOf(own, body.part, args, context);
  const lack = lackOfParts([body.part]);
  const { unsearched } = body.part;
  const isSo = unsearched?.isSo && callOf(own, { ...body.part, run: unsearched.isSo }, args, context);
  const tests = {
    isComputed,
    losesOperands,
    isSearch,
    unsearched: unsearched && { ...unsearched, isSo: isSo && ((scope: Scope) => isSo(scope) === true) },
  };
  const value = { name: own.name, written, offset: start, schema, mayBeMissing, isOptional, ...tests, lack };
  // What ends the warning of a missing argument ends that of the result, too.
  const toldOnce = losesArgument ? { ...context, notes: new Notes() } : context;
  const part = namedValue(read, value, toldOnce);
  const { doubt } = part;
  const inside = losingIn(toldOnce, isComputed);
  if (inside.missing === 'lost' && mayBeMissing && doubt) warnOfMissing(doubt, written, schema, inside);
  return {
    ...part,
    isOptional: mayBeMissing && doubt !== undefined,
    learn: (outcome) => learnedFrom(body.part, outcome, own, args, context),
    // Another order may use the parameters.
    sorted: body.part.sorted?.key === undefined ? undefined : body.part.sorted,
    elements: body.part.elements && ofElements(body.part.elements),
  };
}

function compileArgument(tree: Tree, [offset, end]: readonly [number, number], context: ProofContext): Argument {
  const { diagnostics } = context.notes;
  // The expression of the filter says what stands for a missing value.
  const notes: Notes = { ...noUses, diagnostics, asked: new Set() };
  const { source, names, facts, compile } = context;
  const inside = { source, names, facts, compile, notes, missing: 'asked', lostIn: 'text', isPrinted: false } as const;
  const part = context.compile(tree, inside);
  const isWritten = context.isPrinted && notes.writesNumbers;
  const printed = isWritten ? context.compile(tree, { ...inside, notes: new Notes(), isPrinted: true }).run : part.run;
  addUses(context.notes, notes);
  return { part, printed, written: part.isWritten ? part.run({} as Scope) : undefined, tree, offset, end };
}

function compileBody(own: OwnFilter, args: readonly Argument[], context: ProofContext): Body {
  const { isPrinted, isFiltered = false, names, facts } = context;
  const bodies = bodiesOf.get(own) ?? { byArguments: new Map<string, Body>(), ids: new SchemaIds() };
  bodiesOf.set(own, bodies);
  const first = own.names.locals.length;
  const passed = args
    .map(({ part: { key } }, i) => (key === undefined ? noFacts : ofValue(facts, key, localKey(first + i))))
    .reduce(bothFacts);
  const params = args.map(({ part, written }, i): StaticLocal => {
    const elements = part.elements && ofElements(part.elements);
    const named = { ...noUses, ...missingness(part), elements, written, use: () => undefined };
    return { name: own.params[i]!, schema: part.schema, let: named };
  });
  const proved = (names.isInferred ? inferredScope(own.names) : undefined) ?? own.names;
  const known = [passed, ...params.map((one) => one.let!.elements ?? noFacts)].map(listFacts);
  const key = JSON.stringify([
    names.isInferred === true,
    isPrinted,
    isFiltered,
    known,
    args.map(({ part, written }) => [
      bodies.ids.idOf(part.schema),
      bodies.ids.idOf(missingness(part)),
      part.unsearched?.isSo !== undefined,
      toText(written),
    ]),
  ]);
  const found = bodies.byArguments.get(key);
  if (found) return found;
  const notes = new Notes();
  // What an argument asks for is told where the filter is used.
  const noteAsked = (asked: AskedName) =>
    names.noteAsked?.(asked.isNamed ? { ...asked, place: names.place ?? asked.place } : asked);
  const scope: StaticScope = { ...proved, noteAsked, locals: [...proved.locals, ...params] };
  own.proving.left -= own.source.length + proofWork;
  let part: CompiledPart = nothing;
  if (own.proving.left < 0) {
    own.proving.over ??= own.names.place ?? '';
    const message = `This filter and those that it uses get too many kinds of values to be proved: let fewer filters use each other.`;
    notes.diagnostics.push({ severity: 'error', code: 'too-much-work', offset: 0, message, place: own.proving.over });
  } else {
    part = context.compile(parseTree(own.source), {
      source: own.source,
      names: scope,
      notes,
      facts: passed,
      missing: 'asked',
      lostIn: 'text',
      isPrinted,
      isFiltered,
      compile: context.compile,
    });
  }
  const body = { part, notes };
  bodies.byArguments.set(key, body);
  return body;
}

const listFacts = ({ there, missing, sizes, isNever }: Facts) => [[...there], [...missing], [...sizes], isNever === true];

/** What is known of the argument where it is missing. */
const missingness = (part: CompiledPart) => ({
  mayBeMissing: part.mayBeMissing,
  isOptional: part.isOptional,
  isComputed: part.isComputed,
  losesOperands: part.losesOperands,
  isSearch: part.isSearch,
  unsearched: part.unsearched,
  lack: lackOfParts([part]),
});

/** Reports faults of the expression: a missing argument at each use, all else at the filter, once, with its first use. True: an argument is lost. */
function reportFaults(
  found: readonly ExpressionDiagnostic[],
  own: OwnFilter,
  args: readonly Argument[],
  context: ProofContext,
): boolean {
  const { notes, names } = context;
  const first = own.names.locals.length;
  const lost = new Set<Argument>();
  for (const one of found) {
    const { severity, code, message, offset, key } = one;
    if (one.place !== undefined) {
      tellOnce(one, notes);
      continue;
    }
    const arg = code === 'possibly-missing' ? args.find((_, i) => key === localKey(first + i)) : undefined;
    if (arg) {
      lost.add(arg);
      continue;
    }
    const fault = `${code} ${offset}`;
    const use = names.place ? ` The first use is at ${names.place}.` : '';
    if (!own.told.has(fault)) own.told.set(fault, message + use);
    const told = own.told.get(fault);
    if (told === undefined) continue;
    const place = own.names.place ?? '';
    tellOnce({ severity, code, offset, message: told, place, ...(code === 'possibly-missing' && { left: 'let' }) }, notes);
  }
  for (const arg of lost) warnOfArgument(arg, own, context);
  return lost.size > 0;
}

/** Notes a fault of a filter. Filters that use it twice pass it on once, so a chain of them does not double it. */
function tellOnce(fault: ExpressionDiagnostic, { diagnostics }: Notes): void {
  const isSame = ({ place, code, offset }: ExpressionDiagnostic) =>
    place === fault.place && code === fault.code && offset === fault.offset;
  if (!diagnostics.some(isSame)) diagnostics.push(fault);
}

/** Warns of an argument that may be missing, for which the filter does not ask. */
function warnOfArgument({ part, tree, offset, end }: Argument, own: OwnFilter, context: ProofContext): void {
  const { why = 'The value may be missing', must } = lackOfParts([part]) ?? {};
  const given = writeWhole(context.source.slice(offset, end).trim(), tree);
  const types = valueTypes(part.schema, context.names.schema);
  const other = types?.size === 1 && types.has('number') ? '0' : types?.size === 1 && types.has('string') ? "''" : '…';
  const right = [`write ${given} ?? ${other}`, `let "${signatureOf(own)}" ask for it`, ...(must === undefined ? [] : [must])];
  const message = `${why}, and "${own.name}" does not say what happens then: ${right.join(', or ')}.`;
  warnIn(context, { offset, message, key: part.key, left: 'let' });
}

/** What the result tells of the arguments. */
function learnedFrom(
  body: CompiledPart,
  outcome: Outcome,
  own: OwnFilter,
  args: readonly Argument[],
  { facts }: ProofContext,
): Facts {
  const learned = body.learn(outcome);
  if (learned.isNever) return never;
  return args.reduce((known, { part }, i) => {
    const param = localKey(own.names.locals.length + i);
    const { key } = part;
    const ofArgument = key === undefined ? known : bothFacts(known, ofValue(learned, param, key));
    if (learned.there.has(param)) return bothFacts(ofArgument, part.learn('there'));
    return learned.missing.has(param) ? bothFacts(ofArgument, part.learn('missing')) : ofArgument;
  }, facts);
}

/** The function that computes the expression with the arguments of one use. */
function callOf(own: OwnFilter, body: CompiledPart, args: readonly Argument[], { names, source }: ProofContext): Evaluate {
  const first = own.names.locals.length;
  const cost = own.source.length + callWork;
  const call: Evaluate = (scope) => {
    const work = scope.work!;
    work.left -= cost;
    if (work.left < 0) return undefined;
    // All scopes have the names around the filter in the same places.
    const locals = scope.locals.slice(0, first);
    for (const arg of args) locals.push(argumentValue(arg, scope));
    return body.run({ ...scope, locals, loop: undefined, element: undefined });
  };
  return limitWork(own.name, charged(call), (scope, what, about) =>
    scope.warn?.(names.place ?? '', `${what}.`, scope, source, about),
  );
}

/** The value of an argument. It is computed before the filter: a chain of values that wait for each other could be of any length. */
function argumentValue({ part, printed }: Argument, scope: Scope): LetValue {
  const value = part.run(scope);
  const text = printed === part.run ? value : printed(scope);
  const { unsearched } = part;
  return {
    read: (_, isPrinted) => (isPrinted ? text : value),
    isUnsearched: unsearched?.isSo && (() => unsearched.isSo!(scope)),
  };
}
