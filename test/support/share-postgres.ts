// Set up of each run: a folder for one PostgreSQL for all test files of a run. The first that needs it starts it; it ends with the run.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dropDatabases } from './postgres.ts';
import { postgresIn } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of this run's PostgreSQL. */
    readonly postgresFolder: string;
  }
}

export default function sharePostgres(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-postgres-'));
  project.provide('postgresFolder', folder);
  return async () => {
    await dropDatabases(folder);
    await postgresIn(folder).remove();
  };
}
