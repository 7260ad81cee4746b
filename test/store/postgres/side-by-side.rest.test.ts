import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import { letTeamsGo } from '../../../src/store/postgres/waiting-teams.ts';
import type { ClaimedJob, StateStore } from '../../../src/store/state-store.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { patient, query } from '../../support/postgres.ts';
import { countUnfinished } from '../../support/unfinished-jobs.ts';
import { newBatch, newJob, result } from '../state-store.suite.ts';

const team = '00000000-0000-4000-8000-000000000001';
const teamOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const many = { maxUnfinished: 1_000_000 };
const day = 24 * 3_600_000;

let url: string;
let one: StateStore;
let other: StateStore;
beforeEach(async () => {
  url = await createDatabaseUrl();
  [one, other] = await Promise.all([
    openPostgres({ url, ...patient }).then(createPostgresStateStore),
    openPostgres({ url, ...patient }).then(createPostgresStateStore),
  ]);
});
afterEach(() => Promise.all([one.close(), other.close()]));

const complete = (store: StateStore, claim: ClaimedJob) => store.queue.complete(claim, result(claim), [], day);

test('300 batches whose last two items end at the same moment all end', async () => {
  const batches = Array.from({ length: 300 }, (_, n) => newBatch(n, 2));
  await Promise.all(batches.map((batch, n) => one.team(teamOf(n)).batches.create(batch, many)));
  const claims = await one.queue.claim(600, 600_000);
  expect(claims).toHaveLength(600);
  const byBatch = claims.toSorted((a, b) => (a.job.batchUuid! < b.job.batchUuid! ? -1 : 1));
  await Promise.all(byBatch.map((claim, n) => complete(n % 2 ? one : other, claim)));
  const states = await Promise.all(batches.map(({ uuid }, n) => one.team(teamOf(n)).batches.find(uuid)));
  expect(states.filter((batch) => batch?.state !== 'completed')).toEqual([]);
});

test('a large batch ends with its last item, and is in process from its first', async () => {
  const batch = newBatch(1, 1_010);
  const { batches } = one.team(team);
  await batches.create(batch, many);
  const claims = await one.queue.claim(1_010, 60_000);
  const stateOf = async () => (await batches.find(batch.uuid))?.state;
  // As after a claim that skipped the row of the batch.
  await query(url, "UPDATE batches SET state = 'queued'");
  await complete(one, claims[0]!);
  expect(await stateOf()).toBe('processing');
  await Promise.all(claims.slice(2).map((claim, n) => complete(n % 2 ? one : other, claim)));
  expect(await stateOf()).toBe('processing');
  await complete(one, claims[1]!);
  expect(await stateOf()).toBe('completed');
});

test('two stores that claim side by side claim every job once, and no team waits', async () => {
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      await one.team(teamOf(n % 8)).jobs.create(newJob(n), many);
      if (n < 8) await one.team(teamOf(n)).batches.create(newBatch(n, 45), many);
    }),
  );
  const claimed: ClaimedJob[] = [];
  const claimAll = async (store: StateStore) => {
    for (let empty = 0; empty < 20; ) {
      const claims = await store.queue.claim(3, 60_000);
      claimed.push(...claims);
      empty = claims.length === 0 ? empty + 1 : 0;
    }
  };
  await Promise.all([one, other, one, other, one, other].map(claimAll));
  expect(claimed).toHaveLength(400);
  expect(new Set(claimed.map(({ uuid }) => uuid)).size).toBe(400);
  // The running jobs of two teams never differ by more than the claims that are made at the same moment.
  const running = new Map<string, number>();
  for (const { teamId } of claimed) {
    running.set(teamId, (running.get(teamId) ?? 0) + 1);
    if (running.size === 8) expect(Math.max(...running.values()) - Math.min(...running.values())).toBeLessThanOrEqual(18);
  }
});

const waitingTeams = async () => Number((await query(url, 'SELECT count(*) AS n FROM queue_teams WHERE waits'))[0]!.n);

