// Builds, checks types and the style of the sources, and compares the generated files; then runs Vitest with the arguments given. Steps that do not need
// each other run side by side. The first that fails prints what it found and ends the others. `--quick`: bundles nothing, and lints changed files only.
import { spawn } from 'node:child_process';

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

async function test() {
  await script('build', 'build-changes.mjs', ...(isQuick ? ['--modules'] : []));
  await script('generated files', 'generate.mjs', '--check');
  const args = process.argv.slice(isQuick ? 3 : 2);
  await run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], { isShown: true });
}

try {
  await Promise.all([test(), npm('types'), isQuick ? script('lint', 'lint-changes.mjs') : npm('lint')]);
} catch (error) {
  // As Ctrl-C would: Vitest then ends the servers that its tests have started.
  for (const child of running) child.kill('SIGINT');
  process.stderr.write(error.message);
  process.exitCode = 1;
}
