// Compiles the rows of a table that the template writes cell by cell.
import type { FromSchema } from '../../../contract/schema.ts';
import { isObject } from '../../../json/is-object.ts';
import { counted } from '../../../words/counts.ts';
import type { CompiledExpression } from '../../expression/index.ts';
import { meantProperty } from '../../template/explain-property.ts';
import { type TextProperties, textProperties } from '../../text/text-properties.ts';
import { type CompileContext, siteOf } from '../component.ts';
import { compileBackground } from '../shared/bound-values/bound-style.ts';
import { ignoresBox } from '../shared/box/ignores-box.ts';
import { inCell } from '../shared/box/row-height.ts';
import { contextWhere } from '../shared/context.ts';
import { styledContext, warnOfLost } from '../shared/styled-context.ts';
import { misplaced } from '../text/compile-footnotes.ts';
import { type CellLook, cellBoxes, cellLook, plainLook } from './cell-look.ts';
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
  readonly columns: readonly TableColumn[];
  /** The context of a cell that begins in a column, which looks as the column does. */
  inColumn(i: number, context: CompileContext): CompileContext;
  /** A context that knows the element of a column that repeats. */
  enter(i: number, context: CompileContext): CompileContext;
  /** The context of a row on such sheets. It notes in `use` which values of the row are known only when the sheet is filled. */
  contextOf(use: SheetUse, on: RowSheets): CompileContext;
  /** The sheets of a row without `on`. */
  readonly on: RowSheets;
  /** Whether a row on such sheets stands once. */
  standsOnce(on: RowSheets): boolean;
}

/** How many rows below a cell with a `rowSpan` still covers in each column, and where that stands. */
type Covered = { rows: number; readonly at: string }[];

/** `rowSpanOf`: how many rows the cell of a column covers, with its own. */
export function coverage(columns: readonly unknown[], pointer: string, rowSpanOf: (i: number) => number = () => 1): Covered {
  return columns.map((_, i) => ({ rows: rowSpanOf(i) - 1, at: `${pointer}/columns/${i}/rowSpan` }));
}

/** Compiles the rows of the list at `at`. `covered`: what rows above cover; it holds what these rows leave. */
export function compileRows(rows: readonly RowProps[], table: RowsOfTable, at: string, covered: Covered): readonly PlannedRow[] {
  return rows.map((row, i) => compileRow(row, table, `${at}/${i}`, covered));
}

/** Compiles rows that stand alone, such as those where a sheet ends: no cell covers two of them. */
export function compileSingleRows(
  rows: readonly RowProps[],
  table: RowsOfTable,
  at: string,
  context: CompileContext,
): readonly PlannedRow[] {
  return rows.map((row, i) => {
    const covered = coverage(table.columns, at);
    const made = compileRow(row, table, `${at}/${i}`, covered);
    checkRowSpans(covered, context);
    return made;
  });
}

/** Reports cells that cover more rows than there are. */
export function checkRowSpans(covered: Covered, { template }: CompileContext): void {
  for (const [at, over] of new Map(covered.map(({ at, rows }) => [at, rows]))) {
    const message = `The cell covers ${counted(over, 'row')} more than there ${over === 1 ? 'is' : 'are'}.`;
    if (over > 0) template.report('error', 'wrong-spans', at, message);
  }
}

/** The row of the columns' own footers, which comes before the footer rows. */
export function columnFooters(columns: readonly TableColumn[], usesSheet: boolean): readonly PlannedRow[] {
  if (!columns.some((column) => column.footer)) return [];
  const cells = columns.map(({ footer, valign, padding, sites }, start): PlannedCell => {
    const own = { node: footer, site: sites?.footer };
    return { start, span: 1, rowSpan: 1, ...own, background: undefined, valign, padding, border: undefined, repeats: true };
  });
  const name = "the row of the columns' footers";
  const around = { on: 'last', isBelow: false, when: undefined, background: undefined, site: undefined } as const;
  return [{ name, ...around, ...plainLook, cells, usesSheet }];
}

