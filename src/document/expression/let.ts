// `let`: names for values, which are computed once in their scope, when they are first asked for; and filters of the template, whose names have parameters.
import { pointerStep } from '../../json/json-pointer.ts';
import { counted } from '../../words/counts.ts';
import { type CompiledSource, compileSource } from './compile-source.ts';
import { findFilter } from './filters/index.ts';
import { checkLocalName, checkParams, type LetNameParts, readLetName } from './local-name.ts';
import { type ExpressionDiagnostic, lackOfParts } from './prove.ts';
import { addFindings, inferredScope } from './prove-by-example.ts';
import { memberSchema } from './schema-walk.ts';
import {
  findNamed,
  type LetName,
  type LetValue,
  noUses,
  type OwnFilter,
  type PageScope,
  type Scope,
  type StaticLocal,
  type StaticScope,
  signatureOf,
} from './scope.ts';

/** Most values that may use one another in a chain: each is computed while the value that uses it is computed. */
const maxDepth = 32;

/** Names in one place. Each sees those above it, so more of them would take time and memory by their square. */
const maxNames = 200;

/** Letters of expressions of filters that are proved with the schemas of their arguments, for all uses together. */
const mostProved = 250_000;

export interface CompiledLet {
  /** The names in force, with those of `let`. */
  readonly names: StaticScope;
  /** A scope with the values. None is computed before it is asked for. */
  bind<S extends Scope>(scope: S): S;
  /** Warns about names that no expression uses. For the time when all expressions that see the names are compiled. */
  reportUnused(): void;
}

/** Reports a fault at a JSON Pointer of the template. `offset`: its place in the expression. */
type Report = (severity: 'error' | 'warning', code: string, pointer: string, message: string, offset?: number) => void;

/**
 * Compiles the bare expressions of `let`, which stands at `pointer`. Each sees the names in force and those above it. Without `let` there is nothing to
 * compile, and scopes stay as they are.
 */
export function compileLet(
  values: Readonly<Record<string, string>> | undefined,
  names: StaticScope,
  pointer: string,
  report: Report,
): CompiledLet {
  const placeOf = (written: string) => pointer + pointerStep(written);
  const all = Object.entries(values ?? {});
  if (all.length > maxNames) {
    const message = `has ${counted(all.length, 'name')}: at most ${maxNames} may stand in one place. Those after "${all[maxNames - 1]![0]}" are left out.`;
    report('error', 'wrong-value', pointer, message);
  }
  const entries = all
    .slice(0, maxNames)
    .map(([written, source]): Entry => ({ ...readLetName(written), written, source }))
    .filter((entry) => {
      const fault = checkName(entry);
      if (fault !== undefined) report('error', 'reserved-name', placeOf(entry.written), fault);
      return fault === undefined;
    });
  if (entries.length === 0) return { names, bind: (scope) => scope, reportUnused: () => undefined };
  for (const [i, entry] of entries.entries())
    reportShadow(entry, entries.slice(0, i), names, (severity, message) =>
      report(severity, 'name-shadowed', placeOf(entry.written), message),
    );
  const needs = findNeeds(entries, names);
  /** The values that expressions outside of `let` use, by their numbers. */
  const used = new Set<number>();
  let isCompiled = false;
  const inCircles = new Set<number>();
  const runs: CompiledSource[] = [];
  const proving = names.filters?.[0]?.proving ?? { left: mostProved };
  let inner = names;
  for (const [i, entry] of entries.entries()) {
    const { written } = entry;
    const place = placeOf(written);
    const later = needs[i]!.find((one) => one >= i);
    if (later !== undefined && !inCircles.has(i)) {
      const way = findWay(later, i, needs);
      for (const one of way ?? []) inCircles.add(one);
      reportOrder(
        [i, ...(way ?? [later])].map((one) => entries[one]!),
        way !== undefined,
        place,
        report,
      );
    }
    const scope = { ...inner, place };
    const told = later === undefined ? report : undefined;
    const use = () => {
      if (isCompiled) used.add(i);
    };
    if (isFilter(entry)) {
      const own = compileFilter(entry, { ...scope, proving }, told, use);
      inner = { ...inner, filters: [...(inner.filters ?? []), own] };
      continue;
    }
    const { made, local } = compileValue(entry, scope, told, use);
    runs.push(made);
    inner = { ...inner, locals: [...inner.locals, local] };
  }
  isCompiled = true;
  return {
    names: inner,
    bind<S extends Scope>(scope: S): S {
      const locals = [...scope.locals];
      const bound: S = { ...scope, locals };
      for (const run of runs) locals.push(lazyValue(run, bound));
      return bound;
    },
    reportUnused() {
      // The set grows while it is read: a value that is used uses others.
      for (const one of used) for (const next of needs[one]!) used.add(next);
      for (const [i, { written }] of entries.entries())
        if (!used.has(i) && !inCircles.has(i))
          report('warning', 'unused-name', placeOf(written), `No expression uses "${written}".`);
    },
  };
}

/** A name of `let`. */
interface Entry extends LetNameParts {
  /** As the template writes it. */
  readonly written: string;
  readonly source: string;
}

