// Rows of sums, which the compiler writes: `total`, `subtotal`, `carried` and `brought`.
import { type CompileContext, siteOf } from '../component.ts';
import { compileBackground } from '../shared/bound-values/bound-style.ts';
import { inCell } from '../shared/box/row-height.ts';
import { styledContext } from '../shared/styled-context.ts';
import type { CellContexts, InColumn } from './cell-contexts.ts';
import { cellBoxes, cellLook, plainLook } from './cell-look.ts';
import { compileBody } from './column-values.ts';
import type { WholeColumns } from './defined-column.ts';
import type { PlannedCell, PlannedRow, TableColumn } from './table-plan.ts';
import type { RowSheets, SumRow } from './table-schema.ts';
import type { ColumnPart, SheetUse, SumPlace, TableSums } from './table-sums.ts';

/** The columns of a table whose sums a row shows. */
export interface SumColumns extends Pick<WholeColumns, 'given' | 'layers' | 'repeats' | 'defined'> {
  readonly columns: readonly TableColumn[];
  readonly cells: CellContexts;
  readonly sums: TableSums | undefined;
}

/** Where a row of sums stands, and which sums it shows. */
export interface SumRowPlace {
  readonly part: ColumnPart;
  readonly on: RowSheets;
  readonly place: SumPlace;
  /** The context of the row. */
  contextOf(use: SheetUse): CompileContext;
}

/** Compiles a row of sums, which stands at `at`. No row: none is given, or no column has a sum. */
export function compileSumRow(
  given: SumRow | undefined,
  { columns, given: written, layers, repeats, defined, cells, sums }: SumColumns,
  { part, on, place, contextOf }: SumRowPlace,
  at: string,
): readonly PlannedRow[] {
  if (given === undefined) return [];
  const use: SheetUse = { usesSheet: false };
  const context = contextOf(use);
  const { report } = context.template;
  const first = written.findIndex(({ sum, value }) => sum !== undefined && value !== undefined);
  if (first < 0 || !sums) {
    const message = 'No column has a sum: give a column its number as "value", and "sum": true.';
    // A definition that is missing or faulty may have the sum.
    if (defined.every((one) => !one || one.layer)) report('error', 'missing-property', at, message);
    return [];
  }
  const isText = typeof given === 'string';
  const row: Exclude<SumRow, string> = isText ? { label: given } : given;
  const { label, values = {}, valign = 'top' } = row;
  const labelAt = isText ? at : `${at}/label`;
  if (first === 0 && label !== '')
    report('error', 'no-effect', labelAt, 'The first column has a sum, so the label has no room: write an empty text.');
  const look = cellLook(row, context, at);
  const lookOfValues = cellLook(values, context, `${at}/values`);
  const inPart = (look: InColumn) => (place === 'footer' ? cells.ofPart('footerStyle', look) : look);
  const inRow = (i: number, base: CompileContext) => styledContext(row, inPart(cells.plain)(i, base), at, cellBoxes);
  const plain = {
    span: 1,
    rowSpan: 1,
    node: undefined,
    background: undefined,
    border: undefined,
    padding: look.padding,
    valign,
    site: siteOf(context, at),
  };
  const labelContext = inRow(0, context);
  const ofLabel: PlannedCell = {
    ...plain,
    start: 0,
    span: first,
    node: context.compile(label, labelAt, inCell(label, labelContext)),
  };
  const sumCell = (start: number): PlannedCell => {
    const column = written[start]!;
    if (column.sum === undefined || column.value === undefined) return { ...plain, start };
    // The cells above show the sum up to their row, also those of other groups.
    const shown = part === 'group' && column.sum === 'running' ? 'sofar' : part;
    const { context: inSum, bind } = sums.valueIn(start, shown, cells.enter(start, context), place, use);
    const styled = styledContext(row, inPart(cells.ofSum)(start, inSum), at, cellBoxes);
    const inside = { ...styledContext(values, styled, `${at}/values`, cellBoxes), noNotes: repeatsNotes };
    return {
      ...plain,
      start,
      node: compileBody(column, layers[start]!, inCell(column.body, inside), { fixed: 'body' }),
      valign: values.valign ?? valign,
      padding: lookOfValues.padding ?? look.padding,
      border: lookOfValues.border,
      background: compileBackground(values, inSum, `${at}/values`),
      repeats: repeats[start] !== undefined || defined[start] !== undefined,
      checks: part !== 'all' && part !== 'group' ? undefined : checksOf[String(column.sum) as keyof typeof checksOf],
      inside: bind,
    };
  };
  const rest = columns.slice(first).map((_, i) => sumCell(first + i));
  return [
    {
      name: `the row ${at}`,
      on,
      isBelow: true,
      when: undefined,
      background: compileBackground(row, context, at),
      ...plainLook,
      border: look.border,
      cells: first === 0 ? rest : [ofLabel, ...rest],
      usesSheet: use.usesSheet,
      site: siteOf(context, at),
    },
  ];
}

/** By the `sum` of a column. */
const checksOf = { true: 'all', rounded: 'missing', running: undefined } as const;

const repeatsNotes = 'the row shows a sum with the content of the cells above';
