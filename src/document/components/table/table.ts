// The component `table`: a header, a row for each element of a list, footer rows.

import type { FromSchema } from '../../../contract/schema.ts';
import { type CompiledExpression, compileText, usesName } from '../../expression/index.ts';
import type { StaticScope } from '../../expression/scope.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { compileColor } from '../bound-color.ts';
import { compileBackground } from '../bound-style.ts';
import { type CompileContext, defineComponent, isRead, nameOf, nothing, type Props } from '../component.ts';
import { contextWhere, enclosed, withContext } from '../context.ts';
import { type CompiledElements, compileElements } from '../element-context.ts';
import { hasOldCells } from '../ignores-box.ts';
import { sidesOf } from '../lengths.ts';
import { notingPageNumbers } from '../numbered.ts';
import { parseColumnWidth } from '../resolve-widths.ts';
import { inCell } from '../row-height.ts';
import { compileChildren, stackNodes } from '../stack-nodes.ts';
import { styledContext } from '../styled-context.ts';
import { misplaced } from '../text/compile-notes.ts';
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
  coverage,
  type RowsOfTable,
  sumsOfSheet,
} from './compile-rows.ts';
import { explainTable } from './explain-table.ts';
import { rowOf } from './row-of.ts';
import { styledLooks } from './styled-looks.ts';
import { compileGroups, type GroupProps } from './table-groups.ts';
import { tableNode } from './table-node.ts';
import { defaultPadding, type PlannedRow, type TableColumn, type TablePlan } from './table-plan.ts';
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
  explain: explainTable,
  compile(props, outer, pointer) {
    const context = notingPageNumbers(outer);
    return tableNode(compilePlan(props, context, pointer), context);
  },
});

type TableProps = Props<typeof tableProperties, readonly ['table', 'columns']>;

