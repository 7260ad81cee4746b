// A table over a list: header, a row for each element, footer rows.
import type { FromSchema } from '../../../contract/schema.ts';
import type { CompiledExpression, CompiledText } from '../../expression/index.ts';
import { type Box, SpaceBox } from '../../layout/box.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { Stroke, Tag } from '../../layout/fragment.ts';
import { type ColumnWidth, parseColumnWidth, resolveWidths } from '../../layout/resolve-widths.ts';
import type { BoundScope, Session } from '../../layout/session.ts';
import { longColor } from '../../template/styles.ts';
import { type ColorOf, compileColor } from '../bound-color.ts';
import { buildCell } from '../build-column.ts';
import { type CompileContext, defineComponent, type Node, nameOf } from '../component.ts';
import { withContext } from '../context.ts';
import { compileElements } from '../element-context.ts';
import { sidesOf, stroke } from '../lengths.ts';
import { styledContext } from '../row.ts';
import { TextNode } from '../text.ts';
import { type RowLook, type TableCell, TableRowBox } from './table-row-box.ts';
import { type footerRow, tableProperties } from './table-schema.ts';

/** `auto` widths look at no more rows than this, so that long tables stay lazy. */
const measuredRows = 200;
const defaultPadding: Sides = { top: 3, right: 4, bottom: 3, left: 4 };

export const table = defineComponent({
  type: 'table',
  group: 'table',
  summary: 'A row for each element of a list, with a header that stands again on each page.',
  properties: tableProperties,
  required: ['each', 'columns'],
  example: {
    type: 'table',
    each: 'lines',
    as: 'l',
    zebra: '#eef3f8',
    columns: [
      { width: '*', header: 'Item', cell: '{{ l.name }}' },
      { width: 30, header: 'Total', cell: '{{ l.total | money }}', align: 'right' },
    ],
  },
  compile(props, context, pointer) {
    const elements = compileElements(props, context, pointer);
    const { unit } = context.template;
    const headerContext =
      props.headerStyle === undefined
        ? context
        : styledContext({ style: props.headerStyle }, context, pointer.concat('/headerStyle'));
    const footerContext =
      props.footerStyle === undefined
        ? context
        : styledContext({ style: props.footerStyle }, context, pointer.concat('/footerStyle'));
    const columns = props.columns.map((column, i): Column => {
      const at = `${pointer}/columns/${i}`;
      const part = (child: unknown, inside: CompileContext, place: string) =>
        child === undefined ? undefined : inside.compile(child, `${at}/${place}`, styledContext(column, shownWith(inside), at));
      // What is in a column that is left out need not be there.
      const shownWith = (inside: CompileContext): CompileContext =>
        column.when === undefined
          ? inside
          : withContext({ ...inside, names: { ...inside.names, holds: [...inside.names.holds, column.when] } });
      return {
        width: parseColumnWidth(column.width, unit),
        valign: column.valign ?? props.valign ?? 'top',
        background:
          column.background === undefined ? undefined : compileColor(column.background, elements.context, `${at}/background`),
        header: part(column.header, headerContext, 'header'),
        cell: elements.context.compile(column.cell, `${at}/cell`, styledContext(column, shownWith(elements.context), at)),
        footer: part(column.footer, footerContext, 'footer'),
        when: column.when === undefined ? undefined : context.expression(column.when, `${at}/when`),
      };
    });
    const headerBackground = backgroundOf(props.headerStyle, context);
    const footerBackground = backgroundOf(props.footerStyle, context);
    const footers = compileFooters(props.footer ?? [], props.columns, columns, footerContext, pointer);
    const inner = rulesOf(props.rules);
    // Where the table has a border of its own, that is its outline.
    const rules: Rules = props.border === undefined ? inner : { ...inner, outer: undefined, last: undefined };
    const plan: Plan = {
      name: nameOf(props, pointer),
      columns,
      footers,
      elements,
      padding: props.cellPadding === undefined ? defaultPadding : sidesOf(props.cellPadding, unit),
      rules,
      zebra: props.zebra === undefined ? undefined : compileColor(props.zebra, elements.context, `${pointer}/zebra`),
      headerBackground,
      footerBackground,
      repeatHeader: props.repeatHeader ?? true,
      mayBreak: props.rowBreak === 'allow',
      empty: props.empty === undefined ? undefined : context.compile(props.empty, `${pointer}/empty`, context),
      role: props.alt === undefined ? undefined : context.text(props.alt, `${pointer}/alt`),
    };
    return {
      build: (scope, width, session) => buildTable(plan, scope, width, session),
      measure(scope, session) {
        const shown = visible(plan, scope);
        const widths = shown.map((column) =>
          column.width.kind === 'fixed'
            ? { min: column.width.width, max: column.width.width }
            : measureColumn(plan, column, scope, session),
        );
        return { min: widths.reduce((sum, one) => sum + one.min, 0), max: widths.reduce((sum, one) => sum + one.max, 0) };
      },
    } satisfies Node;
  },
});

