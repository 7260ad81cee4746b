// Limits of calls over several processes on one database.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createCallCounts } from '../../../src/store/postgres/call-counts.ts';
import { openDatabase } from '../../../src/store/postgres/database.ts';
import type { CallCounts, StateStore } from '../../../src/store/state-store.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { openOnClock, patient, query } from '../../support/postgres.ts';

let url: string;
let ms: number;
beforeEach(async () => {
  url = await createDatabaseUrl();
  ms = 1_800_000_000_000;
});

async function openProcesses(count: number): Promise<readonly StateStore[]> {
  const stores: StateStore[] = [];
  for (let n = 0; n < count; n++) stores.push(await openOnClock(url, () => ms));
  onTestFinished(async () => void (await Promise.all(stores.map((one) => one.close()))));
  return stores;
}

/** Calls until a call is refused, and gives the number of allowed calls. */
async function flood({ calls }: Pick<StateStore, 'calls'>, key: string, limit: number): Promise<number> {
  for (let allowed = 0; ; allowed++) if (!(await calls.count(key, limit)).isAllowed) return allowed;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const floodAll = async (processes: readonly StateStore[], limit: number) =>
  sum(await Promise.all(processes.map((one) => flood(one, 'a', limit))));

test('four processes together let exactly the limit through in each minute', async () => {
  const processes = await openProcesses(4);
  expect(await floodAll(processes, 600)).toBe(600);
  ms += 59_999;
  expect(await floodAll(processes, 600)).toBe(0);
  ms += 1;
  expect(await floodAll(processes, 600)).toBe(600);
});

test('what a process has taken and not used ends with its minute', async () => {
  const [one, two] = (await openProcesses(2)) as [StateStore, StateStore];
  for (let n = 0; n < 8; n++) await one.calls.count('a', 600);
  ms += 60_000;
  expect(await flood(two, 'a', 600)).toBe(600);
  expect(await flood(one, 'a', 600)).toBe(0);
});

test('what a process has taken and does not use goes to the others', async () => {
  const [one, two] = (await openProcesses(2)) as [StateStore, StateStore];
  for (let n = 0; n < 8; n++) await one.calls.count('a', 600);
  const allowed = await flood(two, 'a', 600);
  expect(allowed).toBeLessThan(592);
  ms += 2_000;
  await expect.poll(async () => Number((await query(url, 'SELECT used FROM call_counts'))[0]!.used)).toBeLessThan(600);
  expect(allowed + (await flood(two, 'a', 600))).toBe(592);
});

test('a process that ends gives back what it has not used', async () => {
  const [stays] = (await openProcesses(1)) as [StateStore];
  const ends = await openOnClock(url, () => ms);
  for (let n = 0; n < 8; n++) await ends.calls.count('a', 600);
  await ends.close();
  expect(await flood(stays, 'a', 600)).toBe(592);
});

test('refused calls do not ask the database each', async () => {
  const database = openDatabase({ url, ...patient });
  onTestFinished(() => database.close());
  let asked = 0;
  const asking: typeof database = {
    ...database,
    first(...args) {
      asked++;
      return database.first(...args);
    },
  };
  const calls = createCallCounts(asking, () => ms);
  expect(await flood({ calls }, 'a', 600)).toBe(600);
  // A process takes up to twelve calls at once.
  expect(asked).toBeLessThan(60);
  const before = asked;
  for (let n = 0; n < 1_000; n++) expect((await calls.count('a', 600)).isAllowed).toBe(false);
  expect(asked).toBe(before);
});

test('calls that wait for a slow database ask it together, however often the counts are tidied meanwhile', async () => {
  const database = openDatabase({ url, ...patient });
  onTestFinished(() => database.close());
  let asked = 0;
  const slow: typeof database = {
    ...database,
    async first(...args) {
      asked++;
      await new Promise((resolve) => setTimeout(resolve, 700));
      return database.first(...args);
    },
  };
  const calls = createCallCounts(slow, () => ms);
  onTestFinished(() => calls.close());
  const first = calls.count('a', 600);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Both come with the answer to the first, and ask once more together.
  const counts = await Promise.all([first, calls.count('a', 600), calls.count('a', 600)]);
  expect(counts.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true]);
  expect(asked).toBe(2);
});

test('no call passes uncounted while the database is away', async () => {
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
  onTestFinished(() => database.close());
  const calls: CallCounts = createCallCounts(database, () => ms);
  await expect(calls.count('a', 600)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

test('an end that lies further ahead than a minute counts as over', async () => {
  const [process] = (await openProcesses(1)) as [StateStore];
  await query(url, `INSERT INTO call_counts VALUES ('a', ${ms + 3_600_000}, 600, 1)`);
  expect(await flood(process, 'a', 600)).toBe(600);
});

test('a sweep removes counts of minutes that are over', async () => {
  const [process] = (await openProcesses(1)) as [StateStore];
  await process.calls.count('a', 600);
  await process.queue.sweep(10);
  expect(await query(url, 'SELECT key FROM call_counts')).toHaveLength(1);
  ms += 60_000;
  await process.queue.sweep(10);
  expect(await query(url, 'SELECT key FROM call_counts')).toEqual([]);
});
