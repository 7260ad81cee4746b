// How many calls of the file system some work makes: a measure that no load of the machine changes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const watched = [
  ...['accessSync', 'existsSync', 'fsyncSync', 'lstatSync', 'mkdirSync', 'openSync', 'readFileSync', 'readdirSync'],
  ...['realpathSync', 'renameSync', 'rmSync', 'statSync', 'utimesSync', 'writeFileSync'],
] as const;

/** Entries that a folder gives count as well as calls. */
export async function countFileCalls(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const originals = watched.map((name) => [name, fs[name]] as const);
  for (const [name, original] of originals) {
    const counted = (...given: unknown[]) => {
      const answer: unknown = (original as (...all: unknown[]) => unknown)(...given);
      count += Array.isArray(answer) ? 1 + answer.length : 1;
      return answer;
    };
    Object.assign(fs, { [name]: Object.assign(counted, original) });
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  }
  return count;
}
