// Measures the width of a column's content.
import type { ContentWidths } from '../../layout/component-node.ts';
import type { Sides } from '../../layout/decorated-box.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import { TextNode } from '../text/text-node.ts';
import type { TableColumn, TablePlan } from './table-plan.ts';

/** Number of rows that are measured for the preferred width of an `auto` column. The least width is taken from all rows. */
const measuredRows = 200;
/** Rows between two looks at the clock. A quick look at a row takes a microsecond. */
const checkEvery = 1024;

/** The widths of a column, with the padding of its cells. */
export function measureColumn(plan: TablePlan, column: TableColumn, scope: BoundScope, session: LayoutSession): ContentWidths {
  const around = (padding: Sides | undefined) => (padding ?? plan.padding).left + (padding ?? plan.padding).right;
  let { min, max } = column.header?.measure(scope, session) ?? { min: 0, max: 0 };
  const list = plan.elements.list(scope, session);
  const { cell, width } = column;
  const wanted = width.kind === 'auto' ? measuredRows : 0;
  for (let i = 0; i < list.length; i++) {
    if (i % checkEvery === checkEvery - 1) session.checkTime();
    const element = plan.elements.scopeOf(scope, list, i);
    if (i >= wanted && cell instanceof TextNode && cell.isWithin(element, min)) continue;
    const widths = cell.measure(element, session);
    if (widths.min > min) min = widths.min;
    if (i < measuredRows && widths.max > max) max = widths.max;
  }
  for (const footer of plan.footers) {
    let at = 0;
    for (const cell of footer.cells) {
      if (cell.span === 1 && plan.columns[at] === column && cell.node) {
        const widths = cell.node.measure(scope, session);
        const more = around(cell.padding) - around(column.padding);
        min = Math.max(min, widths.min + more);
        max = Math.max(max, widths.max + more);
      }
      at += cell.span;
    }
  }
  // Slightly more than measured, so rounding never wraps text that was measured to fit.
  const own = around(column.padding) + 0.01;
  return { min: min + own, max: max + own };
}
