// Measures the widths of the content of columns, and of cells that cover several columns.
import type { ComponentNode, ContentWidths } from '../../layout/component-node.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { isMeasured, type SpanningContent } from '../shared/resolve-widths.ts';
import { TextNode } from '../text/text-node.ts';
import { scopeOfGroup, withTableNames } from './arrange-rows.ts';
import type { CellLook } from './cell-look.ts';
import { measureDecimals, type Reaches } from './decimals.ts';
import { canBeThere, type Group, isIn, type PlannedRow, type ShownColumn, scopeOfCell, type TablePlan } from './table-plan.ts';
import type { KnownSums } from './table-sums.ts';

/** Added to measured widths, in pt. */
const rounding = 0.01;

/** Rows between two looks at the clock. A quick look at a row takes a microsecond. */
const checkEvery = 1024;

/** The widths of a column, with the padding of its cells. `isMostRead`: the caller reads the greatest width too. */
export function measureColumn(
  plan: TablePlan,
  column: ShownColumn,
  scope: BoundScope,
  session: LayoutSession,
  isMostRead: boolean,
  reaches: Reaches,
): ContentWidths {
  const { list, groupOf, totals, sofarAt } = plan.arrange(scope, session);
  const own = aroundOf(plan, column.padding);
  const widths = new Widest(session, isMostRead);
  if (column.header)
    widths.add(
      column.header,
      column.inside(withTableNames(plan, scope, knownOutside(plan, scope, session), undefined)),
      aroundOf(plan, column.padding ?? plan.headerLook.padding) - own,
    );
  const addRow = (row: PlannedRow, at: BoundScope, look?: CellLook) => {
    for (const one of row.cells)
      if (one.node && isIn(one, column))
        widths.add(
          one.node,
          scopeOfCell(one, column)?.(at) ?? at,
          aroundOf(plan, one.padding ?? look?.padding ?? column.padding) - own,
        );
  };
  for (let i = 0; i < list.length; i++) {
    if (i % checkEvery === checkEvery - 1) session.checkTime();
    const element = withTableNames(plan, plan.elements.scopeOf(scope, list, i), { all: totals, sofar: sofarAt(i) }, groupOf?.[i]);
    const look = plan.rowLook?.(element);
    widths.add(column.cell, column.ofElement(element), aroundOf(plan, look?.padding ?? column.padding) - own);
    for (const row of plan.rows) if (canBeThere(row, element)) addRow(row, element, look);
  }
  forOtherRows(plan, scope, session, addRow);
  let { min, max } = widths;
  if (column.isDecimal) {
    const { left, right, numbers } = measureDecimals(plan, column, scope, session, reaches);
    min = Math.max(min, numbers + right);
    max = Math.max(max, left + right);
  }
  // Slightly more than measured, so rounding never wraps text that was measured to fit.
  return { min: min + own + rounding, max: Math.max(min, max) + own + rounding };
}

/** The cells that cover several columns, or one of which the other columns are hidden: one entry for each set of columns, with padding. */
export function measureSpans(
  plan: TablePlan,
  columns: readonly ShownColumn[],
  scope: BoundScope,
  session: LayoutSession,
): readonly SpanningContent[] {
  const found = new Map<string, { readonly columns: readonly number[]; readonly widths: Widest }>();
  const addRow = (row: PlannedRow, at: BoundScope, look?: CellLook) => {
    for (const one of row.cells) {
      const { start, span, repeats, node } = one;
      if (!node || repeats) continue;
      const covered = [...columns.keys()].filter((i) => columns[i]!.index >= start && columns[i]!.index < start + span);
      // Columns of fixed widths take nothing from the cell.
      if (covered.every((i) => isIn(one, columns[i]!) || !isMeasured(columns[i]!.width))) continue;
      const key = covered.join();
      const { widths } = found.get(key) ?? { widths: new Widest(session, true) };
      found.set(key, { columns: covered, widths });
      widths.add(
        node,
        scopeOfCell(one, undefined)?.(at) ?? at,
        aroundOf(plan, one.padding ?? look?.padding ?? plan.columns[start]!.padding),
      );
    }
  };
  if (plan.rows.some(({ cells }) => cells.some(({ span }) => span > 1))) {
    const { list, groupOf, totals, sofarAt } = plan.arrange(scope, session);
    for (let i = 0; i < list.length; i++) {
      if (i % checkEvery === checkEvery - 1) session.checkTime();
      const known = { all: totals, sofar: sofarAt(i) };
      const element = withTableNames(plan, plan.elements.scopeOf(scope, list, i), known, groupOf?.[i]);
      const look = plan.rowLook?.(element);
      for (const row of plan.rows) if (canBeThere(row, element)) addRow(row, element, look);
    }
  }
  forOtherRows(plan, scope, session, addRow);
  return [...found.values()].map(({ columns: covered, widths: { min, max } }) => ({
    columns: covered,
    min: min + rounding,
    max: max + rounding,
  }));
}

/** The widest of some content. A text that is no wider than what is known is seen at a quick look. */
class Widest {
  min = 0;
  max = 0;
  readonly #session: LayoutSession;
  readonly #isMostRead: boolean;

  constructor(session: LayoutSession, isMostRead: boolean) {
    this.#session = session;
    this.#isMostRead = isMostRead;
  }

  /** `more`: the padding that belongs to the content. */
  add(node: ComponentNode, scope: BoundScope, more: number): void {
    const most = this.#isMostRead ? this.max - more : Number.POSITIVE_INFINITY;
    if (node instanceof TextNode && node.isWithin(scope, this.min - more, most)) return;
    const { min, max } = node.measure(scope, this.#session);
    this.min = Math.max(this.min, min + more);
    this.max = Math.max(this.max, max + more);
  }
}

const aroundOf = (plan: TablePlan, padding: Sides | undefined): number => {
  const { left, right } = padding ?? plan.padding;
  return left + right;
};

/** The sums of the whole table are the widest. */
function knownOutside(plan: TablePlan, scope: BoundScope, session: LayoutSession): KnownSums {
  const { totals } = plan.arrange(scope, session);
  return { all: totals, sofar: totals, before: plan.sums?.none };
}

/** Calls `add` for the rows of the table and of its groups that can be there. */
function forOtherRows(
  plan: TablePlan,
  scope: BoundScope,
  session: LayoutSession,
  add: (row: PlannedRow, at: BoundScope) => void,
): void {
  const known = knownOutside(plan, scope, session);
  const addAll = (rows: readonly PlannedRow[], at: BoundScope) => {
    for (const row of rows) if (canBeThere(row, at)) add(row, at);
  };
  const outside = withTableNames(plan, scope, known, undefined);
  addAll(plan.headers, outside);
  addAll(plan.footers, outside);
  let count = 0;
  const addGroup = (group: Group): void => {
    if (++count % checkEvery === 0) session.checkTime();
    const { headers, footers } = group.level;
    if (headers.length + footers.length > 0) addAll([...headers, ...footers], scopeOfGroup(plan, scope, known, group));
    for (const one of group.groups) addGroup(one);
  };
  for (const group of plan.arrange(scope, session).groups) addGroup(group);
}
