// The node of a compiled table.
import type { ComponentNode, ContentWidths } from '../../layout/component-node.ts';
import type { BoundScope, LayoutSession } from '../../layout/session.ts';
import type { notingPageNumbers } from '../shared/numbered.ts';
import { numbered } from '../shared/numbered.ts';
import { widen } from '../shared/resolve-widths.ts';
import { buildTable } from './build-table.ts';
import { Reaches } from './decimals.ts';
import { measureColumn, measureSpans } from './measure-column.ts';
import { outlineTable } from './outline-table.ts';
import { type TablePlan, visibleColumns } from './table-plan.ts';

/** Builds and measures a table, whose parts were compiled in a context that notes the page numbers in them. */
export function tableNode(plan: TablePlan, context: ReturnType<typeof notingPageNumbers>): ComponentNode {
  const node: ComponentNode = {
    build: (scope, width, session) => buildTable(plan, scope, width, session),
    measure: (scope, session) => measureTable(plan, scope, session),
    ...outlineTable(plan),
  };
  const { time } = context.printedPage;
  if (time === 'data' || !plan.columns.some(({ width }) => width.kind === 'auto')) return node;
  if (context.band) return numbered(node, time, plan.name);
  // In the flow, a table has the same widths on all its pages.
  context.template.countsPages = true;
  return node;
}

function measureTable(plan: TablePlan, scope: BoundScope, session: LayoutSession): ContentWidths {
  const columns = visibleColumns(plan, scope, session);
  const reaches = new Reaches();
  const own = columns.map((column) =>
    column.width.kind === 'fixed'
      ? { min: column.width.width, max: column.width.width }
      : measureColumn(plan, column, scope, session, true, reaches),
  );
  const given = columns.map(({ width }) => width);
  const widths = widen(given, own, measureSpans(plan, columns, scope, session));
  return { min: widths.reduce((sum, one) => sum + one.min, 0), max: widths.reduce((sum, one) => sum + one.max, 0) };
}