function compilePlan(written: TableProps, around: CompileContext, pointer: string): TablePlan {
  const props = styledLooks(written, around);
  const elements = compileElements(props.table, props, around, pointer, 'table');
  const context = withContext({ ...around, names: { ...around.names, row: rowOf(props) } });
  const { unit } = context.template;
  const isOld = hasOldCells in props;
  for (const [name, has] of [
    ['sums', props.sums],
    ['group', props.groups],
  ] as const)
    if (has !== undefined && props.as === name)
      around.template.report(
        'error',
        'name-shadowed',
        `${pointer}/as`,
        `"${name}" is a name of this table itself; choose another name.`,
      );
  const sums = compileSums(props.sums, elements.context, pointer);
  const withSums = (inside: CompileContext, place: SumPlace, use: SheetUse) => sums?.contextIn(inside, place, use) ?? inside;
  const styledBy = (part: 'headerStyle' | 'footerStyle', base: CompileContext) =>
    props[part] === undefined
      ? base
      : styledContext({ style: props[part] }, base, `${pointer}/${part}`, isOld ? ['background'] : cellBoxes);
  const backgroundOf = (part: 'headerStyle' | 'footerStyle') =>
    compileBackground({ style: props[part] }, context, `${pointer}/${part}`);
  const lookOf = (part: 'headerStyle' | 'footerStyle') =>
    props[part] === undefined || isOld ? plainLook : cellLook({ style: props[part] }, context, `${pointer}/${part}`);
  const given = props.columns as readonly (FromSchema<typeof tableColumn> | string)[];
  const isDecimal = given.map((column) => typeof column !== 'string' && column.align === 'decimal');
  const columnProps = given.map((column, i): ColumnProps => {
    if (typeof column === 'string') return { body: column };
    return isDecimal[i] ? { ...column, align: 'right' } : (column as ColumnProps);
  });
  const rowUse = { usesSheet: false, readsSums: false };
  const footerUse = { ...rowUse };
  const groups = compileGroups(props.groups as readonly GroupProps[] | undefined, {
    rows: elements.context,
    outside: context,
    sums,
    elementName: props.as ?? 'item',
    pointer,
  });
  const rowContext = groups.inner(withSums(elements.context, 'row', rowUse));
  const headContext = withSums(context, 'head', { ...rowUse });
  const footContext = withSums(context, 'footer', footerUse);
  const styleOfRows = props.rowStyle === undefined ? undefined : { style: props.rowStyle };
  const rowLook = styleOfRows && {
    background: compileBackground(styleOfRows, rowContext, `${pointer}/rowStyle`),
    ...cellLook(styleOfRows, rowContext, `${pointer}/rowStyle`),
  };
  const repeats = columnProps.map((column, i) => compileEach(column, context, rowContext, `${pointer}/columns/${i}`));
  const enter = (i: number, base: CompileContext) => repeats[i]?.enter(base) ?? base;
  const looks = columnProps.map((column, i) => lookOutsideRows(column, context.names, enter(i, elements.context).names));
  /** Those of the column's own header and footer. */
  const ownLooks = columnProps.map((column, i) =>
    lookOutsideRows(column, enter(i, context).names, enter(i, elements.context).names),
  );
  // Tells faults of the styles where no column has a header or footer, too.
  for (const part of ['headerStyle', 'footerStyle'] as const) styledBy(part, context);
  const inLook = (i: number, base: CompileContext, given = looks): CompileContext => {
    const look = given[i];
    return look ? styledContext(look, base, `${pointer}/columns/${i}`, appliedTo(look)) : base;
  };
  // The style of a header wins over the look of a column, which is that of the rows. See docs/decisions/0055.
  const insidePart =
    (part: 'headerStyle' | 'footerStyle', given = looks) =>
    (i: number, base: CompileContext) =>
      isOld ? inLook(i, styledBy(part, base), given) : styledBy(part, inLook(i, base, given));
  const insideRows = (i: number, base: CompileContext) => {
    const inside = inLook(i, base, columnProps);
    return styleOfRows ? styledContext(styleOfRows, inside, `${pointer}/rowStyle`, cellBoxes) : inside;
  };
  const { outline } = context.template;
  const columns = columnProps.map((column, i): TableColumn => {
    const at = `${pointer}/columns/${i}`;
    // Values in a hidden column may be missing.
    const outsideRows = (part: 'header' | 'footer', around: CompileContext) => {
      const child = column[part];
      if (child === undefined) return undefined;
      const base = enter(i, around);
      const inside = insidePart(`${part}Style`, ownLooks)(i, contextWhere(column.when, base));
      const notesBefore = outline.noteTexts;
      const noNotes = around.noNotes ?? whyNoNotes(part, column, props);
      const node = base.compile(child, `${at}/${part}`, withContext({ ...inCell(child, inside), noNotes }));
      if (part === 'footer' && footerUse.usesSheet && outline.noteTexts > notesBefore)
        context.template.report('error', 'note-misplaced', `${at}/footer`, misplaced(sumsOfSheet));
      return node;
    };
    const header = outsideRows('header', headContext);
    const inRows = enter(i, rowContext);
    const inCells = contextWhere(column.when, inRows);
    const noNotes =
      inCells.noNotes ?? (column.merge === undefined ? undefined : 'a merged cell stands for those of several rows');
    const cell = compileBody(given[i], inRows, at, insideRows(i, withContext({ ...inCells, noNotes })));
    if (isDecimal[i] && cell !== nothing && !(cell instanceof TextNode)) reportNoDecimals(context, at);
    return {
      index: i,
      each: repeats[i],
      width: parseColumnWidth(column.width, unit),
      valign: column.merge === undefined ? (column.valign ?? props.valign ?? 'top') : 'top',
      background: compileBackground(column, inRows, at),
      header,
      cell,
      isDecimal: isDecimal[i]!,
      merge: column.merge === undefined ? undefined : compileMerge(column, column.merge, props, enter(i, elements.context), at),
      footer: outsideRows('footer', footContext),
      when: column.when === undefined ? undefined : enter(i, context).expression(column.when, `${at}/when`),
      isRowHeader: column.rowHeader ?? false,
      rowSpan: column.rowSpan ?? 1,
      ...cellLook(column, inRows, at),
    };
  });
  const tableRows: Omit<RowsOfTable, 'contextOf' | 'on' | 'standsOnce'> = { columns, inColumn: inLook };
  const covered = coverage(columns, pointer);
  const belowHead = coverage(columns, pointer);
  const headerRows: RowsOfTable = {
    ...tableRows,
    on: 'all',
    standsOnce: (on) => on === 'first' || (on === 'all' && props.repeatHeader === false),
    inColumn: insidePart('headerStyle'),
    contextOf: (use) => withSums(context, 'header', use),
  };
  // What stands below the names of the columns is no heading, such as a sum that is brought forward. See docs/decisions/0055.
  const rowsBelowHead: RowsOfTable = { ...headerRows, inColumn: inLook };
  const headers = (props.header ?? []).map((row, i) => {
    const at = `${pointer}/header/${i}`;
    return row.below ? compileRow(row, rowsBelowHead, at, belowHead) : compileRow(row, headerRows, at, covered);
  });
  checkHeaders(columnProps, (i) => covered[i]!.rows > 0 || isHeaded(props.header ?? [], headers, i), context, pointer);
  checkRowSpans(belowHead, context);
  checkHeadCover(columns, covered, context, pointer);
  const below = coverage(columns, pointer, (i) => columns[i]!.rowSpan);
  const rows = compileRows(
    props.rows ?? [],
    { ...tableRows, inColumn: insideRows, on: 'all', standsOnce: () => true, contextOf: () => rowContext },
    `${pointer}/rows`,
    below,
  );
  checkRowSpans(below, context);
  const ends: RowsOfTable = {
    ...tableRows,
    on: 'last',
    standsOnce: (on) => on === 'last',
    inColumn: insidePart('footerStyle'),
    contextOf: (use) => withSums(context, 'footer', use),
  };
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
    rowsReadSums: rowUse.readsSums,
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
    empty:
      props.empty === undefined
        ? undefined
        : context.compile(props.empty, `${pointer}/empty`, enclosed(context, 'a cell of a table')),
    summary: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
  };
}

