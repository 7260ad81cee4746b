import { inject } from 'vitest';
import { addressOf, createDatabase } from './postgres.ts';

/** The URL of a database of its own, in the PostgreSQL of the run. */
export async function createDatabaseUrl(): Promise<string> {
  const folder = inject('postgresFolder');
  return addressOf(folder, await createDatabase(folder));
}
