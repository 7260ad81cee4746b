// Builds the command tree for commander, and loads only the module of the wanted command.

import { Command, Help, Option } from 'commander';
import { listNames } from '../words/nearest.ts';
import { UsageError } from '../words/usage-error.ts';
import type { ArgumentValues, CliCommand, CommandEntry, OptionValues } from './command.ts';
import { findStandardFlag } from './command-line/find-meant.ts';
import { findNamedFiles, type NamedFile } from './command-line/named-files.ts';
import { commandTable, groups, purposes } from './command-table.ts';
import { narrowestText, wrapWords } from './io/wrap-help.ts';

/** A command that a person wants to run. */
export interface CommandCall {
  readonly command: CliCommand;
  readonly args: ArgumentValues;
  readonly values: OptionValues;
  /** The files that the line names to be read. */
  readonly files: readonly NamedFile[];
  readonly words: CommandEntry['words'];
}

export type Action = (call: CommandCall) => Promise<void>;

/** Builds the tree. `words`: the wanted command; undefined loads all commands, for the reference. */
export async function buildProgram(
  help: { readonly columns: number },
  words?: readonly string[],
  action?: Action,
): Promise<Command> {
  const program = new Command('pdfgen')
    .description('PDFs from templates and data.')
    .usage('<command> [options]')
    .option('-V, --version', 'show the version (also: -v, version)')
    .addHelpText('after', '\nHelp for a command: pdfgen <command> --help');
  /** By their first word. */
  const commands = new Map<string, Command>();
  for (const entry of commandTable) {
    const [first, second] = entry.words;
    const wanted = words === undefined || entry.words.every((word, i) => words[i] === word);
    const command = wanted ? await load(entry, action) : new Command(entry.words.at(-1));
    command.summary(entry.summary);
    if (second === undefined) {
      commands.set(first, command);
      continue;
    }
    const group = commands.get(first) ?? createGroup(first);
    commands.set(first, group);
    group.addCommand(command);
  }
  for (const [heading, names] of Object.entries(purposes))
    for (const name of names) {
      const command = commands.get(name);
      if (command) program.addCommand(command.helpGroup(heading));
    }
  configure(program, help.columns);
  return program;
}

function createGroup(name: string): Command {
  const about = groups[name]!;
  const members = commandTable.flatMap(({ words }) => (words[0] === name && words[1] !== undefined ? [words[1]] : []));
  return new Command(name).summary(`${about}: ${members.join(', ')}`).description(`${about[0]!.toUpperCase()}${about.slice(1)}.`);
}

/** The command for commander, without its action. */
export function createCommand(name: string, module: CliCommand): Command {
  const command = new Command(name).description(module.description).addHelpText('after', () => module.help);
  module.define?.(command);
  return command;
}

async function load(entry: CommandEntry, action: Action | undefined): Promise<Command> {
  const module = await entry.load();
  const command = createCommand(entry.words.at(-1)!, module);
  if (action) {
    command.allowExcessArguments().action(async (...given: unknown[]) => {
      refuseExcess(command, entry.words.join(' '), module.answers?.members ?? []);
      const files = findNamedFiles(command, module.writes ?? ['output']);
      await action({
        command: module,
        args: given.slice(0, -2) as ArgumentValues,
        values: command.opts(),
        files,
        words: entry.words,
      });
    });
  }
  return command;
}

/** global-options.ts takes these off the line before commander sees it; here they serve help and suggestions. */
const globalOptions: readonly (readonly [flags: string, description: string])[] = [
  ['--store <dir>', 'the workspace (default: the nearest folder, here or above, with pdfgen.json or templates/)'],
  ['--remote <profile|url>', 'work on a server instead of the workspace'],
  ['--local', 'work on the workspace, even if PDFGEN_REMOTE or the profile in use names a server'],
  ['--token-file <file>', "the API token (default: PDFGEN_TOKEN, or the profile's)"],
  ['--allow-insecure', 'allow plain http to another machine'],
  [
    '--json [members]',
    'print JSON on stdout, and errors as problem documents on stderr; --json state,error prints these members alone',
  ],
  ['-q, --quiet', 'print only results, errors, and the reason if the exit code is not 0'],
  ['-y, --yes', 'ask no questions'],
  ['--no-color', 'print without colours'],
];

/** Commander's own message for an unknown option. Its types leave the method out. */
const refuseOption = (Command.prototype as unknown as { unknownOption(this: Command, flag: string): void }).unknownOption;

/** What other programs call an option. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  '--png': ['--jpg', '--jpeg', '--image', '--images', '--pictures', '--thumbnail'],
  '--dpi': ['--resolution', '--density', '--scale'],
};

/** Options that people look for in every command, with the commands that have them. */
const ownedOptions: Readonly<Record<string, readonly string[]>> = {
  '--watch': ['pdfgen generate single', 'pdfgen templates preview'],
};

