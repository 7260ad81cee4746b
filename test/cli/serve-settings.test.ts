import { expect, test } from 'vitest';
import { readServeSettings } from '../../src/cli/commands/serve-settings.ts';
import { serverLimits } from '../../src/engine/limits.ts';

const read = (options: Record<string, string>, env: Record<string, string> = {}) => readServeSettings(options, { env, cwd: '.' });

test('without a word the limits are those of the contract', async () => {
  const { limits, server } = await read({});
  expect(limits).toEqual(serverLimits);
  expect(limits).toMatchObject({
    now: { maxPages: 2000, maxBoxes: 2_000_000, validationMs: 5000, renderMs: 30_000 },
    later: { renderMs: 300_000 },
    maxAssetBytes: 32 * 1024 ** 2,
    maxBatchItems: 1000,
  });
  expect(server).toEqual({});
});

test('limits of checking, laying out and files are settings', async () => {
  const { limits, server } = await read({ maxBoxes: '10', validationSeconds: '2' }, { PDFGEN_MAX_ASSET_BYTES: '4096' });
  expect(limits).toMatchObject({
    now: { maxBoxes: 10, validationMs: 2000, renderMs: 30_000 },
    later: { maxBoxes: 10, validationMs: 2000, renderMs: 300_000 },
    maxAssetBytes: 4096,
  });
  expect(server).toEqual({ maxAssetBytes: 4096 });
  await expect(read({ validationSeconds: '0' })).rejects.toThrow('--validation-seconds must be a whole number from 1 to 600');
});
