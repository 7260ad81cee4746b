// Builds, checks types and the style of the sources, and compares the generated files; then runs Vitest with the arguments given. Steps that do not need
// each other run side by side. The first that fails prints what it found and ends the others. `--quick`: bundles nothing, lints changed files only, and runs
// the unit tests that have not passed with what they import; with arguments for Vitest, all that these choose.
import { spawn } from 'node:child_process';
import { testsToRun } from './passed-tests.mjs';

const running = new Set();

/** Runs a command. Its output is shown if it fails, or as it comes if `isShown`. */
function run(command, args, { isShown = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'] });
    running.add(child);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(isShown ? '' : `${Buffer.concat(output)}Failed: ${command} ${args.join(' ')}\n`));
    });
  });
}

/** A step without output says that it has passed. */
async function step(name, command, args) {
  await run(command, args);
  process.stderr.write(`${name}: passed\n`);
}
const script = (name, file, ...args) => step(name, process.execPath, [`scripts/${file}`, ...args]);
const npm = (script) => step(script, 'npm', ['run', '--silent', script]);

const isQuick = process.argv[2] === '--quick';
const given = process.argv.slice(isQuick ? 3 : 2);

async function test() {
  await script('build', 'build-changes.mjs', ...(isQuick ? ['--modules'] : []));
  await script('generated files', 'generate.mjs', '--check');
  if (!isQuick) return vitest(given);
  const unit = ['--project=unit', '--maxWorkers=2'];
  if (given.length > 0) return vitest([...unit, ...given]);
  const { toRun, rest, keep } = testsToRun();
  if (toRun.length > 0) await vitest([...unit, ...(rest > 0 ? toRun : [])]);
  keep();
  const others = `${rest} of ${toRun.length + rest} test files have passed before with the same files: not run (npm test runs all)`;
  if (rest > 0) process.stderr.write(`${others}\n`);
}

const vitest = (args) => run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], { isShown: true });

try {
  await Promise.all([test(), npm('types'), isQuick ? script('lint', 'lint-changes.mjs') : npm('lint')]);
} catch (error) {
  // As Ctrl-C would: Vitest then ends the servers that its tests have started.
  for (const child of running) child.kill('SIGINT');
  process.stderr.write(error.message);
  process.exitCode = 1;
}
