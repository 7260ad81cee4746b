import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFileRenderer, type FileRendererOptions } from '../../src/renderer/pool/create-file-renderer.ts';
import type { FileItem, FileRenderer, FilesResult } from '../../src/renderer/renderer.ts';
import { endless, endlessData, letter, limits } from '../renderer/renderer.suite.ts';
import { makeFolder } from '../support/folders.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

function open(options: Partial<FileRendererOptions> = {}): FileRenderer {
  const renderer = createFileRenderer({ threads: 1, folder: new URL('../../dist/js/', import.meta.url), ...options });
  onTestFinished(() => renderer.close());
  return renderer;
}

const itemsOf = (data: readonly unknown[]): FileItem[] => data.map((one, i) => ({ data: one, path: join(folder, `${i}.pdf`) }));
const named = (...names: string[]): FileItem[] => itemsOf(names.map((name) => ({ name })));
const requestOf = (items: readonly FileItem[], template = letter()) => ({ template, items, options: {}, limits });
const codes = ({ outcomes }: FilesResult) => outcomes.map((one) => ('error' in one ? one.error.code : one.pages));

/** To find the ends of so many isolates takes minutes, in one call that looks at no clock. */
const deafName = `א${'\u2068'.repeat(500_000)}`;

test('each document stands in its file, as its outcome tells; what is wrong with one is its outcome', async () => {
  const items = itemsOf([{ name: 'Ada' }, { name: 5 }, { name: 'Bob' }]);
  const result = await open().renderFiles(requestOf(items));
  expect(codes(result)).toEqual([1, 'DATA_INVALID', 1]);
  expect(result.outcomes[0]).toMatchObject({ bytes: readFileSync(items[0]!.path).length, warningCount: 0 });
  expect(readdirSync(folder).sort()).toEqual(['0.pdf', '2.pdf']);
});

test('one thread renders, until more may: then a short call passes a long one', async () => {
  const renderer = open({ threads: 2 });
  const ended: string[] = [];
  const call = (name: string, count: number, signal?: AbortSignal) => {
    const items = Array.from({ length: count }, (_, i) => ({ data: { name }, path: join(folder, `${name}-${i}.pdf`) }));
    return renderer.renderFiles(requestOf(items), signal).finally(() => ended.push(name));
  };
  await Promise.all([call('long', 200), call('short', 1)]);
  expect(ended).toEqual(['long', 'short']);
  renderer.useThreads(2);
  const stop = new AbortController();
  const longest = call('longest', 100_000, stop.signal).catch(() => {});
  await call('shortest', 1);
  expect(ended).toEqual(['long', 'short', 'shortest']);
  stop.abort();
  await longest;
});

test('threads that cannot start fail each call at once', async () => {
  const renderer = open({ folder: new URL('../../dist/none/', import.meta.url), threads: 2 });
  renderer.prepare(letter());
  for (let i = 0; i < 2; i++) {
    const calls = [renderer.renderFiles(requestOf(named('Ada'))), renderer.renderFiles(requestOf(named('Bob')))];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'RENDER_FAILED' });
  }
});

test('a file that cannot be written ends it; those before it are told', async () => {
  const items = named('Ada', 'Bob', 'Eve');
  const lost = { ...items[1]!, path: join(folder, 'none', '1.pdf') };
  const result = await open().renderFiles(requestOf([items[0]!, lost, items[2]!]));
  expect(codes(result)).toEqual([1]);
  expect(result.fault).toMatchObject({ code: 'ENOENT', path: lost.path });
  expect(readdirSync(folder)).toEqual(['0.pdf']);
});

test('a file that cannot be read is a fault of its document, not of the place where that goes', async () => {
  const gone = {
    ...letter({ pages: [{ body: [{ image: '{{ name }}', width: 10 }] }] }),
    assets: { 'gone.png': { path: join(folder, 'gone.png') } },
  };
  const result = await open().renderFiles(requestOf(named('gone.png', 'none.png'), gone));
  expect([codes(result), result.fault]).toEqual([['RENDER_FAILED', 1], undefined]);
  expect(readdirSync(folder)).toEqual(['1.pdf']);
});

