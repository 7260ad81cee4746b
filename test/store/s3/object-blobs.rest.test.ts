import { randomUUID } from 'node:crypto';
import { buffer as readAll } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openObjectStore } from '../../../src/store/s3/open-object-store.ts';
import { makeBucket, type TestBucket } from '../../support/object-store.ts';
import { resultOf } from '../../support/result-of.ts';
import { blobStoreSuite, newKey } from '../blob-store.suite.ts';

function open(box: Pick<TestBucket, 'url' | 'env'>) {
  const store = openObjectStore(box);
  onTestFinished(() => store.close());
  return store;
}

blobStoreSuite('objects', async () => open(await makeBucket()).results);

test('results of several pages are listed, without objects of others', async () => {
  const { results, objects } = open(await makeBucket());
  const one = resultOf('1');
  const keys = Array.from({ length: 1_010 }, newKey);
  for (let i = 0; i < keys.length; i += 50)
    await Promise.all(keys.slice(i, i + 50).map((key) => results.team('a').write(key, one)));
  const foreign = [
    `${newKey()}`,
    `results/${newKey()}`,
    `results/TEAM/${newKey()}`,
    `results/a/b/${newKey()}`,
    'results/a/b.pdf',
  ];
  for (const key of foreign) await objects.put(key, one, 'text/plain');
  const found: string[] = [];
  for await (const page of results.list()) found.push(...page.map(({ teamId, key }) => `${teamId}/${key}`));
  expect(found.sort()).toEqual(keys.map((key) => `a/${key}`).sort());
});

test('a result that was cut in the store is lost, not shorter', async () => {
  const { results, objects } = open(await makeBucket());
  const key = newKey();
  await objects.put(`results/a/${key}`, resultOf('cut'), 'application/pdf');
  for (const start of [0, 1, 3, 4])
    await expect(readAll(results.team('a').read(key, start, 9))).rejects.toMatchObject({ code: 'RESULT_LOST' });
});

test('opening calls nobody, and the check says what is wrong', async () => {
  const box = await makeBucket();
  await open(box).check();
  const bucket = `pdfgen-${randomUUID()}`;
  await expect(open({ ...box, url: box.url.replace(box.bucket, bucket) }).check()).rejects.toThrow(`has no bucket "${bucket}"`);
  const away = open({ ...box, url: 's3://box?endpoint=http://127.0.0.1:1' });
  await expect(away.check()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(() => open({ ...box, env: {} })).toThrow(/The object store needs credentials/);
});

test('the store has no bound to its bytes', async () => {
  expect(await open(await makeBucket()).results.freeBytes()).toBe(Number.POSITIVE_INFINITY);
});
