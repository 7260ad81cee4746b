// The component `table`: a header, a row for each element of a list, footer rows. `compile-columns.ts`, `compile-rows.ts`, `table-groups.ts` and
// `table-sums.ts` compile its parts; `build-table.ts` makes the boxes for some data, with `table-sheets.ts` where sheets divide it.

import { valueName } from '../../expression/local-name.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { Definition } from '../../template/definitions.ts';
import { tableLookNames } from '../../template/table-looks.ts';
import { type CompileContext, defineComponent, isRead, nameOf, siteOf } from '../component.ts';
import { compileColor } from '../shared/bound-values/bound-color.ts';
import { compileBackground, lookOfStyle } from '../shared/bound-values/bound-style.ts';
import { enclosed } from '../shared/context.ts';
import { sidesOf } from '../shared/lengths.ts';
import { type CompiledElements, compileElements } from '../shared/lists/element-context.ts';
import { notingPageNumbers } from '../shared/numbered.ts';
import { usualElements, usualTableLook, usualWritten } from '../shared/usual-properties.ts';
import { rowArranger } from './arrange-rows.ts';
import type { CellContexts, PartStyle, TableProps } from './cell-contexts.ts';
import { type CellLook, cellLook, plainLook } from './cell-look.ts';
import { summedColumns } from './column-values.ts';
import { compileColumns, joinLayers, readColumns } from './compile-columns.ts';
import {
  type ColumnProps,
  checkRowSpans,
  columnFooters,
  compileRow,
  compileRows,
  compileSingleRows,
  coverage,
  type RowsOfTable,
} from './compile-rows.ts';
import { definedLayer, ownLayer, type ReadColumns } from './defined-column.ts';
import { explainTable } from './explain-table.ts';
import { rowOf } from './row-of.ts';
import { compileSumRow, type SumColumns, type SumRowPlace } from './sum-rows.ts';
import { compileGroups, type GroupProps } from './table-groups.ts';
import { tableNode } from './table-node.ts';
import { defaultPadding, type PlannedRow, type RowLook, type TableColumn, type TablePlan } from './table-plan.ts';
import { compileRules } from './table-rules.ts';
import { tableProperties } from './table-schema.ts';
import { compileSums, type SheetUse, type SumPlace, statesTotal, tellingMissing } from './table-sums.ts';

export const table = defineComponent({
  type: 'table',
  content: 'table',
  group: 'table',
  usual: { content: ['table'], repetition: usualElements, ...usualWritten, look: usualTableLook },
  summary: 'A row for each element of a list, with a header that is repeated on each page.',
  properties: tableProperties,
  required: ['columns'],
  looks: ['valign', 'repeatHeader', 'rowBreak', ...tableLookNames],
  example: {
    table: 'lines',
    as: 'l',
    zebra: '#eef3f8',
    columns: [
      { header: 'Item', body: '{{ l.name }}' },
      { width: 30, header: 'Total', body: '{{ l.total | money }}', align: 'right' },
    ],
  },
  explain: explainTable,
  compile(props, outer, pointer) {
    const around = notingPageNumbers(outer);
    const found = compileElements(props.table, props, around, pointer, 'table');
    const elements = statesTotal(props) ? tellingMissing(found, props.table, around, `${pointer}/table`) : found;
    const context = { ...around, names: { ...around.names, row: rowOf(props) } };
    const read = readColumns(props, context, elements.context, pointer);
    return compileNumbers(read.layers, (layers) =>
      tableNode(compilePlan(props, elements, { ...read, layers }, context, pointer), around),
    );
  },
});

