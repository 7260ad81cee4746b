import { expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';

interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
  readonly isLayout: boolean;
}

interface Measure {
  listLoadedFiles(browser: unknown, template: string): Promise<readonly LoadedFile[]>;
  layoutBytes(files: readonly LoadedFile[]): number;
}

/** A little more than there is. Code that few documents need is loaded on demand: scripts/deferred-code.mjs. */
const mostBytes = 380_000;

test('the layout of the invoice loads no more than it needs in a browser', async () => {
  const file = new URL('../../bench/browser-files.mjs', import.meta.url);
  const { listLoadedFiles, layoutBytes } = (await import(file.href)) as Measure;
  const files = await listLoadedFiles(await sharedBrowser(), 'templates-examples/invoice');
  expect(files.map(({ name }) => name.replace(/-[\w-]{8}\./, '.'))).toEqual(
    expect.arrayContaining(['engine.js', 'harfbuzz.wasm']),
  );
  expect(layoutBytes(files)).toBeLessThan(mostBytes);
});
