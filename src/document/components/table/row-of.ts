// The names that the rows of a table can use and its other parts cannot.
import { isObject } from '../../../json/is-object.ts';
import type { TableRow } from '../../expression/scope.ts';

/** `table`: the properties of a table, perhaps not checked. */
export function rowOf({ as, table: list, let: values }: Readonly<Record<string, unknown>>): TableRow {
  return {
    name: typeof as === 'string' ? as : 'item',
    list: typeof list === 'string' ? list : undefined,
    let: isObject(values) ? (values as Readonly<Record<string, string>>) : undefined,
  };
}
