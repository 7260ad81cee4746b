// The looks of a part of a component: a column, a row, a cell, a page layout.
import type { Scope } from '../../expression/scope.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { StyleProperties } from '../../template/styles.ts';
import { textProperties } from '../../text/text-properties.ts';
import type { CompileContext } from '../component.ts';
import { boundStyle, checkStyleNames, literalStyleNames, placeOfStyle } from './bound-values/bound-style.ts';
import { checkFontLook } from './check-font-look.ts';

/** The properties of a box that a style may have. */
export const boxPropertyNames = ['margin', 'padding', 'border', 'background'] as const;
export type BoxProperty = (typeof boxPropertyNames)[number];

/**
 * The context inside a part of a component with its own text properties, such as a column. `applied`: what else of a style it takes. `scopeOf`:
 * the scope that its bindings see, if it is another.
 */
export function styledContext(
  part: StyleProperties & { readonly style?: unknown },
  context: CompileContext,
  pointer: string,
  applied: readonly string[] = [],
  scopeOf: (scope: BoundScope) => BoundScope = (scope) => scope,
): CompileContext {
  checkStyleNames(part, pointer, context);
  if (part.font !== undefined) context.template.checkFontName(part.font, `${pointer}/font`);
  warnOfLost(part, pointer, context, (property) => applied.includes(property));
  checkFontLook(part, pointer, context);
  const bound = boundStyle(part, pointer, context);
  const scoped = bound && {
    styleNames: (scope: Scope) => bound.styleNames(scopeOf(scope as BoundScope)),
    properties: (scope: Scope) => bound.properties(scopeOf(scope as BoundScope)),
  };
  const style = context.template.styles.derive(context.style, literalStyleNames(part), part, scoped);
  return style === context.style ? context : { ...context, style };
}

/** Warns of properties of a style that have no effect on a part or component. `takes`: whether a property beside those of texts has an effect. */
export function warnOfLost(
  part: { readonly style?: unknown },
  pointer: string,
  { template }: CompileContext,
  takes: (property: string) => boolean,
  effect = 'has no effect here; set it on a component inside',
): void {
  for (const name of literalStyleNames(part)) {
    const lost = Object.entries(template.styles.styles[name] ?? {}).flatMap(([property, value]) => {
      if (property === 'align' && value === 'decimal') return takes('decimal') ? [] : ['"align": "decimal"'];
      return Object.hasOwn(textProperties, property) || takes(property) ? [] : [`"${property}"`];
    });
    if (lost.length === 0) continue;
    const message = `${lost.join(', ')} of the style "${name}" ${effect}.`;
    template.report('warning', 'no-effect', placeOfStyle(part, pointer), message);
  }
}
