// The component `table`: a header, a row for each element of a list, footer rows.

import { compileText } from '../../expression/index.ts';
import type { StaticScope } from '../../expression/scope.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { compileColor } from '../bound-color.ts';
import { compileBackground } from '../bound-style.ts';
import { type CompileContext, defineComponent, isRead, nameOf, type Props } from '../component.ts';
import { contextWhere, withContext } from '../context.ts';
import { compileElements } from '../element-context.ts';
import { hasOldCells } from '../ignores-box.ts';
import { sidesOf } from '../lengths.ts';
import { notingPageNumbers } from '../numbered.ts';
import { parseColumnWidth } from '../resolve-widths.ts';
import { compileChildren, stackNodes } from '../stack.ts';
import { styledContext } from '../styled-context.ts';
import { appliedTo, cellBoxes, cellLook, plainLook } from './cell-look.ts';
import { type ColumnProps, compileFooters } from './compile-footers.ts';
import { rowOf } from './row-of.ts';
import { styledLooks } from './styled-looks.ts';
import { tableNode } from './table-node.ts';
import { defaultPadding, type TableColumn, type TablePlan } from './table-plan.ts';
import { compileRules } from './table-rules.ts';
import { tableProperties } from './table-schema.ts';

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

function compilePlan(given: TableProps, around: CompileContext, pointer: string): TablePlan {
  const props = styledLooks(given, around);
  const elements = compileElements(props.table, props, around, pointer, 'table');
  const context = withContext({ ...around, names: { ...around.names, row: rowOf(props) } });
  const { unit } = context.template;
  const isOld = hasOldCells in props;
  const contextOf = (part: 'headerStyle' | 'footerStyle', around = context) =>
    props[part] === undefined
      ? around
      : styledContext({ style: props[part] }, around, `${pointer}/${part}`, isOld ? ['background'] : cellBoxes);
  const backgroundOf = (part: 'headerStyle' | 'footerStyle') =>
    compileBackground({ style: props[part] }, context, `${pointer}/${part}`);
  const lookOf = (part: 'headerStyle' | 'footerStyle') =>
    props[part] === undefined || isOld ? plainLook : cellLook({ style: props[part] }, context, `${pointer}/${part}`);
  const columnProps = (props.columns as readonly (ColumnProps | string)[]).map((column) =>
    typeof column === 'string' ? { body: column } : column,
  );
  checkHeaders(columnProps, context, pointer);
  const looks = columnProps.map((column) => lookOutsideRows(column, context.names, elements.context.names));
  // Tells faults of the styles where no column has a header or footer, too.
  for (const part of ['headerStyle', 'footerStyle'] as const) contextOf(part);
  // The style of a header wins over the look of a column, which is that of the rows. See docs/decisions/0053.
  const insidePart = (part: 'headerStyle' | 'footerStyle', i: number, when?: string) => {
    const look = looks[i];
    const inLook = (outer: CompileContext) => {
      const inside = contextWhere(when, outer);
      return look ? styledContext(look, inside, `${pointer}/columns/${i}`, appliedTo(look)) : inside;
    };
    return isOld ? inLook(contextOf(part)) : contextOf(part, inLook(context));
  };
  const columns = columnProps.map((column, i): TableColumn => {
    const at = `${pointer}/columns/${i}`;
    // Values in a hidden column may be missing.
    const outsideRows = (part: 'header' | 'footer') =>
      column[part] === undefined
        ? undefined
        : context.compile(column[part], `${at}/${part}`, insidePart(`${part}Style`, i, column.when));
    const inRows = styledContext(column, contextWhere(column.when, elements.context), at, appliedTo(column));
    return {
      width: parseColumnWidth(column.width, unit),
      valign: column.valign ?? props.valign ?? 'top',
      background: compileBackground(column, elements.context, at),
      header: outsideRows('header'),
      cell: compileBody(props.columns[i], elements.context, at, inRows),
      footer: outsideRows('footer'),
      when: column.when === undefined ? undefined : context.expression(column.when, `${at}/when`),
      isRowHeader: column.rowHeader ?? false,
      ...cellLook(column, elements.context, at),
    };
  });
  return {
    name: nameOf(props, pointer, context),
    columns,
    elements,
    rowLook: undefined,
    headerBackground: backgroundOf('headerStyle'),
    headerLook: lookOf('headerStyle'),
    footerBackground: backgroundOf('footerStyle'),
    footerLook: lookOf('footerStyle'),
    footers: compileFooters(props.footer ?? [], {
      looks,
      columns,
      context,
      inColumn: (i, when) => insidePart('footerStyle', i, when),
      pointer,
    }),
    padding: props.cellPadding === undefined ? defaultPadding : sidesOf(props.cellPadding, unit),
    rulesOf: compileRules(props.rules, props.border !== undefined, context, `${pointer}/rules`),
    zebra: props.zebra === undefined ? undefined : compileColor(props.zebra, elements.context, `${pointer}/zebra`),
    repeatHeader: props.repeatHeader ?? true,
    mayBreak: props.rowBreak === 'allow',
    empty: props.empty === undefined ? undefined : context.compile(props.empty, `${pointer}/empty`, context),
    summary: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
  };
}

/** Compiles the body of a column. A column that is a text is its own body. */
function compileBody(column: unknown, context: CompileContext, at: string, inside: CompileContext): ComponentNode {
  if (typeof column === 'string') return context.compile(column, at, inside);
  return stackNodes(compileChildren((column as ColumnProps).body, inside, `${at}/body`), 0);
}

/** Warns of columns without a header in a table whose other columns have headers, and under PDF/UA of a table without any header. */
function checkHeaders(columns: readonly ColumnProps[], context: CompileContext, pointer: string): void {
  const isEmpty = ({ header }: ColumnProps) => header === undefined || header === '';
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
    if (!isEmpty(column)) continue;
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
