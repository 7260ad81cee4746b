// The rows of sums of a table whose columns come, go or move.
import { editNotes, refusals } from '../editor-words/index.ts';
import { isObject } from '../json/is-object.ts';
import { join } from './operations.ts';
import { EditError, type Plan } from './plan.ts';

/** Takes rows of sums away that no column has a sum for any more. `at`: pointer of the table. Raises EditError if the first column now has a sum, and a row has its label there. */
export function fitSumRows(plan: Plan, at: string): void {
  const table = plan.get(at);
  if (!isObject(table) || !Array.isArray(table.columns)) return;
  const columns = table.columns.filter(isObject);
  // A definition may have the sum.
  if (columns.some(({ use }) => use !== undefined)) return;
  const rows = waysToSumRows(table).map((way) => join(at, ...way));
  if (!columns.some(hasSum)) {
    for (const row of rows) plan.do({ op: 'unset', at: row });
    if (rows.length > 0) plan.note(editNotes.sumRowsWent);
  } else if (isObject(table.columns[0]) && hasSum(table.columns[0]) && rows.some((row) => labelOfRow(plan.get(row)) !== '')) {
    throw new EditError(refusals.labelsStandThere);
  }
}

/** Whether a column has a sum. */
export const hasSum = ({ sum, value }: Readonly<Record<string, unknown>>): boolean => sum !== undefined && value !== undefined;

/** The ways from a table to its rows of sums. */
export function waysToSumRows(table: unknown): readonly (readonly (string | number)[])[] {
  if (!isObject(table)) return [];
  const own = ['total', 'carried', 'brought'].filter((name) => table[name] !== undefined);
  const groups = Array.isArray(table.groups) ? table.groups : [];
  const ofGroups = groups.map((group, i) => (isObject(group) && group.subtotal !== undefined ? ['groups', i, 'subtotal'] : []));
  return [...own.map((name) => [name]), ...ofGroups.filter((way) => way.length > 0)];
}

const labelOfRow = (row: unknown): unknown => (isObject(row) ? row.label : row);
