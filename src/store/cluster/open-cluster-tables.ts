// The tables of the database of many machines, for the administrator who changes them.
import { openDatabase } from '../postgres/database.ts';
import { contract, expand, migrations, pendingContracts, readForm } from '../postgres/migrate.ts';
import { addressOfDatabase } from '../postgres/parse-database-url.ts';
import { listProcesses } from '../postgres/process-rows.ts';
import { withAddress } from '../postgres/with-address.ts';
import type { DatabasePlace, DatabaseTables, TablesReport } from '../server-stores.ts';

/** Connects at the first call. Raises INVALID_REQUEST for a wrong URL. */
export function openClusterTables({ database: url, databaseSeconds, databasePrepared }: DatabasePlace): DatabaseTables {
  const database = openDatabase({ url, statementTimeoutMs: databaseSeconds * 1000, prepared: databasePrepared === 'yes' });
  return {
    async read(): Promise<TablesReport> {
      const found = await withAddress(addressOfDatabase(url), () => readForm(database));
      const { has } = (await database.first<{ has: boolean }>("SELECT to_regclass('processes') IS NOT NULL AS has"))!;
      const processes = has ? await listProcesses(database) : [];
      return {
        format: found.form,
        oldestFormat: found.minReader,
        programFormat: migrations.length,
        toExpand: Math.max(0, migrations.length - found.form),
        toContract: pendingContracts(found).length,
        processes: processes.map(({ kind, host, pid, version, form, started_ms }) => ({
          kind,
          host,
          pid,
          version,
          format: form,
          startedMs: started_ms,
        })),
      };
    },
    expand: (tell) => expand(database, tell),
    contract: (tell) => contract(database, tell),
    close: () => database.close(),
  };
}
