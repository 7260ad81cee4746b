// Colours that are written in the template or come from data.
import { type BoundScope, warnAt } from '../layout/session.ts';
import { longColor } from '../template/styles.ts';
import type { CompileContext } from './component.ts';

/** A colour for some data; undefined: none, or what is there is no colour. */
export type ColorOf = (scope: BoundScope) => string | undefined;

const form = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Compiles `#1f3a5f`, or text with bindings that gives such. What data give and is no colour is warned of. */
export function compileColor(source: string, context: CompileContext, pointer: string): ColorOf {
  if (!source.includes('{{')) {
    const color = longColor(source);
    return () => color;
  }
  const compiled = context.text(source, pointer);
  return (scope) => {
    const value = compiled.text(scope).trim();
    if (value === '') return undefined;
    if (form.test(value)) return longColor(value);
    warnAt(
      scope,
      'wrong-color',
      pointer,
      `${JSON.stringify(value.slice(0, 40))} is no colour such as "#1f3a5f" and is left out.`,
    );
    return undefined;
  };
}
