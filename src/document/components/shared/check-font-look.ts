// Checks what a component or a part of it asks of its font: axes, features.
import { pointerStep } from '../../../json/json-pointer.ts';
import type { StyleProperties } from '../../template/styles.ts';
import { isBound } from '../../text/text-properties.ts';
import type { CompileContext, TemplateContext } from '../component.ts';
import { literalStyleNames, placeOfStyle } from './bound-values/bound-style.ts';

const asked = ['weight', 'stretch', 'axes', 'caps', 'figures', 'fractions', 'features'] as const;

/** A style may ask for features by their tags that only some fonts have. */
const leftToStyles: ReadonlySet<string> = new Set(['features']);

/** Reports what the font of a text lacks, whether the component asks for it or a style that it names. */
export function checkFontLook(
  props: StyleProperties & { readonly style?: unknown },
  pointer: string,
  { template, style: around }: CompileContext,
): void {
  const named = literalStyleNames(props).flatMap((name) => template.styles.styles[name] ?? []);
  warnOfBold(props, `${pointer}/bold`, template.report);
  const styleOf = (name: (typeof asked)[number]) =>
    props[name] === undefined && !leftToStyles.has(name) ? named.findLast((one) => one[name] !== undefined) : undefined;
  const given = asked.filter((name) => props[name] !== undefined || styleOf(name));
  if (given.length === 0) return;
  const isOpen = [props.style].flat().some(isBound);
  const font =
    props.font ?? (isOpen ? undefined : (named.findLast((one) => one.font !== undefined)?.font ?? around.fixed?.properties.font));
  for (const name of given) {
    const style = styleOf(name);
    // A style with a font of its own has been checked with it.
    if (style?.font !== undefined && style.font === font) continue;
    const placeOf = (property: string, tag?: string) =>
      style ? placeOfStyle(props, pointer) : `${pointer}/${property}${tag === undefined ? '' : pointerStep(tag)}`;
    template.checkFont({ [name]: (style ?? props)[name] }, font, placeOf);
  }
}

/** Warns of `bold` beside `weight`, which says the same in another way. */
export function warnOfBold({ bold, weight }: StyleProperties, place: string, report: TemplateContext['report']): void {
  if (bold !== undefined && weight !== undefined)
    report('warning', 'no-effect', place, '"bold" has no effect beside "weight": leave one of them out.');
}
