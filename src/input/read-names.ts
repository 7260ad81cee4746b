// Reads a list of names as people write it in an option: `print,copy`.
import { suggest } from '../words/nearest.ts';
import { UsageError } from '../words/usage-error.ts';

/** The names of a list; `none` alone gives no name. `told`: the option, and `noun`: what is named, for messages. Raises UsageError. */
export function readNames<Name extends string>(list: string, known: readonly Name[], told: string, noun: string): Name[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw new UsageError(`${told} names no ${noun}; write none to allow nothing.`);
  if (names.length === 1 && names[0] === 'none') return [];
  return names.map((name) => {
    const found = known.find((one) => one === name);
    if (found) return found;
    const hint = suggest(name, known) || `; there are ${known.join(', ')}, or none for nothing`;
    throw new UsageError(`${told}: there is no ${noun} ${JSON.stringify(name)}${hint}`);
  });
}
