// The tables of a server's database, for `pdfgen migrate`.
import type { ServerSettings } from '../../settings/server-settings.ts';
import { openTables as open } from '../../store/open-stores.ts';
import type { DatabaseTables } from '../../store/server-stores.ts';

export type { DatabaseTables, TablesReport } from '../../store/server-stores.ts';

/** The settings that say which database. */
export type DatabaseSettings = Pick<ServerSettings, 'databaseSeconds' | 'databasePrepared'> & { readonly database: string };

/** Connects at the first call. Raises INVALID_REQUEST for a wrong URL. */
export function openTables(settings: DatabaseSettings): Promise<DatabaseTables> {
  return open(settings);
}
