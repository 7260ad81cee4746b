// Builds the rows of a table for some data, one after the other, as the flow asks for them.
import { type Box, RepeatedBox, SpaceBox } from '../../layout/box.ts';
import { buildCell } from '../../layout/build-column.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { unseen } from '../../layout/off-sheet.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { graphicTag, openElement } from '../../layout/structure.ts';
import { type Artifact, type Element, noFacts, type StructureType, type Tag, type TagFacts } from '../../layout/tag.ts';
import type { Owner } from '../../layout/trace.ts';
import type { ColorOf } from '../bound-color.ts';
import { resolveWidths } from '../resolve-widths.ts';
import { readAlt } from '../roles.ts';
import { TextNode } from '../text/text-node.ts';
import { columnsTooWide } from '../too-wide.ts';
import { type CellBorder, type CellLook, plainLook } from './cell-look.ts';
import { measureColumn } from './measure-column.ts';
import { type TableColumn, type TableFooter, type TablePlan, visibleColumns } from './table-plan.ts';
import { type RowLook, type TableCell, TableRowBox } from './table-row-box.ts';
import type { TableRules } from './table-rules.ts';

/** A table with its columns laid out. */
interface LaidOutTable {
  readonly plan: TablePlan;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
  readonly columns: readonly TableColumn[];
  readonly widths: readonly number[];
  readonly width: number;
  readonly owner: Owner;
  readonly rules: TableRules;
  readonly tag: Tag | undefined;
  /** The tag of its lines and backgrounds. */
  readonly graphics: Tag | undefined;
}

/** A header on the pages after the first. */
const repeated: Artifact = { kind: 'artifact', type: 'Pagination' };

export function* buildTable(plan: TablePlan, scope: BoundScope, width: number, session: LayoutSession): Iterable<Box> {
  const grid = layOutColumns(plan, scope, width, session);
  const list = plan.elements.list(scope, session);
  if (!grid) {
    if (list.length === 0 && plan.empty) yield* plan.empty.build(scope, width, session);
    return;
  }
  const { rules } = grid;
  const footers = plan.footers.filter(({ when }) => !when || when.test(scope));
  const header = buildHeader(grid);
  if (header) {
    header.keepWithNext = list.length > 0 || plan.empty !== undefined || footers.length > 0;
    yield header;
  }
  const lead = header && plan.repeatHeader && mayRepeat(header, grid) ? new RepeatedBox(header, repeated) : undefined;
  const firstTop = header ? undefined : rules.outer;
  const lastBottom = footers.length > 0 ? (rules.footer ?? rules.rows) : rules.last;

  const parts = elementParts(grid);
  // PDF/UA-1, 7.2: a table with a THead or TFoot has a TBody, though it may be empty.
  const hasBody = list.length > 0 || plan.empty || header || footers.length > 0;
  const body = hasBody ? openElement(grid.tag, 'TBody') : undefined;
  for (let i = 0; i < list.length; i++) {
    session.countBox();
    const element = plan.elements.scopeOf(scope, list, i);
    const isLast = i === list.length - 1;
    const own = plan.rowLook?.(element);
    const painted = own?.background?.(element);
    const border = own?.border?.(element);
    const cells = own ? parts.map((part) => inRow(part, own, painted)) : parts;
    const row = buildRow(grid, body, cells, element, plan.mayBreak, () => ({
      background: painted ?? (i % 2 === 1 ? plan.zebra?.(element) : undefined),
      border,
      top: i === 0 ? firstTop : undefined,
      bottom: isLast ? lastBottom : rules.rows,
    }));
    row.lead = lead;
    row.keepWithNext = isLast && footers.length > 0;
    yield row;
  }
  if (list.length === 0 && plan.empty) {
    // PDF/UA-1, 7.5: beside header cells, each cell has one. Under no column header, this cell heads its row.
    const isHeader = !header && grid.columns.some(({ isRowHeader }) => isRowHeader);
    const kind = isHeader ? { ...bodyCell, ...rowHeaderCell } : bodyCell;
    const whole: CellPart = { ...kind, node: plan.empty, width: grid.width, valign: 'top', span: grid.columns.length };
    const row = buildRow(grid, body, [whole], scope, true, () => ({ top: firstTop, bottom: lastBottom }));
    row.keepWithNext = footers.length > 0;
    yield row;
  }
  const foot = footers.length > 0 ? openElement(grid.tag, 'TFoot') : undefined;
  for (const [i, footer] of footers.entries()) {
    session.countBox();
    const isLast = i === footers.length - 1;
    const border = (footer.border ?? plan.footerLook.border)?.(scope);
    const row = buildRow(grid, foot, footerParts(footer, grid), scope, plan.mayBreak, () => ({
      background: footer.background?.(scope) ?? plan.footerBackground?.(scope),
      border,
      bottom: isLast ? rules.last : rules.rows,
    }));
    row.lead = lead;
    row.keepWithNext = !isLast;
    yield row;
  }
}

