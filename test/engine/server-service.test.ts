import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openServer, openServerWorker } from '../../src/engine/open-server-service.ts';

test('a worker makes no keys, which its server may keep elsewhere', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pdfgen-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const options = { dataDir, threads: 1, editorUrl: () => null, log: () => {} };
  const worker = await openServerWorker(options);
  await worker.close();
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(false);
  const server = await openServer(options);
  await server.close();
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(true);
});
