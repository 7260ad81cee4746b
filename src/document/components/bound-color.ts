// Colours that are written in the template or come from data.
import type { CompiledText } from '../expression/index.ts';
import { type BoundScope, warnAt } from '../layout/session.ts';
import { adviseColor, isColor, longColor } from '../text/colors.ts';
import { isBound } from '../text/text-properties.ts';
import type { CompileContext } from './component.ts';

/** A colour for some data. Undefined: the value is missing or not a colour. */
export type ColorOf = (scope: BoundScope) => string | undefined;

/** Compiles `#1f3a5f`, or text with bindings that gives a colour. Warns when the data give another value. */
export function compileColor(source: string, context: CompileContext, pointer: string): ColorOf {
  if (!isBound(source)) {
    const color = longColor(source);
    return () => color;
  }
  return colorOfText(context.text(source, pointer), pointer);
}

/** The colour that compiled text gives. */
export function colorOfText(compiled: CompiledText, pointer: string): ColorOf {
  return (scope) => {
    const value = compiled.plain(scope).trim();
    if (value === '') return undefined;
    if (isColor(value)) return longColor(value);
    warnAt(
      scope,
      'wrong-color',
      pointer,
      `${JSON.stringify(value.slice(0, 40))} is not a colour and is left out: ${adviseColor(value)}.`,
    );
    return undefined;
  };
}
