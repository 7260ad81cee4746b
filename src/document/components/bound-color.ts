// Colours that are written in the template or come from data.
import type { CompiledText } from '../expression/index.ts';
import { type BoundScope, warnAt } from '../layout/session.ts';
import { adviseColor, longColor, mixWithWhite } from '../text/colors.ts';
import { isBound } from '../text/text-properties.ts';
import { readMark } from './color-mark.ts';
import type { CompileContext, TemplateContext } from './component.ts';

/** A colour for some data. Undefined: the value is missing or not a colour. */
export type ColorOf = (scope: BoundScope) => string | undefined;

/** Compiles `#1f3a5f`, or text with bindings that gives a colour. Warns when the data give another value. */
export function compileColor(source: string, context: CompileContext, pointer: string): ColorOf {
  if (!isBound(source)) {
    const color = longColor(source);
    return () => color;
  }
  const named = readMark(source);
  if (!named) return colorOfText(context.text(source, pointer), context.template.placeOf(pointer), context.template);
  const share = named.share === '' ? undefined : Number(named.share.slice(1));
  // Compiled when it is first asked for, as colours may be named before they are compiled.
  return (scope) => {
    const color = context.template.boundColors.get(named.name)?.(outermost(scope));
    return color === undefined || share === undefined ? color : mixWithWhite(color, share);
  };
}

/** A named colour. The data may make it name itself, also through others: then it is left out, with a warning. */
export function namedColor(name: string, colorOf: ColorOf, pointer: string): ColorOf {
  let isAsked = false;
  return (scope) => {
    if (isAsked) {
      warnAt(scope, 'wrong-color', pointer, `The data make the colour "${name}" name itself. It is left out.`);
      return undefined;
    }
    isAsked = true;
    try {
      return colorOf(scope);
    } finally {
      isAsked = false;
    }
  };
}

/** The scope of the document around all definitions and elements: a colour sees the data, wherever it is used, and a wrong one is told once. */
function outermost(scope: BoundScope): BoundScope {
  let at = scope;
  while (at.caller) at = at.caller as BoundScope;
  return { ...at, place: undefined };
}

/** The colour that compiled text gives. */
export function colorOfText(compiled: CompiledText, pointer: string, template: TemplateContext): ColorOf {
  return (scope) => {
    const value = compiled.plain(scope).trim();
    if (value === '') return undefined;
    const color = template.colors.resolve(value);
    const named = color === undefined ? undefined : readMark(color);
    if (named) return compileColor(color!, { template } as CompileContext, pointer)(scope);
    if (color !== undefined) return color;
    warnAt(
      scope,
      'wrong-color',
      pointer,
      `${JSON.stringify(value.slice(0, 40))} is not a colour and is left out: ${adviseColor(value)}.`,
    );
    return undefined;
  };
}