/** Other users of the machine can read the arguments of a command. */
function advisePassword({ options }: Command): string {
  const files = options.flatMap(({ long }) => (long?.endsWith('password-file') ? [long] : []));
  if (files.length === 0) return 'This command takes no password.';
  return `A password is never an argument: write it into a file, and name the file with ${files.join(' or ')}.`;
}

const globalHeading = 'Global options, anywhere on the line:';

function configure(command: Command, columns: number): void {
  command.helpCommand(false).helpOption('-h, --help', 'show help').exitOverride();
  command.showSuggestionAfterError(true).configureHelp({
    helpWidth: columns,
    minWidthToWrap: narrowestText,
    subcommandTerm: (one) => one.name(),
    // The descriptions name the choices already; only the completion needs the list.
    optionDescription(one) {
      return Help.prototype.optionDescription.call(this, Object.assign(Object.create(one), { argChoices: undefined }));
    },
    groupItems(_, visible, headingOf) {
      // Commander puts --help last. The command's own options come before the global ones.
      const isGlobal = (one: (typeof visible)[number]) => headingOf(one) === globalHeading;
      const ordered = visible.toSorted((a, b) => Number(isGlobal(a)) - Number(isGlobal(b)));
      return Help.prototype.groupItems(ordered, visible, headingOf);
    },
    formatItem(term, termWidth, description, help) {
      if (description === '' || columns - termWidth - 4 >= narrowestText)
        return Help.prototype.formatItem.call(this, term, termWidth, description, help);
      return [`  ${term}`, ...wrapWords(description, columns - 6).map((line) => `      ${line}`)].join('\n');
    },
  });
  // Commander gives only the name of the argument.
  Object.assign(command, {
    missingArgument(name: string): never {
      const { description = '' } = command.registeredArguments.find((one) => one.name() === name) ?? {};
      return command.error(`error: <${name}> is missing${description && `: ${description}`}. See --help.`, {
        code: 'commander.missingArgument',
      });
    },
    unknownOption(flag: string): void {
      // Without its value, which may be a password.
      const name = flag.replace(/=.*/s, '');
      if (/pass(?:word|phrase)/i.test(name))
        command.error(`error: unknown option '${name}'. ${advisePassword(command)}`, { code: 'commander.unknownOption' });
      const has = (option: string) => command.options.some(({ long }) => long === option);
      const other = Object.entries(otherNames).find(([option, names]) => has(option) && names.includes(name))?.[0];
      const meant = other ?? (has('--standard') ? findStandardFlag(name) : undefined);
      if (meant !== undefined)
        command.error(`error: There is no option ${name}; did you mean: ${meant}?`, { code: 'commander.unknownOption' });
      const owners = ownedOptions[name];
      if (owners)
        command.error(`error: unknown option '${name}'; it is an option of ${owners.join(' and ')}`, {
          code: 'commander.unknownOption',
        });
      refuseOption.call(command, flag);
    },
  });
  const isGroup = command.parent !== null && command.commands.length > 0;
  for (const [flags, description] of isGroup ? [] : globalOptions) {
    command.addOption(new Option(flags, description).helpGroup(globalHeading));
  }
  for (const child of command.commands) configure(child, columns);
}

/**
 * Raises UsageError for arguments that nothing would read, often files that a shell made of a pattern. `words`: the command as it is typed. `members`: what
 * `--json` can print alone.
 */
function refuseExcess({ args, registeredArguments, options }: Command, words: string, members: readonly string[]): void {
  if (args.length <= registeredArguments.length || registeredArguments.some(({ variadic }) => variadic)) return;
  const excess = args.slice(registeredArguments.length);
  const names = registeredArguments.map((one) => one.name()).join(' ');
  const takes = names === '' ? 'none' : `only ${names}`;
  const list = listNames(excess.map((one) => JSON.stringify(one)));
  const has = (flag: string) => options.some(({ long }) => long === flag);
  throw new UsageError(
    `Too many arguments: pdfgen ${words} takes ${takes}; left over: ${list}.${adviseMember(excess, members)}${adviseFiles(excess[0]!, has)}`,
  );
}

/** A single word after `--json` is an argument of the command. */
function adviseMember([word = '', ...others]: readonly string[], members: readonly string[]): string {
  return others.length === 0 && members.includes(word) ? ` To print this member alone, write --json=${word}` : '';
}

function adviseFiles(file: string, has: (flag: string) => boolean): string {
  const [ending] = /\.\w+$/.exec(file) ?? [];
  const pattern = `'*${ending ?? '.json'}'`;
  if (has('--input'))
    return ` Name data files with -i, once for each file. Put a pattern in quotes, or the shell replaces it by all its files: -i ${pattern}`;
  if (!has('--data') || ending === undefined) return '';
  return ` Name the data with -d FILE; a single document takes one file. To make a document of each file: pdfgen generate batch TEMPLATE -i ${pattern}`;
}
