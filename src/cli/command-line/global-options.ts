// Takes the options that may stand anywhere off the line before commander sees it.

import { UsageError } from '../../words/usage-error.ts';

/** The options that may stand anywhere on the line. */
export interface GlobalOptions {
  readonly store: string | undefined;
  /** The name of a profile, or the address of a server. */
  readonly remote: string | undefined;
  readonly tokenFile: string | undefined;
  readonly local: boolean;
  readonly allowInsecure: boolean;
  readonly json: boolean;
  /** The members that `--json` prints. Undefined: all. */
  readonly jsonMembers: readonly string[] | undefined;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly yes: boolean;
}

/** The global options, and the line without them. Words after `--` stay. Raises UsageError. */
export function takeGlobalOptions(argv: readonly string[]): {
  readonly options: GlobalOptions;
  readonly rest: readonly string[];
} {
  const options: { -readonly [K in keyof GlobalOptions]: GlobalOptions[K] } = {
    store: undefined,
    remote: undefined,
    tokenFile: undefined,
    local: false,
    allowInsecure: false,
    json: false,
    jsonMembers: undefined,
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
    if (word === '--json' || word.startsWith('--json=')) {
      options.json = true;
      // A single word may be an argument of the command.
      if (word !== '--json') options.jsonMembers = word.slice('--json='.length).split(',');
      else if (listOfMembers.test(argv[i + 1] ?? '')) options.jsonMembers = argv[++i]!.split(',');
    } else if (word === '--quiet' || word === '-q') options.quiet = true;
    else if (word === '--yes' || word === '-y') options.yes = true;
    else if (word === '--no-color') options.color = false;
    else if (word === '--local') options.local = true;
    else if (word === '--allow-insecure') options.allowInsecure = true;
    else {
      const valued = valuedOptions.find(({ flag }) => word === flag || word.startsWith(`${flag}=`));
      if (!valued) rest.push(word);
      else options[valued.option] = readValue(valued, word === valued.flag ? argv[++i] : word.slice(valued.flag.length + 1));
    }
  }
  return { options, rest };
}

/** Members after `--json`: at least two. */
const listOfMembers = /^[a-z]\w*(?:,[a-z]\w*)+$/i;

const valuedOptions = [
  { flag: '--store', option: 'store', needs: 'a folder: --store DIR' },
  { flag: '--remote', option: 'remote', needs: 'a profile or an address: --remote NAME, --remote https://pdf.example.com' },
  { flag: '--token-file', option: 'tokenFile', needs: 'a file: --token-file FILE' },
] as const;

function readValue({ flag, needs }: (typeof valuedOptions)[number], given: string | undefined): string {
  if (given === undefined || given === '' || given.startsWith('--')) throw new UsageError(`${flag} needs ${needs}`);
  return given;
}
