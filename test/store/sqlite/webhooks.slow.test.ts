import { join } from 'node:path';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { makeFolder } from '../../support/folders.ts';
import { webhooksSuite } from '../webhooks.suite.ts';

webhooksSuite('sqlite', async (now) => createSqliteStateStore({ path: join(makeFolder(), 'state.db'), now }));
