// The part of a table in the outline walk: what its cells hold, in the order of reading.
import type { ComponentNode } from '../../layout/component-node.ts';
import type { BoundScope } from '../../layout/session.ts';
import { scopeOfGroup, withTableNames } from './arrange-rows.ts';
import { type Group, isOn, type PlannedRow, type Sheet, scopeOfCell, type TablePlan, visibleColumns } from './table-plan.ts';

/** Nothing: no cell can hold anything for the walk. Rows without such cells are not looked at. */
export function outlineTable(plan: TablePlan): Pick<ComponentNode, 'outline'> {
  const { columns, elements, empty, headers, rows, footers, groups } = plan;
  const planned = [...headers, ...rows, ...footers, ...(groups?.levels ?? []).flatMap((one) => [...one.headers, ...one.footers])];
  const inRows = planned.flatMap(({ cells }) => cells.map(({ node }) => node));
  if (![...columns.flatMap(({ header, cell }) => [header, cell]), empty, ...inRows].some((node) => node?.outline)) return {};
  return {
    outline(scope, walk) {
      const { session } = scope;
      const shown = visibleColumns(plan, scope, session);
      const { list, groups: arranged, groupOf, totals, sofarAt } = plan.arrange(scope, session);
      const known = { all: totals, sofar: totals, before: plan.sums?.none };
      const visitRow = (row: PlannedRow, at: BoundScope): void => {
        if (row.when && !row.when.test(at)) return;
        for (const cell of row.cells) {
          const { start, span, node, repeats } = cell;
          if (!node?.outline) continue;
          const covered = shown.filter(({ index }) => index >= start && index < start + span);
          for (const column of repeats ? covered : covered.slice(0, 1)) node.outline(scopeOfCell(cell, column)?.(at) ?? at, walk);
        }
      };
      const visitRows = (all: readonly PlannedRow[], sheet: Sheet, at: BoundScope): void => {
        for (const row of all) if (isOn(row, sheet)) visitRow(row, at);
      };
      const outside = withTableNames(plan, scope, known, undefined);
      visitRows(
        headers.filter(({ isBelow }) => !isBelow),
        'first',
        outside,
      );
      for (const { header, inside } of shown) header?.outline?.(inside(outside), walk);
      visitRows(
        headers.filter(({ isBelow }) => isBelow),
        'first',
        outside,
      );
      const cells = shown.filter(({ cell }) => cell.outline);
      const hasRows = cells.length > 0 || rows.some((row) => row.cells.some(({ node }) => node?.outline));
      const visitElements = (from: number, to: number): void => {
        for (let i = from; i < to && hasRows; i++) {
          session.countBox();
          const element = withTableNames(
            plan,
            elements.scopeOf(scope, list, i),
            { all: totals, sofar: sofarAt(i) },
            groupOf?.[i],
          );
          for (const { cell, ofElement } of cells) cell.outline!(ofElement(element), walk);
          for (const row of rows) visitRow(row, element);
        }
      };
      const visitGroup = (group: Group): void => {
        const { start, end } = group;
        visitRows(group.level.headers, 'first', scopeOfGroup(plan, scope, known, group));
        if (group.groups.length === 0) visitElements(start, end);
        for (const inner of group.groups) visitGroup(inner);
        visitRows(group.level.footers, 'last', scopeOfGroup(plan, scope, { ...known, sofar: sofarAt(end - 1) }, group));
      };
      if (plan.groups) for (const group of arranged) visitGroup(group);
      else visitElements(0, list.length);
      if (list.length === 0) empty?.outline?.(scope, walk);
      visitRows(footers, 'last', outside);
    },
  };
}
