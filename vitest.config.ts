import { defineConfig } from 'vitest/config';

// unit: everything in process, quick. system: whole processes, packages and checkers from outside.
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/system/**'], testTimeout: 20_000 } },
      { test: { name: 'system', include: ['test/system/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
