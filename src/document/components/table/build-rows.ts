// Makes the boxes of a table's rows: their cells, backgrounds and rules.
import { type Box, SpaceBox } from '../../layout/box.ts';
import { buildCell } from '../../layout/build-column.ts';
import type { ComponentNode } from '../../layout/component-node.ts';
import { sidesIn } from '../../layout/decorated-box.ts';
import { leftIn } from '../../layout/direction.ts';
import type { Stroke } from '../../layout/fragment.ts';
import { unseen } from '../../layout/off-sheet.ts';
import { BuiltPart, type Site } from '../../layout/origin.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { graphicTag, openElement } from '../../layout/structure.ts';
import { type Element, noFacts, type StructureType, type Tag, type TagFacts } from '../../layout/tag.ts';
import type { Owner } from '../../layout/trace.ts';
import type { ColorOf } from '../shared/bound-values/bound-color.ts';
import { resolveWidths } from '../shared/resolve-widths.ts';
import { readAlt } from '../shared/roles.ts';
import { columnsTooWide } from '../shared/too-wide.ts';
import { TextNode } from '../text/text-node.ts';
import { type CellBorder, type CellLook, plainLook } from './cell-look.ts';
import { measureDecimals, nearWidth, Reaches, shiftOf } from './decimals.ts';
import { measureColumn, measureSpans } from './measure-column.ts';
import type { MergedCell } from './merged-cells.ts';
import {
  type PlannedCell,
  type PlannedRow,
  type ShownColumn,
  scopeOfCell,
  type TablePlan,
  visibleColumns,
} from './table-plan.ts';
import { type CoveredPart, type RowParts, TableBlockBox, type TableCell, TableRowBox } from './table-row-box.ts';
import type { TableRules } from './table-rules.ts';

/** A table with its columns laid out. */
export interface LaidOutTable {
  readonly plan: TablePlan;
  readonly scope: BoundScope;
  readonly session: LayoutSession;
  readonly columns: readonly ShownColumn[];
  readonly widths: readonly number[];
  /** The least widths of the columns, for origins. Undefined: they are not asked for. */
  readonly leasts: readonly number[] | undefined;
  /** The left edge of each column. */
  readonly edges: readonly number[];
  /** The `nearWidth` of each column. Undefined: the column does not align its decimal separators. */
  readonly decimals: readonly (number | undefined)[];
  readonly reaches: Reaches;
  /** Where its rows begin at the left. */
  readonly left: number;
  readonly width: number;
  readonly owner: Owner;
  readonly rules: TableRules;
  readonly tag: Tag | undefined;
  /** The tag of its lines and backgrounds. */
  readonly graphics: Tag | undefined;
  readonly headerCells: HeaderCells;
}

/** Header cells of a table that is read: those of columns, and those of the groups whose rows are being built. */
interface HeaderCells {
  readonly columns: { readonly at: number; readonly span: number; readonly element: Element }[];
  groups: readonly Element[];
}

/** A cell before it is built. */
export interface CellPart extends CellLook {
  readonly node: ComponentNode | undefined;
  /** Its first column, of those that the table has for this data. */
  readonly at: number;
  readonly valign: TableCell['valign'];
  readonly background: ColorOf | undefined;
  readonly type: StructureType;
  readonly scope: TagFacts['scope'];
  /** How many columns and rows it covers. */
  readonly span: number;
  readonly rowSpan: number;
  /** The scope in the cell, from that of its row. Undefined: the same. */
  readonly inside?: ShownColumn['inside'] | undefined;
  /** The `nearWidth` of its column. */
  readonly decimals?: number | undefined;
  readonly merged?: MergedCell | undefined;
  /** Where it stands in the template, by the scope of its row. */
  readonly siteOf: ((scope: BoundScope) => Site | undefined) | undefined;
}

/** A row before it is built. */
export interface RowToBuild {
  readonly parts: readonly CellPart[];
  /** Where it stands in the template, if this is not the table. */
  readonly site?: Site | undefined;
  /** Runs when the cells are built, so that warnings come in reading order. */
  look(): { readonly background?: string | undefined; readonly cut?: Stroke | undefined } & Partial<CellBorder>;
}

