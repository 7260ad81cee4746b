// Finds what may come next on a line, for the completion of shells.
import type { Argument, Command, Option } from 'commander';
import { standardNames } from '../../contract/standards.ts';
import { listExamples } from '../../files/list-examples.ts';
import type { CommandContext } from '../context.ts';
import { listAll } from '../resources/list-all.ts';
import { readProfiles } from '../settings/profiles.ts';
import { userSettings } from '../settings/settings.ts';
import { takeGlobalOptions } from './global-options.ts';

export interface Suggestion {
  readonly word: string;
  readonly about: string;
}

type Source = (context: CommandContext) => Promise<readonly Suggestion[]> | readonly Suggestion[];

/** Where the values of an option or argument come from, by its name. */
const sources: Readonly<Record<string, Source>> = {
  template: listTemplates,
  templates: listTemplates,
  base: listTemplates,
  example: () => listExamples().map(({ slug, description }) => ({ word: slug, about: description })),
  profile: listProfiles,
  remote: listProfiles,
  setting: () => userSettings.map(({ name }) => ({ word: name, about: '' })),
  standard: () => [...standardNames, 'none'].map((word) => ({ word, about: '' })),
};

/**
 * The words that the last of `words` may become, of those after the name of the program. None: the shell offers files. Raises UsageError for a
 * global option that is wrong.
 */
export async function suggestWords(words: readonly string[], context: CommandContext): Promise<readonly Suggestion[]> {
  const { before, prefix, joint } = splitLast(words);
  // A global option whose value is the last word.
  const isGlobalValue = ['--store', '--remote', '--token-file'].includes(before.at(-1) ?? '');
  const { options, rest } = takeGlobalOptions(isGlobalValue ? before.slice(0, -1) : before);
  const tree = await context.commandTree(rest.filter((word) => !word.startsWith('-')).slice(0, 2));
  const place = follow(tree, isGlobalValue ? [...rest, before.at(-1)!] : rest);
  const { remote, store } = options;
  const named = { ...(remote !== undefined && { remote }), ...(store !== undefined && { store }) };
  const there = remote === undefined && store === undefined ? context : await context.at(context.io.cwd, named);
  const found = place ? await suggest(place, prefix, there) : [];
  return found.filter(({ word }) => word.startsWith(prefix)).map((one) => ({ ...one, word: joint + one.word }));
}

/** Splits `--option=prefix`, also in the three words that bash makes of it. `joint` stands before the completed word. */
function splitLast(words: readonly string[]): {
  readonly before: readonly string[];
  readonly prefix: string;
  readonly joint: string;
} {
  const last = words.at(-1) ?? '';
  if (last === '=') return { before: words.slice(0, -1), prefix: '', joint: '' };
  if (words.at(-2) === '=') return { before: words.slice(0, -2), prefix: last, joint: '' };
  const [, option, prefix] = /^(--[\w-]+)=(.*)$/s.exec(last) ?? [];
  if (option === undefined) return { before: words.slice(0, -1), prefix: last, joint: '' };
  return { before: [...words.slice(0, -1), option], prefix: prefix!, joint: `${option}=` };
}

interface Place {
  readonly command: Command;
  /** Number of arguments so far. */
  readonly argumentCount: number;
  /** The option whose value comes next. */
  readonly option: Option | undefined;
}

/** Undefined: the words name no command. */
function follow(program: Command, words: readonly string[]): Place | undefined {
  let command = program;
  let argumentCount = 0;
  let option: Option | undefined;
  for (const word of words) {
    if (option) option = undefined;
    else if (word.startsWith('-')) {
      const named = command.options.find(({ long, short }) => word === long || word === short);
      if (named?.required) option = named;
    } else {
      const child = command.commands.find((one) => one.name() === word);
      if (child) command = child;
      else if (command.commands.length > 0) return undefined;
      else argumentCount++;
    }
  }
  return { command, argumentCount, option };
}

async function suggest(
  { command, argumentCount, option }: Place,
  prefix: string,
  context: CommandContext,
): Promise<readonly Suggestion[]> {
  if (option) return listValues(option.attributeName(), option.argChoices, context);
  if (prefix.startsWith('-')) return listOptions(command);
  if (command.commands.length > 0) return command.commands.map((one) => ({ word: one.name(), about: one.summary() }));
  const argument = findArgument(command.registeredArguments, argumentCount);
  return argument ? listValues(argument.name(), argument.argChoices, context) : [];
}

const listOptions = (command: Command): readonly Suggestion[] => [
  ...command.options.flatMap(({ long, hidden, description }) => (long && !hidden ? [{ word: long, about: description }] : [])),
  { word: '--help', about: 'show help' },
];

const findArgument = (all: readonly Argument[], at: number): Argument | undefined =>
  all[at] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);

async function listValues(
  name: string,
  choices: readonly string[] | undefined,
  context: CommandContext,
): Promise<readonly Suggestion[]> {
  if (choices) return choices.map((word) => ({ word, about: '' }));
  return Object.hasOwn(sources, name) ? sources[name]!(context) : [];
}

/** The templates of the workspace. Those of a server are not listed: each key would be a call. */
async function listTemplates(context: CommandContext): Promise<readonly Suggestion[]> {
  if (context.remote || context.workspace === undefined) return [];
  const engine = await context.openLocalEngine();
  const items = await listAll((query) => engine.listTemplates({ query }));
  return items.map(({ slug, name }) => ({ word: slug, about: name === slug ? '' : name }));
}

function listProfiles({ io }: CommandContext): readonly Suggestion[] {
  return Object.entries(readProfiles(io).profiles).map(([word, { url }]) => ({ word, about: url }));
}