type FilterEntry = Entry & { readonly params: readonly string[] };

const isFilter = (entry: Entry): entry is FilterEntry => entry.params !== undefined;

/** Why a name is invalid. Undefined: it is valid. */
function checkName(entry: Entry): string | undefined {
  const fault = checkLocalName(entry.name);
  if (fault === undefined) return isFilter(entry) ? checkParams(entry) : undefined;
  return /[()]/.test(entry.name) ? `${fault} A filter is written "acct(n)" or "share(n, of)".` : fault;
}

type ReportShadow = (severity: 'error' | 'warning', message: string) => void;

/** A name that hides another one would mean something else than the same name outside. `before`: the names above it. */
function reportShadow(entry: Entry, before: readonly Entry[], names: StaticScope, report: ReportShadow): void {
  const { name } = entry;
  const right = 'choose another name.';
  if (!isFilter(entry)) {
    reportShadowOf(name, names, report);
    if (before.some((one) => one.name === name)) report('error', `"${name}" is already the name of a filter; ${right}`);
    return;
  }
  if (findFilter(name)) report('error', `"${name}" is already a filter of every template (docs/reference/filters.md); ${right}`);
  else if ([...before, ...(names.filters ?? [])].some((one) => one.name === name))
    report('error', `"${name}" is already a name of this template; ${right}`);
  // An element around a filter is hidden from it, so a parameter may have its name.
  const seen = { ...names, locals: names.locals.filter((one) => one.let !== undefined) };
  for (const param of entry.params) {
    reportShadowOf(param, seen, (severity, message) => report(severity, `The parameter ${message}`));
    if (before.some((one) => one.name === param && !isFilter(one)))
      report('error', `The parameter "${param}" is already the name of a value above; ${right}`);
  }
}

function reportShadowOf(name: string, names: StaticScope, report: ReportShadow): void {
  const { params, inferred, schema } = names;
  const right = 'choose another name.';
  const isIn = (one: StaticScope['schema']) => memberSchema(one, name, one).state === 'known';
  if (params?.list.some((one) => one.name === name)) report('error', `"${name}" is already a param; ${right}`);
  else if (findNamed(names, name) !== undefined)
    report('error', `"${name}" is already the name of an element or a value around this; ${right}`);
  else if (isIn(schema)) report('error', `"${name}" is already a name of the data; ${right}`);
  else if (inferred !== undefined && isIn(inferred))
    report('warning', `"${name}" is already a name of the example data; ${right}`);
}

/** The names of `let` that each expression uses, by their numbers. */
function findNeeds(entries: readonly Entry[], names: StaticScope): readonly (readonly number[])[] {
  let found = new Set<number>();
  const probes = entries.map(({ name }, i): StaticLocal => ({ name, schema: true, let: { ...silent, use: () => found.add(i) } }));
  const filters = entries.flatMap((entry, i): OwnFilter[] => {
    if (!isFilter(entry)) return [];
    const probe = { ...entry, names, isFaulty: true, told: new Map(), proving: { left: 0 } };
    return [{ ...probe, use: () => found.add(i) }];
  });
  return entries.map((entry, i) => {
    found = new Set();
    const params = (entry.params ?? []).map((name): StaticLocal => ({ name, schema: true, let: silent }));
    const values = probes.filter((_, at) => !isFilter(entries[at]!));
    const seen = { ...names, filters: [...(names.filters ?? []), ...filters], locals: [...names.locals, ...values, ...params] };
    const { schema } = compileSource(entry.source, seen, 'asked').part;
    // Where its elements are known, a name in quotes is their member, and no value of `let`.
    probes[i] = { ...probes[i]!, schema };
    return [...found];
  });
}

/** Reports a name that needs itself, or one further below. `way`: the names from this one on, each of which needs the next. */
function reportOrder(way: readonly Entry[], isCircle: boolean, place: string, report: Report): void {
  const chain = way.map(({ name }) => `"${name}"`).join(' needs ');
  const what = way.some(isFilter) ? 'A filter cannot use itself, and no value can need itself' : 'A value cannot need itself';
  if (isCircle) report('error', 'let-circle', place, `${what}: ${chain}.`);
  else {
    const [upper, lower] = way;
    const code = isFilter(lower!) ? 'unknown-filter' : 'unknown-path';
    report('error', code, place, `${chain}, which stands further below: put "${lower!.name}" above "${upper!.name}".`);
  }
}

/** The numbers from one value to another that it needs, with both. Undefined: it does not need it. */
function findWay(from: number, to: number, needs: readonly (readonly number[])[]): readonly number[] | undefined {
  const before = new Map<number, number | undefined>([[from, undefined]]);
  for (const one of before.keys()) {
    if (one === to) {
      const way: number[] = [];
      for (let at: number | undefined = to; at !== undefined; at = before.get(at)) way.unshift(at);
      return way;
    }
    for (const next of needs[one]!) if (!before.has(next)) before.set(next, one);
  }
  return undefined;
}

