// Compiles the footer rows of a table.

import type { FromSchema } from '../../../contract/schema.ts';
import { counted } from '../../../words/counts.ts';
import { compileBackground } from '../bound-style.ts';
import type { CompileContext } from '../component.ts';
import { contextWhere } from '../context.ts';
import { styledContext } from '../row.ts';
import type { FooterCell, TableColumn, TableFooter } from './table-plan.ts';
import type { footerRow, tableProperties } from './table-schema.ts';

/** A column, a footer row and a cell of a footer row, as the template gives them. */
export type ColumnProps = FromSchema<typeof tableProperties.columns.items>;
type RowProps = FromSchema<typeof footerRow>;
type CellProps = RowProps['cells'][number];

/** The table around footer rows. `looks`: its columns as the template gives them. */
interface Table {
  readonly looks: readonly ColumnProps[];
  readonly columns: readonly TableColumn[];
  readonly context: CompileContext;
  readonly pointer: string;
}

/** Compiles footer rows, after the row that the columns' own footers make. */
export function compileFooters(rows: readonly RowProps[], table: Table): readonly TableFooter[] {
  const { columns, pointer } = table;
  const footers = rows.map((row, i) => compileFooter(row, table, `${pointer}/footer/${i}`));
  if (!columns.some((column) => column.footer)) return footers;
  const cells = columns.map(({ footer, valign }): FooterCell => ({ span: 1, node: footer, background: undefined, valign }));
  return [{ when: undefined, background: undefined, cells }, ...footers];
}

function compileFooter(row: RowProps, { looks, columns, context, pointer }: Table, at: string): TableFooter {
  const rowContext = contextWhere(row.when, context);
  let start = 0;
  const cells = row.cells.map((cell, i): FooterCell => {
    // A cell looks like the first column that it covers, unless its row or the cell itself overrides this.
    const look = looks[start];
    const column = look ? styledContext(look, rowContext, `${pointer}/columns/${start}`, true) : rowContext;
    const valign = row.valign ?? columns[start]?.valign ?? 'top';
    const made = compileFooterCell(cell, valign, styledContext(row, column, at, true), `${at}/cells/${i}`);
    start += made.span;
    return made;
  });
  if (start !== looks.length) {
    const message = `The cells cover ${counted(start, 'column')}, the table has ${looks.length}; adjust "span".`;
    context.template.report('error', 'wrong-spans', `${at}/cells`, message);
  }
  return {
    when: row.when === undefined ? undefined : context.expression(row.when, `${at}/when`),
    background: compileBackground(row, rowContext, at),
    cells,
  };
}

function compileFooterCell(cell: CellProps, valign: FooterCell['valign'], context: CompileContext, at: string): FooterCell {
  if (typeof cell === 'string') return { span: 1, node: context.compile(cell, at, context), background: undefined, valign };
  const given = cell as Exclude<CellProps, string>;
  const cellContext = styledContext(given, context, at, true);
  const child = given.text ?? given.content;
  const place = `${at}/${given.text === undefined ? 'content' : 'text'}`;
  return {
    span: given.span ?? 1,
    node: child === undefined ? undefined : context.compile(child, place, cellContext),
    background: compileBackground(given, context, at),
    valign: given.valign ?? valign,
  };
}
