// Chooses the mutants of a run: Stryker's instrumenter lists them all, and a seed picks some.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { keyOf, superCalls } from './stryker-plugins.mjs';

const silent = { isTraceEnabled: () => false, isDebugEnabled: () => false };
for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) silent[level] = () => undefined;

/** All mutants of the files, as Stryker describes them. Locations count from 0. */
export async function listMutants(fileNames) {
  const files = fileNames.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [superCalls] };
  const { mutants } = await new Instrumenter(silent).instrument(files, options);
  return mutants.filter(({ status }) => status !== 'Ignored');
}

/** Picks `count` mutants. The same seed picks the same ones. */
export function choose(mutants, seed, count) {
  const rank = (mutant) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}
