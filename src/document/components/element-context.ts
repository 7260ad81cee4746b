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

/** Compiles `each` and `as`. */
export function compileElements(
  props: { readonly each: string; readonly as?: string | undefined },
  context: CompileContext,
  pointer: string,
): Elements {
  const { each, as = 'item' } = props;
  const problem = checkLocalName(as);
  if (problem) context.template.report('error', 'reserved-name', `${pointer}/as`, problem);
  const list = context.expression(each, `${pointer}/each`);
  if (!list.mayBeList) {
    context.template.report('error', 'wrong-type', `${pointer}/each`, `"${each}" is not a list in the data schema.`);
  }
  if (list.inferred?.mayBeList === false) {
    const message = `"${each}" is not a list in the schema inferred from the example.`;
    context.template.report('warning', 'wrong-type', `${pointer}/each`, message);
  }
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
        session.warn('not-a-list', pointer, scope.place, `"${each}" is not a list in the data, so nothing is repeated.`);
      return [];
    },
    scopeOf: (scope, values, index) => elementScope(scope, each, values[index], index, values.length),
  };
}