/** Proves the column of a definition, as that of a table without rows. Its names are those of `inside`. */
export function proveColumn(definition: Definition, inside: CompileContext): void {
  const { params, locals } = inside.names;
  const { pointer } = definition;
  // How many rows an element has is known where the column is used.
  const report: typeof inside.template.report = (severity, code, ...fault) => {
    if (code !== 'wrong-spans') inside.template.report(severity, code, ...fault);
  };
  const context = { ...inside, template: { ...inside.template, report } };
  // The use may give the number.
  const over = definition.column?.value === undefined ? { value: '1' } : {};
  const how = { paramsAt: () => params!.list, first: locals.length, pointer, over, outside: context };
  const layer = definedLayer(definition, how);
  if (!layer) return;
  const own = new Set(params!.list.map(({ name }) => name));
  const read = { layers: [[{ ...layer, own }, ownLayer(over, pointer, false)]], repeats: [undefined], defined: [undefined] };
  compilePlan({ table: [], columns: [] }, compileElements([], {}, context, pointer, 'table'), read, context, pointer);
}

/** Compiles a table for the bound numbers of the definitions that its columns use. */
function compileNumbers(
  layers: ReadColumns['layers'],
  build: (layers: ReadColumns['layers']) => ComponentNode,
  from = 0,
): ComponentNode {
  const at = layers.findIndex((own, i) => i >= from && own[0]!.numbers);
  if (at < 0) return build(layers);
  const [defined, ...rest] = layers[at]!;
  return defined!.numbers!.compile(defined!.props, (props) =>
    compileNumbers(layers.with(at, [{ ...defined!, props }, ...rest]), build, at + 1),
  );
}

function compilePlan(
  props: TableProps,
  elements: CompiledElements,
  columnsRead: ReadColumns,
  context: CompileContext,
  pointer: string,
): TablePlan {
  const read = joinLayers(columnsRead, context);
  checkNames(props, read.given, context, pointer);
  const sums = compileSums(props.sums, summedColumns(read), elements.context, elements, pointer);
  const withSums = (inside: CompileContext, place: SumPlace, use?: SheetUse) => sums?.contextIn(inside, place, use) ?? inside;
  const groups = compileGroups(props.groups as readonly GroupProps[] | undefined, {
    rows: elements.context,
    outside: context,
    sums,
    own: elements.own,
    pointer,
  });
  const footerUse: SheetUse = { usesSheet: false };
  const inRows = groups.inner(withSums(elements.context, 'row'));
  const header = withSums(context, 'head');
  const footer = withSums(context, 'footer', footerUse);
  const rowLook = props.rowStyle === undefined ? undefined : styleLook(props.rowStyle, inRows, `${pointer}/rowStyle`);
  const parts = {
    outside: context,
    elements: elements.context,
    own: elements.own,
    rows: inRows,
    sums,
    header,
    footer,
    footerUse,
  };
  const compiled = compileColumns(props, read, parts, pointer);
  const { columns, given, cells } = compiled;
  const sumColumns: SumColumns = { sums, ...compiled };
  const sumRow = (name: 'total' | 'carried' | 'brought', place: Omit<SumRowPlace, 'contextOf'>) =>
    compileSumRow(
      props[name],
      sumColumns,
      { contextOf: (use) => withSums(context, place.place, use), ...place },
      `${pointer}/${name}`,
    );
  const plainRows = { columns, inColumn: cells.plain, enter: cells.enter };
  const headers = compileHeader(
    props,
    given,
    { columns, cells, contextOf: (use) => withSums(context, 'header', use) },
    context,
    pointer,
  );
  const rows = compileFurtherRows(props, { columns, cells, inRows }, context, pointer);
  const ends: RowsOfTable = {
    columns,
    on: 'last',
    standsOnce: (on) => on === 'last',
    inColumn: cells.ofPart('footerStyle'),
    enter: cells.enter,
    contextOf: (use) => withSums(context, 'footer', use),
  };
  const looks = compilePartLooks(props, context, pointer);
  const source = { elements, sums, groups: groups.compile(plainRows, sumColumns) };
  return {
    name: nameOf(props, pointer),
    columns,
    headers: [
      ...sumRow('brought', { part: 'before', on: 'notFirst', place: 'header' }),
      ...headers.map((row) => (row.isBelow ? row : padded(row, columns, looks.headerLook))),
    ],
    rows,
    footers: [
      ...sumRow('total', { part: 'all', on: 'last', place: 'footer' }),
      ...sumRow('carried', { part: 'sofar', on: 'notLast', place: 'footer' }),
      ...columnFooters(columns, footerUse.usesSheet),
      ...compileSingleRows(props.footer ?? [], ends, `${pointer}/footer`, context),
    ].map((row) => padded(row, columns, looks.footerLook)),
    arrange: rowArranger(source),
    rowLook: rowLook && (() => rowLook),
    padding: props.cellPadding === undefined ? defaultPadding : sidesOf(props.cellPadding, context.template.unit),
    rulesOf: compileRules(props.rules, props.border !== undefined, context, `${pointer}/rules`),
    zebra: props.zebra === undefined ? undefined : compileColor(props.zebra, inRows, `${pointer}/zebra`),
    repeatHeader: props.repeatHeader ?? true,
    mayBreak: props.rowBreak === 'allow',
    empty:
      props.empty === undefined
        ? undefined
        : context.compile(props.empty, `${pointer}/empty`, enclosed(context, 'a cell of a table')),
    summary: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
    site: siteOf(context, pointer),
    ...source,
    ...looks,
  };
}

