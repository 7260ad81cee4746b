import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { isRest, randomFiles } from './test/support/trials.ts';

/** Each project: its files in words, and the command that runs it. */
const loops: Readonly<Record<string, readonly [files: string, command: string]>> = {
  unit: ['*.test.ts', 'npm test'],
  slow: ['*.slow.test.ts', 'npm test'],
  system: ['test/system', 'npm test'],
  rest: ['*.rest.test.ts and many trials of random tests', 'npm run test:rest'],
};

let vitest: Vitest;

/**
 * At the end, where a person or a program looks: each test that failed, each that passed only when it was tried again, the counts on a line of their own,
 * and the projects that did not run.
 */
const plainSummary: Reporter = {
  onInit(opened: Vitest) {
    vitest = opened;
  },
  onTestRunEnd(modules: readonly TestModule[], errors) {
    let passed = 0;
    const faults = errors.map(({ message }) => `Failed outside of a test: ${firstLine(message)}\n`);
    const again: string[] = [];
    for (const module of modules) {
      faults.push(...module.errors().map(({ message }) => `Failed: ${module.relativeModuleId}: ${firstLine(message)}\n`));
      for (const test of module.children.allTests()) {
        const { state, errors: found } = test.result();
        const name = `${module.relativeModuleId} > ${test.fullName}`;
        if (state === 'passed') passed++;
        else if (state === 'failed') faults.push(`Failed: ${name}: ${firstLine(found[0]?.message)}\n`);
        if (test.diagnostic()?.flaky) again.push(`Passed when tried again: ${name}: ${firstLine(found?.[0]?.message)}\n`);
      }
    }
    const counts = `${passed} passed, ${faults.length} failed\n`;
    // After the default reporter's own summary.
    process.on('exit', () => process.stdout.write(`${faults.join('')}${again.join('')}${counts}${leftOut()}`));
  },
};

const firstLine = (message = '') => message.split('\n')[0];

function leftOut(): string {
  const away = Object.entries(loops).filter(([project]) => !vitest.projects.some(({ name }) => name === project));
  const commands = [...new Set(away.map(([, [, command]]) => command))];
  const parts = commands.map((command) => {
    const files = away.filter(([, loop]) => loop[1] === command).map(([, [words]]) => words);
    return `${files.join(', ')} (${command})`;
  });
  return parts.length === 0 ? '' : `Left out: ${parts.join('; ')}\n`;
}

// Guards against waiting for ever, not assertions: a busy machine may take its time.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const slow = 'test/**/*.slow.test.ts';
const rest = 'test/**/*.rest.test.ts';

// Node 20 optimises code early, in other threads, and most code of a test ends before that pays: bin/pdfgen.js says the same of short runs. Collecting
// garbage in one thread leaves the other cores to the other workers. Later versions of Node refuse the first option.
const execArgv = process.version.startsWith('v20.') ? ['--interrupt-budget=540000', '--single-threaded-gc'] : [];

// The files of a project share their workers, so that each worker imports a module once.
const shared = { isolate: false, execArgv, ...patience };

// unit: everything in process, quick. slow: tests that take seconds, so that `npm run check` stays quick. system: whole processes, packages and
// browsers, which need the build. rest: foreign programs, real stores in trouble and full size, so that `npm test` stays quick.
export default defineConfig({
  test: {
    reporters: ['default', plainSummary],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'], reportsDirectory: 'coverage' },
    // What TypeScript becomes is kept in node_modules for the next run, by the content of each file.
    experimental: { fsModuleCache: true },
    // PostgreSQL and an object store, started when the first test asks for them.
    globalSetup: ['test/support/share-object-store.ts', 'test/support/share-postgres.ts'],
    projects: [
      { test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/system/**', slow, rest], ...shared } },
      { test: { name: 'slow', include: [slow], ...shared } },
      { test: { name: 'system', include: ['test/system/**/*.test.ts'], exclude: [rest], ...shared } },
      { test: { name: 'rest', include: isRest ? [rest, ...randomFiles] : [rest], ...shared } },
    ],
  },
});
