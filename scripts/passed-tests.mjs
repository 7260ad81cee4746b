// Which unit tests have not yet passed with what they now import. A test file is run again if its own content, that of a module that it imports, directly
// or through others, or that of any file that is no module has changed. A test that may read more than it imports is run again after every change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectFiles } from './project-files.mjs';

const cacheFolder = 'node_modules/.cache';
const isModule = /^(?:src|test)\/.*\.tsx?$/;
const isUnitTest = /^test\/(?!system\/).*(?<!\.slow|\.rest)\.test\.ts$/;
/** Code of a test that starts programs, or opens files, which may be those of the project. */
const opensFiles = /'node:(?:fs|child_process|worker_threads)\b|\bdist\//;
/** It reads bundles, into which the build puts modules that the test does not import. */
const readsBundles = 'src/files/browser-files.ts';

/** The test files to run, and how many others there are; `keep` remembers, when they have passed, that all have. */
export function testsToRun(project = '.') {
  const read = (file) => readFileSync(join(project, file));
  const files = [...projectFiles(project)].sort();
  const modules = new Map(files.filter((file) => isModule.test(file)).map((file) => [file, readModule(file, `${read(file)}`)]));
  const others = files.filter((file) => !modules.has(file)).map((file) => `${file} ${hash(read(file))}`);
  const surroundings = hash(process.version, process.platform, ...others);
  const everything = hash(surroundings, ...[...modules].map(([file, { content }]) => `${file} ${content}`));
  const states = {};
  for (const file of modules.keys()) {
    if (!isUnitTest.test(file)) continue;
    const reached = [...reachedFrom(file, modules)].sort();
    const readsMore = reached.some((each) => each === readsBundles || (each.startsWith('test/') && modules.get(each).opens));
    states[file] = readsMore ? everything : hash(surroundings, ...reached.map((each) => `${each} ${modules.get(each).content}`));
  }
  const passedFile = join(project, cacheFolder, 'passed-tests.json');
  const passed = existsSync(passedFile) ? JSON.parse(readFileSync(passedFile, 'utf8')) : {};
  const toRun = Object.keys(states).filter((file) => passed[file] !== states[file]);
  const keep = () => {
    mkdirSync(join(project, cacheFolder), { recursive: true });
    writeFileSync(passedFile, JSON.stringify(states));
  };
  return { toRun, rest: Object.keys(states).length - toRun.length, keep };
}

/** Each text of a module that looks like a path counts as an import, also in `import()` and `new URL()`; types do not run. */
function readModule(file, text) {
  const paths = text.replace(/^(?:import|export) type [^;]*;/gm, '').matchAll(/['"`](\.{1,2}\/[^'"`\n]*)['"`]/g);
  const imports = [...paths].map(([, path]) => posix.join(posix.dirname(file), path));
  return { content: hash(text), imports, opens: opensFiles.test(text) };
}

function reachedFrom(file, modules) {
  const reached = new Set([file]);
  for (const each of reached) {
    for (const path of modules.get(each).imports) if (modules.has(path)) reached.add(path);
  }
  return reached;
}

function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('base64');
}
