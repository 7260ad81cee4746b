// Puts the rows of a look at many jobs and batches into the order of their names.
import type { JobOrBatch } from '../state-store.ts';

interface NamedColumns {
  readonly team_id: string;
  readonly kind: string;
  readonly uuid: string;
}

const keyOf = (teamId: string, kind: string, uuid: string): string => `${teamId} ${kind} ${uuid}`;

/** The value of each name's row. Undefined: no row. */
export function byName<Row extends NamedColumns, T>(
  names: readonly JobOrBatch[],
  rows: readonly Row[],
  read: (row: Row) => T,
): readonly (T | undefined)[] {
  const values = new Map(rows.map((row) => [keyOf(row.team_id, row.kind, row.uuid), read(row)]));
  return names.map(({ teamId, kind, uuid }) => values.get(keyOf(teamId, kind, uuid)));
}
