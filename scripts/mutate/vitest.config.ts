// The configuration of Vitest for `npm run mutate`.
import { defineConfig } from 'vitest/config';
import type { Reporter, Vitest } from 'vitest/node';

let vitest: Vitest;

// Stryker asks only the tests for their results. A test file that cannot be imported has none, so its error would be overlooked.
const reportFailedImports: Reporter = {
  onInit: (started) => {
    vitest = started;
  },
  onTestModuleEnd: (module) => {
    for (const { message } of module.errors())
      vitest.state.catchError(new Error(`${module.relativeModuleId}: ${message}`), 'Unhandled Error');
  },
};

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? '[]') as string[],
    reporters: [reportFailedImports],
    globalSetup: ['test/support/share-object-store.ts', 'test/support/share-postgres.ts'],
    // As in vitest.config.ts: guards against waiting for ever.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