test('a team leaves with its last job and comes back with the next, new, handed back or rested', async () => {
  const database = await openPostgres({ url, ...patient });
  onTestFinished(() => database.close());
  const letGo = async () => {
    await letTeamsGo(database);
    return waitingTeams();
  };
  await Promise.all([1, 2, 3].map((n) => one.team(teamOf(n)).jobs.create(newJob(n), many)));
  expect([await waitingTeams(), await letGo()]).toEqual([3, 3]);
  const claims = await one.queue.claim(3, 60_000);
  expect(await letGo()).toBe(0);
  await one.queue.setBack(claims[0]!, 'handed-back');
  await one.queue.setBack(claims[1]!, 'store-failed');
  await one.team(claims[2]!.teamId).batches.create(newBatch(1, 2), many);
  expect(await letGo()).toBe(2);
  expect((await other.queue.claim(9, 60_000)).map(({ teamId }) => teamId).sort()).toEqual(
    [claims[0]!.teamId, claims[2]!.teamId, claims[2]!.teamId].sort(),
  );
  expect(await letGo()).toBe(0);
  await query(url, 'UPDATE queue SET rests_until_ms = 1 WHERE rests_until_ms IS NOT NULL');
  await one.queue.reclaim();
  expect((await other.queue.claim(9, 60_000)).map(({ uuid }) => uuid)).toEqual([claims[1]!.uuid]);
});

test('teams are let go up to a place in the order of claims', async () => {
  const database = await openPostgres({ url, ...patient });
  onTestFinished(() => database.close());
  await Promise.all([1, 2, 3].map((n) => one.team(teamOf(n)).jobs.create(newJob(n), many)));
  await one.queue.claim(3, 60_000);
  const places = [
    [1, 5],
    [1, 6],
    [2, 1],
  ];
  for (const [i, [running, served]] of places.entries())
    await query(url, `UPDATE queue_teams SET running = ${running}, served = ${served} WHERE team_id = '${teamOf(i + 1)}'`);
  const left = async () =>
    (await query(url, 'SELECT team_id FROM queue_teams WHERE waits ORDER BY team_id')).map((row) => row.team_id);
  await letTeamsGo(database, { first_running: 1, first_served: 6 });
  expect(await left()).toEqual([teamOf(2), teamOf(3)]);
});

test('no job is forgotten that is being stored while its team is let go', async () => {
  const database = await openPostgres({ url, ...patient });
  onTestFinished(() => database.close());
  await one.team(team).jobs.create(newJob(1), many);
  await one.queue.claim(1, 60_000);
  for (const isKnown of [true, false]) {
    if (!isKnown) await letTeamsGo(database);
    expect(await waitingTeams()).toBe(isKnown ? 1 : 0);
    await database.transaction(async (statements) => {
      await statements.run(
        `WITH job AS (
           INSERT INTO jobs (id, team_id, uuid, template_uuid, template_version, options, created_ms, warnings)
           VALUES (nextval('job_ids'), $1, gen_random_uuid(), gen_random_uuid(), 1, '{}', 1, '[]') RETURNING id, team_id),
         data AS (INSERT INTO job_data SELECT id, '{}' FROM job)
         INSERT INTO queue (job_id, team_id, queue_rank, queue_position) SELECT id, team_id, 0, nextval('turns') FROM job`,
        [team],
      );
      await letTeamsGo(database);
    });
    expect(await one.queue.claim(9, 60_000)).toHaveLength(1);
  }
});

test('one key sent twenty times at the same moment makes one job', async () => {
  const key = { key: 'k', hash: 'x' };
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).team(team).jobs.create(newJob(n), many, key)),
  );
  expect(made.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(1);
  expect(await countUnfinished(one)).toEqual({ queued: 1, processing: 0 });
});

