// Options that may stand anywhere on the line are taken off it before commander sees it.
import type { GlobalOptions } from './context.ts';
import { UsageError } from './usage-error.ts';

/** The global options and the line without them. What stands behind `--` is left alone. Raises UsageError. */
export function takeGlobalOptions(argv: readonly string[]): {
  readonly options: GlobalOptions;
  readonly rest: readonly string[];
} {
  const options: { -readonly [K in keyof GlobalOptions]: GlobalOptions[K] } = {
    store: undefined,
    json: false,
    quiet: false,
    color: true,
    yes: false,
  };
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === '--') {
      rest.push(...argv.slice(i));
      break;
    }
    if (word === '--json') options.json = true;
    else if (word === '--quiet' || word === '-q') options.quiet = true;
    else if (word === '--yes' || word === '-y') options.yes = true;
    else if (word === '--no-color') options.color = false;
    else if (word === '--store') options.store = readFolder(argv[++i]);
    else if (word.startsWith('--store=')) options.store = readFolder(word.slice('--store='.length));
    else rest.push(word);
  }
  return { options, rest };
}

function readFolder(given: string | undefined): string {
  if (given === undefined || given === '' || given.startsWith('--')) throw new UsageError('--store needs a folder: --store DIR');
  return given;
}
