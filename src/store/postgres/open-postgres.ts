// Opens a PostgreSQL database with the tables of this program.
import { type DatabaseOptions, openDatabase, type PostgresDatabase } from './database.ts';
import { migrations, prepare, type TellPerson } from './migrate.ts';
import { addressOfDatabase } from './parse-database-url.ts';
import { checkWhole, enterProcess, type ProcessDatabase } from './process-rows.ts';
import { withAddress } from './with-address.ts';

export interface OpenOptions extends DatabaseOptions {
  /** Hears that the tables of an empty database were made. */
  readonly tell?: TellPerson | undefined;
}

/** Makes the tables of an empty database. Raises INVALID_REQUEST for a wrong URL or a database of another format; STORE_UNAVAILABLE. */
export async function openPostgres(options: OpenOptions): Promise<PostgresDatabase> {
  const database = openDatabase(options);
  try {
    await withAddress(addressOfDatabase(options.url), async () => {
      await prepare(database, options.tell);
      await checkWhole(database);
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The same for a server or worker, which others can see in the database while it runs. */
export async function openForProcess(options: OpenOptions, kind: 'server' | 'worker'): Promise<ProcessDatabase> {
  const database = await openPostgres(options);
  try {
    return await enterProcess(database, kind, migrations.length);
  } catch (error) {
    await database.close();
    throw error;
  }
}
