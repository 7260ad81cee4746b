// The height of a graphic: a length, or the height of the table row in whose cell it stands.
import type { JsonSchema } from '../../../../contract/schema.ts';
import { size } from '../../../template/property-schemas.ts';
import type { CompileContext } from '../../component.ts';
import { enclosed } from '../context.ts';

const heightOfRow = '100%';

/** A height that may be that of the row of a table. `description`: what is as high. */
export const sizeOrRow = (description: string) =>
  ({
    oneOf: [size, { enum: [heightOfRow], 'x-written': true }],
    description: `${description}, in the unit of the template. \`"100%"\`: as high as the row of the table, for a component that is alone in a cell.`,
  }) as const satisfies JsonSchema;

export const isRowHeight = (height: unknown): boolean => height === heightOfRow;

/** A height in pt. Undefined: that of the row. */
export function readHeight(value: number | typeof heightOfRow, context: CompileContext, at: string): number | undefined {
  if (value !== heightOfRow) return value * context.template.unit;
  if (context.fillsRow) return undefined;
  const message =
    '"100%" is the height of a table row. Only a "rect", "ellipse", "line" or "image" takes it, alone in a cell and not turned by a quarter. Write a length.';
  context.template.report('error', 'wrong-value', at, message);
  return 0;
}

/** The context of what stands in a cell. A list of several components does not fill the row. */
export function inCell(content: unknown, context: CompileContext): CompileContext {
  const fillsRow = Array.isArray(content) && content.length !== 1 ? context.fillsRow : true;
  return { ...enclosed(context, 'a cell of a table'), fillsRow };
}