interface Column {
  readonly width: ColumnWidth;
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly background: ColorOf | undefined;
  readonly header: Node | undefined;
  readonly cell: Node;
  readonly footer: Node | undefined;
  readonly when: CompiledExpression | undefined;
}

interface FooterCell {
  readonly span: number;
  readonly node: Node | undefined;
  readonly background: ColorOf | undefined;
  readonly valign: 'top' | 'middle' | 'bottom';
}

interface Footer {
  readonly when: CompiledExpression | undefined;
  readonly background: ColorOf | undefined;
  readonly cells: readonly FooterCell[];
}

interface Rules {
  readonly rows: Stroke | undefined;
  readonly columns: Stroke | undefined;
  readonly header: Stroke | undefined;
  readonly footer: Stroke | undefined;
  readonly outer: Stroke | undefined;
  /** Below the last row. */
  readonly last: Stroke | undefined;
}

interface Plan {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly footers: readonly Footer[];
  readonly elements: ReturnType<typeof compileElements>;
  readonly padding: Sides;
  readonly rules: Rules;
  readonly zebra: ColorOf | undefined;
  readonly headerBackground: string | undefined;
  readonly footerBackground: string | undefined;
  readonly repeatHeader: boolean;
  readonly mayBreak: boolean;
  readonly empty: Node | undefined;
  readonly role: CompiledText | undefined;
}

function backgroundOf(styleName: unknown, context: CompileContext): string | undefined {
  const names = styleName === undefined ? [] : typeof styleName === 'string' ? [styleName] : (styleName as readonly string[]);
  let color: string | undefined;
  for (const name of names) color = context.template.styles.styles[name]?.background ?? color;
  return color === undefined || color.includes('{{') ? undefined : longColor(color);
}

function rulesOf(value: FromSchema<(typeof tableProperties)['rules']> | undefined): Rules {
  const none: Rules = {
    rows: undefined,
    columns: undefined,
    header: undefined,
    footer: undefined,
    outer: undefined,
    last: undefined,
  };
  if (value === undefined || value === 'none') return none;
  const hairline = stroke({});
  if (value === 'rows') return { ...none, rows: hairline, header: hairline, last: hairline };
  if (value === 'all')
    return { rows: hairline, columns: hairline, header: hairline, footer: hairline, outer: hairline, last: hairline };
  const strokes = value as {
    readonly [K in Exclude<keyof Rules, 'last'>]?: { width?: number; color?: string; dash?: readonly number[] };
  };
  const of = (name: Exclude<keyof Rules, 'last'>) => (strokes[name] ? stroke(strokes[name]) : undefined);
  return {
    rows: of('rows'),
    columns: of('columns'),
    header: of('header') ?? of('rows'),
    footer: of('footer'),
    outer: of('outer'),
    last: of('outer') ?? of('rows'),
  };
}

type ColumnLook = FromSchema<typeof tableProperties.columns.items>;