/** The names that a table itself gives to its rows. */
function checkNames(
  { as, sums, groups }: TableProps,
  columns: readonly ColumnProps[],
  { template }: CompileContext,
  pointer: string,
): void {
  const check = (name: string | undefined, at: string, hasValue: boolean) => {
    const isTaken =
      (name === 'sums' && sums !== undefined) || (name === 'group' && groups !== undefined) || (name === valueName && hasValue);
    if (isTaken) template.report('error', 'name-shadowed', at, `"${name}" is a name of this table itself; choose another name.`);
  };
  check(
    as,
    `${pointer}/as`,
    columns.some(({ value }) => value !== undefined),
  );
  for (const [i, column] of columns.entries()) check(column.as, `${pointer}/columns/${i}/as`, column.value !== undefined);
}

const styleLook = (style: string | readonly string[], context: CompileContext, at: string): RowLook => ({
  background: compileBackground(lookOfStyle(style), context, at),
  ...cellLook(lookOfStyle(style), context, at),
});

/** The looks of the header and the footers as a whole. */
function compilePartLooks(
  props: TableProps,
  context: CompileContext,
  pointer: string,
): Pick<TablePlan, 'headerBackground' | 'headerLook' | 'footerBackground' | 'footerLook'> {
  const backgroundOf = (part: PartStyle) => compileBackground(lookOfStyle(props[part]), context, `${pointer}/${part}`);
  const lookOf = (part: PartStyle) =>
    props[part] === undefined ? plainLook : cellLook(lookOfStyle(props[part]), context, `${pointer}/${part}`);
  return {
    headerBackground: backgroundOf('headerStyle'),
    headerLook: lookOf('headerStyle'),
    footerBackground: backgroundOf('footerStyle'),
    footerLook: lookOf('footerStyle'),
  };
}

/** Gives the cells of a row the padding of their columns, else that of the style of its part. */
const padded = (row: PlannedRow, columns: readonly TableColumn[], { padding }: CellLook): PlannedRow => ({
  ...row,
  cells: row.cells.map((cell) => ({ ...cell, padding: cell.padding ?? columns[cell.start]?.padding ?? padding })),
});

