// Reads the rules of a table: the lines between and around its cells.
import type { FromSchema } from '../../../contract/schema.ts';
import type { Stroke } from '../../layout/fragment.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { tableLooks } from '../../template/table-looks.ts';
import type { CompileContext } from '../component.ts';
import { compileStroke } from '../shared/bound-values/bound-stroke.ts';
import type { StrokeProps } from '../shared/lengths.ts';

export interface TableRules {
  readonly rows: Stroke | undefined;
  readonly columns: Stroke | undefined;
  /** Between the rows of an element. */
  readonly within: Stroke | undefined;
  readonly header: Stroke | undefined;
  readonly footer: Stroke | undefined;
  readonly outer: Stroke | undefined;
  /** Below the last row. */
  readonly last: Stroke | undefined;
}

const sides = ['rows', 'columns', 'header', 'footer', 'outer'] as const;
type Side = (typeof sides)[number];
type Given = FromSchema<(typeof tableLooks)['rules']> | undefined;

/** The strokes that `rows` and `all` stand for. */
const shortForms: Readonly<Record<string, Partial<Record<Side, StrokeProps>>>> = {
  none: {},
  rows: { rows: {} },
  all: { rows: {}, columns: {}, footer: {}, outer: {} },
};

/** The rules of a table as the template writes them. `hasBorder`: the border of the table itself is its outline. */
export function compileRules(
  value: Given,
  hasBorder: boolean,
  context: CompileContext,
  pointer: string,
): (scope: BoundScope) => TableRules {
  const given = typeof value === 'object' ? (value as Partial<Record<Side, StrokeProps>>) : shortForms[String(value ?? 'none')]!;
  const strokes = sides.map((side) => [side, given[side] && compileStroke(given[side], context, `${pointer}/${side}`)] as const);
  return (scope) => {
    const { rows, columns, header, footer, outer } = Object.fromEntries(
      strokes.map(([side, strokeOf]) => [side, strokeOf?.(scope)]),
    ) as Partial<Record<Side, Stroke>>;
    return {
      rows,
      columns,
      within: value === 'all' ? rows : undefined,
      header: header ?? rows,
      footer,
      outer: hasBorder ? undefined : outer,
      last: hasBorder ? undefined : (outer ?? rows),
    };
  };
}
