// Compiles the list of a repeated component, the name of its element, and the context for the components inside.
import type { Schema } from '../../../../json/schema-parts.ts';
import { bothFacts, localKey, noFacts, ofLocal } from '../../../expression/facts.ts';
import { type CompiledExpression, checkLocalName, usesName } from '../../../expression/index.ts';
import { type BoundScope, elementScope, type LayoutSession } from '../../../layout/session.ts';
import type { CompileContext } from '../../component.ts';
import { compileAgain, contextWhere, contextWithLet } from '../context.ts';
import { compileLiteralList } from './literal-list.ts';
import { compileSelection, compileWhere, type ElementList, type SelectionProps } from './select-elements.ts';

export interface Elements {
  /** The context for the components inside, which knows the element's name. */
  readonly context: CompileContext;
  /** The elements to repeat. None if the data has no list; any other value gives a warning. */
  list(scope: BoundScope, session: LayoutSession): ElementList;
  /** The scope of the element at `index` of `list`. */
  scopeOf(scope: BoundScope, list: ElementList, index: number): BoundScope;
}

export interface CompiledElements extends Elements {
  /** The names of the element, and of the values of `let` that use it. */
  readonly own: readonly string[];
  /** The expression of the list. Undefined: the list stands in the template. */
  readonly expression: CompiledExpression | undefined;
  /** Another context, which then knows the element's name too. */
  enter(context: CompileContext): CompileContext;
}

/** The properties of a repeating component that choose and name its elements. */
export interface ElementProps extends SelectionProps {
  readonly as?: string | undefined;
  /** Names for values of each element. */
  readonly let?: Readonly<Record<string, string>> | undefined;
  /** It is shown where the list has no elements. */
  readonly empty?: unknown;
}

/** Compiles the list of a repeating component, which stands in its property `member`, and the name of its element. */
export function compileElements(
  given: string | readonly unknown[],
  { as = 'item', where, sort, let: values, empty }: ElementProps,
  context: CompileContext,
  pointer: string,
  member: string,
): CompiledElements {
  const { report } = context.template;
  const problem = checkLocalName(as);
  if (problem) report('error', 'reserved-name', `${pointer}/as`, problem);
  const says = empty === undefined || empty === '' ? undefined : '"empty"';
  const inList = { ...context, names: { ...context.names, saysEmpty: says } };
  const list = compileList(given, inList, pointer, `${pointer}/${member}`);
  const local = { name: as, schema: list.items, inferred: list.inferred, usesOutline: list.usesOutline };
  // Where the elements are, the list is not empty.
  const within = (outer: CompileContext): CompileContext => {
    const { names } = contextWhere(list.expression, outer);
    const { elements } = list.expression ?? {};
    const ofElement = elements && ofLocal(elements, localKey(names.locals.length));
    const facts = ofElement ? bothFacts(names.facts ?? noFacts, ofElement) : names.facts;
    return { ...outer, names: { ...names, facts, locals: [...names.locals, local] } };
  };
  const lets = Object.keys(values ?? {});
  // A value of `let` that `where` uses is computed of all elements.
  const usesLet = lets.some((name) => where !== undefined && usesName(where, name));
  const enter = (outer: CompileContext, compileHolds: (where: string, context: CompileContext) => CompiledExpression) => {
    const elements = within(outer);
    const before = where === undefined || usesLet ? undefined : compileHolds(where, elements);
    const { context: valued, bind } = contextWithLet(values, contextWhere(before, elements), `${pointer}/let`);
    const holds = where !== undefined && usesLet ? compileHolds(where, valued) : before;
    return { inside: contextWhere(holds, valued), bind, holds };
  };
  const own = [as];
  for (const [name, value] of Object.entries(values ?? {})) if (own.some((one) => usesName(value, one))) own.push(name);
  const { inside, bind, holds } = enter(context, (test, one) =>
    compileWhere(test, own, { ...one, names: { ...one.names, saysNone: says } }, pointer),
  );
  const select = compileSelection(
    { holds, sort, own },
    inside,
    (scope, source, at) => bind(elementScope(scope, list.each, source, at, source.length)),
    pointer,
  );
  return {
    own,
    expression: list.expression,
    context: inside,
    enter: (outer) => enter(outer, compileAgain).inside,
    list: select ? oncePerPlace((scope, session) => select(list.evaluate(scope, session), scope, session)) : wholeList(list),
    scopeOf(scope, { source, places, length }, index) {
      const at = places === undefined ? index : places[index]!;
      return bind(elementScope(scope, list.each, source, index, length, at));
    },
  };
}

/** All elements, which are looked at one by one. A list that the template computes is computed once. */
function wholeList({ each, evaluate }: List): Elements['list'] {
  const whole: Elements['list'] = (scope, session) => {
    const source = evaluate(scope, session);
    return { source, length: source.length };
  };
  return each === '' ? oncePerPlace(whole) : whole;
}

/** Makes a value once for each place in the data. All scopes of a place share their `locals`. */
export function oncePerPlace<T>(
  make: (scope: BoundScope, session: LayoutSession) => T,
): (scope: BoundScope, session: LayoutSession) => T {
  const made = new WeakMap<object, { readonly session: LayoutSession; readonly page: unknown; readonly value: T }>();
  return (scope, session) => {
    const known = made.get(scope.locals);
    if (known?.session === session && known.page === scope.page) return known.value;
    const value = make(scope, session);
    made.set(scope.locals, { session, page: scope.page, value });
    return value;
  };
}

interface List {
  /** Undefined: the list stands in the template. */
  readonly expression: CompiledExpression | undefined;
  /** The expression. Empty: the list stands in the template. */
  readonly each: string;
  readonly items: Schema;
  /** The schema of the elements as the example shows them. */
  readonly inferred: Schema | undefined;
  /** The template writes it, with numbers, titles or counters. */
  readonly usesOutline: boolean;
  evaluate(scope: BoundScope, session: LayoutSession): readonly unknown[];
}

/** `pointer`: the component, for warnings. `place`: the list. */
function compileList(given: string | readonly unknown[], context: CompileContext, pointer: string, place: string): List {
  if (typeof given !== 'string') {
    const { items, usesOutline, evaluate } = compileLiteralList(given, context, place);
    return { expression: undefined, each: '', items, inferred: items, usesOutline, evaluate };
  }
  const { report } = context.template;
  const list = context.expression(given, place);
  if (!list.mayBeList()) report('error', 'wrong-type', place, `"${given}" is not a list in the data schema.`);
  if (list.inferred?.mayBeList() === false)
    report('warning', 'wrong-type', place, `"${given}" is not a list in the schema inferred from the example.`);
  return {
    expression: list,
    each: given,
    items: list.items(),
    inferred: list.inferred?.items(),
    usesOutline: false,
    evaluate(scope, session) {
      const value = list.evaluate(scope);
      if (Array.isArray(value)) return value;
      if (value !== undefined && value !== null && value !== '')
        session.warn('not-a-list', pointer, scope.place, `"${given}" is not a list in the data, so nothing is repeated.`);
      return [];
    },
  };
}
