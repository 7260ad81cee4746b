// The configuration of Vitest for `npm run mutate`.
import { chmodSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification, type Vitest } from 'vitest/node';

// The working folder is Stryker's copy, which only its user may enter. Tests start an object store from it under another user.
chmodSync('.', 0o755);

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

/** Runs the slow test files last: the first test that fails ends the run of a mutant. */
class SlowLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.endsWith('.slow.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isSlow(file)), ...sorted.filter(isSlow)];
  }
}

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATE_TESTS ?? '[]') as string[],
    sequence: { sequencer: SlowLast },
    reporters: [reportFailedImports],
    globalSetup: ['test/support/share-object-store.ts', 'test/support/share-postgres.ts'],
    // In Stryker's copy of the project, Vitest would read the built modules itself, and does not find Node's own modules for them.
    server: { deps: { external: [/\/dist\/vendor\//] } },
    // As in vitest.config.ts: guards against waiting for ever.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
