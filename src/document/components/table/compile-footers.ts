// Compiles the footer rows of a table.

import type { FromSchema } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { counted } from '../../../words/counts.ts';
import { textProperties } from '../../text/text-properties.ts';
import { compileBackground } from '../bound-style.ts';
import type { CompileContext } from '../component.ts';
import { contextWhere } from '../context.ts';
import { ignoresBox } from '../ignores-box.ts';
import { styledContext, warnOfBox } from '../styled-context.ts';
import { appliedTo, type CellLook, cellLook, plainLook } from './cell-look.ts';
import type { FooterCell, TableColumn, TableFooter } from './table-plan.ts';
import { cellProperties, type footerRow, type tableColumn } from './table-schema.ts';

/** A column and a footer row, as the template gives them. */
export type ColumnProps = FromSchema<typeof tableColumn>;
type RowProps = FromSchema<typeof footerRow>;
type CellProps = FromSchema<{ readonly properties: typeof cellProperties }> & { readonly style?: string | readonly string[] };

/** The table around footer rows. `looks`: its columns as the template gives them. */
interface Table {
  readonly looks: readonly ColumnProps[];
  readonly columns: readonly TableColumn[];
  readonly context: CompileContext;
  /** The context of a cell of a footer row that is shown where `when` is true, with the looks of its column and of all footers. */
  readonly inColumn: (i: number, when: string | undefined) => CompileContext;
  readonly pointer: string;
}

/** Compiles footer rows, after the row that the columns' own footers make. */
export function compileFooters(rows: readonly RowProps[], table: Table): readonly TableFooter[] {
  const { columns, pointer } = table;
  const footers = rows.map((row, i) => compileFooter(row, table, `${pointer}/footer/${i}`));
  if (!columns.some((column) => column.footer)) return footers;
  const cells = columns.map(
    ({ footer, valign, padding }): FooterCell => ({
      span: 1,
      node: footer,
      background: undefined,
      valign,
      padding,
      border: undefined,
    }),
  );
  return [{ when: undefined, background: undefined, ...plainLook, cells }, ...footers];
}

function compileFooter(row: RowProps, { looks, columns, context, inColumn }: Table, at: string): TableFooter {
  const rowContext = contextWhere(row.when, context);
  const look = cellLook(row, rowContext, at);
  let start = 0;
  const cells = row.cells.map((cell, i): FooterCell => {
    // A cell looks like the first column that it covers, unless its row or the cell itself overrides this.
    const column = inColumn(start, row.when);
    const around = {
      valign: row.valign ?? columns[start]?.valign ?? 'top',
      padding: look.padding ?? columns[start]?.padding,
    };
    const made = compileCell(cell, around, styledContext(row, column, at, appliedTo(row)), `${at}/cells/${i}`);
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
    padding: undefined,
    border: look.border,
    cells,
  };
}

/** Separates what a cell asks of its row from its component. `around`: what the row and the column say. */
function compileCell(
  cell: unknown,
  around: Pick<FooterCell, 'valign'> & Pick<CellLook, 'padding'>,
  context: CompileContext,
  at: string,
): FooterCell {
  const plain = { span: 1, background: undefined, border: undefined, ...around };
  if (!isObject(cell)) return { ...plain, node: context.compile(cell, at, context) };
  const own: Record<string, unknown> = {};
  const rest: Record<string | symbol, unknown> = {};
  for (const [name, value] of Object.entries(cell)) {
    if (!Object.hasOwn(cellProperties, name)) rest[name] = value;
    else if (context.template.check(cellProperties[name as keyof typeof cellProperties], value, `${at}/${name}`))
      own[name] = value;
  }
  const part = { ...(ignoresBox in cell && { [ignoresBox]: 'old' }), style: cell.style, ...own } as CellProps;
  const look = cellLook(part, context, at);
  const isEmpty = Object.keys(rest).every((name) => name === 'style' || Object.hasOwn(textProperties, name));
  warnOfBox(part, at, context, appliedTo(part));
  return {
    ...plain,
    span: part.span ?? 1,
    // The box of the style is the box of the cell, so the component does not draw it again.
    node: isEmpty ? undefined : context.compile({ ...rest, [ignoresBox]: 'elsewhere' }, at, context),
    background: compileBackground(part, context, at),
    valign: part.valign ?? around.valign,
    padding: look.padding ?? around.padding,
    border: look.border,
  };
}