/** The role of a row's cells for screen readers. */
export type RowKind = 'header' | 'row' | 'group' | 'footer';

/** The default lines above, below and between the rows of a block. A row may set its own. */
export interface BlockRules {
  readonly top?: Stroke | undefined;
  readonly bottom: Stroke | undefined;
  readonly between?: Stroke | undefined;
}

/** Rows that stay together, and the facts that they share. */
interface RowBlock extends BlockRules {
  /** The element around the rows. */
  readonly tag: Tag | undefined;
  readonly scope: BoundScope;
  readonly mayBreak: boolean;
  /** Names the rows in messages. Undefined: those of an element. */
  readonly name?: string | undefined;
}

/** What a cell is to screen readers. */
type CellKind = Pick<CellPart, 'type' | 'scope'>;

const bodyCell: CellKind = { type: 'TD', scope: undefined };
const headerCell: CellKind = { type: 'TH', scope: 'Column' };
const rowHeaderCell: CellKind = { type: 'TH', scope: 'Row' };

/** All parts have their properties in one order, which makes reading them quick. */
function makePart({ type, scope }: CellKind, node: ComponentNode | undefined, at: number, own: Partial<CellPart>): CellPart {
  const { valign = 'top', background, span = 1, rowSpan = 1, padding, border, inside, decimals, merged, siteOf } = own;
  return { node, at, valign, background, type, scope, span, rowSpan, padding, border, inside, decimals, merged, siteOf };
}

/** Undefined: the table has no columns for this data. */
export function layOutColumns(
  plan: TablePlan,
  scope: BoundScope,
  width: number,
  session: LayoutSession,
): LaidOutTable | undefined {
  const columns = visibleColumns(plan, scope, session);
  if (columns.length === 0) return undefined;
  warnOfDroppedCells(plan, columns, scope, session);
  const given = columns.map((column) => column.width);
  const isAuto = (i: number) => columns[i]!.width.kind === 'auto';
  const reaches = new Reaches();
  const measure = (i: number) => measureColumn(plan, columns[i]!, scope, session, isAuto(i), reaches);
  const widths = resolveWidths(given, width, measure, measureSpans(plan, columns, scope, session));
  const leasts = session.isTraced
    ? columns.map((column) => measureColumn(plan, column, scope, session, false, reaches).min)
    : undefined;
  let total = 0;
  const edges = widths.map((one) => {
    total += one;
    return leftIn(scope, total - one, one, width);
  });
  const decimals = columns.map((column) =>
    column.isDecimal ? nearWidth(measureDecimals(plan, column, scope, session, reaches), scope) : undefined,
  );
  const isTooWide = total > width + unseen;
  if (isTooWide) session.warn('table-too-wide', plan.name, scope.place, columnsTooWide(given, widths, 0, width));
  const tag = openElement(scope.tag, 'Table', { summary: readAlt(plan.summary, scope) });
  const rules = plan.rulesOf(scope);
  const owner = { component: plan.name, place: scope.place, isTooWide };
  const left = leftIn(scope, 0, total, width);
  if (scope.part) scope.part.rows = { left, width: total };
  const graphics = graphicTag(tag);
  const headerCells = { columns: [], groups: [] };
  return {
    plan,
    scope,
    session,
    columns,
    widths,
    leasts,
    edges,
    decimals,
    reaches,
    left,
    width: total,
    owner,
    rules,
    tag,
    graphics,
    headerCells,
  };
}

/** Warns of written cells that stand in columns of an empty list alone. */
function warnOfDroppedCells(plan: TablePlan, shown: readonly ShownColumn[], scope: BoundScope, session: LayoutSession): void {
  const empty = plan.columns.filter(
    ({ index, each }) => each && shown.every((one) => one.index !== index) && each.list(scope, session).length === 0,
  );
  if (empty.length === 0) return;
  const levels = plan.groups?.levels ?? [];
  const rows = [plan, ...levels].flatMap(({ headers, footers }) => [...headers, ...footers]);
  const names = [...rows, ...plan.rows].flatMap(({ name, cells }) => {
    const isDropped = ({ start, span, node, repeats }: PlannedCell) => {
      const isIn = ({ index }: Pick<ShownColumn, 'index'>) => index >= start && index < start + span;
      return node && !repeats && !shown.some(isIn) && empty.some(isIn);
    };
    return cells.some(isDropped) ? [name] : [];
  });
  if (names.length === 0) return;
  const message = `A cell of ${names.join(', ')} stands in the columns of an "each" whose list is empty, and is left out. Put its content into another column.`;
  session.warn('cell-dropped', plan.name, scope.place, message);
}