/** Compiles the list for whose elements a column repeats. `rows`: the context of the rows. */
function compileEach(
  { each, as: given }: ColumnProps,
  context: CompileContext,
  rows: CompileContext,
  at: string,
): CompiledElements | undefined {
  const { report } = context.template;
  if (each === undefined) {
    if (given !== undefined)
      report('error', 'no-effect', `${at}/as`, '"as" names an element of "each"; the column has no "each".');
    return undefined;
  }
  const as = given ?? 'column';
  const { name } = rows.names.locals[context.names.locals.length]!;
  const isKnownOutside = context.names.locals.some((local) => local.name === name);
  const dependsOnRow = typeof each === 'string' && usesName(each, name) && !isKnownOutside;
  if (dependsOnRow) {
    const message = `All rows have the same columns, so "each" cannot use "${name}", the element of a row. Name a list that stands outside of the rows.`;
    report('error', 'column-depends-on-row', `${at}/each`, message);
  }
  const taken = rows.names.locals.slice(context.names.locals.length).some((local) => local.name === as);
  if (taken) report('error', 'name-shadowed', `${at}/as`, `"${as}" is a name of the rows of this table; choose another name.`);
  return compileElements(dependsOnRow ? [] : (each as string | readonly unknown[]), { as }, context, at, 'each');
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
function isHeaded(given: TableProps['header'], headers: readonly PlannedRow[], column: number): boolean {
  return headers.some(
    ({ on, cells }, i) =>
      on !== 'notFirst' &&
      cells.some(({ start, span, node }, k) => node && given?.[i]?.cells[k] !== '' && start <= column && column < start + span),
  );
}

/** Compiles the body of a column. A column that is a text is its own body. */
function compileBody(column: unknown, context: CompileContext, at: string, inside: CompileContext): ComponentNode {
  if (typeof column === 'string') return context.compile(column, at, inside);
  const { body } = column as ColumnProps;
  return stackNodes(compileChildren(body, inCell(body, inside), `${at}/body`), 0);
}

/** Why no footnote can stand in the header or the footer of a column. Undefined: one can. */
function whyNoNotes(part: 'header' | 'footer', { each }: ColumnProps, { repeatHeader = true }: TableProps): string | undefined {
  if (part === 'footer') return each === undefined ? undefined : 'the column repeats';
  return repeatHeader ? 'the header of a table stands on each of its sheets, if "repeatHeader" is not false' : undefined;
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
