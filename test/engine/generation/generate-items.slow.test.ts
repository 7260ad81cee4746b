import { expect, test } from 'vitest';
import type { ItemRequest } from '../../../src/contract/generate-items.ts';
import { createLocalEngine } from '../../../src/engine/wiring/create-local-engine.ts';
import { createFileRenderer } from '../../../src/renderer/pool/create-file-renderer.ts';
import { pdfs } from '../../support/batch-process.ts';
import { makeWorkspace } from '../../support/run-cli.ts';

test('threads prepared for another number of documents are closed, and new threads are opened', async () => {
  const workspace = makeWorkspace();
  const folder = new URL('../../../dist/js/', import.meta.url);
  const said: string[] = [];
  const openFileRenderer = async (threads: number) => {
    const renderer = createFileRenderer({ threads, folder });
    said.push(`open ${threads}`);
    return {
      ...renderer,
      async close() {
        said.push(`close ${threads}`);
        await renderer.close();
      },
    };
  };
  const engine = await createLocalEngine({ workspace }, { openFileRenderer });
  const { uuid } = await engine.findTemplate('note');
  const input = (concurrency: number) => ({ params: { uuid }, body: {}, concurrency });
  async function* items(): AsyncGenerator<ItemRequest> {
    yield { data: { title: 'A' }, path: `${workspace}/a.pdf` };
  }
  engine.prepareItems?.(input(1));
  for await (const result of engine.generateItems(input(2), items())) expect(result).toHaveProperty('made');
  engine.prepareItems?.(input(2));
  for await (const result of engine.generateItems(input(2), items())) expect(result).toHaveProperty('made');
  await engine.close();
  expect(pdfs(workspace)).toEqual(['a.pdf']);
  expect(said).toEqual(['open 1', 'close 1', 'open 2', 'close 2', 'open 2', 'close 2']);
});

test('another thread begins while an unknown number of documents is left', async () => {
  const workspace = makeWorkspace();
  const folder = new URL('../../../dist/js/', import.meta.url);
  let threads = 1;
  const openFileRenderer = async (most: number) => {
    const renderer = createFileRenderer({ threads: most, folder });
    const useThreads = (count: number) => {
      threads = Math.max(threads, count);
      renderer.useThreads(count);
    };
    return { ...renderer, useThreads };
  };
  const engine = await createLocalEngine({ workspace }, { openFileRenderer });
  const { uuid } = await engine.findTemplate('note');
  async function* items(): AsyncGenerator<ItemRequest> {
    for (let i = 0; threads === 1; i++) yield { data: { title: 'A' }, path: `${workspace}/${i}.pdf` };
  }
  const input = { params: { uuid }, body: {}, concurrency: 2 };
  for await (const result of engine.generateItems(input, items())) expect(result).toHaveProperty('made');
  await engine.close();
  expect(threads).toBeGreaterThan(1);
});
