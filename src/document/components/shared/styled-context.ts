// The looks of a part of a component: a column, a row, a cell, a page layout.
import type { Scope } from '../../expression/scope.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { StyleProperties } from '../../template/styles.ts';
import type { CompileContext } from '../component.ts';
import { boundStyle, checkStyleNames, literalStyleNames, placeOfStyle } from './bound-values/bound-style.ts';
import { checkFontLook } from './check-font-look.ts';

/** The properties of a box that a style may have. */
const boxPropertyNames = ['margin', 'padding', 'border', 'background'] as const;
export type BoxProperty = (typeof boxPropertyNames)[number];

/**
 * The context inside a part of a component with its own text properties, such as a column. `applied`: the box properties that the part has. `scopeOf`:
 * the scope that its bindings see, if it is another.
 */
export function styledContext(
  part: StyleProperties & { readonly style?: unknown },
  context: CompileContext,
  pointer: string,
  applied: readonly BoxProperty[] = [],
  scopeOf: (scope: BoundScope) => BoundScope = (scope) => scope,
): CompileContext {
  checkStyleNames(part, pointer, context);
  if (part.font !== undefined) context.template.checkFontName(part.font, `${pointer}/font`);
  warnOfBox(part, pointer, context, applied);
  checkFontLook(part, pointer, context);
  const bound = boundStyle(part, pointer, context);
  const scoped = bound && {
    styleNames: (scope: Scope) => bound.styleNames(scopeOf(scope as BoundScope)),
    properties: (scope: Scope) => bound.properties(scopeOf(scope as BoundScope)),
  };
  const style = context.template.styles.derive(context.style, literalStyleNames(part), part, scoped);
  return style === context.style ? context : { ...context, style };
}

/** Warns of box properties in the style of a part that does not have them. */
export function warnOfBox(
  part: { readonly style?: unknown },
  pointer: string,
  { template }: CompileContext,
  applied: readonly BoxProperty[],
): void {
  const without = boxPropertyNames.filter((name) => !applied.includes(name));
  for (const name of literalStyleNames(part)) {
    const own = template.styles.styles[name] ?? {};
    const lost = without.filter((property) => own[property] !== undefined);
    if (lost.length === 0) continue;
    const what = lost.map((property) => `"${property}"`).join(', ');
    template.report(
      'warning',
      'no-effect',
      placeOfStyle(part, pointer),
      `${what} of the style "${name}" has no effect here; set it on a component inside.`,
    );
  }
}
