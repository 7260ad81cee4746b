// The component `table`: a header, a row for each element of a list, footer rows.

import type { FromSchema } from '../../../contract/schema.ts';
import { type CompiledExpression, compileText, usesName } from '../../expression/index.ts';
import type { StaticScope } from '../../expression/scope.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { compileColor } from '../bound-color.ts';
import { compileBackground } from '../bound-style.ts';
import { type CompileContext, defineComponent, isRead, nameOf, nothing, type Props } from '../component.ts';
import { contextWhere, withContext } from '../context.ts';
import { compileElements } from '../element-context.ts';
import { hasOldCells } from '../ignores-box.ts';
import { sidesOf } from '../lengths.ts';
import { notingPageNumbers } from '../numbered.ts';
import { parseColumnWidth } from '../resolve-widths.ts';
import { inCell } from '../row-height.ts';
import { compileChildren, stackNodes } from '../stack.ts';
import { styledContext } from '../styled-context.ts';
import { TextNode } from '../text/text-node.ts';
import { rowArranger } from './arrange-rows.ts';
import { appliedTo, cellBoxes, cellLook, plainLook } from './cell-look.ts';
import {
  type ColumnProps,
  checkRowSpans,
  columnFooters,
  compileRow,
  compileRows,
  compileSingleRows,
  type RowsOfTable,
} from './compile-rows.ts';
import { styledLooks } from './styled-looks.ts';
import { compileGroups, type GroupProps } from './table-groups.ts';
import { tableNode } from './table-node.ts';
import { defaultPadding, type TableColumn, type TablePlan } from './table-plan.ts';
import { compileRules } from './table-rules.ts';
import { type tableColumn, tableProperties } from './table-schema.ts';
import { compileSums, type SheetUse, type SumPlace } from './table-sums.ts';

export const table = defineComponent({
  type: 'table',
  content: 'table',
  group: 'table',
  summary: 'A row for each element of a list, with a header that is repeated on each page.',
  properties: tableProperties,
  required: ['columns'],
  example: {
    table: 'lines',
    as: 'l',
    zebra: '#eef3f8',
    columns: [
      { header: 'Item', body: '{{ l.name }}' },
      { width: 30, header: 'Total', body: '{{ l.total | money }}', align: 'right' },
    ],
  },
  compile(props, outer, pointer) {
    const context = notingPageNumbers(outer);
    return tableNode(compilePlan(props, context, pointer), context);
  },
});

type TableProps = Props<typeof tableProperties, readonly ['table', 'columns']>;

