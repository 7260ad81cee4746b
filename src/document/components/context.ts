// Contexts of compiling.
import type { CompileContext } from './component.ts';

/** Gives a context whose compile functions work with its own names, and report at the place a person sees. */
export function withContext(context: CompileContext, at: (pointer: string) => string = (pointer) => pointer): CompileContext {
  return { ...context, ...context.template.bindContext(context, at) };
}
