// Colours that are written in the template or come from data.
import { pointerStep } from '../../../../json/json-pointer.ts';
import type { CompiledText } from '../../../expression/index.ts';
import { type BoundScope, warnAt } from '../../../layout/session.ts';
import { adviseColor, longColor, mixWithWhite } from '../../../text/colors.ts';
import { isBound } from '../../../text/text-properties.ts';
import type { CompileContext, TemplateContext } from '../../component.ts';
import { describeCircle, readMark } from './color-mark.ts';

/** A colour for some data. Undefined: the value is missing or not a colour. */
export type ColorOf = (scope: BoundScope) => string | undefined;

/** Compiles `#1f3a5f`, or text with bindings that gives a colour. Warns when the data give another value. */
export function compileColor(source: string, context: CompileContext, pointer: string): ColorOf {
  const { template } = context;
  if (!isBound(source)) {
    const color = longColor(source);
    return () => color;
  }
  if (readMark(source)) return (scope) => followNames(source, scope, template);
  return colorOfText(context.text(source, pointer), pointer, template);
}

/** Most colors of the data that may name one another in a chain. */
const mostNames = 32;

/** The colour that a mark leads to, over the names that the data give. */
function followNames(mark: string, scope: BoundScope, template: TemplateContext): string | undefined {
  // A colour is the same wherever it is used, so a wrong one is reported only once.
  const outside = { ...scope, place: undefined };
  const names: string[] = [];
  let percent = 100;
  let color: string | undefined = mark;
  for (let named = readMark(mark); named; named = color === undefined ? undefined : readMark(color)) {
    const { name } = named;
    const fault = names.includes(name)
      ? describeCircle(names.slice(names.indexOf(name)))
      : names.length === mostNames && `The colours from "${names[0]}" on name more than ${mostNames} others, one after the other`;
    if (fault) {
      warnAt(scope, 'wrong-color', `/colors${pointerStep(names[0]!)}`, `${fault}. "${names[0]}" is left out.`);
      return undefined;
    }
    names.push(name);
    percent *= named.percent / 100;
    // Compiled when it is first asked for, as colours may be named before they are compiled.
    color = template.boundColors.get(name)?.(outside);
  }
  return color === undefined ? undefined : mixWithWhite(color, percent);
}

/** The colour that compiled text gives. */
export function colorOfText(compiled: CompiledText, pointer: string, template: TemplateContext): ColorOf {
  const givenOf = givenColor(compiled, pointer, template);
  return (scope) => {
    const color = givenOf(scope);
    return color !== undefined && readMark(color) ? followNames(color, scope, template) : color;
  };
}

/** The colour that compiled text gives: `#rrggbb`, or the mark of a named colour that depends on data. */
export function givenColor(compiled: CompiledText, pointer: string, template: TemplateContext): ColorOf {
  return (scope) => {
    const value = compiled.plain(scope).trim();
    if (value === '') return undefined;
    const color = template.colors.resolve(value);
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

/** The colour depending on data that a text names, whatever the data: its bindings are written texts. */
export function findNextColor(source: string, { colors }: TemplateContext): string | undefined {
  const text = source.replace(/\{\{\s*(?:'([^'{}]*)'|"([^"{}]*)")\s*\}\}/g, (_, a?: string, b?: string) => a ?? b ?? '');
  return isBound(text) ? undefined : readMark(colors.resolve(text) ?? '')?.name;
}