function compilePlan(written: TableProps, around: CompileContext, pointer: string): TablePlan {
  const props = styledLooks(written, around);
  const elements = compileElements(props.table, props, around, pointer, 'table');
  const context = withContext({ ...around, names: { ...around.names, rowName: props.as ?? 'item' } });
  const { unit } = context.template;
  const sums = compileSums(props.sums, elements.context, pointer);
  const withSums = (inside: CompileContext, place: SumPlace, use: SheetUse) => sums?.contextIn(inside, place, use) ?? inside;
  const contextOf = (part: 'headerStyle' | 'footerStyle') =>
    props[part] === undefined
      ? context
      : styledContext({ style: props[part] }, context, `${pointer}/${part}`, hasOldCells in props ? ['background'] : cellBoxes);
  const backgroundOf = (part: 'headerStyle' | 'footerStyle') =>
    compileBackground({ style: props[part] }, context, `${pointer}/${part}`);
  const lookOf = (part: 'headerStyle' | 'footerStyle') =>
    props[part] === undefined || hasOldCells in props
      ? plainLook
      : cellLook({ style: props[part] }, context, `${pointer}/${part}`);
  const given = props.columns as readonly (FromSchema<typeof tableColumn> | string)[];
  const isDecimal = given.map((column) => typeof column !== 'string' && column.align === 'decimal');
  const columnProps = given.map((column, i): ColumnProps => {
    if (typeof column === 'string') return { body: column };
    return isDecimal[i] ? { ...column, align: 'right' } : (column as ColumnProps);
  });
  const unseen = { usesSheet: false };
  const footerUse = { usesSheet: false };
  const groups = compileGroups(props.groups as readonly GroupProps[] | undefined, {
    rows: elements.context,
    outside: context,
    sums,
    elementName: props.as ?? 'item',
    pointer,
  });
  const rowContext = groups.inner(withSums(elements.context, 'row', unseen));
  const styleOfRows = props.rowStyle === undefined ? undefined : { style: props.rowStyle };
  const inRow = (inside: CompileContext) =>
    styleOfRows ? styledContext(styleOfRows, inside, `${pointer}/rowStyle`, cellBoxes) : inside;
  const rowLook = styleOfRows && {
    background: compileBackground(styleOfRows, rowContext, `${pointer}/rowStyle`),
    ...cellLook(styleOfRows, rowContext, `${pointer}/rowStyle`),
  };
  const headContext = withSums(contextOf('headerStyle'), 'head', unseen);
  const footContext = withSums(contextOf('footerStyle'), 'footer', footerUse);
  const looks = columnProps.map((column) => lookOutsideRows(column, context.names, elements.context.names));
  const columns = columnProps.map((column, i): TableColumn => {
    const at = `${pointer}/columns/${i}`;
    // Values in a hidden column may be missing.
    const inside = (part: CompileContext, look: ColumnProps) =>
      styledContext(look, contextWhere(column.when, part), at, appliedTo(column));
    const outsideRows = (child: unknown, part: CompileContext, place: string) =>
      child === undefined ? undefined : part.compile(child, `${at}/${place}`, inCell(child, inside(part, looks[i]!)));
    const header = outsideRows(column.header, headContext, 'header');
    const cell = compileBody(given[i], rowContext, at, inRow(inside(rowContext, column)));
    if (isDecimal[i] && cell !== nothing && !(cell instanceof TextNode)) reportNoDecimals(context, at);
    return {
      width: parseColumnWidth(column.width, unit),
      valign: column.merge === undefined ? (column.valign ?? props.valign ?? 'top') : 'top',
      background: compileBackground(column, rowContext, at),
      header,
      cell,
      isDecimal: isDecimal[i]!,
      merge: column.merge === undefined ? undefined : compileMerge(column, column.merge, props, elements.context, at),
      footer: outsideRows(column.footer, footContext, 'footer'),
      when: column.when === undefined ? undefined : context.expression(column.when, `${at}/when`),
      isRowHeader: column.rowHeader ?? false,
      rowSpan: column.rowSpan ?? 1,
      ...cellLook(column, rowContext, at),
    };
  });
  const tableRows: Omit<RowsOfTable, 'contextOf' | 'on'> = { looks, columns, pointer };
  const covered = columns.map(() => 0);
  const belowHead = columns.map(() => 0);
  const headerRows: RowsOfTable = {
    ...tableRows,
    on: 'all',
    contextOf: (use) => withSums(contextOf('headerStyle'), 'header', use),
  };
  const headers = (props.header ?? []).map((row, i) =>
    compileRow(row, headerRows, `${pointer}/header/${i}`, row.below ? belowHead : covered),
  );
  checkHeaders(columnProps, covered, context, pointer);
  checkRowSpans(belowHead, context, `${pointer}/header`);
  checkHeadCover(columns, covered, context, pointer);
  const below = columns.map(({ rowSpan }) => rowSpan - 1);
  const rows = compileRows(
    props.rows ?? [],
    { ...tableRows, looks: columnProps, inRow, on: 'all', contextOf: () => rowContext },
    `${pointer}/rows`,
    below,
  );
  checkRowSpans(below, context, props.rows ? `${pointer}/rows` : `${pointer}/columns`);
  const ends: RowsOfTable = { ...tableRows, on: 'last', contextOf: (use) => withSums(contextOf('footerStyle'), 'footer', use) };
  const source = { elements, sums, groups: groups.compile(tableRows) };
  return {
    ...source,
    name: nameOf(props, pointer, context),
    columns,
    headers,
    rows,
    footers: [
      ...columnFooters(columns, footerUse.usesSheet),
      ...compileSingleRows(props.footer ?? [], ends, `${pointer}/footer`),
    ],
    arrange: rowArranger(source),
    rowLook: rowLook && (() => rowLook),
    headerBackground: backgroundOf('headerStyle'),
    headerLook: lookOf('headerStyle'),
    footerBackground: backgroundOf('footerStyle'),
    footerLook: lookOf('footerStyle'),
    padding: props.cellPadding === undefined ? defaultPadding : sidesOf(props.cellPadding, unit),
    rulesOf: compileRules(props.rules, props.border !== undefined, context, `${pointer}/rules`),
    zebra: props.zebra === undefined ? undefined : compileColor(props.zebra, rowContext, `${pointer}/zebra`),
    repeatHeader: props.repeatHeader ?? true,
    mayBreak: props.rowBreak === 'allow',
    empty: props.empty === undefined ? undefined : context.compile(props.empty, `${pointer}/empty`, context),
    summary: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
  };
}