/** Compiles the rows above and below that of the columns' headers. */
function compileHeader(
  { header: given = [], repeatHeader }: TableProps,
  columnProps: readonly ColumnProps[],
  { columns, cells, contextOf }: Pick<RowsOfTable, 'columns' | 'contextOf'> & { readonly cells: CellContexts },
  context: CompileContext,
  pointer: string,
): readonly PlannedRow[] {
  const covered = coverage(columns, pointer);
  const belowHead = coverage(columns, pointer);
  const above: RowsOfTable = {
    columns,
    contextOf,
    on: 'all',
    standsOnce: (on) => on === 'first' || (on === 'all' && repeatHeader === false),
    inColumn: cells.ofPart('headerStyle'),
    enter: cells.enter,
  };
  // Rows below the names of the columns are no headings, such as a sum that is brought forward. See docs/decisions/0055.
  const below: RowsOfTable = { ...above, inColumn: cells.plain };
  const headers = given.map((row, i) => {
    const at = `${pointer}/header/${i}`;
    return row.below ? compileRow(row, below, at, belowHead) : compileRow(row, above, at, covered);
  });
  checkHeaders(columnProps, (i) => covered[i]!.rows > 0 || isHeaded(given, headers, i), context, pointer);
  checkRowSpans(belowHead, context);
  checkHeadCover(columns, covered, context, pointer);
  return headers;
}

/** Compiles the rows of an element below that of the columns' bodies. */
function compileFurtherRows(
  { rows = [] }: TableProps,
  { columns, cells, inRows }: Pick<RowsOfTable, 'columns'> & { readonly cells: CellContexts; readonly inRows: CompileContext },
  context: CompileContext,
  pointer: string,
): readonly PlannedRow[] {
  const covered = coverage(columns, pointer, (i) => columns[i]!.rowSpan);
  const table: RowsOfTable = {
    columns,
    inColumn: cells.ofElement,
    enter: cells.enter,
    on: 'all',
    standsOnce: () => true,
    contextOf: () => inRows,
  };
  const made = compileRows(rows, table, `${pointer}/rows`, covered);
  checkRowSpans(covered, context);
  return made;
}

/** Cells of header rows may cover the row of the columns' headers, where the columns have no header of their own. */
function checkHeadCover(
  columns: readonly TableColumn[],
  covered: ReturnType<typeof coverage>,
  context: CompileContext,
  pointer: string,
): void {
  for (const [i, { header }] of columns.entries()) {
    if (covered[i]!.rows === 0) continue;
    covered[i]!.rows--;
    if (header)
      context.template.report(
        'error',
        'wrong-spans',
        `${pointer}/columns/${i}/header`,
        'A cell of a header row covers this header; leave it out.',
      );
  }
  checkRowSpans(covered, context);
}

/** Whether a header row on the first sheet has content above or below a column's header. */
function isHeaded(given: NonNullable<TableProps['header']>, headers: readonly PlannedRow[], column: number): boolean {
  return headers.some(
    ({ on, cells }, i) =>
      on !== 'notFirst' &&
      cells.some(({ start, span, node }, k) => node && given[i]!.cells[k] !== '' && start <= column && column < start + span),
  );
}

/** Warns of columns without a header in a table whose other columns have headers, and under PDF/UA of a table without any header. */
function checkHeaders(
  columns: readonly ColumnProps[],
  hasHeaderCell: (column: number) => boolean,
  context: CompileContext,
  pointer: string,
): void {
  const isEmpty = ({ header }: ColumnProps, i: number) => !hasHeaderCell(i) && (header === undefined || header === '');
  if (!isRead(context)) return;
  if (columns.every(isEmpty)) {
    // Without PDF/UA, such a table may be a form of layout, such as the totals below an invoice.
    if (!context.template.isAccessible || columns.some(({ rowHeader }) => rowHeader)) return;
    const message =
      'The table has no headers, so screen readers do not say what its cells are. Give its columns a "header". If the first cell of a row names the others, give its column "rowHeader": true. If nothing here belongs in a table, use "row".';
    context.template.report('warning', 'empty-header', pointer, message);
    return;
  }
  for (const [i, column] of columns.entries()) {
    if (!isEmpty(column, i)) continue;
    const message = 'The column has no "header", so screen readers do not say what its cells are.';
    context.template.report('warning', 'empty-header', `${pointer}/columns/${i}`, message);
  }
}
