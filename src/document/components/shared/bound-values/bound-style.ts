// Styles and colours that depend on data.
import { suggest } from '../../../../words/nearest.ts';
import { compileText } from '../../../expression/index.ts';
import { valuesOf } from '../../../expression/schema-walk.ts';
import { parseTree, type Tree } from '../../../expression/syntax.ts';
import { type BoundScope, warnAt } from '../../../layout/session.ts';
import type { BoundStyle, StyleBook, StyleProperties } from '../../../template/styles.ts';
import { isBound, type TextProperties, textColorNames, textPropertyNames } from '../../../text/text-properties.ts';
import type { CompileContext } from '../../component.ts';
import { type ColorOf, colorOfText, compileColor } from './bound-color.ts';
import { readMark } from './color-mark.ts';

/** Marks the look of a part that consists of a style, such as "rowStyle". Messages give the place of the style for it. */
const isStyle: unique symbol = Symbol('a style that is a property of its own');

/** The look of a part that has nothing but a style. */
export const lookOfStyle = <T>(style: T): { readonly style: T } => ({ style, ...{ [isStyle]: true } });

/** The place of the property `style` of a part. */
export const placeOfStyle = (part: object, pointer: string): string => (isStyle in part ? pointer : `${pointer}/style`);

/** Marks a component with the styles that it has without naming them: those of its type and of its format. */
const impliedStyles: unique symbol = Symbol('styles that a component does not name');

export const withImpliedStyles = <T extends object>(props: T, names: readonly string[]): T =>
  names.length === 0 && !(impliedStyles in props) ? props : { ...props, [impliedStyles]: names };

export const impliedStyleNames = (props: object): readonly string[] => (props as Styled)[impliedStyles] ?? [];

interface Styled extends Readonly<Partial<Record<keyof TextProperties, unknown>>> {
  readonly style?: unknown;
  readonly [impliedStyles]?: readonly string[];
}

/** The names of a component whose properties may not be checked yet. */
function styleEntries({ style }: Styled): readonly string[] {
  return typeof style === 'string' ? [style] : Array.isArray(style) ? (style as readonly string[]) : [];
}

/** The styles of a component that are written: those that it has without naming them, then those that it names. */
export function literalStyleNames(props: Styled): readonly string[] {
  const named = styleEntries(props).filter((name) => !isBound(name));
  const implied = impliedStyleNames(props);
  return implied.length === 0 ? named : [...implied, ...named];
}

/** The width of a column: its own, else that of its styles. */
export const styledWidth = (props: Styled & Pick<StyleProperties, 'width'>, styles: StyleBook): StyleProperties['width'] =>
  props.width ?? styles.find(literalStyleNames(props), 'width')?.value;

/** Reports each style that the template does not have. */
export function checkStyleNames(props: Styled, pointer: string, context: CompileContext): void {
  const { styles } = context.template.styles;
  for (const [i, name] of styleEntries(props).entries()) {
    if (isBound(name) || Object.hasOwn(styles, name)) continue;
    const place = placeOfStyle(props, pointer);
    const at = typeof props.style === 'string' ? place : `${place}/${i}`;
    context.template.report('error', 'unknown-style', at, `There is no style "${name}"${suggest(name, Object.keys(styles))}`);
  }
}

/** The part of a component's look that is bound to data. Undefined: all of the look is written in the template. */
export function boundStyle(props: Styled, pointer: string, context: CompileContext): BoundStyle | undefined {
  const styleNames = boundStyleNames(props, pointer, context);
  const { styles } = context.template;
  const colors = textColorNames.flatMap((name) => {
    const own = props[name];
    const source = own ?? styles.find(literalStyleNames(props), name)?.value;
    const at = own === undefined ? placeOfStyle(props, pointer) : `${pointer}/${name}`;
    return isBound(source) ? [{ name, color: compileColor(source, context, at) }] : [];
  });
  if (!styleNames && colors.length === 0) return undefined;
  return {
    styleNames: (scope) => styleNames?.(scope as BoundScope) ?? [],
    properties: (scope) => {
      const values = colors.map(({ name, color }) => [name, color(scope as BoundScope)] as const);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    },
  };
}

