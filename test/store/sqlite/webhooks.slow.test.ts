import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { openFolder } from '../../support/folders.ts';
import { webhooksSuite } from '../webhooks.suite.ts';

const root = openFolder();

webhooksSuite('sqlite', async (now) => createSqliteStateStore({ path: join(mkdtempSync(join(root, 'case-')), 'state.db'), now }));
