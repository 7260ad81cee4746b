import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PdfgenError } from '../../src/contract/errors.ts';
import { completeSettings } from '../../src/settings/server-settings.ts';
import { openServerStores } from '../../src/store/open-stores.ts';
import type { ServerStores } from '../../src/store/server-stores.ts';
import { type StoreCall, timeStores } from '../../src/store/timed-stores.ts';
import { createUuid } from '../../src/store/uuid.ts';
import { makeFolder } from '../support/folders.ts';
import { resultOf } from '../support/result-of.ts';
import { newJob } from './state-store.suite.ts';

let folder: string;
let stores: ServerStores;
let calls: StoreCall[];
beforeEach(async () => {
  folder = makeFolder();
  calls = [];
  const opened = await openServerStores(completeSettings({ dataDir: join(folder, 'data') }), {
    user: 'server',
    now: Date.now,
    tell: () => {},
  });
  stores = timeStores(opened, (call) => calls.push(call));
});
afterEach(() => stores.close());

const named = () => calls.map(({ store, call }) => `${store} ${call}`);

test('each call to the database is told with its name and its time', async () => {
  const { id } = await stores.state.access.createTeam('acme');
  await stores.state.team(id).jobs.create(newJob(1), { maxUnfinished: 10 });
  await stores.state.queue.claim(1, 1_000);
  await stores.state.figures(0);
  expect(named()).toEqual(['access.createTeam', 'jobs.create', 'queue.claim', 'figures'].map((call) => `database ${call}`));
  for (const { seconds, error } of calls) {
    expect(seconds).toBeGreaterThan(0);
    expect(error).toBeUndefined();
  }
});

test('results are told too, a read once it has its first bytes, and a reader that stops early leaves nothing open', async () => {
  const blobs = stores.results.team(createUuid(1));
  const bytes = Buffer.alloc(300_000, 7);
  const key = `${createUuid(1)}-1.pdf`;
  await blobs.write(key, { ...resultOf(bytes) });
  expect(await blobs.size(key)).toBe(300_000);
  let read = 0;
  for await (const chunk of blobs.read(key)) read += chunk.length;
  expect(read).toBe(300_000);
  for await (const _ of blobs.read(key)) break;
  await blobs.delete(key);
  expect(named()).toEqual(['write', 'size', 'read', 'read', 'delete'].map((call) => `objects ${call}`));
});

test('templates and their files are told as a store of their own', async () => {
  const { id } = await stores.state.access.createTeam('acme');
  calls.length = 0;
  const { templates } = stores.templates.team(id);
  const sha256 = resultOf('a').sha256;
  await templates.putAsset(sha256, Buffer.from('a'));
  const content = { uuid: undefined, slug: 'note', document: { pages: [] }, assets: { 'a.txt': sha256 } };
  const uuid = await templates.create(content, { maxTemplates: 1 });
  await templates.get(uuid);
  expect([...(await templates.fetchAssets([sha256])).keys()]).toEqual([sha256]);
  await expect(templates.get(createUuid(1))).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  expect(named()).toEqual(['putAsset', 'create', 'get', 'fetchAssets', 'get'].map((call) => `templates ${call}`));
  expect(calls.map(({ error }) => (error as PdfgenError | undefined)?.code)).toEqual([...Array(4), 'TEMPLATE_NOT_FOUND']);
});

test('a call that fails is told with its error, and fails as before', async () => {
  const blobs = stores.results.team(createUuid(1));
  const lost = blobs.read(`${createUuid(1)}-1.pdf`)[Symbol.asyncIterator]();
  await expect(lost.next()).rejects.toMatchObject({ code: 'RESULT_LOST' });
  const team = stores.state.team(createUuid(1));
  await expect(team.jobs.create(newJob(1), { maxUnfinished: 0 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(calls.map(({ error }) => (error as PdfgenError).code)).toEqual(['RESULT_LOST', 'QUOTA_EXCEEDED']);
  expect(calls[0]!.error).toBeInstanceOf(PdfgenError);
});

test('a call that answers at once does so still, and is not timed', () => {
  const stop = stores.state.queue.listen(
    () => {},
    () => {},
  );
  expect(stop()).toBeUndefined();
  expect(calls).toEqual([]);
});