test('a document that takes too long is its own outcome; one that hears nothing is stopped with its thread', async () => {
  const renderer = open();
  const stuck = itemsOf([{ name: 'aa' }, endlessData]);
  const soon = { ...limits, validationMs: 1_000 };
  expect(codes(await renderer.renderFiles({ ...requestOf(stuck, endless()), limits: soon }))).toEqual([1, 'VALIDATION_TIMEOUT']);
  const short = { ...limits, validationMs: 100, renderMs: 200 };
  const deaf = renderer.renderFiles({ ...requestOf(named('Ada', deafName)), limits: short });
  await expect(deaf).rejects.toMatchObject({ code: 'RENDER_TIMEOUT' });
  expect(codes(await renderer.renderFiles(requestOf(named('Ada'))))).toEqual([1]);
});

test('many documents may take longer than one', async () => {
  const lines = Array.from({ length: 400 }, (_, i) => `line ${i}`).join('\n');
  const items = itemsOf(Array.from({ length: 300 }, () => ({ name: lines })));
  const short = { ...limits, validationMs: 50, renderMs: 450 };
  const result = await open().renderFiles({ ...requestOf(items), limits: short });
  expect(result.outcomes).toHaveLength(300);
  expect(result.ms).toBeGreaterThan(short.validationMs + short.renderMs);
});

test('data that fills the memory ends the thread alone', async () => {
  const renderer = open({ threadMemoryMb: 48 });
  const huge = Array.from({ length: 3_000_000 }, (_, i) => [i]);
  const lost = renderer.renderFiles(requestOf(itemsOf([{ name: 'x', huge }]), letter({ dataSchema: true })));
  await expect(lost).rejects.toMatchObject({ code: 'RENDER_FAILED', cause: { setback: 'thread-died' } });
  expect(codes(await renderer.renderFiles(requestOf(named('Bob'))))).toEqual([1]);
});

test('a signal ends it between two documents, and those made are told', async () => {
  const renderer = open();
  const stop = new AbortController();
  const items = named(...Array.from({ length: 5_000 }, (_, i) => `n${i}`));
  const running = renderer.renderFiles(requestOf(items), stop.signal);
  await expect.poll(() => readdirSync(folder).length).toBeGreaterThan(2);
  stop.abort(new Error('enough'));
  const { outcomes } = await running;
  expect(outcomes.length).toBeLessThan(5_000);
  expect(readdirSync(folder)).toHaveLength(outcomes.length);
  await expect(renderer.renderFiles(requestOf(items), stop.signal)).rejects.toThrow('enough');
});

test('a signal ends a document that hears nothing, with its thread', async () => {
  const renderer = open();
  const stop = new AbortController();
  const deaf = renderer.renderFiles(requestOf(named('Ada', deafName)), stop.signal);
  await expect.poll(() => readdirSync(folder)).toEqual(['0.pdf']);
  stop.abort(new Error('enough'));
  await expect(deaf).rejects.toThrow('enough');
  expect(codes(await renderer.renderFiles(requestOf(named('Bob'))))).toEqual([1]);
});

test('what is prepared changes nothing but the time, also when nothing can be made of it', async () => {
  const renderer = open();
  const template = letter();
  renderer.prepare(template);
  renderer.prepare(letter({ pages: [] }));
  expect(codes(await renderer.renderFiles(requestOf(named('Ada', 'Bob'), template)))).toEqual([1, 1]);
});

test('closing ends what runs', async () => {
  const renderer = createFileRenderer({ threads: 1, folder: new URL('../../dist/js/', import.meta.url) });
  const running = renderer.renderFiles({
    ...requestOf(itemsOf([endlessData]), endless()),
    limits: { ...limits, validationMs: 60_000 },
  });
  const refused = expect(running).rejects.toMatchObject({ code: 'RENDER_FAILED' });
  await renderer.close();
  await refused;
});
