// Compiles the rows of a table that the template writes cell by cell.
import type { FromSchema } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { counted } from '../../../words/counts.ts';
import { type TextProperties, textProperties } from '../../text/text-properties.ts';
import { compileBackground } from '../bound-style.ts';
import type { CompileContext } from '../component.ts';
import { contextWhere } from '../context.ts';
import { ignoresBox } from '../ignores-box.ts';
import { inCell } from '../row-height.ts';
import { styledContext, warnOfBox } from '../styled-context.ts';
import { appliedTo, type CellLook, cellLook, plainLook } from './cell-look.ts';
import type { PlannedCell, PlannedRow, TableColumn } from './table-plan.ts';
import { cellProperties, type RowSheets, type tableColumn, type tableRow } from './table-schema.ts';
import type { SheetUse } from './table-sums.ts';

/** A column and a row, as the template gives them. */
export type ColumnProps = Omit<FromSchema<typeof tableColumn>, 'align'> & {
  readonly align?: TextProperties['align'] | undefined;
};
type RowProps = FromSchema<typeof tableRow> & { readonly on?: RowSheets | undefined; readonly below?: boolean | undefined };
type CellProps = FromSchema<{ readonly properties: typeof cellProperties }> & { readonly style?: string | readonly string[] };

/** The table around rows. */
export interface RowsOfTable {
  /** Its columns as the template gives them. */
  readonly looks: readonly ColumnProps[];
  readonly columns: readonly TableColumn[];
  /** The context of a row, which notes there what only a sheet knows. */
  contextOf(use: SheetUse): CompileContext;
  readonly pointer: string;
  /** Adds the style of the rows of an element to the look of a column. Undefined: these rows have none. */
  readonly inRow?: ((context: CompileContext) => CompileContext) | undefined;
  /** The sheets of a row that does not say them. */
  readonly on: RowSheets;
}

/** The rows that a list of rows still covers in each column: those of cells with a `rowSpan`. */
type Covered = number[];

/** Compiles the rows of the list at `at`. `covered`: what rows above cover; it holds what these rows leave. */
export function compileRows(rows: readonly RowProps[], table: RowsOfTable, at: string, covered: Covered): readonly PlannedRow[] {
  return rows.map((row, i) => compileRow(row, table, `${at}/${i}`, covered));
}

/** Compiles rows that stand alone, such as those where a sheet ends: no cell covers two of them. */
export function compileSingleRows(rows: readonly RowProps[], table: RowsOfTable, at: string): readonly PlannedRow[] {
  return rows.map((row, i) => {
    const covered = table.looks.map(() => 0);
    const made = compileRow(row, table, `${at}/${i}`, covered);
    checkRowSpans(covered, table.contextOf({ usesSheet: false }), `${at}/${i}/cells`);
    return made;
  });
}

/** Reports cells that cover more rows than there are. `rows`: what the cells stand in, for the message. */
export function checkRowSpans(covered: Covered, { template }: CompileContext, at: string): void {
  if (!covered.some((rows) => rows > 0)) return;
  const over = Math.max(...covered);
  template.report(
    'error',
    'wrong-spans',
    at,
    `A "rowSpan" covers ${counted(over, 'row')} more than there ${over === 1 ? 'is' : 'are'}.`,
  );
}

/** The row of the columns' own footers, which comes before the footer rows. */
export function columnFooters(columns: readonly TableColumn[], usesSheet: boolean): readonly PlannedRow[] {
  if (!columns.some((column) => column.footer)) return [];
  const cells = columns.map(({ footer, valign, padding }, start): PlannedCell => {
    return { start, span: 1, rowSpan: 1, node: footer, background: undefined, valign, padding, border: undefined };
  });
  return [{ on: 'last', isBelow: false, when: undefined, background: undefined, ...plainLook, cells, usesSheet }];
}

/** Compiles a row. `covered`: what rows above cover in each column; it holds what rows below find covered. */
export function compileRow(row: RowProps, table: RowsOfTable, at: string, covered: Covered): PlannedRow {
  const { looks, columns, pointer } = table;
  const use = { usesSheet: false };
  const context = contextWhere(row.when, table.contextOf(use));
  const look = cellLook(row, context, at);
  const next: Covered = covered.map((rows) => Math.max(0, rows - 1));
  let start = 0;
  const skipCovered = () => {
    while (covered[start]! > 0) start++;
  };
  const cells = row.cells.map((cell, i): PlannedCell => {
    skipCovered();
    // A cell looks like the first column that it covers, unless its row or the cell itself overrides this.
    const first = looks[start];
    const column = first ? styledContext(first, context, `${pointer}/columns/${start}`, appliedTo(first)) : context;
    const around = { start, valign: row.valign ?? columns[start]?.valign ?? 'top', padding: look.padding };
    const made = compileCell(
      cell,
      around,
      styledContext(row, table.inRow?.(column) ?? column, at, appliedTo(row)),
      `${at}/cells/${i}`,
    );
    for (let k = 0; k < made.span; k++, start++) {
      if (covered[start]! > 0)
        table
          .contextOf(use)
          .template.report('error', 'wrong-spans', `${at}/cells/${i}`, 'The cell covers a cell of a row above.');
      if (made.rowSpan > 1 && start < next.length) next[start] = made.rowSpan - 1;
    }
    return made;
  });
  skipCovered();
  if (start !== looks.length) {
    const above = covered.some((rows) => rows > 0) ? ', with those that cells above cover' : '';
    const message = `The cells cover ${counted(start, 'column')}${above}, the table has ${looks.length}; adjust "span".`;
    context.template.report('error', 'wrong-spans', `${at}/cells`, message);
  }
  covered.splice(0, covered.length, ...next);
  return {
    on: row.on ?? table.on,
    isBelow: row.below ?? false,
    when: row.when === undefined ? undefined : context.expression(row.when, `${at}/when`),
    background: compileBackground(row, context, at),
    padding: undefined,
    border: look.border,
    cells,
    usesSheet: use.usesSheet,
  };
}

/** Separates what a cell asks of its row from its component. `around`: its place, and what the row and the column say. */
function compileCell(
  cell: unknown,
  around: Pick<PlannedCell, 'start' | 'valign'> & Pick<CellLook, 'padding'>,
  context: CompileContext,
  at: string,
): PlannedCell {
  const plain = { span: 1, rowSpan: 1, background: undefined, border: undefined, ...around };
  if (!isObject(cell)) return { ...plain, node: context.compile(cell, at, inCell(cell, context)) };
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
    rowSpan: part.rowSpan ?? 1,
    // The box of the style is the box of the cell, so the component does not draw it again.
    node: isEmpty ? undefined : context.compile({ ...rest, [ignoresBox]: 'elsewhere' }, at, inCell(rest, context)),
    background: compileBackground(part, context, at),
    valign: part.valign ?? around.valign,
    padding: look.padding ?? around.padding,
    border: look.border,
  };
}
