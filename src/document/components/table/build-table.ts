// Builds the rows of a table for some data, one after the other, as the flow asks for them.
import type { Box, Edges } from '../../layout/box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { openElement } from '../../layout/structure.ts';
import type { Element, Tag } from '../../layout/tag.ts';
import type { ElementList } from '../shared/lists/select-elements.ts';
import { withTableNames } from './arrange-rows.ts';
import {
  bodyParts,
  buildRows,
  type CellPart,
  inRow,
  type LaidOutTable,
  layOutColumns,
  plannedParts,
  type RowToBuild,
  wholeRow,
} from './build-rows.ts';
import { checkSums } from './check-sums.ts';
import { lineBox } from './line-box.ts';
import { ClosedEdges, MergedColumn, mostMerged } from './merged-cells.ts';
import { shareHeights } from './share-heights.ts';
import type { Group, PlannedRow, TablePlan } from './table-plan.ts';
import type { TableBlockBox, TableRowBox } from './table-row-box.ts';
import { chainOf, type RowPlace, shownRows, TableSheets } from './table-sheets.ts';
import type { Totals } from './table-sums.ts';

export function buildTable(plan: TablePlan, scope: BoundScope, width: number, session: LayoutSession): Iterable<Box> {
  const grid = layOutColumns(plan, scope, width, session);
  if (grid) return new TableBuilder(grid).build();
  if (plan.empty && plan.elements.list(scope, session).length === 0) return plan.empty.build(scope, width, session);
  const message = `All columns of the table ${plan.name} are hidden. It is left out, with its header and footer.`;
  session.warn('no-columns', plan.name, scope.place, message);
  return [];
}

class TableBuilder {
  readonly #grid: LaidOutTable;
  readonly #list: ElementList;
  readonly #groups: readonly Group[];
  readonly #sheets: TableSheets;
  readonly #totals: Totals;
  readonly #parts: ReturnType<typeof bodyParts>;
  /** By column. */
  readonly #merged: readonly (MergedColumn | undefined)[];
  readonly #hasMerged: boolean;
  /** The last row has a cell that goes on in the next. */
  #sharesWithNext = false;
  /** The sums up to the last row that was built. */
  #sums: Totals;
  #body: Tag | undefined;
  /** A row of the table was built, and the innermost group of the last one. */
  #hasBegun = false;
  #lastGroup: Group | undefined;
  /** Rows below the last one. */
  #footers: readonly PlannedRow[] = [];
  #hasHeader = false;

