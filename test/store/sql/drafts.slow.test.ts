import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { openDatabase } from '../../../src/store/sqlite/database.ts';
import { makeFolder } from '../../support/folders.ts';
import { draftsSuite } from '../editor-drafts.suite.ts';

draftsSuite('sqlite', async (now) => createSqliteStateStore({ path: join(makeFolder(), 'state.db'), now }));

test('an upload that comes again is noted with the draft once', async () => {
  const path = join(makeFolder(), 'state.db');
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
