// npm run mutate -- FOLDER: mutates a sample of a folder of src, and tells which mutants no test beside it notices.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { runnerImport } from 'vite';
import { readCommandLine } from './command-line.mjs';
import { describeSurvivor, judge, matchEntries, readAccepted, toEntry } from './judge.mjs';
import { choose, listMutants } from './sample.mjs';
import { keyOf, leftOut } from './stryker-plugins.mjs';

const least = 0.9;
const workingFolder = '.mutate';
const survivorsFile = `${workingFolder}/survivors.json`;
const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);

/** The mutants of the sample with their results. */
async function run(sample, tests, concurrency) {
  process.env.MUTATE_TESTS = JSON.stringify(tests);
  const results = await new Stryker({
    mutate: sample.map(
      ({ fileName, location: { start, end } }) => `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`,
    ),
    sample: sample.map(keyOf),
    root,
    plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('stryker-plugins.mjs', import.meta.url))],
    checkers: ['sample'],
    reporters: ['sample'],
    ignorers: ['super-calls'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    concurrency,
    // On a busy machine the default, 5 s, ends mutants that no test notices.
    timeoutMS: 15_000,
    dryRunTimeoutMinutes: 15,
    tempDirName: workingFolder,
    cleanTempDir: 'always',
    // Stryker reads and rewrites these by the API of TypeScript, which version 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    warnings: { unknownOptions: false, slow: false },
    logLevel: 'warn',
  }).runMutationTest();
  return results.filter(({ status }) => status !== leftOut && status !== 'Ignored');
}

/** Runs `work` with a folder of its own for temporary files. Tests that are killed, because a mutant hangs, leave files and servers there. */
async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'pdfgen-mutate-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    const { module } = await runnerImport('test/support/postgres-server.ts', { configFile: false, logLevel: 'error' });
    for (const name of readdirSync(folder)) await module.postgresIn(join(folder, name)).remove();
    rmSync(folder, { recursive: true });
  }
}

async function mutate({ folder, files, tests, seed, count, concurrency, again }) {
  const accepted = readAccepted();
  const all = await listMutants(files);
  const sample = again ? matchEntries(all, JSON.parse(readFileSync(survivorsFile, 'utf8'))) : choose(all, seed, count);
  if (sample.length === 0) throw new Error(`${survivorsFile} has no survivors in src/${folder}.`);
  console.error(`${sample.length} of ${all.length} mutants in src/${folder}, ${again ? 'the last survivors' : `seed ${seed}`}`);
  const begin = Date.now();
  const results = await inTemporaryFolder(() => run(sample, tests, concurrency));
  const { survivors, acceptedCount, killedCount, needless } = judge(results, accepted);
  for (const survivor of survivors) console.log(`${describeSurvivor(survivor)}\n`);
  for (const { file, source } of needless)
    console.log(`Is killed now, so accepted-survivors.json need not name it: ${file}: ${source}`);
  if (!existsSync(workingFolder)) mkdirSync(workingFolder);
  writeFileSync(survivorsFile, `${JSON.stringify(survivors.map(toEntry), null, 2)}\n`);
  const share = killedCount / Math.max(1, killedCount + survivors.length);
  console.log(
    `src/${folder}: ${(share * 100).toFixed(1)} % killed (${killedCount} killed, ${survivors.length} survived, ${acceptedCount} accepted) in ${Math.round((Date.now() - begin) / 1000)} s`,
  );
  if (survivors.length > 0) console.log(`${survivorsFile} has the survivors as entries for accepted-survivors.json`);
  if (share < least) process.exitCode = 1;
}

try {
  await mutate(readCommandLine());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