  constructor(grid: LaidOutTable) {
    const { list, groups, groupOf, totals } = grid.plan.arrange(grid.scope, grid.session);
    this.#grid = grid;
    this.#list = list;
    this.#groups = groups;
    this.#totals = totals;
    this.#sheets = new TableSheets(grid, totals);
    this.#sums = this.#sheets.none;
    this.#parts = bodyParts(grid);
    this.#merged = grid.columns.map(({ merge, inside }) => {
      const scopeAt = (i: number) => inside(grid.plan.elements.scopeOf(grid.scope, list, i));
      return merge && new MergedColumn(merge, { length: list.length, scopeAt, groupOf }, grid.session);
    });
    this.#hasMerged = this.#merged.some(Boolean);
  }

  *build(): Iterable<Box> {
    const { plan, tag, rules } = this.#grid;
    const { length } = this.#list;
    this.#footers = shownRows(plan.footers, 'last', this.#sheets.scopeOf({ sofar: this.#totals, before: this.#sheets.none }));
    const hasFooters = this.#footers.length > 0;
    const header = this.#sheets.buildHeader(() => openElement(tag, 'THead'));
    this.#hasHeader = header !== undefined;
    this.#hasBegun = this.#hasHeader;
    if (header) {
      header.keepWithNext = length > 0 || plan.empty !== undefined || hasFooters;
      yield header;
      this.#hasBegun = true;
    }
    this.#sheets.repeatHeader(header);
    // PDF/UA-1, 7.2: a table with a THead or TFoot has a TBody, though it may be empty.
    if (this.#groups.length === 0 && (length > 0 || plan.empty || header || hasFooters)) this.#body = openElement(tag, 'TBody');
    for (const [i, group] of this.#groups.entries()) {
      this.#body = openElement(tag, 'TBody');
      yield* this.#buildGroup(group, i > 0);
    }
    if (this.#groups.length === 0) yield* this.#buildElements(0, length, undefined);
    if (length === 0 && plan.empty) yield this.#buildEmpty();
    const foot = hasFooters ? openElement(tag, 'TFoot') : undefined;
    for (const [i, row] of this.#footers.entries()) {
      checkSums(this.#grid, row, this.#sheets.scopeOf({ sofar: this.#totals, before: this.#sheets.none }), 0, length);
      const isLast = i === this.#footers.length - 1;
      const box = this.#buildFooter(row, undefined, foot, isLast ? rules.last : rules.rows);
      box.keepWithNext = !isLast;
      box.edges = this.#edgesAfter(this.#sums, { group: undefined, tail: undefined, goesOn: !isLast });
      yield box;
    }
  }

  /** The rows of a group: its headers, its elements or the groups in it, its footers. */
  *#buildGroup(group: Group, isNext: boolean): Iterable<Box> {
    const { level, parent, start } = group;
    const { rules } = this.#grid;
    const headers = shownRows(level.headers, 'first', this.#sheets.scopeOf({}, group));
    let begins = isNext && level.begins;
    const { headerCells } = this.#grid;
    const around = headerCells.groups;
    const withBreak = (box: Box): Box => {
      if (begins) box.breakBefore = begins;
      begins = false;
      return box;
    };
    for (const row of headers) {
      this.#grid.session.countBox();
      const box = this.#sheets.buildGroupHeader(row, {
        group,
        sums: this.#sums,
        tag: this.#body,
        top: this.#top,
        bottom: rules.rows,
      });
      box.keepWithNext = true;
      box.edges = this.#edgesAfter(this.#sums, { group, tail: group, goesOn: true, isHeader: true });
      headerCells.groups = [...headerCells.groups, ...headersIn(this.#body)];
      yield withBreak(box);
    }
    for (const [i, inner] of group.groups.entries()) for (const box of this.#buildGroup(inner, i > 0)) yield withBreak(box);
    if (group.groups.length === 0) for (const box of this.#buildElements(start, group.end, group)) yield withBreak(box);
    const ends = this.#endsOf(group);
    for (const [i, row] of ends.entries()) {
      checkSums(this.#grid, row, this.#sheets.scopeOf({ sofar: this.#sums, before: this.#sheets.none }, group), start, group.end);
      const isLast = i === ends.length - 1;
      const closes = isLast && this.#closesBody(parent, group.end);
      const box = this.#buildFooter(row, group, this.#body, closes ? this.#lastBottom : rules.rows);
      const next = isLast ? this.#goesOnAfter(parent, group.end) : group;
      box.keepWithNext = !isLast || this.#footerFollows(parent, group.end) || (closes && this.#footers.length > 0);
      box.edges = this.#edgesAfter(this.#sums, { group, tail: next, goesOn: !closes || this.#footers.length > 0 });
      yield box;
    }
    headerCells.groups = around;
  }

  /** The rows of elements. Those that share a cell are built ahead. */
  *#buildElements(start: number, end: number, group: Group | undefined): Iterable<Box> {
    let run: (TableRowBox | TableBlockBox)[] = [];
    for (let i = start; i < end; i++) {
      run.push(this.#buildElement(i, group));
      if (this.#sharesWithNext && run.length < mostMerged) continue;
      yield* run.length > 1 ? shareHeights(run, this.#grid.session.bodyHeight) : run;
      run = [];
    }
    yield* run;
  }

  #buildElement(i: number, group: Group | undefined): TableRowBox | TableBlockBox {
    const { plan, session, scope, rules } = this.#grid;
    session.countBox();
    const plain = plan.elements.scopeOf(scope, this.#list, i);
    const before = this.#sums;
    if (plan.sums) this.#sums = plan.sums.add(before, plain);
    const element = withTableNames(plan, plain, { all: this.#totals, sofar: this.#sums }, group);
    const closes = this.#closesBody(group, i + 1);
    const rows = this.#rowsOf(i, element);
    const box = buildRows(this.#grid, rows, {
      tag: this.#body,
      scope: element,
      mayBreak: plan.mayBreak,
      top: this.#top,
      bottom: closes ? this.#lastBottom : rules.rows,
      between: rules.within,
    });
    const hasFooters = this.#footers.length > 0;
    box.keepWithNext = this.#footerFollows(group, i + 1) || (closes && hasFooters);
    const edges = this.#edgesAfter(before, { group, tail: this.#goesOnAfter(group, i + 1), goesOn: !closes || hasFooters });
    box.edges = this.#hasMerged ? this.#closeMerged(edges, rows, element) : edges;
    this.#sharesWithNext = this.#hasMerged && !plan.mayBreak && rows[0]!.parts.some(({ merged }) => merged?.goesOn);
    return box;
  }

  /** The rows of the element `i`. Undefined: a further row that it does not have. */
  #rowsOf(i: number, element: BoundScope): readonly (RowToBuild | undefined)[] {
    const { plan } = this.#grid;
    const own = plan.rowLook?.(element);
    const painted = own?.background?.(element);
    const border = own?.border?.(element);
    const background = () => painted ?? (i % 2 === 1 ? plan.zebra?.(element) : undefined);
    // A border of the element runs around all of its rows, or around those of a sheet.
    const cut = border?.bottom;
    const columns = this.#partsOf(i);
    const parts = own ? columns.map((part) => inRow(part, own, painted)) : columns;
    if (plan.rows.length === 0) return [{ parts, look: () => ({ background: background(), cut, ...border }), site: own?.site }];
    const further = plan.rows.map((row) =>
      !row.when || row.when.test(element) ? plannedParts(row, this.#grid, 'row', own) : [],
    );
    const last = further.findLastIndex(({ length }) => length > 0);
    const first = { parts, look: () => ({ background: background(), cut, ...border, ...(last >= 0 && { bottom: undefined }) }) };
    const others = plan.rows.map((row, at): RowToBuild | undefined => {
      const ends = { ...border, top: undefined, ...(at < last && { bottom: undefined }) };
      const look = () => ({ background: row.background?.(element) ?? background(), cut, ...ends, ...row.border?.(element) });
      return further[at]!.length > 0 ? { parts: further[at]!, look, site: row.site } : undefined;
    });
    return [first, ...others];
  }

  /** Edges that draw the lower borders of merged cells that go on, where a sheet ends after the rows of an element. */
  #closeMerged(edgesOfRows: Edges, rows: readonly (RowToBuild | undefined)[], element: BoundScope): Edges {
    const open = rows[0]!.parts.filter(({ merged }) => merged?.goesOn);
    if (open.length === 0) return edgesOfRows;
    const { rules, widths, edges, graphics } = this.#grid;
    const bottom = rows.findLast(Boolean)!.look().bottom ?? rules.rows;
    const ends = open.flatMap(({ at, border, inside }) =>
      [bottom, border?.(inside ? inside(element) : element).bottom].flatMap((stroke) =>
        stroke ? [{ x: edges[at]!, width: widths[at]!, stroke }] : [],
      ),
    );
    return new ClosedEdges(edgesOfRows, lineBox(ends, this.#grid, graphics));
  }

  /** The cells of the columns' bodies for the element `i`. */
  #partsOf(i: number): readonly CellPart[] {
    if (!this.#hasMerged) return this.#parts;
    return this.#parts.map((part, at) => ({ ...part, merged: this.#merged[at]?.cellOf(i) }));
  }

  #buildEmpty(): Box {
    const { scope } = this.#grid;
    const rows = [{ parts: wholeRow(this.#grid, this.#hasHeader), look: () => ({}) }];
    const { top, bottom } = { top: this.#top, bottom: this.#lastBottom };
    const box = buildRows(this.#grid, rows, {
      tag: this.#body,
      scope,
      mayBreak: true,
      top,
      bottom,
      name: 'the content of "empty"',
    });
    box.keepWithNext = this.#footers.length > 0;
    return box;
  }

  #buildFooter(row: PlannedRow, group: Group | undefined, tag: Tag | undefined, bottom: LaidOutTable['rules']['last']): Box {
    this.#grid.session.countBox();
    return this.#sheets.buildFooter(row, { group, sums: this.#sums, tag, bottom });
  }

  /** The edges of the next row. `before`: the sums before it. */
  #edgesAfter(before: Totals, place: Pick<RowPlace, 'group' | 'tail' | 'goesOn' | 'isHeader'>): Edges {
    const { sameEdges } = this.#sheets;
    if (sameEdges) {
      this.#hasBegun = true;
      return sameEdges;
    }
    const { group } = place;
    const edges = this.#sheets.edgesOf({
      ...place,
      before,
      after: this.#sums,
      isFirst: !this.#hasBegun,
      // A group is one run of rows, so it began before this row if the last row is in it.
      lead: innermostOfBoth(this.#lastGroup, group),
    });
    this.#hasBegun = true;
    this.#lastGroup = group;
    return edges;
  }

  /** The line above a row, if it is the first of the table. */
  get #top(): LaidOutTable['rules']['outer'] {
    return this.#hasBegun ? undefined : this.#grid.rules.outer;
  }

  /** The line below the last row of the body. */
  get #lastBottom(): LaidOutTable['rules']['last'] {
    const { rules } = this.#grid;
    return this.#footers.length > 0 ? (rules.footer ?? rules.rows) : rules.last;
  }

  /** The rows below the last row of a group. */
  #endsOf(group: Group): readonly PlannedRow[] {
    return shownRows(group.level.footers, 'last', this.#sheets.scopeOf({ sofar: this.#sums, before: this.#sheets.none }, group));
  }

  /** Whether footer rows of this group, or of one around it, come directly after the element before `end`. */
  #footerFollows(group: Group | undefined, end: number): boolean {
    for (let at = group; at; at = at.parent) if (at.end === end && this.#endsOf(at).length > 0) return true;
    return false;
  }

  /** Whether no row of the body follows the last row of a group. */
  #closesBody(group: Group | undefined, end: number): boolean {
    return end === this.#list.length && !this.#footerFollows(group, end);
  }

  /** The innermost group that has more rows after the element before `end`. */
  #goesOnAfter(group: Group | undefined, end: number): Group | undefined {
    let at = group;
    while (at && at.end === end && this.#endsOf(at).length === 0) at = at.parent;
    return at;
  }
}

/** The innermost group that holds two groups, or is one of them. */
function innermostOfBoth(one: Group | undefined, other: Group | undefined): Group | undefined {
  const chain = chainOf(one);
  return chainOf(other).findLast((group) => chain[group.depth] === group);
}

/** The header cells in the last row of a body. */
function headersIn(body: Tag | undefined): readonly Element[] {
  const row = body?.kind === 'element' ? body.kids.at(-1) : undefined;
  if (row?.kind !== 'element') return [];
  return row.kids.flatMap((cell) => (cell.kind === 'element' && cell.type === 'TH' ? [cell] : []));
}
