// Derives contexts for compiling the parts of a component.
import { type CompiledExpression, type CompiledLet, compileExpression, compileLet, namesWhere } from '../../expression/index.ts';
import type { CompileContext, FlowPlace } from '../component.ts';

/** The context of a component that is shown only if a condition is true: values that the condition tests are present there. */
export function contextWhere(when: CompiledExpression | undefined, context: CompileContext): CompileContext {
  return when === undefined ? context : { ...context, names: namesWhere(when, context.names) };
}

/** Compiles a condition once more, for a scope with its locals at other places. Its faults are reported when it is compiled first. */
export const compileAgain = (when: string, { names }: CompileContext): CompiledExpression =>
  compileExpression(when, { ...names, noteAsked: undefined });

/** The context of what is shown only if a condition is false. */
export const contextUnless = (when: CompiledExpression, context: CompileContext): CompileContext => ({
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
