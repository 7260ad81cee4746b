// Plugins of Stryker that limit a run to a sample. Stryker itself mutates ranges of the source, and the range of a block contains more mutants.
import { relative } from 'node:path';

/** Tells the mutants of a run apart. */
export const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join('|');

/** The status of mutants outside of the sample. Only a checker can give it. */
export const leftOut = 'CompileError';

/** Lets only the mutants of the option `sample` be run. */
function createChecker({ sample, root }) {
  const wanted = new Set(sample);
  const check = (mutant) => {
    const isWanted = wanted.has(keyOf({ ...mutant, fileName: relative(root, mutant.fileName) }));
    return isWanted ? { status: 'passed' } : { status: 'compileError', reason: 'outside of the sample' };
  };
  return {
    init: async () => undefined,
    check: async (mutants) => Object.fromEntries(mutants.map((mutant) => [mutant.id, check(mutant)])),
    group: async (mutants) => [mutants.map(({ id }) => id)],
  };
}
createChecker.inject = ['options'];

/** Prints how far the run has come, every 30 seconds. */
function createProgress({ sample }) {
  let done = 0;
  let printedAt = Date.now();
  return {
    onMutantTested: ({ status }) => {
      if (status === leftOut) return;
      done++;
      if (Date.now() - printedAt < 30_000) return;
      printedAt = Date.now();
      console.error(`${done} of ${sample.length} mutants are done`);
    },
  };
}
createProgress.inject = ['options'];

/** Stryker would make `super` of `super.slice(…)`, which no parser accepts. */
export const superCalls = {
  shouldIgnore: ({ node }) =>
    node.type === 'CallExpression' && node.callee.object?.type === 'Super' ? 'a call of super' : undefined,
};
const createSuperCalls = () => superCalls;

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', factory: createChecker },
  { kind: 'Reporter', name: 'sample', factory: createProgress },
  { kind: 'Ignore', name: 'super-calls', factory: createSuperCalls },
];