function compileFooters(
  rows: readonly FromSchema<typeof footerRow>[],
  looks: readonly ColumnLook[],
  columns: readonly Column[],
  context: CompileContext,
  pointer: string,
): readonly Footer[] {
  const footers = rows.map((row, r): Footer => {
    const at = `${pointer}/footer/${r}`;
    const rowContext =
      row.when === undefined
        ? context
        : withContext({ ...context, names: { ...context.names, holds: [...context.names.holds, row.when] } });
    let start = 0;
    const cells = row.cells.map((cell, c): FooterCell => {
      const place = `${at}/cells/${c}`;
      // A cell looks as the first column that it covers, unless its row or the cell itself says otherwise.
      const look = looks[start];
      const inside = styledContext(row, look ? styledContext(look, rowContext, `${pointer}/columns/${start}`) : rowContext, at);
      start += typeof cell === 'string' ? 1 : (cell.span ?? 1);
      if (typeof cell === 'string')
        return { span: 1, node: inside.compile(cell, place, inside), background: undefined, valign: row.valign ?? 'top' };
      const given = cell as Exclude<typeof cell, string>;
      const cellContext = styledContext(given, inside, place);
      const child = given.text ?? given.content;
      return {
        span: given.span ?? 1,
        node:
          child === undefined
            ? undefined
            : inside.compile(child, `${place}/${given.text === undefined ? 'content' : 'text'}`, cellContext),
        background: given.background === undefined ? undefined : compileColor(given.background, inside, `${place}/background`),
        valign: given.valign ?? row.valign ?? 'top',
      };
    });
    const covered = cells.reduce((sum, cell) => sum + cell.span, 0);
    if (covered !== columns.length) {
      context.template.report(
        'error',
        'wrong-spans',
        `${at}/cells`,
        `The cells cover ${covered} columns, the table has ${columns.length}; adjust "span".`,
      );
    }
    return {
      when: row.when === undefined ? undefined : context.expression(row.when, `${at}/when`),
      background: row.background === undefined ? undefined : compileColor(row.background, context, `${at}/background`),
      cells,
    };
  });
  if (!columns.some((column) => column.footer)) return footers;
  const cells = columns.map(
    (column): FooterCell => ({ span: 1, node: column.footer, background: undefined, valign: column.valign }),
  );
  return [{ when: undefined, background: undefined, cells }, ...footers];
}

function visible(plan: Plan, scope: BoundScope): readonly Column[] {
  return plan.columns.every((column) => !column.when)
    ? plan.columns
    : plan.columns.filter((column) => !column.when || column.when.test(scope));
}

function measureColumn(plan: Plan, column: Column, scope: BoundScope, session: Session) {
  const around = plan.padding.left + plan.padding.right;
  let { min, max } = column.header?.measure(scope, session) ?? { min: 0, max: 0 };
  const list = plan.elements.list(scope, session);
  for (let i = 0; i < Math.min(list.length, measuredRows); i++) {
    const widths = column.cell.measure(plan.elements.scopeOf(scope, list, i), session);
    if (widths.min > min) min = widths.min;
    if (widths.max > max) max = widths.max;
  }
  for (const footer of plan.footers) {
    let at = 0;
    for (const cell of footer.cells) {
      if (cell.span === 1 && plan.columns[at] === column && cell.node) {
        const widths = cell.node.measure(scope, session);
        min = Math.max(min, widths.min);
        max = Math.max(max, widths.max);
      }
      at += cell.span;
    }
  }
  // A hair more than measured, so that rounding never wraps what was measured to fit.
  return { min: min + around + 0.01, max: max + around + 0.01 };
}

