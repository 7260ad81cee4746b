// Counts the documents of a continued run that `limit` and `offset` of this call leave out.
import type { BatchRun } from './batch-run.ts';

/** The number of documents left out. `total`: the documents that this call reads. */
export function countLeftOut(run: Pick<BatchRun, 'earlier' | 'options'>, total: number): number {
  if (!run.earlier || partOptions(run).length === 0) return 0;
  const { documents = run.earlier.items.size } = run.earlier.run;
  return Math.max(0, documents - total);
}

/** Those of `limit` and `offset` that differ from the run's own. */
export function partOptions({ earlier, options }: Pick<BatchRun, 'earlier' | 'options'>): readonly ('limit' | 'offset')[] {
  if (!earlier) return [];
  const { limit, offset = 0 } = earlier.run.options;
  return [
    ...(options.limit === limit ? [] : (['limit'] as const)),
    ...((options.offset ?? 0) === offset ? [] : (['offset'] as const)),
  ];
}
