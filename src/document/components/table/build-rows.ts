// Makes the boxes of a table's rows: their cells, backgrounds and rules.
import { type Box, SpaceBox } from '../../layout/box.ts';
import { buildCell } from '../../layout/build-column.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import type { Stroke } from '../../layout/fragment.ts';
import { unseen } from '../../layout/off-sheet.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { graphicTag, openElement } from '../../layout/structure.ts';
import { type Element, noFacts, type StructureType, type Tag, type TagFacts } from '../../layout/tag.ts';
import type { ColorOf } from '../bound-color.ts';
import { resolveWidths } from '../resolve-widths.ts';
import { readAlt } from '../roles.ts';
import { TextNode } from '../text/text-node.ts';
import { columnsTooWide } from '../too-wide.ts';
import { type CellBorder, type CellLook, plainLook } from './cell-look.ts';
import { measureDecimals, shiftOf } from './decimals.ts';
import { measureColumn } from './measure-column.ts';
import type { MergedCell } from './merged-cells.ts';
import { type PlannedRow, type TableColumn, type TablePlan, visibleColumns } from './table-plan.ts';
import { type CoveredPart, type RowParts, TableBlockBox, type TableCell, TableRowBox } from './table-row-box.ts';
import type { TableRules } from './table-rules.ts';

/** A table with its columns laid out. */
export interface LaidOutTable {
  readonly plan: TablePlan;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
  readonly columns: readonly TableColumn[];
  readonly widths: readonly number[];
  /** The left edge of each column. */
  readonly edges: readonly number[];
  /** What each column has to the right of its decimal separators. Undefined: the column does not line them up. */
  readonly decimals: readonly (number | undefined)[];
  readonly width: number;
  readonly isTooWide: boolean;
  readonly rules: TableRules;
  readonly tag: Tag | undefined;
  /** The tag of its lines and backgrounds. */
  readonly graphics: Tag | undefined;
}

/** A cell before it is built. */
export interface CellPart extends CellLook {
  readonly node: ComponentNode | undefined;
  readonly x: number;
  readonly width: number;
  readonly valign: TableCell['valign'];
  readonly background: ColorOf | undefined;
  readonly type: StructureType;
  readonly scope: TagFacts['scope'];
  /** How many columns and rows it covers. */
  readonly span: number;
  readonly rowSpan: number;
  /** What its column has to the right of its decimal separators. */
  readonly decimals?: number | undefined;
  readonly merged?: MergedCell | undefined;
}

/** A row before it is built. */
export interface RowToBuild {
  readonly parts: readonly CellPart[];
  /** Runs when the cells are built, so that warnings come in reading order. */
  look(): { readonly background?: string | undefined } & Partial<CellBorder>;
}

/** What the cells of a row are to screen readers. */
export type RowKind = 'header' | 'row' | 'group' | 'footer';

/** The lines above, below and between the rows of a block, where the rows do not say them. */
export interface BlockRules {
  readonly top?: Stroke | undefined;
  readonly bottom: Stroke | undefined;
  readonly between?: Stroke | undefined;
}

const bodyCell = { type: 'TD', scope: undefined, span: 1, rowSpan: 1, background: undefined, ...plainLook } as const;
const headerCell = { ...bodyCell, type: 'TH', scope: 'Column' } as const;
const rowHeaderCell = { type: 'TH', scope: 'Row' } as const;

/** Undefined: the table has no columns for this data. */
export function layOutColumns(
  plan: TablePlan,
  scope: BoundScope,
  width: number,
  session: LayoutSession,
): LaidOutTable | undefined {
  const columns = visibleColumns(plan, scope);
  if (columns.length === 0) return undefined;
  const given = columns.map((column) => column.width);
  const widths = resolveWidths(given, width, (i) => measureColumn(plan, columns[i]!, scope, session));
  let total = 0;
  const edges = widths.map((one) => {
    total += one;
    return total - one;
  });
  const decimals = columns.map((column) => (column.isDecimal ? measureDecimals(plan, column, scope, session).right : undefined));
  const isTooWide = total > width + unseen;
  if (isTooWide) session.warn('table-too-wide', plan.name, scope.place, columnsTooWide(given, widths, 0, width));
  const tag = openElement(scope.tag, 'Table', { summary: readAlt(plan.summary, scope) });
  const rules = plan.rulesOf(scope);
  return {
    plan,
    scope,
    session,
    columns,
    widths,
    edges,
    decimals,
    width: total,
    isTooWide,
    rules,
    tag,
    graphics: graphicTag(tag),
  };
}

/** The cells of the row of the columns' headers. */
export function headerParts({ plan, columns, widths, edges }: LaidOutTable): readonly CellPart[] {
  return columns.map(({ header, valign, padding }, i) => {
    const own = padding ?? plan.headerLook.padding;
    return { ...headerCell, node: header, x: edges[i]!, width: widths[i]!, valign, padding: own };
  });
}

/** The cells of the columns' bodies in the row of an element. */
export function bodyParts({ columns, widths, edges, decimals }: LaidOutTable): readonly CellPart[] {
  return columns.map(({ cell, valign, background, isRowHeader, rowSpan, padding, border }, i) => {
    const kind = isRowHeader ? { ...bodyCell, ...rowHeaderCell } : bodyCell;
    const place = { x: edges[i]!, width: widths[i]!, rowSpan, decimals: decimals[i] };
    return { ...kind, node: cell, valign, background, padding, border, ...place };
  });
}

/** A cell in a row whose own look wins over that of the column. `painted`: the background of the row. */
export function inRow(part: CellPart, row: CellLook, painted: string | undefined): CellPart {
  const { padding, border, background } = part;
  return {
    ...part,
    padding: row.padding ?? padding,
    border: row.border ? undefined : border,
    background: painted === undefined ? background : undefined,
  };
}

