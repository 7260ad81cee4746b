// The templates of a server are found by an index; it must say what the folders say.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { withLock } from '../../../src/files/lock.ts';
import { createFilesystemStore } from '../../../src/store/filesystem/create-filesystem-store.ts';
import { createTeamFolders, teamFolder } from '../../../src/store/filesystem/create-team-folders.ts';
import { lockOf } from '../../../src/store/filesystem/records-folder.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import type { ListFilter, ListKey, TemplateContent, Templates } from '../../../src/store/template-store.ts';
import { createUuid } from '../../../src/store/uuid.ts';
import { countFileCalls } from '../../support/count-file-calls.ts';
import { createRandom } from '../../support/random.ts';
import { trialSeeds } from '../../support/trials.ts';
import { makeWorkspace, unlimited } from './workspace.ts';

const content = (slug: string, name = slug, more: Partial<TemplateContent> = {}): TemplateContent => ({
  uuid: undefined,
  slug,
  document: { name, tags: [name.slice(0, 1), 'all'], pages: [{ body: [] }], dataSchema: true, exampleData: {} },
  assets: undefined,
  ...more,
});

/** A process that has the data folder open. */
function open(folder: string, database = join(folder, 'state.db')) {
  const state = createSqliteStateStore({ path: database, now: Date.now });
  onTestFinished(() => state.close());
  return { state, templates: createTeamFolders(folder, (id) => state.templateIndex(id)).team('a').templates };
}

const scanned = (folder: string): Templates => createFilesystemStore(teamFolder(folder, 'a')).team('default').templates;

async function listAll(templates: Templates, filter: ListFilter, limit: number) {
  const all: unknown[] = [];
  let after: ListKey | undefined;
  for (;;) {
    const { items, hasMore } = await templates.list(filter, limit, after);
    all.push(...items);
    if (!hasMore) return all;
    after = items.at(-1);
  }
}

