// `let`: names for values, which are computed once in their scope, when they are first asked for.
import { pointerStep } from '../../json/json-pointer.ts';
import { counted } from '../../words/counts.ts';
import { type CompiledSource, compileSource } from './compile-source.ts';
import { checkLocalName } from './local-name.ts';
import { addFindings, inferredScope } from './prove-by-example.ts';
import { memberSchema } from './schema-walk.ts';
import {
  type LetName,
  type LetValue,
  namesSchema,
  noUses,
  type PageScope,
  type Scope,
  type StaticLocal,
  type StaticScope,
} from './scope.ts';

/** Most values that may use one another in a chain: each is computed while the value that uses it is computed. */
const maxDepth = 32;

/** Names in one place. Each sees those above it, so more of them would take time and memory by their square. */
const maxNames = 200;

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
  const placeOf = (name: string) => pointer + pointerStep(name);
  const all = Object.entries(values ?? {});
  if (all.length > maxNames) {
    const message = `has ${counted(all.length, 'name')}: at most ${maxNames} may stand in one place. Those after "${all[maxNames - 1]![0]}" are left out.`;
    report('error', 'wrong-value', pointer, message);
  }
  const entries = all.slice(0, maxNames).filter(([name]) => {
    const fault = checkLocalName(name);
    if (fault !== undefined) report('error', 'reserved-name', placeOf(name), fault);
    return fault === undefined;
  });
  if (entries.length === 0) return { names, bind: (scope) => scope, reportUnused: () => undefined };
  for (const [name] of entries) reportShadow(name, names, placeOf(name), report);
  const order = entries.map(([name]) => name);
  const needs = findNeeds(entries, names);
  const unused = new Set(order);
  for (const one of needs.flat()) unused.delete(order[one]!);
  const inCircles = new Set<number>();
  const runs: CompiledSource[] = [];
  let inner = names;
  for (const [i, [name, source]] of entries.entries()) {
    const place = placeOf(name);
    const later = needs[i]!.find((one) => one >= i);
    if (later !== undefined && !inCircles.has(i)) {
      const way = findWay(later, i, needs);
      for (const one of way ?? []) inCircles.add(one);
      reportOrder(
        [i, ...(way ?? [later])].map((one) => order[one]!),
        way !== undefined,
        place,
        report,
      );
    }
    const scope = { ...inner, place };
    const { made, local } = compileValue(name, source, scope, later === undefined ? report : undefined, () =>
      unused.delete(name),
    );
    runs.push(made);
    inner = { ...inner, locals: [...inner.locals, local] };
  }
  return {
    names: inner,
    bind<S extends Scope>(scope: S): S {
      const locals = [...scope.locals];
      const bound: S = { ...scope, locals };
      for (const run of runs) locals.push(lazyValue(run, bound));
      return bound;
    },
    reportUnused() {
      for (const name of unused) report('warning', 'unused-name', placeOf(name), `No expression uses "${name}".`);
    },
  };
}

/** A name that hides another one would mean something else than the same name outside. */
function reportShadow(name: string, names: StaticScope, place: string, report: Report): void {
  const { locals, params, inferred } = names;
  const right = 'choose another name.';
  const isIn = (one: StaticScope['schema'], root = one) => memberSchema(one, name, root).state === 'known';
  if (locals.some((one) => one.name === name))
    report('error', 'name-shadowed', place, `"${name}" is already the name of an element or a value around this; ${right}`);
  else if (isIn(namesSchema(names), names.schema))
    report('error', 'name-shadowed', place, `"${name}" is already ${params ? 'a param' : 'a name of the data'}; ${right}`);
  else if (inferred !== undefined && isIn(inferred))
    report('warning', 'name-shadowed', place, `"${name}" is already a name of the example data; ${right}`);
}

/** The names of `let` that each expression uses, by their numbers. */
function findNeeds(entries: readonly (readonly [string, string])[], names: StaticScope): readonly (readonly number[])[] {
  let found = new Set<number>();
  const probes = entries.map(([name], i): StaticLocal => ({ name, schema: true, let: { ...silent, use: () => found.add(i) } }));
  return entries.map(([, source], i) => {
    found = new Set();
    const { schema } = compileSource(source, { ...names, locals: [...names.locals, ...probes] }, 'asked');
    // Where its elements are known, a name in quotes is their member, and no value of `let`.
    probes[i] = { ...probes[i]!, schema };
    return [...found];
  });
}

/** Reports a value that needs itself, or one further below. `way`: the names from the value on, each of which needs the next. */
function reportOrder(way: readonly string[], isCircle: boolean, place: string, report: Report): void {
  const chain = way.map((one) => `"${one}"`).join(' needs ');
  if (isCircle) report('error', 'let-circle', place, `A value cannot need itself: ${chain}.`);
  else report('error', 'unknown-path', place, `${chain}, which stands further below: put "${way[1]}" above "${way[0]}".`);
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
  name: string,
  source: string,
  scope: StaticScope,
  report: Report | undefined,
  use: () => void,
): { readonly made: CompiledSource; readonly local: StaticLocal } {
  const made = compileSource(report ? source : 'null', scope, 'asked');
  const example = inferredScope(scope);
  const proof = example && compileSource(report ? source : 'null', example, 'asked');
  const { diagnostics, asked: _asked, ...uses } = made.notes;
  const findings = proof ? addFindings(diagnostics, proof.notes.diagnostics) : diagnostics;
  // A missing value is reported where the name is used.
  for (const { severity, code, message, offset } of findings) report?.(severity, code, scope.place!, message, offset);
  if (made.notes.usesCounter) report?.('error', 'misplaced-counter', scope.place!, counterInLet);
  const letDepth = uses.letDepth + 1;
  if (letDepth === maxDepth + 1) report?.('error', 'syntax', scope.place!, `More than ${maxDepth} values build on each other.`);
  const { mayBeMissing, isOptional, isComputed, losesOperands, isSearch, elements } = made;
  const lost = isOptional ? compileSource(source, { ...scope, noteAsked: undefined }, 'lost').notes.diagnostics : [];
  const local = {
    name,
    schema: made.schema,
    inferred: proof?.schema,
    let: {
      ...uses,
      letDepth,
      mayBeMissing,
      isOptional,
      isComputed,
      losesOperands,
      isSearch,
      elements,
      lack: lost.find(({ doubt }) => doubt)?.doubt,
      written: made.written,
      use,
    },
  };
  return { made, local };
}

const counterInLet =
  'A counter has another value at each place, so "let" cannot hold it: write the filter "counter" where it is printed.';

const silent: LetName = { ...noUses, mayBeMissing: false, use: () => undefined };

/** A value of a scope, computed once. If it uses page numbers, it is computed again for another page. */
function lazyValue({ notes, evaluate, evaluatePrinted }: CompiledSource, scope: Scope): LetValue {
  const kept: { readonly page: PageScope; readonly value: unknown }[] = [];
  return {
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
