import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabaseUrl } from '../../support/database-url.ts';
import { openOnClock, query } from '../../support/postgres.ts';
import { draftsSuite } from '../editor-drafts.suite.ts';

draftsSuite('postgres', async (now) => openOnClock(await createDatabaseUrl(), now));

test('a sweep in the middle of a write leaves the pictures that the draft is about to name', async () => {
  const url = await createDatabaseUrl();
  let ms = 1_800_000_000_000;
  const store = await openOnClock(url, () => ms);
  const { embedded, drafts: ofTeam } = store.team(randomUUID());
  const name = `asset:${'a'.repeat(64)}`;
  const pair = { baseTemplateUuid: randomUUID(), externalUuid: randomUUID() };
  const content = { slug: 's', document: {}, assets: {}, baseTemplateVersion: 1, createdMs: ms };
  const { uuid } = await embedded.create({ ...pair, ...content, uuid: randomUUID() });
  await embedded.addAsset(uuid, name, { sha256: 'a'.repeat(64), bytes: 1, type: 'image/png' }, { maxBytes: 100_000 });
  ms += 86_400_000;
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  // The write waits for this row after it has looked at the pictures.
  await other.query('BEGIN');
  await other.query(`INSERT INTO embedded_drafts SELECT team_id, uuid, 9, 1, 1, '[]', '' FROM embedded_templates`);
  const writing = ofTeam.write(uuid, { pages: name, revision: 1 }, 'none');
  await expect.poll(async () => (await query(url, 'SELECT FROM pg_locks WHERE NOT granted')).length).toBe(1);
  await store.queue.sweep(100);
  await other.query('ROLLBACK');
  expect(await writing).toMatchObject({ number: 1 });
  await store.queue.sweep(100);
  expect(Object.keys(await embedded.uploads(uuid))).toEqual([name]);
  // It comes again, and is noted once.
  await embedded.addAsset(uuid, name, { sha256: 'a'.repeat(64), bytes: 1, type: 'image/png' }, { maxBytes: 100_000 });
  expect(await query(url, 'SELECT uploads FROM embedded_drafts')).toEqual([{ uploads: JSON.stringify([name]) }]);
  await other.end();
  await store.close();
});
