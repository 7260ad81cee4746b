import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createFileBlobs } from '../../src/store/filesystem/create-file-blobs.ts';
import { startProcess } from '../support/start-process.ts';

test('a writer that is killed leaves whole results and nothing that is listed', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'pdfgen-blobs-')), 'results');
  onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
  for (let round = 0; round < 3; round++) {
    const { child, says, ends } = startProcess(new URL('write-blobs.ts', import.meta.url), [folder]);
    await says('writing');
    await sleep(15 + round * 11);
    child.kill('SIGKILL');
    await ends();
  }
  const store = createFileBlobs(folder);
  let listed = 0;
  for await (const page of store.list()) {
    for (const { key } of page) {
      listed++;
      const bytes = await readAll(store.team('a').read(key));
      expect(bytes.length).toBe(4_000_000);
      expect(bytes.equals(Buffer.alloc(4_000_000, bytes[0]))).toBe(true);
    }
  }
  expect(listed).toBeGreaterThan(2);
});
