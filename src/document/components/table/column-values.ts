// The value of a column, which its cells and the rows of sums print.
import { compileLet } from '../../expression/index.ts';
import type { BoundScope } from '../../layout/session.ts';
import type { CompileContext } from '../component.ts';
import type { CompiledElements } from '../shared/lists/element-context.ts';
import type { ColumnProps } from './compile-rows.ts';
import { type SheetUse, type SummedColumn, type TableSums, valueName } from './table-sums.ts';

/** The body of a column that has only a value. */
const ownText = `{{ ${valueName} }}`;

/** A column with the content that it prints. What it lacks, or what has no effect in it, is reported. */
export function withBody(column: ColumnProps, { template }: CompileContext, at: string): ColumnProps {
  const { report } = template;
  if (column.value === undefined && column.sum !== undefined) {
    const message = 'A sum adds the values of its column: write the number as "value", such as "value": "line.amount".';
    report('error', 'missing-property', `${at}/sum`, message);
  }
  return column.body === undefined ? { ...column, body: ownText } : column;
}

/** Where the content of a column stands in the template. */
export const placeOfBody = ({ body }: ColumnProps, at: string): string => `${at}/${body === ownText ? 'value' : 'body'}`;

/** The columns that have a sum. */
export const summedColumns = (
  columns: readonly ColumnProps[],
  repeats: readonly (CompiledElements | undefined)[],
): readonly SummedColumn[] =>
  columns.flatMap(({ value, sum }, index) =>
    value === undefined || sum === undefined ? [] : [{ index, value, each: repeats[index] }],
  );

/** The context of a column in the rows of elements, and the scopes in it. */
interface ColumnRows {
  readonly context: CompileContext;
  /** Undefined: the scope is that of the row. */
  readonly bind: ((scope: BoundScope) => BoundScope) | undefined;
}

/** Gives the cells of a column their `value`. `inRows`: their context, which knows the element of a column that repeats. */
export function valueInRows(
  { value, sum }: ColumnProps,
  index: number,
  sums: TableSums | undefined,
  inRows: CompileContext,
  at: string,
): ColumnRows {
  if (value === undefined) return { context: inRows, bind: undefined };
  const use: SheetUse = { usesSheet: false };
  if (sum === 'running' && sums) return sums.valueIn(index, 'sofar', inRows, 'row', use);
  // The column gives the name, so it hides a name of the data.
  const report: typeof inRows.template.report = (severity, code, ...rest) => {
    if (code !== 'name-shadowed') inRows.template.report(severity, code, ...rest);
  };
  const { names, bind, reportUnused } = compileLet({ [valueName]: value }, inRows.names, at, report);
  if (sum === undefined) inRows.template.atEnd(reportUnused);
  return { context: { ...inRows, names }, bind };
}