test('one key of a batch sent at the same moment makes one batch', async () => {
  const key = { key: 'k', hash: 'x' };
  const made = await Promise.all([one, other].map((store) => store.team(team).batches.create(newBatch(1, 1_500), many, key)));
  expect(made.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
  expect(made[0]!.uuid).toBe(made[1]!.uuid);
  expect(await countUnfinished(one)).toEqual({ queued: 1_500, processing: 0 });
});

test('a key is answered with its batch when the team has no room for another', async () => {
  const create = () => one.team(team).batches.create(newBatch(1, 3), { maxUnfinished: 3 }, { key: 'k', hash: 'x' });
  const made = await create();
  expect(await create()).toEqual({ ...made, repeated: true });
});

test('a batch goes with the last of its jobs', async () => {
  const batch = newBatch(1, 2);
  await one.team(team).batches.create(batch, many);
  await one.team(team).batches.cancel(batch.uuid);
  await query(url, 'UPDATE jobs SET finished_ms = item_index WHERE item_index = 0');
  await one.queue.sweep(10);
  const left = async () => [await query(url, 'SELECT 1 AS n FROM jobs'), await query(url, 'SELECT 1 AS n FROM batches')];
  expect(await left()).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  await query(url, 'UPDATE jobs SET finished_ms = 0');
  await one.queue.sweep(10);
  expect(await left()).toEqual([[], []]);
});

test('the quota is exact, however many calls come at the same moment', async () => {
  const limits = { maxUnfinished: 25 };
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 30 }, (_, n) => (n % 2 ? one : other).team(team).jobs.create(newJob(n), limits)),
    ...[one, other].map((store) => store.team(team).batches.create(newBatch(1, 10), limits)),
  ]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as { code: string });
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['QUOTA_EXCEEDED']));
  const { queued } = await countUnfinished(one);
  expect(queued).toBeGreaterThan(15);
  expect(queued).toBeLessThanOrEqual(25);
  expect((await one.queue.claim(100, 60_000)).length).toBe(queued);
});

test('two sessions opened at the same moment are one session', async () => {
  const [uuid, base, external] = [teamOf(11), teamOf(12), teamOf(13)];
  const content = { slug: 's', document: {}, assets: {}, baseTemplateVersion: 1 };
  const clone = { ...content, uuid, baseTemplateUuid: base, externalUuid: external, createdMs: 1 };
  const made = await Promise.all(
    [one, other].map((store, n) => store.team(team).embedded.create({ ...clone, uuid: teamOf(20 + n) })),
  );
  expect(made[0]!.uuid).toBe(made[1]!.uuid);
  const times = { createdMs: Date.now(), expiresMs: Date.now() + day };
  const opened = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).team(team).sessions.open(made[0]!.uuid, times)),
  );
  expect(opened.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(opened.map(({ session }) => session.uuid)).size).toBe(1);
});

test('no job of a batch is claimed, listed or found before all are stored, and other calls go on meanwhile', async () => {
  const { batches, jobs } = one.team(team);
  const batch = newBatch(1, 8_000);
  let isOver = false;
  const writing = batches.create(batch, many).finally(() => {
    isOver = true;
  });
  let looks = 0;
  for (; !isOver; looks++) {
    const [found, listed, all, alone, claims] = await Promise.all([
      batches.find(batch.uuid),
      batches.list({}, 10, undefined),
      jobs.list({}, 10, undefined),
      jobs.find(batch.items[0]!.jobUuid),
      other.queue.claim(1, 60_000),
    ]);
    if (found) break;
    // The batch may have been accepted between these calls.
    if ((await batches.find(batch.uuid)) !== undefined) break;
    expect([listed.items, all.items, alone, claims]).toEqual([[], [], undefined, []]);
  }
  await writing;
  expect(looks).toBeGreaterThan(2);
  expect((await batches.find(batch.uuid))?.counts.total).toBe(8_000);
});

