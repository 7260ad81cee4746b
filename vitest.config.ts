import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

let vitest: Vitest;

/** The counts once more on a line of their own, where a log is read by a program. Says when the system tests were left out. */
const plainSummary: Reporter = {
  onInit(opened: Vitest) {
    vitest = opened;
  },
  onTestRunEnd(modules: readonly TestModule[], errors) {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
      }
    }
    const isWhole = vitest.projects.some(({ name }) => name === 'system');
    const leftOut = isWhole ? '' : '. Left out: test/system and *.slow.test.ts, which npm test runs too';
    // After the default reporter's own summary.
    process.on('exit', () => process.stdout.write(`${passed} passed, ${failed} failed${leftOut}\n`));
  },
};

// Guards against waiting for ever, not assertions: a busy machine may take its time.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const slow = 'test/**/*.slow.test.ts';

// unit: everything in process, quick. system: whole processes, packages and checkers from outside, which need the build; and tests that take
// seconds, so that `npm run check` stays quick.
// The files of unit share their workers, so that each worker imports a module once.
export default defineConfig({
  test: {
    reporters: ['default', plainSummary],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'], reportsDirectory: 'coverage' },
    projects: [
      { test: { name: 'unit', isolate: false, include: ['test/**/*.test.ts'], exclude: ['test/system/**', slow], ...patience } },
      {
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts', slow],
          globalSetup: ['test/support/share-object-store.ts', 'test/support/share-postgres.ts'],
          ...patience,
        },
      },
    ],
  },
});