function* buildTable(plan: Plan, scope: BoundScope, width: number, session: Session): Iterable<Box> {
  const columns = visible(plan, scope);
  if (columns.length === 0) return;
  const widths = resolveWidths(
    columns.map((column) => column.width),
    width,
    (i) => measureColumn(plan, columns[i]!, scope, session),
  );
  const total = widths.reduce((sum, one) => sum + one, 0);
  if (total > width + 0.1) {
    session.warn(
      'table-too-wide',
      plan.name,
      scope.place,
      `The columns need ${Math.round(total)} pt, ${Math.round(total - width)} pt more than there is; make some narrower or "*".`,
    );
  }
  const tag: Tag = { role: 'table', alt: plan.role?.text(scope), parent: scope.tag };
  const { rules } = plan;
  const look = (own: Partial<RowLook>): RowLook => ({
    width: total,
    padding: plan.padding,
    background: undefined,
    top: undefined,
    bottom: rules.rows,
    left: rules.outer,
    right: rules.outer,
    between: rules.columns,
    tag,
    ...own,
  });

  const list = plan.elements.list(scope, session);
  const footers = plan.footers.filter((footer) => !footer.when || footer.when.test(scope));
  let header: Box | undefined;
  if (columns.some((column) => column.header)) {
    const rowTag: Tag = { role: 'row', alt: undefined, parent: tag };
    const cells = columns.map((column, i) => makeCell(column.header, 'headerCell', column, undefined, i));
    header = new TableRowBox(
      cells,
      look({ background: plan.headerBackground, top: rules.outer, bottom: rules.header ?? rules.rows, tag: rowTag }),
      false,
    );
    header.keepWithNext = list.length > 0 || plan.empty !== undefined;
    yield header;
  }
  let lead = plan.repeatHeader ? header : undefined;
  if (lead && lead.height > session.bodyHeight / 2) {
    session.warn(
      'header-dropped',
      plan.name,
      scope.place,
      'The header of the table is higher than half a page and is not repeated.',
    );
    lead = undefined;
  }
  const lastBottom = footers.length > 0 ? (rules.footer ?? rules.rows) : rules.last;

  for (let i = 0; i < list.length; i++) {
    session.countBox();
    const element = plan.elements.scopeOf(scope, list, i);
    const rowTag: Tag = { role: 'row', alt: undefined, parent: tag };
    const cells: TableCell[] = [];
    let x = 0;
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c]!;
      const cellWidth = widths[c]!;
      cells.push({
        x,
        width: cellWidth,
        box: cellBox(column.cell, 'cell', rowTag, element, cellWidth),
        valign: column.valign,
        background: column.background?.(element),
      });
      x += cellWidth;
    }
    const isLast = i === list.length - 1;
    const box = new TableRowBox(
      cells,
      look({
        background: i % 2 === 1 ? plan.zebra?.(element) : undefined,
        top: i === 0 && !header ? rules.outer : undefined,
        bottom: isLast ? lastBottom : rules.rows,
        tag: rowTag,
      }),
      plan.mayBreak,
    );
    box.lead = lead;
    box.keepWithNext = isLast && footers.length > 0;
    yield box;
  }
  if (list.length === 0 && plan.empty) {
    const box = buildCell(plan.empty, scope, total - plan.padding.left - plan.padding.right, session);
    const row = new TableRowBox(
      [{ x: 0, width: total, box, valign: 'top', background: undefined }],
      look({ bottom: lastBottom, top: header ? undefined : rules.outer }),
      true,
    );
    row.keepWithNext = footers.length > 0;
    yield row;
  }
  for (const [f, footer] of footers.entries()) {
    session.countBox();
    const rowTag: Tag = { role: 'row', alt: undefined, parent: tag };
    const cells = footerCells(footer, rowTag);
    const isLast = f === footers.length - 1;
    const background = footer.background?.(scope) ?? plan.footerBackground;
    const box = new TableRowBox(
      cells,
      look({ background, bottom: isLast ? rules.last : rules.rows, tag: rowTag }),
      plan.mayBreak,
    );
    box.lead = lead;
    box.keepWithNext = !isLast;
    yield box;
  }

  function makeCell(
    node: Node | undefined,
    role: string,
    column: Column,
    background: string | undefined,
    index: number,
  ): TableCell {
    const x = widths.slice(0, index).reduce((sum, one) => sum + one, 0);
    return { x, width: widths[index]!, box: cellBox(node, role, tag, scope, widths[index]!), valign: column.valign, background };
  }

  function cellBox(node: Node | undefined, role: string, rowTag: Tag, within: BoundScope, cellWidth: number): Box {
    if (!node) return new SpaceBox(0);
    const room = Math.max(0, cellWidth - plan.padding.left - plan.padding.right);
    const cellTag: Tag = { role, alt: undefined, parent: rowTag };
    // The usual cell is one text: it becomes a box without the way through a list.
    if (node instanceof TextNode) return node.buildBox(within, room, session, cellTag) ?? new SpaceBox(0);
    return buildCell(node, { ...within, tag: cellTag }, room, session);
  }

  function footerCells(footer: Footer, rowTag: Tag): TableCell[] {
    const cells: TableCell[] = [];
    let x = 0;
    let index = 0;
    for (const cell of footer.cells) {
      const covered = plan.columns
        .slice(index, index + cell.span)
        .map((column) => columns.indexOf(column))
        .filter((at) => at >= 0);
      index += cell.span;
      const cellWidth = covered.reduce((sum, at) => sum + widths[at]!, 0);
      if (covered.length === 0) continue;
      cells.push({
        x,
        width: cellWidth,
        box: cellBox(cell.node, 'cell', rowTag, scope, cellWidth),
        valign: cell.valign,
        background: cell.background?.(scope),
      });
      x += cellWidth;
    }
    return cells;
  }
}