/** Undefined: the table has no columns for this data. */
function layOutColumns(plan: TablePlan, scope: BoundScope, width: number, session: LayoutSession): LaidOutTable | undefined {
  const columns = visibleColumns(plan, scope);
  if (columns.length === 0) return undefined;
  const given = columns.map((column) => column.width);
  const widths = resolveWidths(given, width, (i) => measureColumn(plan, columns[i]!, scope, session));
  const total = widths.reduce((sum, one) => sum + one, 0);
  const isTooWide = total > width + unseen;
  if (isTooWide) session.warn('table-too-wide', plan.name, scope.place, columnsTooWide(given, widths, 0, width));
  const tag = openElement(scope.tag, 'Table', { summary: readAlt(plan.summary, scope) });
  const rules = plan.rulesOf(scope);
  const owner = { component: plan.name, place: scope.place, isTooWide };
  return { plan, scope, session, columns, widths, width: total, owner, rules, tag, graphics: graphicTag(tag) };
}

function buildHeader(grid: LaidOutTable): TableRowBox | undefined {
  const { plan, scope, columns, widths, rules } = grid;
  if (!columns.some((column) => column.header)) return undefined;
  const border = plan.headerLook.border?.(scope);
  const parts = columns.map(
    ({ header, valign, padding }, i): CellPart => ({
      ...headerCell,
      node: header,
      width: widths[i]!,
      valign,
      padding: padding ?? plan.headerLook.padding,
    }),
  );
  return buildRow(grid, openElement(grid.tag, 'THead'), parts, scope, false, () => ({
    background: plan.headerBackground?.(scope),
    border,
    top: rules.outer,
    bottom: rules.header ?? rules.rows,
  }));
}

/** Whether a header leaves enough room for rows on each page. If not, warns that the header is not repeated. */
function mayRepeat(header: Box, { plan, scope, session }: LaidOutTable): boolean {
  if (header.height <= session.bodyHeight / 2) return true;
  const message = 'The header of the table is higher than half a page and is not repeated.';
  session.warn('header-dropped', plan.name, scope.place, message);
  return false;
}

/** The parts of a cell. */
interface CellPart extends CellLook {
  readonly node: ComponentNode | undefined;
  readonly width: number;
  readonly valign: TableCell['valign'];
  readonly background: ColorOf | undefined;
  readonly type: StructureType;
  readonly scope: TagFacts['scope'];
  /** How many columns it covers. */
  readonly span: number;
}

const bodyCell = { type: 'TD', scope: undefined, span: 1, background: undefined, ...plainLook } as const;
const headerCell = { ...bodyCell, type: 'TH', scope: 'Column' } as const;
const rowHeaderCell = { type: 'TH', scope: 'Row' } as const;

function elementParts({ columns, widths }: LaidOutTable): readonly CellPart[] {
  return columns.map(({ cell, valign, background, isRowHeader, padding, border }, i) => {
    const kind = isRowHeader ? { ...bodyCell, ...rowHeaderCell } : bodyCell;
    return { ...kind, node: cell, width: widths[i]!, valign, background, padding, border };
  });
}

