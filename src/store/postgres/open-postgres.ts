// Opens a PostgreSQL database with the tables of this program.
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** Makes the tables if they are missing. Raises INVALID_REQUEST for a wrong URL, or if a newer program changed the tables; STORE_UNAVAILABLE. */
export async function openPostgres(options: DatabaseOptions): Promise<Database> {
  const database = openDatabase(options);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