/** Compiles a row. `covered`: what rows above cover in each column; it holds what rows below find covered. */
export function compileRow(row: RowProps, table: RowsOfTable, at: string, covered: Covered): PlannedRow {
  const { columns } = table;
  const use: SheetUse = { usesSheet: false };
  const on = row.on ?? table.on;
  const around = table.contextOf(use, on);
  const noNotes = around.noNotes ?? (table.standsOnce(on) ? undefined : rowRepeats);
  const when = compileWhen(row.when, table, { use, on }, `${at}/when`);
  const context = contextWhere(when, { ...around, noNotes });
  const { outline } = context.template;
  const notesBefore = outline.noteTexts;
  const look = cellLook(row, context, at);
  const next: Covered = covered.map((one) => ({ ...one, rows: Math.max(0, one.rows - 1) }));
  let start = 0;
  const skipCovered = () => {
    while (start < covered.length && covered[start]!.rows > 0) start++;
  };
  let isSound = true;
  // A text is one cell over all columns.
  const isText = typeof row.cells === 'string';
  const given = typeof row.cells === 'string' ? [row.cells] : row.cells;
  const cells = given.map((cell, i): PlannedCell => {
    skipCovered();
    // A cell looks like the first column that it covers, unless its row or the cell itself overrides this.
    const repeats = isObject(cell) && cell.each === true;
    const column = table.inColumn(start, repeats ? table.enter(start, context) : context);
    const span = isText ? columns.length : 1;
    const around = { start, span, valign: row.valign ?? columns[start]?.valign ?? 'top', padding: look.padding };
    const here = isText ? `${at}/cells` : `${at}/cells/${i}`;
    const first = columns[start];
    if (repeats && first && !first.each)
      context.template.report('error', 'no-effect', `${here}/each`, 'The cell stands in a column without "each".');
    const compile = () => compileCell(cell, around, styledContext(row, column, at, cellBoxes), here);
    // The walk does not read what stands where a sheet ends.
    const made = on === 'notLast' ? compile() : checkTitles(use, context, here, compile);
    isSound &&= made.isSound;
    const end = start + made.cell.span;
    if (covered.slice(start, end).some(({ rows }) => rows > 0)) {
      context.template.report('error', 'wrong-spans', here, 'The cell covers a cell of a row above.');
      isSound = false;
    }
    const rows = made.cell.rowSpan - 1;
    if (rows > 0) for (let k = start; k < Math.min(end, next.length); k++) next[k] = { rows, at: `${here}/rowSpan` };
    start = end;
    return made.cell;
  });
  skipCovered();
  if (isSound && start !== columns.length) {
    const above = covered.some(({ rows }) => rows > 0) ? ', with those that cells above cover' : '';
    const message = `The cells cover ${counted(start, 'column')}${above}, the table has ${columns.length}; adjust "span".`;
    context.template.report('error', 'wrong-spans', `${at}/cells`, message);
  }
  covered.splice(0, covered.length, ...next);
  if (use.usesSheet && outline.noteTexts > notesBefore)
    context.template.report('error', 'note-misplaced', at, misplaced(sumsOfSheet));
  return {
    name: `the row ${at}`,
    on,
    isBelow: row.below ?? false,
    when,
    background: compileBackground(row, context, at),
    padding: undefined,
    border: look.border,
    cells,
    usesSheet: use.usesSheet,
    site: siteOf(context, at),
  };
}

/** Compiles a cell, and reports a title in it whose text is not known when the walk of the outline runs. */
export function checkTitles<T>(use: SheetUse, { template }: CompileContext, at: string, compile: () => T): T {
  const { titles } = template.outline;
  use.usesFilled = false;
  const made = compile();
  if (use.usesFilled && template.outline.titles > titles) template.report('error', 'too-early', at, filledTooLate);
  return made;
}

const filledTooLate =
  'A cell with a title, or with Markdown that may bring one, cannot print the sums ".before" and ".page" here: tables of contents and "title_of" read titles before sheets are filled. Print these sums in another cell.';

const rowRepeats = 'the row stands on several sheets. A header row with "on": "first" stands once';
export const sumsOfSheet = 'the row prints sums that only its sheet knows';

/** The properties by which a cell covers others. */
const spans = ['span', 'rowSpan'];

function compileWhen(
  source: string | undefined,
  table: RowsOfTable,
  { use, on }: { readonly use: SheetUse; readonly on: RowSheets },
  at: string,
): CompiledExpression | undefined {
  if (source === undefined) return undefined;
  const own = { ...use, decides: true };
  const compiled = table.contextOf(own, on).expression(source, at);
  use.usesSheet ||= own.usesSheet;
  return compiled;
}

/**
 * Separates the properties of a cell from those of its component. `around`: its place, and the looks of the row and the column. `isSound`: its spans are
 * valid.
 */
function compileCell(
  cell: unknown,
  around: Pick<PlannedCell, 'start' | 'span' | 'valign'> & Pick<CellLook, 'padding'>,
  context: CompileContext,
  at: string,
): { readonly cell: PlannedCell; readonly isSound: boolean } {
  const plain = { rowSpan: 1, background: undefined, border: undefined, site: siteOf(context, at), ...around };
  if (!isObject(cell)) return { cell: { ...plain, node: context.compile(cell, at, inCell(cell, context)) }, isSound: true };
  const own: Record<string, unknown> = {};
  const rest: Record<string | symbol, unknown> = {};
  let isSound = true;
  for (const [given, value] of Object.entries(cell)) {
    const name = Object.hasOwn(cellProperties, given) ? given : meantProperty(given, spans);
    if (name === undefined) {
      rest[given] = value;
      continue;
    }
    if (name !== given) {
      const message = `"${given}" is not known here; did you mean "${name}"?`;
      context.template.report('error', 'unknown-property', `${at}/${given}`, message);
    }
    const isRight = context.template.check(cellProperties[name as keyof typeof cellProperties], value, `${at}/${given}`);
    if (isRight) own[name] = value;
    else if (spans.includes(name)) isSound = false;
  }
  const part = { style: cell.style, ...own } as CellProps;
  const look = cellLook(part, context, at);
  const isEmpty = Object.keys(rest).every((name) => name === 'style' || Object.hasOwn(textProperties, name));
  // The component in the cell reports properties without effect itself.
  warnOfLost(part, at, context, (property) => (isEmpty ? cellBoxes.includes(property) : property !== 'margin'));
  const made = {
    ...plain,
    span: part.span ?? 1,
    rowSpan: part.rowSpan ?? 1,
    ...(part.each && { repeats: true }),
    // The box of the style is the box of the cell, so the component does not draw it again.
    node: isEmpty ? undefined : context.compile({ [ignoresBox]: true, ...rest }, at, inCell(rest, context)),
    background: compileBackground(part, context, at),
    valign: part.valign ?? around.valign,
    padding: look.padding ?? around.padding,
    border: look.border,
  };
  return { cell: made, isSound };
}
