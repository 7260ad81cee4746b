// Finds codes whose modules or bars are too small for scanners, and codes that are wider than their place.

import { counted } from '../../../words/counts.ts';
import type { Modules } from '../../barcode/modules.ts';
import type { Symbology } from '../../barcode/symbologies.ts';
import type { GraphicFacts } from '../../layout/graphic-box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { Tag } from '../../layout/tag.ts';
import { units } from '../../template/units.ts';
import type { CodePlace } from './code-text.ts';

const { mm } = units;

/** The modules of the width of a code: those of bars with their quiet zones. */
export const modulesOf = (code: Modules, { form, quietZone: [left, right] }: Symbology): number =>
  form === 'bars' ? code.width + left + right : code.width;

/** How a page sees a code in this width. `tag`: its element. */
export const graphicOf = (
  kind: Symbology,
  code: Modules,
  wide: number,
  { name, scope, session }: Pick<CodePlace, 'name' | 'scope' | 'session'>,
  tag: Tag | undefined,
): GraphicFacts => ({
  name: `The ${kind.title}`,
  leastScale: Math.min(1, (kind.leastModule * mm * modulesOf(code, kind)) / wide),
  component: name,
  place: scope.place,
  tag,
  session,
});

/** The warning about a code in this width, if scanners cannot read it. */
export function tooSmall(kind: Symbology, code: Modules, wide: number): string | undefined {
  const { title, form, leastModule, quietZone } = kind;
  const count = modulesOf(code, kind);
  const own = wide / count / mm;
  if (own > leastModule - 0.001) return undefined;
  const zone = quietZone[0];
  const outside =
    zone === 0
      ? ''
      : ` The quiet zone is not in the width: leave ${counted(zone, 'module')} (${zone * leastModule} mm) free on each side.`;
  const needed = Math.ceil(count * leastModule * 10 - 0.001) / 10;
  const shown = Math.round(own * 1000) / 1000;
  return `A module of the ${title} is ${shown} mm wide, and scanners need ${leastModule} mm. Make its "width" at least ${needed} mm, or its value shorter.${form === 'bars' ? ' The quiet zones are in the width.' : outside}`;
}

/** The lowest bars that scanners find by hand, in mm. ISO/IEC 15417 and 16388 advise it for Code 128 and Code 39. */
const leastBars = 5;

/** The warning about bars that are too low. `height`: in pt. */
export function tooLow({ title, form }: Symbology, height: number): string | undefined {
  const own = height / mm;
  if (form !== 'bars' || own > leastBars - 0.001) return undefined;
  return `The bars of the ${title} are ${Math.round(own * 1000) / 1000} mm high, and scanners need ${leastBars} mm. Make its "height" larger.`;
}

/** Warns of a code that is wider than its place, and says whether it is. Widths in pt; `what`: how a message begins, such as "The barcode". */
export function warnIfTooWide(
  what: string,
  wide: number,
  width: number,
  { name, scope, session }: { readonly name: string; readonly scope: BoundScope; readonly session: LayoutSession },
): boolean {
  const isTooWide = wide > width + 0.1;
  if (isTooWide)
    session.warn('barcode-too-wide', name, scope.place, `${what} is ${Math.round(wide - width)} pt wider than its place.`);
  return isTooWide;
}