/** The background of a component or a part of it: its own, else the background of its last style that has one. */
export function compileBackground(
  props: Styled & { readonly background?: string | undefined },
  context: CompileContext,
  pointer: string,
): ColorOf | undefined {
  if (props.background !== undefined) return compileColor(props.background, context, `${pointer}/background`);
  const { styles } = context.template.styles;
  const place = placeOfStyle(props, pointer);
  const sourceOf = (name: string) => (Object.hasOwn(styles, name) ? styles[name]!.background : undefined);
  let literal: ColorOf | undefined;
  for (const name of literalStyleNames(props)) {
    const source = sourceOf(name);
    if (source !== undefined) literal = compileColor(source, context, place);
  }
  const withBackground = Object.keys(styles).filter((name) => sourceOf(name) !== undefined);
  const styleNames = withBackground.length > 0 ? boundStyleNames(props, pointer, context) : undefined;
  if (!styleNames) return literal;
  const byName = new Map(withBackground.map((name) => [name, backgroundByData(name, sourceOf(name)!, context, place)]));
  return (scope) => {
    const color = styleNames(scope).reduce<ColorOf | undefined>((found, name) => byName.get(name) ?? found, literal);
    return color?.(scope);
  };
}

/** The background of a style that data may name. Faults in its bindings are reported only when data name the style. */
function backgroundByData(name: string, source: string, context: CompileContext, at: string): ColorOf {
  if (!isBound(source) || readMark(source)) return compileColor(source, context, at);
  const compiled = compileText(source, context.names);
  if (compiled.time === 'data' && compiled.diagnostics.every(({ severity }) => severity !== 'error'))
    return colorOfText(compiled, at, context.template);
  return (scope) => {
    const message = `The background of the style "${name}" cannot be computed here and is left out.`;
    warnAt(scope, 'wrong-color', at, message);
    return undefined;
  };
}

/** The known styles that the data of a scope name; undefined: no style is bound to data. */
function boundStyleNames(
  props: Styled,
  pointer: string,
  context: CompileContext,
): ((scope: BoundScope) => readonly string[]) | undefined {
  const bound = styleEntries(props).filter((name) => isBound(name));
  if (bound.length === 0) return undefined;
  const at = placeOfStyle(props, pointer);
  const names = bound.map((source) => context.text(source, at));
  const { styles } = context.template.styles;
  const faults = new Map(Object.entries(styles).flatMap(([name, style]) => boundBehaviour(name, style) ?? []));
  for (const [i, { parts, diagnostics }] of names.entries()) {
    const [only] = parts;
    if (typeof only !== 'object' || parts.length > 1 || diagnostics.length > 0) continue;
    const written = textsOf(parseTree(bound[i]!.trim().slice(2, -2)));
    for (const value of [...written, ...(valuesOf(only.schema, context.names.schema) ?? [])]) {
      const fault = faults.get(String(value));
      if (fault !== undefined) context.template.report('error', 'bound-behaviour', at, fault);
    }
  }
  return (scope) =>
    names
      .flatMap((name) => name.plain(scope).split(/\s+/))
      .filter((name) => {
        const isKnown = Object.hasOwn(styles, name);
        if (!isKnown && name !== '')
          warnAt(scope, 'unknown-style', at, `There is no style "${name}"${suggest(name, Object.keys(styles))}`);
        const fault = faults.get(name);
        if (fault !== undefined) warnAt(scope, 'bound-behaviour', at, fault);
        return isKnown;
      });
}

/** The texts that an expression has as results. */
function textsOf(tree: Tree): readonly string[] {
  if (tree.kind === 'literal') return [String(tree.value)];
  return tree.kind === 'conditional' ? [...textsOf(tree.then), ...textsOf(tree.otherwise)] : [];
}

/** The properties that have an effect in a style which the data choose. */
const chosenLooks: ReadonlySet<string> = new Set(['style', 'background', ...textPropertyNames]);

/** Why data cannot choose a style. Undefined: they can. */
function boundBehaviour(name: string, style: StyleProperties): readonly [readonly [name: string, fault: string]] | undefined {
  const members = Object.keys(style)
    .filter((member) => !chosenLooks.has(member))
    .map((member) => `"${member}"`);
  if (members.length === 0) return undefined;
  const fault = `Data choose the style "${name}" here, so it gives text properties and a background only: ${members.join(', ')} ${members.length > 1 ? 'have' : 'has'} no effect. Write ${members.join(', ')} at the component, or in a style that it names itself.`;
  return [[name, fault]];
}