/** The cells of a row that the template writes cell by cell, over the columns that the table has for this data. */
export function plannedParts(
  row: PlannedRow,
  { plan, columns, widths, edges, decimals }: LaidOutTable,
  kind: RowKind,
  look: CellLook = plainLook,
): readonly CellPart[] {
  return row.cells.flatMap(({ start, span, rowSpan, node, valign, background, padding, border }, i): readonly CellPart[] => {
    const covered = plan.columns
      .slice(start, start + span)
      .map((column) => columns.indexOf(column))
      .filter((at) => at >= 0);
    if (covered.length === 0) return [];
    const width = covered.reduce((sum, at) => sum + widths[at]!, 0);
    // The first cell of a group's row names the group.
    const isRowHeader = kind === 'group' ? i === 0 : covered.some((at) => columns[at]!.isRowHeader);
    const cell = kind === 'header' ? headerCell : isRowHeader ? { ...bodyCell, ...rowHeaderCell } : bodyCell;
    const place = { x: edges[covered[0]!]!, width, span: covered.length, rowSpan };
    // A cell of the header is a name, also where digits stand in it.
    const points = kind === 'header' || span > 1 ? undefined : decimals[covered[0]!];
    const own = padding ?? look.padding ?? plan.columns[start]!.padding;
    return [{ ...cell, node, valign, background, padding: own, border, decimals: points, ...place }];
  });
}

/** One cell over all columns. */
export function wholeRow({ plan, columns, width }: LaidOutTable, hasHeader: boolean): readonly CellPart[] {
  // PDF/UA-1, 7.5: beside header cells, each cell has one. Under no column header, this cell heads its row.
  const isHeader = !hasHeader && columns.some(({ isRowHeader }) => isRowHeader);
  const kind = isHeader ? { ...bodyCell, ...rowHeaderCell } : bodyCell;
  return [{ ...kind, node: plan.empty, x: 0, width, valign: 'top', span: columns.length }];
}

/** Rows that stay together. Undefined rows are left out: cells of rows above that cover them are lower. */
export function buildRows(
  grid: LaidOutTable,
  group: Tag | undefined,
  rows: readonly (RowToBuild | undefined)[],
  scope: BoundScope,
  mayBreak: boolean,
  rules: BlockRules,
): Box {
  const shown = rows.flatMap((row, i) => (row ? [{ row, i }] : []));
  const made: RowParts[] = [];
  let box: Box;
  const [only] = shown;
  if (shown.length === 1) {
    const cells = buildCells(grid, only!.row.parts, scope, openElement(group, 'TR'), oneRow);
    box = new TableRowBox({ cells, covered: nothing, look: lookOf(grid, only!.row, rules.top, rules.bottom) }, mayBreak);
  } else {
    for (const [at, { row, i }] of shown.entries()) {
      const rowSpanOf = (part: CellPart) => rows.slice(i, i + part.rowSpan).filter(Boolean).length;
      const cells = buildCells(grid, row.parts, scope, openElement(group, 'TR'), rowSpanOf);
      const look = lookOf(grid, row, at === 0 ? rules.top : undefined, at === shown.length - 1 ? rules.bottom : rules.between);
      made.push({ cells, covered: coveredIn(made, at), look });
    }
    box = new TableBlockBox(made, mayBreak);
  }
  box.owner = { component: grid.plan.name, place: scope.place, isTooWide: grid.isTooWide };
  return box;
}

const nothing: readonly CoveredPart[] = [];
const oneRow = (): number => 1;

/** The parts of the row at `at` that cells of the rows above cover. */
function coveredIn(above: readonly RowParts[], at: number): readonly CoveredPart[] {
  return above.flatMap(({ cells }, i) =>
    cells
      .filter(({ rowSpan }) => i + rowSpan > at)
      .map(({ x, width, rowSpan, merged }) => ({ x, width, endsHere: i + rowSpan - 1 === at, goesOn: merged?.goesOn ?? false })),
  );
}

function lookOf(grid: LaidOutTable, row: RowToBuild, above: Stroke | undefined, below: Stroke | undefined): RowParts['look'] {
  const { width, rules, graphics } = grid;
  const { background, top, bottom, left, right } = row.look();
  return {
    width,
    background,
    top: top ?? above,
    bottom: bottom ?? below,
    left: left ?? rules.outer,
    right: right ?? rules.outer,
    between: rules.columns,
    table: grid,
    tag: graphics,
  };
}

function buildCells(
  grid: LaidOutTable,
  parts: readonly CellPart[],
  scope: BoundScope,
  row: Tag | undefined,
  rowSpanOf: (part: CellPart) => number,
): readonly TableCell[] {
  return parts.map((part): TableCell => {
    const { node, x, width, valign, background, type, scope: heads, span, padding: own, border, decimals, merged } = part;
    const rowSpan = rowSpanOf(part);
    const isWide = span > 1 || rowSpan > 1;
    const facts =
      heads || isWide
        ? { scope: heads, colSpan: span > 1 ? span : undefined, rowSpan: rowSpan > 1 ? rowSpan : undefined }
        : undefined;
    const padding = own ?? grid.plan.padding;
    const room = Math.max(0, width - padding.left - padding.right);
    const shift = decimals === undefined ? 0 : shiftOf(node, decimals, room, grid.plan.name, scope, grid.session);
    const tag = openElement(row, type, facts);
    merged?.open(tag, rowSpan);
    const box = buildContent(grid, node, room - shift, scope, tag);
    return { x, width, box, valign, background: background?.(scope), padding, border: border?.(scope), rowSpan, merged };
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
