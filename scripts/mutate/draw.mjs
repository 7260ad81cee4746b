// node scripts/mutate/draw.mjs SEED FIRST LAST: draws mutants of all of src by number, each file as often as it is long, and prints a line for each.
// The same numbers are the same mutants as long as src is the same. drawn.txt has the fate of those drawn so far.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import { describeMutant } from './judge.mjs';
import { listMutants } from './sample.mjs';

/** The mutants with these numbers. A number whose file has none, such as a file of types, is left out. */
export async function draw(seed, first, last) {
  const files = globSync('src/**/*.{ts,tsx}', { ignore: '**/*.d.ts' }).sort();
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n').fill(file));
  const drawn = [];
  for (let number = first; number <= last; number++) {
    const hash = createHash('sha256').update(`${seed} ${number}`).digest();
    const mutants = await listMutants([lines[hash.readUInt32BE(0) % lines.length]]);
    if (mutants.length > 0) drawn.push({ number, mutant: mutants[hash.readUInt32BE(4) % mutants.length] });
  }
  return drawn;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [seed, first, last] = process.argv.slice(2).map(Number);
  for (const { number, mutant } of await draw(seed, first, last)) console.log(`${number}  ${describeMutant(mutant)}`);
}