test('a batch whose writer is lost is stored whole or not at all', async () => {
  const batch = newBatch(1, 5_000);
  const { batches } = one.team(team);
  // The writer loses its connections in the middle, and its quota with them.
  const writing = batches.create(batch, many).then(
    () => true,
    () => false,
  );
  const findWritten = `SELECT accepted FROM batches WHERE uuid = '${batch.uuid}' AND EXISTS (SELECT FROM jobs WHERE batch_id = batches.id)`;
  while ((await query(url, findWritten)).length === 0);
  await query(url, 'ALTER TABLE jobs RENAME TO away');
  await writing;
  await query(url, 'ALTER TABLE away RENAME TO jobs');
  await query(url, 'UPDATE batches SET writing_until_ms = 0 WHERE writing_until_ms IS NOT NULL');
  await other.queue.reclaim();
  const total = (await batches.find(batch.uuid))?.counts.total ?? 0;
  expect([0, 5_000]).toContain(total);
  expect(await countUnfinished(other)).toEqual({ queued: total, processing: 0 });
  expect(await query(url, 'SELECT id FROM batches')).toHaveLength(total === 0 ? 0 : 1);
  expect((await query(url, 'SELECT count(*) AS n FROM job_data'))[0]!.n).toBe(String(total));
});

test('a batch whose last settlement was lost ends with the next reclaim', async () => {
  const batch = newBatch(1, 1);
  await one.team(team).batches.create(batch, many);
  const [claim] = await one.queue.claim(1, 60_000);
  await complete(one, claim!);
  await query(url, "UPDATE batches SET state = 'processing', finished_ms = NULL");
  await other.queue.reclaim();
  expect((await one.team(team).batches.find(batch.uuid))?.state).toBe('completed');
});

test('a reclaim sets back all jobs whose lease has run out, however many', async () => {
  await one.team(team).batches.create(newBatch(1, 1_001), many);
  expect(await one.queue.claim(1_001, 60_000)).toHaveLength(1_001);
  await query(url, 'UPDATE queue SET lease_ms = 0');
  expect(await other.queue.reclaim()).toBe(1_001);
  expect(await countUnfinished(one)).toEqual({ queued: 1_001, processing: 0 });
});

test('a result that is stored twice, because the first answer was lost, is stored both times', async () => {
  await one.team(team).jobs.create(newJob(1), many);
  const [claim] = await one.queue.claim(1, 60_000);
  expect([await complete(one, claim!), await complete(other, claim!)]).toEqual([true, true]);
  expect(await one.team(team).jobs.resultBytes()).toBe(100);
  expect(await one.queue.complete(claim!, { ...result(claim!), blob: 'other.pdf' }, [], day)).toBe(false);
});

test('a job that is sent twice, because the first answer was lost, is made once', async () => {
  const job = newJob(1);
  const { jobs } = one.team(team);
  expect([await jobs.create(job, many), await jobs.create(job, many)].map(({ uuid }) => uuid)).toEqual([job.uuid, job.uuid]);
  expect(await countUnfinished(one)).toEqual({ queued: 1, processing: 0 });
});

test('a batch that is canceled while its jobs end has each item ended once', async () => {
  const batch = newBatch(1, 2_500);
  const { batches } = one.team(team);
  await batches.create(batch, many);
  const claims = await one.queue.claim(400, 60_000);
  await Promise.all([
    batches.cancel(batch.uuid),
    ...claims.map((claim, n) => (n % 2 ? complete(other, claim) : one.queue.fail(claim, { code: 'x', detail: 'a\0b' }))),
  ]);
  const { counts, state } = (await batches.find(batch.uuid))!;
  expect(counts.completed + counts.failed + counts.canceled).toBe(2_500);
  expect(state).toBe(counts.completed > 0 ? 'completed_with_errors' : 'canceled');
  expect(await countUnfinished(one)).toEqual({ queued: 0, processing: 0 });
  const retried = await batches.retry(batch.uuid, many);
  expect(retried).toBe(counts.failed + counts.canceled);
  expect(await countUnfinished(one)).toEqual({ queued: retried, processing: 0 });
});