test.each(trialSeeds('indexed-finder.slow'))(
  'whatever two processes write, the index says what the folders say (seed %i)',
  async (seed) => {
    const { folder } = makeWorkspace();
    const processes = [open(folder), open(folder)];
    const random = createRandom(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const slugs = ['a', 'b', 'c', 'd', 'e'];
    const names = ['Angebot', 'Brief', 'ÇA VA', 'x_y%'];
    const uuids = [createUuid(1), createUuid(2), createUuid(3)];
    const moves: Readonly<Record<string, (templates: Templates) => Promise<unknown>>> = {
      create: (templates) => templates.create(content(pick(slugs), pick(names)), unlimited),
      createKnown: (templates) => templates.create(content(pick(slugs), pick(names), { uuid: pick(uuids) }), unlimited),
      replace: (templates) => templates.replace(pick(uuids), content(pick(slugs), pick(names)), undefined),
      conflict: (templates) => templates.replace(pick(uuids), content(pick(slugs), pick(names)), [99]),
      delete: (templates) => templates.delete(pick(uuids), undefined),
      deleteAny: async (templates) => {
        const { items } = await templates.list({}, 10, undefined);
        if (items.length > 3) await templates.delete(pick(items).uuid, undefined);
      },
      saveVersion: (templates) => templates.saveVersion(pick(uuids)),
    };
    const refused = new Set<string>();
    for (let step = 0; step < 60; step++) {
      const name = pick(Object.keys(moves));
      await moves[name]!(pick(processes).templates).catch((error: { readonly code: string }) => refused.add(error.code));
      const truth = scanned(folder);
      for (const { templates } of processes) {
        for (const filter of [
          {},
          { q: 'ça' },
          { q: '%' },
          { q: 'b' },
          { tag: 'A' },
          { tag: 'all', q: 'e' },
          { slug: pick(slugs) },
        ]) {
          const listed = await listAll(templates, filter, 2);
          expect(listed, `${name} at step ${step}: ${JSON.stringify(filter)}`).toEqual(await listAll(truth, filter, 100));
        }
        for (const uuid of uuids) expect(await templates.find(uuid)).toEqual(await truth.find(uuid));
      }
    }
    expect(refused.size).toBeGreaterThanOrEqual(3);
  },
);

test('a look-up and a page cost the same with few templates and with many', async () => {
  const costs: number[][] = [];
  for (const count of [3, 60]) {
    const { folder } = makeWorkspace();
    const { templates } = open(folder);
    let known = '';
    for (let n = 0; n < count; n++) known = await templates.create(content(`t${n}`), unlimited);
    // A process that has read nothing yet.
    const fresh = open(folder).templates;
    const unknown = createUuid(1);
    costs.push([
      await countFileCalls(() => expect(fresh.get(unknown)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' })),
      await countFileCalls(() => fresh.list({}, 2, undefined)),
      await countFileCalls(() => fresh.list({ q: 't1', tag: 'all' }, 2, undefined)),
      await countFileCalls(() => fresh.get(known)),
      await countFileCalls(() => fresh.find(known)),
      await countFileCalls(() => fresh.findAsset('0'.repeat(64))),
      await countFileCalls(() => fresh.create(content('more'), { maxTemplates: 100 })),
      await countFileCalls(() => fresh.replace(known, content('moved'), undefined)),
      await countFileCalls(() => fresh.delete(known, undefined)),
    ]);
  }
  // What was written within the tick of the file system's clock is read once more.
  for (const [n, cost] of costs[1]!.entries()) expect(Math.abs(cost - costs[0]![n]!), `cost ${n}`).toBeLessThan(45);
  expect(Math.max(...costs[0]!.slice(0, 3))).toBeLessThan(5);
});

test('calls that wait for a change by another process look at its lock as one', async () => {
  const costs: number[] = [];
  for (const count of [1, 40]) {
    const { folder } = makeWorkspace();
    const { templates } = open(folder);
    await templates.create(content('a'), unlimited);
    const workspace = teamFolder(folder, 'a');
    writeFileSync(join(workspace, '.pdfgen', 'index-stamp'), 'of the change');
    const waiting = await withLock(lockOf(workspace), async () => {
      const lists: Promise<unknown>[] = [];
      const cost = await countFileCalls(async () => {
        for (let n = 0; n < count; n++)
          lists.push(templates.list({}, 1, undefined), templates.create(content(`b${n}`), unlimited));
        await turn();
        await turn();
      });
      costs.push(cost);
      return lists;
    });
    await Promise.all(waiting);
    expect((await templates.list({}, 100, undefined)).items).toHaveLength(1 + count);
  }
  // Each call looks at the stamp or at the folder once or twice; asking for the lock by itself would be three calls each time.
  expect(costs[1]! - costs[0]!).toBeLessThan(40 * 3);
});

test('a team has no more templates than it may; what it has can be changed', async () => {
  const { templates } = open(makeWorkspace().folder);
  const uuid = await templates.create(content('a'), { maxTemplates: 2 });
  await templates.create(content('b'), { maxTemplates: 2 });
  await expect(templates.create(content('c'), { maxTemplates: 2 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  await templates.replace(uuid, content('c'), undefined);
  await templates.delete(uuid, undefined);
  await templates.create(content('d'), { maxTemplates: 2 });
});

test('the folder and the database of an older program are read into the index', async () => {
  const { folder } = makeWorkspace();
  const { templates, state } = open(folder);
  const uuid = await templates.create(content('a'), unlimited);
  const old = join(folder, 'old.db');
  await state.backup(old);
  await templates.replace(uuid, content('moved'), undefined);
  const second = await templates.create(content('b'), unlimited);
  const truth = await listAll(scanned(folder), {}, 10);
  for (const database of [old, join(folder, 'new.db')]) {
    const again = open(folder, database).templates;
    expect((await again.get(second)).slug).toBe('b');
    expect(await listAll(again, {}, 1)).toEqual(truth);
  }
});

test('the next call notices an interrupted change', async () => {
  const { folder } = makeWorkspace();
  const { templates, state } = open(folder);
  const uuid = await templates.create(content('a'), unlimited);
  // As if the process had ended before it told the index.
  const index = state.templateIndex('a');
  const broken = createTeamFolders(folder, () => ({ ...index, change: () => Promise.reject(new Error('killed')) })).team(
    'a',
  ).templates;
  await expect(broken.replace(uuid, content('moved', 'Moved'), undefined)).rejects.toThrow('killed');
  await expect(broken.create(content('b'), unlimited)).rejects.toThrow('killed');
  expect(await listAll(templates, {}, 1)).toEqual(await listAll(scanned(folder), {}, 10));
  expect((await templates.get(uuid)).slug).toBe('moved');
});

test('a folder that a person moved or removed is found at its new place, or not at all', async () => {
  const { folder } = makeWorkspace();
  const { templates } = open(folder);
  const [moved, gone] = [await templates.create(content('a'), unlimited), await templates.create(content('b'), unlimited)];
  const at = (slug: string) => join(teamFolder(folder, 'a'), 'templates', slug);
  renameSync(at('a'), at('c'));
  rmSync(at('b'), { recursive: true });
  expect((await templates.get(moved)).slug).toBe('c');
  await expect(templates.get(gone)).rejects.toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  expect((await templates.list({}, 10, undefined)).items).toMatchObject([{ slug: 'c' }]);
});

test('while a folder cannot be read, or two state the same UUID, an unknown UUID is an error', async () => {
  const { folder } = makeWorkspace();
  const { templates } = open(folder);
  const uuid = await templates.create(content('a'), unlimited);
  const at = (slug: string) => join(teamFolder(folder, 'a'), 'templates', slug);
  const stamp = join(teamFolder(folder, 'a'), '.pdfgen', 'index-stamp');
  mkdirSync(at('broken'));
  writeFileSync(join(at('broken'), 'template.json'), '{');
  rmSync(stamp);
  await expect(templates.get(createUuid(1))).rejects.toMatchObject({
    code: 'TEMPLATE_INVALID',
    message: /^templates\/broken\/template.json:1:/,
  });
  expect((await templates.get(uuid)).slug).toBe('a');
  mkdirSync(join(at('twin')));
  writeFileSync(join(at('twin'), 'template.json'), readFileSync(join(at('a'), 'template.json')));
  rmSync(at('broken'), { recursive: true });
  rmSync(stamp);
  expect((await templates.list({}, 10, undefined)).items).toEqual([]);
  await expect(templates.find(uuid)).rejects.toMatchObject({ code: 'TEMPLATE_INVALID', message: /have the same UUID/ });
});