/** Compiles one value. `report`: undefined for a value with a fault that is reported already; it has no value. */
function compileValue(
  { name, source }: Entry,
  scope: StaticScope,
  report: Report | undefined,
  use: () => void,
): { readonly made: CompiledSource; readonly local: StaticLocal } {
  const made = compileSource(report ? source : 'null', scope, 'asked');
  const example = inferredScope(scope);
  const proof = example && compileSource(report ? source : 'null', example, 'asked');
  const { diagnostics, asked: _asked, ...uses } = made.notes;
  // A missing value is reported where the name is used.
  reportFindings(proof ? addFindings(diagnostics, proof.notes.diagnostics) : diagnostics, scope, report);
  if (made.notes.usesCounter) report?.('error', 'misplaced-counter', scope.place!, counterInLet);
  const letDepth = uses.letDepth + 1;
  if (letDepth === maxDepth + 1) report?.('error', 'syntax', scope.place!, `More than ${maxDepth} values build on each other.`);
  const { part, mayBeMissing } = made;
  const { schema, isOptional, isComputed, losesOperands, isSearch, unsearched, elements } = part;
  const { sorted, counted, gaps, unknown, sizeOf } = part;
  const local = {
    name,
    schema,
    inferred: proof?.part.schema,
    let: {
      ...uses,
      letDepth,
      mayBeMissing,
      isOptional,
      isComputed,
      losesOperands,
      isSearch,
      unsearched,
      sorted,
      counted,
      gaps,
      unknown,
      sizeOf,
      elements,
      lack: lackOfParts([part]),
      written: made.written,
      use,
    },
  };
  return { made, local };
}

function reportFindings(found: readonly ExpressionDiagnostic[], scope: StaticScope, report: Report | undefined): void {
  for (const { severity, code, message, offset, place = scope.place! } of found) report?.(severity, code, place, message, offset);
}

/** Proves what holds for all arguments of a filter. Its uses prove the rest. `report`: undefined for a filter with a fault that is reported already. */
function compileFilter(
  { name, params, source }: FilterEntry,
  { proving, ...around }: StaticScope & Pick<OwnFilter, 'proving'>,
  report: Report | undefined,
  use: () => void,
): OwnFilter {
  const isHidden = (one: StaticLocal) => one.let === undefined;
  const hidden = new Set(around.locals.filter(isHidden).map((one) => one.name));
  for (const param of params) hidden.delete(param);
  const names: StaticScope = {
    ...around,
    within: { name, params, hidden },
    // A condition around the filter may be about an element whose name is that of a parameter.
    facts: undefined,
    locals: around.locals.map((one) => (isHidden(one) ? { name: '', schema: true, isOfTable: true } : one)),
  };
  const read = new Set<string>();
  const known = params.map(
    (param): StaticLocal => ({ name: param, schema: true, let: { ...silent, use: () => read.add(param) } }),
  );
  const scope = { ...names, locals: [...names.locals, ...known] };
  const { notes } = compileSource(report ? source : 'null', scope, 'asked');
  const example = inferredScope(scope);
  const proof = example && compileSource(report ? source : 'null', example, 'asked');
  const found = proof ? addFindings(notes.diagnostics, proof.notes.diagnostics) : notes.diagnostics;
  reportFindings(found, names, report);
  if (notes.letDepth === maxDepth) report?.('error', 'syntax', names.place!, `More than ${maxDepth} values build on each other.`);
  const own = { name, params, source, names, proving, use };
  const isFaulty = report === undefined || found.some(({ severity }) => severity === 'error');
  const unread = isFaulty ? [] : params.filter((param) => !read.has(param));
  for (const param of unread)
    report?.('warning', 'unused-name', names.place!, `"${signatureOf(own)}" does not use its parameter "${param}".`);
  const told = new Map(found.map(({ code, offset }) => [`${code} ${offset}`, undefined] as const));
  return { ...own, isFaulty, told };
}

const counterInLet =
  'A counter has another value at each place, so "let" cannot hold it: write the filter "counter" where it is printed.';

const silent: LetName = { ...noUses, mayBeMissing: false, use: () => undefined };

/** A value of a scope, computed once. If it uses page numbers, it is computed again for another page. */
function lazyValue({ part: { unsearched }, notes, evaluate, evaluatePrinted }: CompiledSource, scope: Scope): LetValue {
  const kept: { readonly page: PageScope; readonly value: unknown }[] = [];
  return {
    isUnsearched: unsearched?.isSo && (() => unsearched.isSo!(scope)),
    read({ page }, isPrinted) {
      const form = isPrinted && notes.writesNumbers ? 1 : 0;
      let found = kept[form];
      if (found === undefined || (notes.time !== 'data' && !isSame(found.page, page))) {
        const run = form === 1 ? evaluatePrinted : evaluate;
        found = { page, value: run(notes.time !== 'data' ? { ...scope, page } : scope) };
        if (!notes.usesOutline || scope.outline?.isKnown) kept[form] = found;
      }
      return found.value;
    },
  };
}

const isSame = (a: PageScope, b: PageScope): boolean =>
  a.number === b.number && a.total === b.total && a.anchors === b.anchors && a.marks === b.marks;
