// Compiles the list of a repeated component, the name of its element, and the context for the components inside.
import { checkLocalName } from '../expression/index.ts';
import { type BoundScope, elementScope, type LayoutSession } from '../layout/session.ts';
import type { CompileContext } from './component.ts';

export interface Elements {
  /** The context for the components inside, which knows the element's name. */
  readonly context: CompileContext;
  /** The list. Empty if the data has no list; any other value gives a warning. */
  list(scope: BoundScope, session: LayoutSession): readonly unknown[];
  /** The scope of the element at `index` of `list`. */
  scopeOf(scope: BoundScope, list: readonly unknown[], index: number): BoundScope;
}

/** Where the list and the name of its element stand. */
interface ElementPlaces {
  readonly list: string;
  readonly as: string;
  /** The component that repeats, for warnings. */
  readonly component: string;
}

/** Compiles the list of a repeating component and the name of its element. */
export function compileElements(each: string, as: string = 'item', context: CompileContext, places: ElementPlaces): Elements {
  const problem = checkLocalName(as);
  if (problem) context.template.report('error', 'reserved-name', places.as, problem);
  const list = context.expression(each, places.list);
  if (!list.mayBeList) {
    context.template.report('error', 'wrong-type', places.list, `"${each}" is not a list in the data schema.`);
  }
  if (list.inferred?.mayBeList === false) {
    const message = `"${each}" is not a list in the schema inferred from the example.`;
    context.template.report('warning', 'wrong-type', places.list, message);
  }
  const component = context.template.placeOf(places.component);
  const { locals, holds } = context.names;
  const local = { name: as, schema: list.items, inferred: list.inferred?.items };
  // Where the elements are, the list is not empty.
  const names = { ...context.names, locals: [...locals, local], holds: [...holds, each] };
  return {
    context: { ...context, names, ...context.template.bindContext({ ...context, names }, (place) => place) },
    list(scope, session) {
      const value = list.evaluate(scope);
      if (Array.isArray(value)) return value;
      if (value !== undefined && value !== null && value !== '')
        session.warn('not-a-list', component, scope.place, `"${each}" is not a list in the data, so nothing is repeated.`);
      return [];
    },
    scopeOf: (scope, values, index) => elementScope(scope, each, values[index], index, values.length),
  };
}
