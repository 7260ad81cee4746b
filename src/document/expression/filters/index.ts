// All filters by name, and the reference made from them.
import { dateFilters } from './date-filters.ts';
import { dayFilters } from './day-filters.ts';
import type { Filter } from './filter.ts';
import { listFilters } from './list-filters.ts';
import { numberFilters } from './number-filters.ts';
import { pageFilters } from './page-filters.ts';
import { textFilters } from './text-filters.ts';

/** Every filter, in the order of the reference page. */
export const filterReference: readonly Filter[] = [
  ...numberFilters,
  ...dateFilters,
  ...dayFilters,
  ...textFilters,
  ...listFilters,
  ...pageFilters,
];

const byName = new Map(filterReference.map((filter) => [filter.name, filter]));

export function findFilter(name: string): Filter | undefined {
  return byName.get(name);
}

export function filterNames(): readonly string[] {
  return [...byName.keys()];
}
