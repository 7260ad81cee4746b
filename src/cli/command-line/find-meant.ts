// Suggests commands for words that are not a command.
import { findNearest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import { commandTable } from '../command-table.ts';

/** Words of other programs, with our commands. */
const synonyms: Readonly<Record<string, string>> = {
  add: 'templates create',
  check: 'validate',
  compile: 'generate single',
  convert: 'generate single',
  export: 'generate single',
  job: 'jobs list',
  ls: 'templates list',
  make: 'generate single',
  merge: 'generate batch --merge all.pdf',
  new: 'templates create',
  pdf: 'generate single',
  print: 'generate single',
  render: 'generate single',
  run: 'generate single',
  server: 'serve',
  start: 'serve',
  template: 'templates list',
  test: 'validate',
};

/** Options of other programs for a standard, with ours. */
const standardFlags: readonly (readonly [form: RegExp, option: string])[] = [
  [/^--(?:pdf-?a|archival|archive)$/i, '--standard PDF/A-2b'],
  [/^--(?:pdf-?ua|accessible|tagged)$/i, '--standard PDF/UA-1'],
  [/^--(?:zugferd|factur-?x)$/i, '--standard PDF/A-3b'],
];

/** Our option for an option of another program that asks for a standard. Undefined: the option asks for something else. */
export const findStandardFlag = (flag: string): string | undefined => standardFlags.find(([form]) => form.test(flag))?.[1];

/** Raises UsageError with the right commands for a word of another program or for half a command. */
export function refuseForeign(line: readonly string[]): void {
  const [first, second] = line;
  if (first === undefined || first.startsWith('-')) return;
  const members = commandTable.filter((entry) => entry.words[0] === first);
  if (members.length === 0) {
    const named = commandTable.filter((entry) => entry.words[1] === first).map((entry) => entry.words.join(' '));
    const meant = Object.hasOwn(synonyms, first) ? [synonyms[first]!] : named;
    if (meant.length > 0) throw unknown(first, meant);
    return;
  }
  // `generate invoice`: the kind of generation (single, batch) is missing.
  const isName = first === 'generate' && second !== undefined && !second.startsWith('-');
  const kinds = members.flatMap(({ words }) => words.slice(1));
  if (isName && findNearest(second, kinds) === undefined) throw unknown(`${first} ${second}`, [`generate single ${second}`]);
}

function unknown(given: string, meant: readonly string[]): UsageError {
  const [only, ...others] = meant.map((words) => `pdfgen ${words}`);
  const question = others.length === 0 ? `did you mean: ${only}?` : `did you mean one of: ${[only, ...others].join(', ')}?`;
  return new UsageError(`There is no command ${JSON.stringify(given)}; ${question}`);
}
