// More arguments than a command takes: often files that a shell made of a pattern without quotes.
import type { Command } from 'commander';
import { listNames } from '../words/nearest.ts';
import { UsageError } from '../words/usage-error.ts';

/** Raises UsageError for arguments that nothing would read. `words`: the command as it is typed. */
export function refuseExcess({ args, registeredArguments, options }: Command, words: string): void {
  if (args.length <= registeredArguments.length || registeredArguments.some(({ variadic }) => variadic)) return;
  const excess = args.slice(registeredArguments.length);
  const names = registeredArguments.map((one) => one.name()).join(' ');
  const takes = names === '' ? 'none' : `only ${names}`;
  const list = listNames(excess.map((one) => JSON.stringify(one)));
  const has = (flag: string) => options.some(({ long }) => long === flag);
  throw new UsageError(`Too many arguments: pdfgen ${words} takes ${takes}; left over: ${list}.${adviseFiles(excess[0]!, has)}`);
}

function adviseFiles(file: string, has: (flag: string) => boolean): string {
  const [ending] = /\.\w+$/.exec(file) ?? [];
  const pattern = `'*${ending ?? '.json'}'`;
  if (has('--input'))
    return ` Name data files with -i, once for each file. Put a pattern in quotes, or the shell replaces it by all its files: -i ${pattern}`;
  if (!has('--data') || ending === undefined) return '';
  return ` Name the data with -d FILE; a single document takes one file. To make a document of each file: pdfgen generate batch TEMPLATE -i ${pattern}`;
}
