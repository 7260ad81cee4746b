import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withoutTurns } from '../../../src/store/batch-turns.ts';
import { createBatches } from '../../../src/store/sqlite/batches.ts';
import { configure, openDatabase } from '../../../src/store/sqlite/database.ts';
import { migrate } from '../../../src/store/sqlite/migrate.ts';
import { makeFolder } from '../../support/folders.ts';
import { newBatch } from '../state-store.suite.ts';

test('a power cut undoes no retry of a batch that was answered', async () => {
  const path = join(makeFolder(), 'state.db');
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  configure(database);
  migrate(database, path);
  let durable: boolean[] = [];
  const watched: typeof database = {
    ...database,
    transaction(work, options) {
      durable.push(options?.isDurable ?? true);
      return database.transaction(work, options);
    },
  };
  const batches = createBatches(watched, 'a', () => 1, withoutTurns);
  const batch = newBatch(1, 60);
  await batches.create(batch, { maxUnfinished: 100 });
  // The items are stored and released by slices. The acceptance between them is durable.
  expect(durable).toEqual([true, false, false, true, false, false]);
  await batches.cancel(batch.uuid);
  durable = [];
  expect(await batches.retry(batch.uuid, { maxUnfinished: 100 })).toBe(60);
  expect(durable).not.toContain(false);
});
