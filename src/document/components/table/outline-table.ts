// The part of a table in the outline walk: what its cells hold, in the order of reading.
import type { ComponentNode } from '../../layout/component-node.ts';
import { type TablePlan, visibleColumns } from './table-plan.ts';

/** Nothing: no cell can hold anything for the walk. Rows without such cells are not looked at. */
export function outlineTable(plan: TablePlan): Pick<ComponentNode, 'outline'> {
  const { columns, elements, empty, footers } = plan;
  const parts = columns.flatMap(({ header, cell }) => [header, cell]);
  const inFooters = footers.flatMap(({ cells }) => cells.map(({ node }) => node));
  if (![...parts, empty, ...inFooters].some((node) => node?.outline)) return {};
  return {
    outline(scope, walk) {
      const { session } = scope;
      const shown = visibleColumns(plan, scope);
      for (const { header } of shown) header?.outline?.(scope, walk);
      const list = elements.list(scope, session);
      const cells = shown.flatMap(({ cell }) => cell.outline ?? []);
      for (let i = 0; i < list.length && cells.length > 0; i++) {
        session.countBox();
        const element = elements.scopeOf(scope, list, i);
        for (const outline of cells) outline(element, walk);
      }
      if (list.length === 0) empty?.outline?.(scope, walk);
      for (const footer of footers) {
        if (footer.when && !footer.when.test(scope)) continue;
        let start = 0;
        for (const { span, node } of footer.cells) {
          const isShown = columns.slice(start, start + span).some((column) => shown.includes(column));
          start += span;
          if (isShown) node?.outline?.(scope, walk);
        }
      }
    },
  };
}
