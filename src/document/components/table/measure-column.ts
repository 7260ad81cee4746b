// Measures the width of a column's content.
import type { ComponentNode, ContentWidths } from '../../layout/component-node.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { TextNode } from '../text/text-node.ts';
import { scopeOfGroup, withTableNames } from './arrange-rows.ts';
import { measureDecimals } from './decimals.ts';
import { canBeThere, type Group, isIn, measuredRows, type PlannedRow, type ShownColumn, type TablePlan } from './table-plan.ts';

/** Rows between two looks at the clock. A quick look at a row takes a microsecond. */
const checkEvery = 1024;

/** The widths of a column, with the padding of its cells. `isMostRead`: the caller reads the greatest width too. */
export function measureColumn(
  plan: TablePlan,
  column: ShownColumn,
  scope: BoundScope,
  session: LayoutSession,
  isMostRead: boolean,
): ContentWidths {
  const around = (padding: Sides | undefined) => (padding ?? plan.padding).left + (padding ?? plan.padding).right;
  const { list, groups, groupOf, totals, sofarAt } = plan.arrange(scope, session);
  // The sums of the whole table are the widest.
  const known = { all: totals, sofar: totals, before: plan.sums?.none };
  const outside = withTableNames(plan, scope, known, undefined);
  let { min, max } = column.header?.measure(column.inside(outside), session) ?? { min: 0, max: 0 };
  const add = (widths: ContentWidths, more: number) => {
    min = Math.max(min, widths.min + more);
    max = Math.max(max, widths.max + more);
  };
  const cellsOf = (rows: readonly PlannedRow[], at: BoundScope) => {
    return rows.flatMap((row) => (canBeThere(row, at) ? row.cells.filter((one) => isIn(one, column) && one.node) : []));
  };
  const addRows = (rows: readonly PlannedRow[], at: BoundScope) => {
    for (const one of cellsOf(rows, at))
      add(
        one.node!.measure(one.repeats ? column.inside(at) : at, session),
        around(one.padding ?? column.padding) - around(column.padding),
      );
  };
  const { cell } = column;
  // The least width is taken from all rows.
  const wanted = isMostRead ? measuredRows : 0;
  for (let i = 0; i < list.length; i++) {
    if (i % checkEvery === checkEvery - 1) session.checkTime();
    const element = withTableNames(plan, plan.elements.scopeOf(scope, list, i), { all: totals, sofar: sofarAt(i) }, groupOf?.[i]);
    const { padding } = plan.rowLook?.(element) ?? column;
    const inRow = around(padding ?? column.padding) - around(column.padding);
    const look = (node: ComponentNode, at: BoundScope, extra: number) => {
      if (i >= wanted && node instanceof TextNode && node.isWithin(at, min - extra)) return;
      const widths = node.measure(at, session);
      min = Math.max(min, widths.min + extra);
      if (i < measuredRows) max = Math.max(max, widths.max + extra);
    };
    look(cell, column.inside(element), inRow);
    for (const one of cellsOf(plan.rows, element))
      look(one.node!, element, one.padding ? around(one.padding) - around(column.padding) : inRow);
  }
  addRows([...plan.headers, ...plan.footers], outside);
  const addGroup = (group: Group): void => {
    addRows([...group.level.headers, ...group.level.footers], scopeOfGroup(plan, scope, known, group));
    for (const one of group.groups.slice(0, measuredRows)) addGroup(one);
  };
  for (const group of groups.slice(0, measuredRows)) addGroup(group);
  if (column.isDecimal) {
    const { left, right, numbers } = measureDecimals(plan, column, scope, session);
    add({ min: numbers + right, max: left + right }, 0);
  }
  // Slightly more than measured, so rounding never wraps text that was measured to fit.
  const own = around(column.padding) + 0.01;
  return { min: min + own, max: Math.max(min, max) + own };
}