/** Compiles the value for which neighbours in a column are merged. */
function compileMerge(
  { valign, rowSpan = 1 }: ColumnProps,
  source: string,
  { rows, as = 'item' }: Pick<TableProps, 'rows' | 'as'>,
  context: CompileContext,
  at: string,
): CompiledExpression {
  const { report } = context.template;
  const compiled = context.expression(source, `${at}/merge`);
  if (compiled.diagnostics.length === 0 && !usesName(source, as)) {
    const message = `"${source}" is the same for every element, because it does not use "${as}". Write "${as}.…".`;
    report('error', 'wrong-value', `${at}/merge`, message);
  }
  if (valign !== undefined && valign !== 'top')
    report(
      'error',
      'no-effect',
      `${at}/valign`,
      'The content of merged cells stands at the top of each sheet; leave "valign" out.',
    );
  const needed = 1 + (rows?.length ?? 0);
  if (rowSpan !== needed) {
    const message = `A merged cell covers all rows of each element, also the "rows" of the table: write "rowSpan": ${needed}.`;
    report('error', 'wrong-spans', `${at}/merge`, message);
  }
  return compiled;
}

function reportNoDecimals({ template }: CompileContext, at: string): void {
  const message =
    'Only texts line up by their decimal separators: write a single text without a box of its own as the "body", or "align": "right".';
  template.report('error', 'wrong-value', `${at}/align`, message);
}

/** Cells of header rows may cover the row of the columns' headers, where the columns have no header of their own. */
function checkHeadCover(columns: readonly TableColumn[], covered: number[], context: CompileContext, pointer: string): void {
  for (const [i, { header }] of columns.entries()) {
    if (covered[i]! === 0) continue;
    covered[i]!--;
    if (header)
      context.template.report(
        'error',
        'wrong-spans',
        `${pointer}/columns/${i}/header`,
        'A cell of a header row covers this header; leave it out.',
      );
  }
  checkRowSpans(covered, context, `${pointer}/header`);
}

/** Compiles the body of a column. A column that is a text is its own body. */
function compileBody(column: unknown, context: CompileContext, at: string, inside: CompileContext): ComponentNode {
  if (typeof column === 'string') return context.compile(column, at, inside);
  const { body } = column as ColumnProps;
  return stackNodes(compileChildren(body, inCell(body, inside), `${at}/body`), 0);
}

/** Warns of columns without a header in a table whose other columns have headers, and under PDF/UA of a table without any header. */
function checkHeaders(
  columns: readonly ColumnProps[],
  covered: readonly number[],
  context: CompileContext,
  pointer: string,
): void {
  const isEmpty = ({ header }: ColumnProps, i: number) => covered[i] === 0 && (header === undefined || header === '');
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

/** The properties that may be bound to the element of a row. */
interface BoundLook {
  readonly style?: string | readonly string[] | undefined;
  readonly color?: string | undefined;
}

/** The look without bindings to the element of a row: these apply only to the cells of rows. */
function lookOutsideRows<T extends BoundLook>(look: T, outside: StaticScope, inRows: StaticScope): T {
  const isOfRows = (source: string) => source.includes('{{') && !compiles(source, outside) && compiles(source, inRows);
  const styles = look.style === undefined ? [] : typeof look.style === 'string' ? [look.style] : look.style;
  const { color } = look;
  if (!styles.some(isOfRows) && !(color !== undefined && isOfRows(color))) return look;
  const { color: _color, ...rest } = look;
  return {
    ...rest,
    style: styles.map((source) => (isOfRows(source) ? '' : source)).filter((source) => source !== ''),
    ...(color !== undefined && !isOfRows(color) && { color }),
  } as unknown as T;
}

function compiles(source: string, names: StaticScope): boolean {
  return compileText(source, names).diagnostics.every(({ severity }) => severity !== 'error');
}
