// The command line of `npm run mutate`.
import { parseArgs } from 'node:util';
import { globSync } from 'tinyglobby';
import { furtherTests, leftOutTests } from './test-lists.mjs';

const help = `Usage: npm run mutate -- FOLDER [options]

Changes one place of src/FOLDER at a time and runs the tests that pass this place: those of test/FOLDER, as
scripts/mutate/test-lists.mjs adds to them and leaves some out. A change (a mutant) that no test notices has survived: either a
test is missing, or the change makes no difference. Survivors that make no difference stand in
scripts/mutate/accepted-survivors.json with the reason.

FOLDER may also be a file: document/layout/paginate.ts

Options:
  --seed N         picks another sample (default: 1)
  --count N        size of the sample (default: 200)
  --again          takes the survivors of the last run instead of a sample
  --tests FOLDER   runs the tests of test/FOLDER (or the file test/FOLDER) as well; may be repeated
  --concurrency N  mutants that run at the same time (default: 1)
  --help

Exit codes: 0 at least 90 % are killed, 1 fewer are killed or the tests fail without a mutant, 2 wrong usage.`;

/** What to mutate, and which tests to run. Ends the process after --help and on wrong usage. */
export function readCommandLine() {
  try {
    return parseCommandLine();
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

function parseCommandLine() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '200' },
      tests: { type: 'string', multiple: true, default: [] },
      concurrency: { type: 'string', default: '1' },
      again: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  if (positionals.length !== 1) throw new Error('Name one folder of src, such as document/layout.');
  const [folder] = positionals.map((path) => path.replace(/^src\//, '').replace(/\/+$/, ''));
  const number = (name, smallest) => {
    if (/^\d{1,9}$/.test(values[name]) && Number(values[name]) >= smallest) return Number(values[name]);
    throw new Error(`--${name} must be a whole number from ${smallest}, got "${values[name]}".`);
  };
  const isFile = folder.endsWith('.ts');
  const files = globSync(isFile ? `src/${folder}` : `src/${folder}/**/*.ts`).sort();
  if (files.length === 0) throw new Error(`There is no ${isFile ? 'file' : 'folder with TypeScript'} src/${folder}.`);
  const beside = isFile ? folder.replace(/\/?[^/]*$/, '') : folder;
  const named = values.tests.map((path) => path.replace(/^test\//, '').replace(/\/+$/, ''));
  const patterns = [beside, ...(furtherTests[beside] ?? []), ...named].map((path) =>
    path.endsWith('.ts') ? `test/${path}` : `test/${path}/**/*.test.ts`,
  );
  const leftOut = (leftOutTests[beside] ?? []).filter((path) => !named.includes(path)).map((path) => `test/${path}`);
  const tests = globSync(patterns, { ignore: leftOut });
  if (tests.length === 0) throw new Error(`There are no tests in test/${beside}. Name a folder of test: --tests FOLDER`);
  return {
    folder,
    files,
    tests,
    seed: number('seed', 0),
    count: number('count', 1),
    concurrency: number('concurrency', 1),
    again: values.again,
  };
}
