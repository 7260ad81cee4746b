import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { TemplateSummary } from '../../../src/contract/engine.ts';
import { createSqliteStateStore } from '../../../src/store/sqlite/create-sqlite-state-store.ts';
import { makeFolder } from '../../support/folders.ts';

function open() {
  const store = createSqliteStateStore({ path: join(makeFolder(), 'state.db'), now: Date.now });
  onTestFinished(() => store.close());
  return store;
}

test('the index of templates holds what it was told, of one team, newest first', async () => {
  const store = open();
  const index = store.templateIndex('a');
  const summary = (slug: string, createdAt: string, version: number | null = 1): TemplateSummary => ({
    uuid: randomUUID(),
    slug,
    name: `Name of ${slug}`,
    description: '',
    tags: [slug, 'all'],
    version,
    createdAt,
    updatedAt: createdAt,
    pageCount: 1,
  });
  const [old, young, loose] = [
    summary('old', '2026-01-01'),
    summary('young', '2026-01-02'),
    summary('loose', '2026-01-03', null),
  ];
  const entries = [old, young, loose].map((one) => ({ slug: one.slug, summary: one }));
  await index.change([], [...entries, { slug: 'bad', fault: 'It is no JSON.' }], undefined);
  expect(await index.stamp()).toBeUndefined();
  await index.change([], [], 's1');
  expect(await index.stamp()).toBe('s1');
  expect(await index.count()).toBe(4);
  expect(await index.list({}, 2, undefined)).toEqual({ items: [loose, young], hasMore: true });
  expect(await index.list({}, 2, young)).toEqual({ items: [old], hasMore: false });
  expect((await index.list({ tag: 'old' }, 9, undefined)).items).toEqual([old]);
  expect((await index.list({ q: 'NAME OF Y' }, 9, undefined)).items).toEqual([young]);
  expect((await index.list({ slug: 'loose' }, 9, undefined)).items).toEqual([loose]);
  expect(await index.findSlug(old.uuid)).toBe('old');
  expect(await index.findFault()).toBe('It is no JSON.');
  expect(await index.listUnrecorded()).toEqual(['loose']);
  expect(await store.templateIndex('b').findSlug(old.uuid)).toBeUndefined();
  expect(await store.templateIndex('b').stamp()).toBeUndefined();
  const moved = { ...old, slug: 'moved' };
  await index.change(['old', 'moved', 'bad'], [{ slug: 'moved', summary: moved }], 's2');
  expect(await index.findSlug(old.uuid)).toBe('moved');
  expect(await index.findFault()).toBeUndefined();
  await index.clear();
  expect([await index.stamp(), await index.count()]).toEqual([undefined, 0]);
});

test('a search through many templates finds each once, and lets others have their turn', async () => {
  const store = open();
  const index = store.templateIndex('a');
  const entries = Array.from({ length: 1_000 }, (_, n) => {
    const slug = `t${n}`;
    const createdAt = String(Math.floor(n / 3)).padStart(4, '0');
    const tags = n % 100 === 0 ? ['rare'] : [];
    const summary = { uuid: randomUUID(), slug, name: slug, description: '', tags, version: 1, createdAt };
    return { slug, summary: { ...summary, updatedAt: createdAt, pageCount: 1 } };
  });
  await index.change([], entries, undefined);
  let turns = 0;
  const tick = () => {
    turns++;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  expect(await index.list({ q: 'none' }, 10, undefined)).toEqual({ items: [], hasMore: false });
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(4);
  const found: string[] = [];
  for (let after: TemplateSummary | undefined; ; ) {
    const page = await index.list({ tag: 'rare' }, 3, after);
    found.push(...page.items.map(({ slug }) => slug));
    after = page.items.at(-1);
    if (!page.hasMore) break;
  }
  expect((await index.list({ tag: 'rare' }, 20, undefined)).items).toHaveLength(10);
  expect(found).toEqual([900, 800, 700, 600, 500, 400, 300, 200, 100, 0].map((n) => `t${n}`));
});