/** The cells of the row of the columns' headers. */
export function headerParts({ plan, columns }: LaidOutTable): readonly CellPart[] {
  return columns.map(({ header, valign, padding, inside, sites }, at) =>
    makePart(headerCell, header, at, {
      valign,
      padding: padding ?? plan.headerLook.padding,
      inside,
      siteOf: sites && (() => sites.header),
    }),
  );
}

/** The cells of the columns' bodies in the row of an element. */
export function bodyParts({ columns, decimals }: LaidOutTable): readonly CellPart[] {
  return columns.map(({ cell, valign, background, isRowHeader, rowSpan, padding, border, ofElement, sites }, at) => {
    const own = { valign, background, padding, border, rowSpan, inside: ofElement, decimals: decimals[at], siteOf: sites?.cell };
    return makePart(isRowHeader ? rowHeaderCell : bodyCell, cell, at, own);
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
  grid: LaidOutTable,
  kind: RowKind,
  look: CellLook = plainLook,
): readonly CellPart[] {
  const { plan, columns, decimals } = grid;
  const partOf = (planned: PlannedCell, covered: readonly number[], inside?: ShownColumn['inside']): CellPart => {
    const { start, rowSpan, node, valign, background, padding, border, site } = planned;
    const [at, span] = [covered[0]!, covered.length];
    const cell = kind === 'header' ? headerCell : headsRow(covered, kind, grid) ? rowHeaderCell : bodyCell;
    // A cell of the header is a name, also where digits stand in it.
    const points = kind === 'header' || span > 1 ? undefined : decimals[at];
    const around = padding ?? look.padding ?? plan.columns[start]!.padding;
    const own = { valign, background, span, rowSpan, padding: around, border, inside, decimals: points };
    return makePart(cell, node, at, { ...own, siteOf: site && (() => site) });
  };
  return row.cells.flatMap((planned): readonly CellPart[] => {
    const { start, span, repeats } = planned;
    const covered = [...columns.keys()].filter((at) => columns[at]!.index >= start && columns[at]!.index < start + span);
    if (repeats) return covered.map((at) => partOf(planned, [at], scopeOfCell(planned, columns[at])));
    return covered.length === 0 ? [] : [partOf(planned, covered, scopeOfCell(planned, undefined))];
  });
}

/** Whether a cell over these columns heads its row. */
function headsRow(covered: readonly number[], kind: RowKind, { plan, columns, headerCells }: LaidOutTable): boolean {
  const isInHeaders = covered.some((at) => columns[at]!.isRowHeader);
  // A cell that is its whole row heads nothing.
  if (kind === 'row') return isInHeaders && (covered.length < columns.length || columns.length === 1);
  const isHeaded = headerCells.columns.length > 0 || columns.some(({ isRowHeader }) => isRowHeader);
  const namesGroups = plan.groups?.levels.some(({ headers }) => headers.some(({ on }) => on !== 'notFirst')) ?? false;
  // The first cell names a group or its sum. PDF/UA-1, 7.5: in a table with such a header, each cell has one.
  if (kind === 'group') return covered[0] === 0 && (isHeaded || namesGroups);
  return isInHeaders || (covered[0] === 0 && !isHeaded && namesGroups);
}

/** One cell over all columns. */
export function wholeRow({ plan, columns }: LaidOutTable, hasHeader: boolean): readonly CellPart[] {
  // PDF/UA-1, 7.5: beside header cells, each cell has one. Under no column header, this cell heads its row.
  const isHeader = !hasHeader && columns.some(({ isRowHeader }) => isRowHeader);
  return [makePart(isHeader ? rowHeaderCell : bodyCell, plan.empty, 0, { span: columns.length })];
}

/** Rows that stay together. Undefined rows are left out. */
export function buildRows(
  grid: LaidOutTable,
  rows: readonly (RowToBuild | undefined)[],
  block: RowBlock,
): TableRowBox | TableBlockBox {
  const box = rows.length === 1 ? buildRow(grid, rows[0]!, block) : buildBlock(grid, rows, block);
  const { component, isTooWide } = grid.owner;
  const { scope, name } = block;
  box.owner = { component, place: scope.place, isTooWide, whole: grid.owner, row: name ?? scope.loop?.index };
  return box;
}

/** The usual row, which makes nothing that only blocks of rows need. */
function buildRow(grid: LaidOutTable, row: RowToBuild, { tag, scope, mayBreak, top, bottom }: RowBlock): TableRowBox {
  const cells = buildCells(grid, row.parts, scope, openElement(tag, 'TR'), undefined);
  return new TableRowBox({ cells, covered: nothing, look: lookOf(grid, row, top, bottom, scope) }, mayBreak);
}

function buildBlock(
  grid: LaidOutTable,
  rows: readonly (RowToBuild | undefined)[],
  { tag, scope, mayBreak, top, bottom, between }: RowBlock,
): TableRowBox | TableBlockBox {
  const shown = fillGrid(rows, grid.columns.length);
  const made: RowParts[] = [];
  const heads: RowHead[] = [];
  for (const [at, row] of shown.entries()) {
    const cells = buildCells(grid, row.parts, scope, openElement(tag, 'TR'), { at, heads });
    const look = lookOf(grid, row, at === 0 ? top : undefined, at === shown.length - 1 ? bottom : between, scope);
    made.push({ cells, covered: coveredIn(made, at), look });
  }
  return made.length === 1 ? new TableRowBox(made[0]!, mayBreak) : new TableBlockBox(made, mayBreak);
}

/** A header cell of a block, and the row after its last one. */
interface RowHead {
  readonly element: Element;
  readonly end: number;
}

/** The place of a row in its block, and the header cells of the block so far. */
interface BlockRow {
  readonly at: number;
  readonly heads: RowHead[];
}

const noHeads: readonly RowHead[] = [];

/** The header cells to name in the cells of a row, because their scopes do not lead there. Undefined: the scopes do. */
function namedHeads(
  { headerCells }: LaidOutTable,
  parts: readonly CellPart[],
  block: BlockRow | undefined,
): readonly Element[] | undefined {
  const { columns, groups } = headerCells;
  const heads = block?.heads ?? noHeads;
  if (heads.length === 0 && (groups.length === 0 || columns.length > 0)) return undefined;
  if (parts.some(({ scope }) => scope !== undefined) || heads.some(({ end }) => end > block!.at)) return undefined;
  // A further row of an element belongs to what heads the first one.
  return heads.length > 0 ? heads.map(({ element }) => element) : groups;
}

/**
 * The rows that are there, with a cell at each place: a cell covers fewer rows where some are left out, and where its own row is left out, the rows
 * below it have empty cells. A row without a cell of its own is left out too: its columns are hidden.
 */
function fillGrid(rows: readonly (RowToBuild | undefined)[], columnCount: number): readonly RowToBuild[] {
  const isThere = (row: RowToBuild | undefined) => row !== undefined && row.parts.length > 0;
  let covered: readonly number[] = Array.from({ length: columnCount }, () => 0);
  return rows.flatMap((row, i) => {
    if (!row || !isThere(row)) return [];
    const below = covered.map((count) => Math.max(0, count - 1));
    const isFree = covered.map((count) => count === 0);
    const parts: CellPart[] = [];
    for (const part of row.parts) {
      // A cell of a row above stands in the place of a column's header.
      if (!isFree[part.at]) continue;
      const rowSpan = rows.slice(i, i + part.rowSpan).filter(isThere).length;
      parts.push({ ...part, rowSpan });
      isFree.fill(false, part.at, part.at + part.span);
      below.fill(rowSpan - 1, part.at, part.at + part.span);
    }
    const kind = row.parts[0]!.scope === 'Column' ? headerCell : bodyCell;
    for (const [at, isEmpty] of isFree.entries()) if (isEmpty) parts.push(makePart(kind, undefined, at, {}));
    covered = below;
    return { ...row, parts: parts.sort((one, other) => one.at - other.at) };
  });
}

const nothing: readonly CoveredPart[] = [];

/** The parts of the row at `at` that cells of the rows above cover. */
function coveredIn(above: readonly RowParts[], at: number): readonly CoveredPart[] {
  return above.flatMap(({ cells }, i) =>
    cells
      .filter(({ rowSpan }) => i + rowSpan > at)
      .map(({ x, width, rowSpan, merged }) => ({ x, width, endsHere: i + rowSpan - 1 === at, goesOn: merged?.goesOn ?? false })),
  );
}

function lookOf(
  grid: LaidOutTable,
  row: RowToBuild,
  above: Stroke | undefined,
  below: Stroke | undefined,
  scope: BoundScope,
): RowParts['look'] {
  const { left: x, width, rules, graphics } = grid;
  const { background, top, bottom, left, right, cut } = row.look();
  return {
    dir: grid.scope.dir,
    x,
    width,
    background,
    top: top ?? above,
    bottom: bottom ?? below,
    left: left ?? rules.outer,
    right: right ?? rules.outer,
    between: rules.columns,
    cut: bottom ?? cut ?? rules.rows ?? rules.outer,
    table: grid,
    tag: graphics,
    part: partOf(grid, row.site ?? grid.plan.site, 'row', scope, width),
  };
}

/** The part that a row or cell is. Undefined: origins are not asked for, or it does not stand in the template. */
function partOf(
  { session }: LaidOutTable,
  site: Site | undefined,
  kind: 'row' | 'cell',
  scope: BoundScope,
  width: number,
): BuiltPart | undefined {
  return session.isTraced && site ? new BuiltPart(site, kind, scope.place, width) : undefined;
}

function buildCells(
  grid: LaidOutTable,
  parts: readonly CellPart[],
  scope: BoundScope,
  row: Tag | undefined,
  block: BlockRow | undefined,
): readonly TableCell[] {
  const { widths, edges, headerCells } = grid;
  const named = namedHeads(grid, parts, block);
  return parts.map((part): TableCell => {
    const { node, at, valign, background, type, scope: heads, span, rowSpan, padding: own, border, decimals, merged } = part;
    const inner = part.inside ? part.inside(scope) : scope;
    const sumOf = (all: readonly number[]) => all.slice(at, at + span).reduce((sum, one) => sum + one, 0);
    const width = span === 1 ? widths[at]! : sumOf(widths);
    const x = Math.min(edges[at]!, edges[at + span - 1]!);
    const isWide = span > 1 || rowSpan > 1;
    const headers = named && [
      ...headerCells.columns.filter((one) => one.at < at + span && at < one.at + one.span).map(({ element }) => element),
      ...named,
    ];
    if (headers) for (const header of headers) header.isNamed = true;
    const facts =
      heads || isWide || headers
        ? { scope: heads, colSpan: span > 1 ? span : undefined, rowSpan: rowSpan > 1 ? rowSpan : undefined, headers }
        : undefined;
    const around = sidesIn(own ?? grid.plan.padding, grid.scope);
    const room = Math.max(0, width - around.left - around.right);
    const shift = decimals === undefined ? 0 : shiftOf(node, decimals, room, grid.plan.name, inner, grid.session, grid.reaches);
    const padding = shift > 0 && inner.dir === 'rtl' ? { ...around, left: around.left + shift } : around;
    const tag = openElement(row, type, facts);
    if (heads && tag?.kind === 'element' && tag.type === 'TH') {
      if (heads === 'Column') headerCells.columns.push({ at, span, element: tag });
      else block?.heads.push({ element: tag, end: block.at + rowSpan });
    }
    merged?.open(tag, rowSpan);
    const box = buildContent(grid, node, room - shift, inner, tag);
    const traced = grid.session.isTraced ? partOf(grid, part.siteOf?.(scope), 'cell', inner, width) : undefined;
    if (traced && grid.leasts) traced.leastWidth = sumOf(grid.leasts);
    return {
      x,
      width,
      box,
      valign,
      background: background?.(inner),
      padding,
      border: border?.(inner),
      rowSpan,
      merged,
      isShared: false,
      part: traced,
    };
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
