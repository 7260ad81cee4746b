import { readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileBlobs } from '../../../src/store/filesystem/create-file-blobs.ts';
import { makeFolder } from '../../support/folders.ts';
import { resultOf } from '../../support/result-of.ts';
import { blobStoreSuite, newKey } from '../blob-store.suite.ts';

const place = () => join(makeFolder(), 'results');

blobStoreSuite('files', () => createFileBlobs(place()));

test('results are for their owner alone', async () => {
  const folder = place();
  const key = newKey();
  await createFileBlobs(folder).team('a').write(key, resultOf('x'));
  const modes = [folder, join(folder, 'a'), join(folder, 'a', key)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

test('files of a killed writer are removed when they are a day old', async () => {
  const folder = place();
  const store = createFileBlobs(folder);
  const key = newKey();
  await store.team('a').write(key, resultOf('x'));
  const [old, fresh] = ['aaaaaaaa', 'bbbbbbbb'].map((random) => `.pdfgen-${random}-1-0123abcd.tmp`) as [string, string];
  for (const name of [old, fresh]) writeFileSync(join(folder, 'a', name), 'half');
  const time = Date.now() / 1000 - 25 * 3600;
  utimesSync(join(folder, 'a', old), time, time);
  for await (const page of store.list()) expect(page.map((one) => one.key)).toEqual([key]);
  expect(readdirSync(join(folder, 'a')).sort()).toEqual([fresh, key].sort());
});

test('a result that is cut while it is read is lost, not shorter', async () => {
  const folder = place();
  const key = newKey();
  const blobs = createFileBlobs(folder).team('a');
  await blobs.write(key, resultOf(Buffer.alloc(300_000)));
  const reader = blobs.read(key)[Symbol.asyncIterator]();
  await reader.next();
  truncateSync(join(folder, 'a', key), 65_536);
  await expect(
    (async () => {
      for (let step = await reader.next(); !step.done; step = await reader.next());
    })(),
  ).rejects.toMatchObject({ code: 'RESULT_LOST' });
});
