// Derives contexts for compiling the parts of a component.
import { type CompiledLet, compileLet, namesWhere } from '../../expression/index.ts';
import type { CompileContext, FlowPlace } from '../component.ts';

/** The context of a component that is shown only if an expression is true: values that the expression tests are present there. */
export function contextWhere(when: string | undefined, context: CompileContext): CompileContext {
  return when === undefined ? context : { ...context, names: namesWhere(when, context.names) };
}

/** The context of what is shown only if an expression is false. */
export const contextUnless = (when: string, context: CompileContext): CompileContext => ({
  ...context,
  names: namesWhere(when, context.names, 'false'),
});

/** The context inside of what stays in one piece: no page begins there, and no flow runs there. */
export const enclosed = (context: CompileContext, place: Exclude<FlowPlace, 'free' | 'columns'>): CompileContext => ({
  ...context,
  flowPlace: place,
  within: context.within ?? place,
});

/** The context inside a part with names for values, which stand at `pointer`, and the scopes with these values. `mayBeUnused`: another part sees them too. */
export function contextWithLet(
  values: Readonly<Record<string, string>> | undefined,
  context: CompileContext,
  pointer: string,
  mayBeUnused = false,
): { readonly context: CompileContext; readonly bind: CompiledLet['bind'] } {
  const { template } = context;
  const { names, bind, reportUnused } = compileLet(values, context.names, pointer, template.report);
  if (names === context.names) return { context, bind };
  if (!mayBeUnused) template.atEnd(reportUnused);
  return { context: { ...context, names }, bind };
}
