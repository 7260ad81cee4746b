import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { webhooksSuite } from '../webhooks.suite.ts';

const root = mkdtempSync(join(tmpdir(), 'pdfgen-webhooks-'));
afterAll(() => rmSync(root, { recursive: true }));

webhooksSuite('sqlite', async (now) => createSqliteStateStore({ path: join(mkdtempSync(join(root, 'case-')), 'state.db'), now }));
