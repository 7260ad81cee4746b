import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import { withDownloadProgress } from '../../../src/cli/output/download-progress.ts';

function open(isTTY: boolean, options: object = {}) {
  let seen = '';
  const write = (text: string): boolean => {
    seen += text;
    return true;
  };
  const stderr = { write, isTTY };
  const context = { io: { stderr, env: {} }, options } as unknown as CommandContext;
  return { context, seen: () => seen };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await wait(5);
};

test('a terminal shows the wait and the bytes so far on one line, which is gone at the end', async () => {
  const { context, seen } = open(true);
  const download = async function* () {
    yield new Uint8Array(1_500_000);
    await until(() => seen().includes('1.5 MB so far'));
    yield new Uint8Array(3);
  };
  const total = await withDownloadProgress(context, async (count) => {
    await until(() => seen().includes('Waiting for the file'));
    let bytes = 0;
    for await (const chunk of count(download())) bytes += chunk.length;
    return bytes;
  });
  expect(total).toBe(1_500_003);
  expect(seen()).not.toContain('\n');
  expect(seen()).toMatch(/so far\r\x1b\[2K$/);
});

test('a log has a whole line after ten seconds, and none with --quiet or --json', async () => {
  vi.useFakeTimers();
  try {
    for (const [options, expected] of [
      [{}, '2 kB so far\n'],
      [{ quiet: true }, ''],
      [{ json: true }, ''],
    ] as const) {
      const { context, seen } = open(false, options);
      await withDownloadProgress(context, async (count) => {
        const download = (async function* () {
          yield new Uint8Array(2_000);
        })();
        for await (const _ of count(download)) vi.advanceTimersByTime(10_000);
      });
      expect(seen()).toBe(expected);
    }
  } finally {
    vi.useRealTimers();
  }
});
