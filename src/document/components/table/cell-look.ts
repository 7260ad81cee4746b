// Padding and border of cells, from a column, a row, a cell or the styles that they name.
import type { FromSchema } from '../../../contract/schema.ts';
import type { Decoration, Sides } from '../../layout/decorated-box.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { cellBorder, paddingSides } from '../../template/property-schemas.ts';
import type { CompileContext } from '../component.ts';
import { compileBorder } from '../shared/bound-values/bound-stroke.ts';
import { literalStyleNames, placeOfStyle } from '../shared/bound-values/bound-style.ts';
import { sidesOf } from '../shared/lengths.ts';
import type { BoxProperty } from '../shared/styled-context.ts';

export type CellBorder = Omit<Decoration['border'], 'radius'>;

/** The box of a cell. Undefined: as the row or the table has it. */
export interface CellLook {
  readonly padding: Sides | undefined;
  readonly border: ((scope: BoundScope) => CellBorder) | undefined;
}

export const plainLook: CellLook = { padding: undefined, border: undefined };

/** The box properties of columns, rows and cells. */
export const cellBoxes: readonly string[] = ['padding', 'border', 'background'] satisfies readonly BoxProperty[];

interface Part {
  readonly style?: string | readonly string[] | undefined;
  readonly padding?: FromSchema<typeof paddingSides> | undefined;
  readonly border?: FromSchema<typeof cellBorder> | undefined;
}

/** The box of a part: its own properties, else those of its last style that has them. */
export function cellLook(part: Part, context: CompileContext, pointer: string): CellLook {
  const { template } = context;
  const names = literalStyleNames(part);
  const padding = part.padding ?? template.styles.find(names, 'padding')?.value;
  const border = part.border ?? template.styles.find(names, 'border')?.value;
  if (padding === undefined && border === undefined) return plainLook;
  const isOfStyle = part.border === undefined;
  const at = isOfStyle ? placeOfStyle(part, pointer) : `${pointer}/border`;
  return {
    padding: padding === undefined ? undefined : sidesOf(padding, template.unit),
    border: border === undefined ? undefined : compileBorder(border, context, at, isOfStyle),
  };
}