/** A cell in a row whose own look wins over that of the column. `painted`: the background of the row. */
function inRow(part: CellPart, row: CellLook, painted: string | undefined): CellPart {
  const { padding, border, background } = part;
  return {
    ...part,
    padding: row.padding ?? padding,
    border: row.border ? undefined : border,
    background: painted === undefined ? background : undefined,
  };
}

/** The cells of a footer row, over the columns that the table has for this data. */
function footerParts(footer: TableFooter, { plan, columns, widths }: LaidOutTable): readonly CellPart[] {
  let start = 0;
  return footer.cells.flatMap(({ span, node, valign, background, padding, border }): readonly CellPart[] => {
    const covered = plan.columns
      .slice(start, start + span)
      .map((column) => columns.indexOf(column))
      .filter((at) => at >= 0);
    start += span;
    const width = covered.reduce((sum, at) => sum + widths[at]!, 0);
    if (covered.length === 0) return [];
    const kind = covered.some((at) => columns[at]!.isRowHeader) ? { ...bodyCell, ...rowHeaderCell } : bodyCell;
    return [{ ...kind, node, width, valign, background, padding, border, span: covered.length }];
  });
}

/** `lookOf` runs when the cells are built, so that warnings come in reading order. */
function buildRow(
  grid: LaidOutTable,
  group: Tag | undefined,
  parts: readonly CellPart[],
  scope: BoundScope,
  mayBreak: boolean,
  lookOf: () => Pick<RowLook, 'bottom'> &
    Partial<Pick<RowLook, 'background' | 'top'>> & { readonly border?: CellBorder | undefined },
): TableRowBox {
  const { plan, width, owner, rules } = grid;
  const cells = buildCells(grid, parts, scope, openElement(group, 'TR'));
  const { background, border, top, bottom } = lookOf();
  const { outer, columns: between } = rules;
  const look: RowLook = {
    width,
    background,
    top: border?.top ?? top,
    bottom: border?.bottom ?? bottom,
    left: border?.left ?? outer,
    right: border?.right ?? outer,
    between,
    cut: border?.bottom ?? rules.rows ?? outer,
    table: grid,
    tag: grid.graphics,
  };
  const row = new TableRowBox(cells, look, mayBreak);
  row.owner = { component: plan.name, place: scope.place, isTooWide: owner.isTooWide, whole: owner };
  return row;
}

function buildCells(
  grid: LaidOutTable,
  parts: readonly CellPart[],
  scope: BoundScope,
  row: Tag | undefined,
): readonly TableCell[] {
  let x = 0;
  return parts.map(({ node, width, valign, background, type, scope: heads, span, padding: own, border }): TableCell => {
    const facts = heads || span > 1 ? { scope: heads, colSpan: span > 1 ? span : undefined } : undefined;
    const padding = own ?? grid.plan.padding;
    const room = Math.max(0, width - padding.left - padding.right);
    const box = buildContent(grid, node, room, scope, openElement(row, type, facts));
    const cell = { x, width, box, valign, background: background?.(scope), padding, border: border?.(scope) };
    x += width;
    return cell;
  });
}

function buildContent(
  { session }: LaidOutTable,
  node: ComponentNode | undefined,
  room: number,
  scope: BoundScope,
  tag: Tag | undefined,
): Box {
  if (!node) return new SpaceBox(0);
  // The usual cell is one text, which becomes a box without a list around it.
  if (node instanceof TextNode) return node.buildBox(scope, room, session, tag) ?? new SpaceBox(0);
  const box = buildCell(node, { ...scope, tag }, room, session);
  if (tag?.kind === 'element') joinOnly(tag);
  return box;
}

/** A paragraph alone in its cell is the text of the cell. */
function joinOnly(cell: Element): void {
  let only = onlyKid(cell);
  while (only && only.type === undefined) only = onlyKid(only);
  if (only?.type === 'P' && only.facts === noFacts) only.dissolve();
}

function onlyKid({ kids }: Element): Element | undefined {
  const [kid] = kids;
  return kids.length === 1 && kid?.kind === 'element' ? kid : undefined;
}
