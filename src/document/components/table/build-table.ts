// Builds the rows of a table for some data, one after the other, as the flow asks for them.
import type { Box } from '../../layout/box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { openElement } from '../../layout/structure.ts';
import type { Tag } from '../../layout/tag.ts';
import type { ElementList } from '../select-elements.ts';
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
import { ClosedEdges, closingBox, MergedColumn } from './merged-cells.ts';
import type { Group, PlannedRow, TablePlan } from './table-plan.ts';
import { chainOf, shownRows, TableSheets } from './table-sheets.ts';
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
  /** The sums up to the last row that was built. */
  #sums: Totals;
  #body: Tag | undefined;
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
    const scopeAt = (i: number) => grid.plan.elements.scopeOf(grid.scope, list, i);
    this.#merged = grid.columns.map(
      ({ merge }) => merge && new MergedColumn(merge, { length: list.length, scopeAt, groupOf }, grid.session),
    );
  }

  *build(): Iterable<Box> {
    const { plan, tag, rules } = this.#grid;
    const { length } = this.#list;
    this.#footers = shownRows(plan.footers, 'last', this.#sheets.scopeOf({ sofar: this.#totals, before: this.#sheets.none }));
    const hasFooters = this.#footers.length > 0;
    const header = this.#sheets.buildHeader(() => openElement(tag, 'THead'));
    this.#hasHeader = header !== undefined;
    if (header) {
      header.keepWithNext = length > 0 || plan.empty !== undefined || hasFooters;
      yield header;
    }
    this.#sheets.repeatHeader(header);
    // PDF/UA-1, 7.2: a table with a THead or TFoot has a TBody, though it may be empty.
    if (this.#groups.length === 0 && (length > 0 || plan.empty || header || hasFooters)) this.#body = openElement(tag, 'TBody');
    for (const [i, group] of this.#groups.entries()) {
      this.#body = openElement(tag, 'TBody');
      yield* this.#buildGroup(group, i > 0);
    }
    if (this.#groups.length === 0) for (let i = 0; i < length; i++) yield this.#buildElement(i, undefined, false);
    if (length === 0 && plan.empty) yield this.#buildEmpty();
    const foot = hasFooters ? openElement(tag, 'TFoot') : undefined;
    for (const [i, row] of this.#footers.entries()) {
      const isLast = i === this.#footers.length - 1;
      const box = this.#buildFooter(row, undefined, foot, isLast ? rules.last : rules.rows);
      box.keepWithNext = !isLast;
      box.edges = this.#edgesAt(undefined, undefined, !isLast);
      yield box;
    }
  }

  /** The rows of a group: its headers, its elements or the groups in it, its footers. */
  *#buildGroup(group: Group, isNext: boolean): Iterable<Box> {
    const { level, parent, start } = group;
    const { rules } = this.#grid;
    const scope = this.#sheets.scopeOf({ before: this.#sums }, group);
    const headers = shownRows(level.headers, 'first', scope);
    let breaks = isNext && level.beginsPage;
    const withBreak = (box: Box): Box => {
      if (breaks) box.breakBefore = true;
      breaks = false;
      return box;
    };
    for (const [i, row] of headers.entries()) {
      this.#grid.session.countBox();
      const top = start === 0 && i === 0 && !this.#hasHeader && isFirstOfAll(group) ? rules.outer : undefined;
      const box = this.#sheets.buildGroupHeader(row, scope, this.#body, { top, bottom: rules.rows });
      box.keepWithNext = true;
      box.edges = this.#edgesAt(i > 0 ? group : parent, group, true);
      yield withBreak(box);
    }
    for (const [i, inner] of group.groups.entries()) for (const box of this.#buildGroup(inner, i > 0)) yield withBreak(box);
    if (group.groups.length === 0)
      for (let i = start; i < group.end; i++) yield withBreak(this.#buildElement(i, group, i > start || headers.length > 0));
    const ends = this.#endsOf(group);
    for (const [i, row] of ends.entries()) {
      const isLast = i === ends.length - 1;
      const closes = isLast && this.#closesBody(parent, group.end);
      const box = this.#buildFooter(row, group, this.#body, closes ? this.#lastBottom : rules.rows);
      const next = isLast ? parent : group;
      box.keepWithNext = !isLast || this.#footerFollows(parent, group.end) || (closes && this.#footers.length > 0);
      box.edges = this.#edgesAt(group, next, !closes || this.#footers.length > 0);
      yield box;
    }
  }

  /** `isWithin`: the innermost group began with a row before. */
  #buildElement(i: number, group: Group | undefined, isWithin: boolean): Box {
    const { plan, session, scope, rules } = this.#grid;
    session.countBox();
    const plain = plan.elements.scopeOf(scope, this.#list, i);
    const before = this.#sums;
    if (plan.sums) this.#sums = plan.sums.add(before, plain);
    const after = this.#sums;
    const element = withTableNames(plan, plain, { all: this.#totals, sofar: after }, group);
    const closes = i === this.#list.length - 1 && this.#closesBody(group, i + 1);
    const own = plan.rowLook?.(element);
    const painted = own?.background?.(element);
    const border = own?.border?.(element);
    const background = () => painted ?? (i % 2 === 1 ? plan.zebra?.(element) : undefined);
    const columns = this.#partsOf(i);
    const parts = own ? columns.map((part) => inRow(part, own, painted)) : columns;
    const further = plan.rows.map((row) => !row.when || row.when.test(element));
    // A border of the element runs around all of its rows.
    const last = further.lastIndexOf(true);
    const rows: (RowToBuild | undefined)[] = [
      { parts, look: () => ({ background: background(), ...border, ...(last >= 0 && { bottom: undefined }) }) },
    ];
    for (const [at, row] of plan.rows.entries()) {
      const ends = { ...border, top: undefined, ...(at < last && { bottom: undefined }) };
      const look = () => ({ background: row.background?.(element) ?? background(), ...ends, ...row.border?.(element) });
      rows.push(further[at] ? { parts: plannedParts(row, this.#grid, 'row', own), look } : undefined);
    }
    const isTop = i === 0 && !this.#hasHeader && !isWithin && (!group || isFirstOfAll(group));
    const top = isTop ? rules.outer : undefined;
    const box = buildRows(this.#grid, this.#body, rows, element, plan.mayBreak, {
      top,
      bottom: closes ? this.#lastBottom : rules.rows,
    });
    const hasFooters = this.#footers.length > 0;
    box.keepWithNext = this.#footerFollows(group, i + 1) || (closes && hasFooters);
    box.edges = this.#sheets.edgesOf({
      before,
      after,
      lead: isWithin ? group : group && begunAround(group, i),
      tail: this.#goesOnAfter(group, i + 1),
      goesOn: !closes || hasFooters,
    });
    const open = parts.filter(({ merged }) => merged?.goesOn);
    if (open.length > 0) {
      const bottom = rows.findLast(Boolean)!.look().bottom ?? rules.rows;
      const ends = open.flatMap(({ x, width: wide, border: around }) =>
        [bottom, around?.(element).bottom].flatMap((stroke) => (stroke ? [{ x, width: wide, stroke }] : [])),
      );
      box.edges = new ClosedEdges(box.edges, closingBox(ends, this.#grid, this.#grid.graphics));
    }
    return box;
  }

  /** The cells of the columns' bodies for the element `i`. */
  #partsOf(i: number): readonly CellPart[] {
    if (this.#merged.every((column) => !column)) return this.#parts;
    return this.#parts.map((part, at) => ({ ...part, merged: this.#merged[at]?.cellOf(i) }));
  }

  #buildEmpty(): Box {
    const { scope, rules } = this.#grid;
    const rows = [{ parts: wholeRow(this.#grid, this.#hasHeader), look: () => ({}) }];
    const top = this.#hasHeader ? undefined : rules.outer;
    const box = buildRows(this.#grid, this.#body, rows, scope, true, { top, bottom: this.#lastBottom });
    box.keepWithNext = this.#footers.length > 0;
    return box;
  }

  #buildFooter(row: PlannedRow, group: Group | undefined, tag: Tag | undefined, bottom: LaidOutTable['rules']['last']): Box {
    this.#grid.session.countBox();
    return this.#sheets.buildFooter(row, { group, sums: this.#sums, tag, bottom });
  }

  #edgesAt(lead: Group | undefined, tail: Group | undefined, goesOn: boolean): Box['edges'] {
    return this.#sheets.edgesOf({ before: this.#sums, after: this.#sums, lead, tail, goesOn });
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
    return chainOf(group).some((one) => one.end === end && this.#endsOf(one).length > 0);
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

/** The innermost group around an element that began with an element before. */
function begunAround(group: Group, i: number): Group | undefined {
  let at = group.parent;
  while (at && at.start === i && !hasHeader(at)) at = at.parent;
  return at;
}

const hasHeader = ({ level }: Group): boolean => level.headers.some(({ on }) => on !== 'notFirst');

/** Whether no group around it has shown header rows before. */
const isFirstOfAll = ({ parent }: Group): boolean => !chainOf(parent).some(hasHeader);
