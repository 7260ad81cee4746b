import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { configure, openDatabase } from '../../../src/store/sqlite/database.ts';
import { migrate, migrations } from '../../../src/store/sqlite/migrate.ts';
import { drafts } from '../../../src/store/sqlite/migrations/drafts.ts';
import { draftsSuite } from '../editor-drafts.suite.ts';

const root = mkdtempSync(join(tmpdir(), 'pdfgen-drafts-'));
afterAll(() => rmSync(root, { recursive: true }));

draftsSuite('sqlite', async (now) => createSqliteStateStore({ path: join(mkdtempSync(join(root, 'case-')), 'state.db'), now }));

test('an upload that comes again is noted with the draft once', async () => {
  const path = join(mkdtempSync(join(root, 'again-')), 'state.db');
  const store = createSqliteStateStore({ path, now: () => 1 });
  const { embedded, drafts: ofTeam } = store.team('a');
  const content = { slug: 's', document: {}, assets: {}, baseTemplateVersion: 1, createdMs: 1 };
  await embedded.create({ ...content, uuid: 'u', baseTemplateUuid: 'b', externalUuid: 'e' });
  const name = `asset:${'a'.repeat(64)}`;
  await ofTeam.write('u', { pages: name, revision: 1 }, 'none');
  for (let n = 0; n < 3; n++)
    await embedded.addAsset('u', name, { sha256: 'a'.repeat(64), bytes: 1, type: 'image/png' }, { maxBytes: 100_000 });
  const database = openDatabase(path);
  expect(database.all('SELECT uploads FROM embedded_drafts')).toEqual([{ uploads: JSON.stringify([name]) }]);
  database.close();
  await store.close();
});

test('a database of the program before opens: its embedded templates get drafts, and keep their revisions from the next save on', async () => {
  const path = join(mkdtempSync(join(root, 'old-')), 'state.db');
  const database = openDatabase(path);
  configure(database);
  migrate(database, path, { steps: migrations.slice(0, migrations.indexOf(drafts)) });
  database.run("INSERT INTO embedded_templates VALUES ('a', 'u', 'b', 'e', 2, 1, NULL)");
  const insert = "INSERT INTO embedded_revisions VALUES ('a', 'u', ?, 1, 's', '{}', 1, ?, '{\"pages\":[]}')";
  database.run(insert, [1, 5]);
  database.run(insert, [2, null]);
  database.close();
  const store = createSqliteStateStore({ path, now: () => 10 });
  const { embedded, drafts: ofTeam } = store.team('a');
  const listed = async () => (await embedded.listRevisions('u')).map(({ revision, sessionUuid }) => [revision, sessionUuid]);
  expect(await embedded.find('b', 'e')).toMatchObject({ revision: 2, document: { pages: [] } });
  expect(await listed()).toEqual([[2, null]]);
  expect(await ofTeam.find('u')).toBeUndefined();
  expect(await ofTeam.write('u', { pages: 'x', revision: 1 }, 'none')).toEqual({ number: 1, revision: 1, savedMs: 10 });
  const next = { slug: 's', document: {}, assets: {}, baseTemplateVersion: 1, sessionUuid: 'session' };
  expect(await embedded.save('u', 2, next, { keptRevisions: 20, maxUploadBytes: 1_000_000 })).toBe(true);
  expect(await listed()).toEqual([
    [3, 'session'],
    [2, null],
  ]);
  await store.close();
});
