import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPostgresStateStore } from '../../../src/store/postgres/create-postgres-state-store.ts';
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts';
import { sealSecrets } from '../../../src/store/postgres/webhook-secrets.ts';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { openOnClock, patient, query } from '../../support/postgres.ts';
import { newJob, result } from '../state-store.suite.ts';
import { webhooksSuite } from '../webhooks.suite.ts';

webhooksSuite('postgres', async (now) => openOnClock(await createDatabaseUrl(), now));

test('secrets are encrypted in the database, and only processes with the master key make and deliver', async () => {
  const url = await createDatabaseUrl();
  const open = async (key: Buffer | undefined) =>
    createPostgresStateStore(await openPostgres({ url, ...patient }), { masterKey: () => key });
  const stores = [await open(Buffer.alloc(32, 7)), await open(undefined), await open(Buffer.alloc(32, 8))] as const;
  const [own, without, other] = stores;
  const team = '00000000-0000-4000-8000-000000000001';
  const uuid = '00000000-0000-4000-8000-000000000002';
  const webhook = { uuid, url: 'https://a.example', events: ['job.completed'] as const, secret: 'whsec_c2VjcmV0', createdMs: 1 };
  await expect(without.team(team).webhooks.create(webhook, { maxWebhooks: 1 })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  await own.team(team).webhooks.create(webhook, { maxWebhooks: 1 });
  expect(JSON.stringify(await query(url, 'SELECT * FROM webhooks'))).not.toContain('c2VjcmV0');
  await own.team(team).jobs.create(newJob(1), { maxUnfinished: 1 });
  const [claim] = await own.queue.claim(1, 1_000);
  await own.queue.complete(claim!, result(claim!), [], 1_000);
  const room = { well: 1, failing: 1, mostOfTeam: 1, most: 1 };
  expect(await without.webhooks.claim(room, 0)).toEqual([]);
  expect((await other.webhooks.claim(room, 0))[0]).toMatchObject({ secrets: undefined });
  expect((await own.webhooks.claim(room, 0))[0]).toMatchObject({ secrets: ['whsec_c2VjcmV0'] });
  // The operator lost the master key: a new secret works at once, without the old one.
  expect(await other.team(team).webhooks.rotate(uuid, 'whsec_bmV3', 86_400_000)).toBe(true);
  expect(await other.team(team).webhooks.secretsOf(uuid)).toEqual(['whsec_bmV3']);
  await expect(own.team(team).webhooks.secretsOf(uuid)).rejects.toMatchObject({ code: 'INTERNAL' });
  const { uuid: id } = (await own.team(team).webhooks.listDeliveries({}, 1, undefined)).items[0]!;
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(3_600_000);
  for (const store of stores) await store.close();
});

test('secrets that were copied as plain text are encrypted, the old ones too', async () => {
  const url = await createDatabaseUrl();
  const [team, rotated, fresh] = [randomUUID(), randomUUID(), randomUUID()];
  await query(
    url,
    `INSERT INTO webhooks (team_id, uuid, url, events, secret, old_secret, old_until_ms, created_ms)
       VALUES ('${team}', '${rotated}', 'https://a.example', '[]', 'whsec_bmV3', 'whsec_b2xk', now_ms() + 86400000, 1),
         ('${team}', '${fresh}', 'https://b.example', '[]', 'whsec_b25l', NULL, NULL, 1)`,
  );
  const key = Buffer.alloc(32, 7);
  const database = await openPostgres({ url, ...patient });
  await sealSecrets(database, key);
  const store = createPostgresStateStore(database, { masterKey: () => key });
  expect(await store.team(team).webhooks.secretsOf(rotated)).toEqual(['whsec_bmV3', 'whsec_b2xk']);
  expect(await store.team(team).webhooks.secretsOf(fresh)).toEqual(['whsec_b25l']);
  expect(JSON.stringify(await query(url, 'SELECT secret, old_secret FROM webhooks'))).not.toContain('whsec_');
  await store.close();
});

test('a deleted webhook stays until its last delivery is removed, which another process may hold', async () => {
  const url = await createDatabaseUrl();
  const [team, uuid] = [randomUUID(), randomUUID()];
  const database = await openPostgres({ url, ...patient });
  const store = createPostgresStateStore(database, { masterKey: () => undefined });
  await query(
    url,
    `INSERT INTO webhooks (team_id, uuid, url, events, secret, created_ms, deleted_ms)
       VALUES ('${team}', '${uuid}', 'https://a.example', '[]', 'x', 1, 1);
     INSERT INTO webhook_deliveries (team_id, webhook_id, uuid, event, subject_uuid, state, attempts, due_ms, created_ms)
       SELECT team_id, id, uuid, 'job.completed', uuid, 'pending', 0, now_ms(), now_ms() FROM webhooks`,
  );
  const left = () => query(url, 'SELECT uuid FROM webhooks UNION ALL SELECT uuid FROM webhook_deliveries');
  await database.transaction(async (statements) => {
    await statements.all('SELECT id FROM webhook_deliveries FOR UPDATE');
    await store.queue.sweep(10);
  });
  expect(await left()).toHaveLength(2);
  await store.queue.sweep(10);
  expect(await left()).toEqual([]);
  await store.close();
});
