// Finds what may come next on a line, for the completion of shells.
import type { Argument, Command, Option } from 'commander';
import { standardNames } from '../contract/standards.ts';
import type { CommandContext } from './context.ts';
import { listAll } from './list-all.ts';
import { readProfiles } from './profiles.ts';
import { userSettings } from './settings.ts';

export interface Suggestion {
  readonly word: string;
  readonly about: string;
}

/** Where the values of an option or argument come from, by its name. */
const sources: Readonly<Record<string, (context: CommandContext) => Promise<readonly Suggestion[]> | readonly Suggestion[]>> = {
  template: listTemplates,
  templates: listTemplates,
  base: listTemplates,
  profile: listProfiles,
  remote: listProfiles,
  setting: () => userSettings.map(({ name }) => ({ word: name, about: '' })),
  standard: () => standardNames.map((word) => ({ word, about: '' })),
};

/** `words`: those after the name of the program. The last is the word to complete, and may be empty. None found: the shell offers files. */
export async function suggestWords(words: readonly string[], context: CommandContext): Promise<readonly Suggestion[]> {
  const before = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  const program = await context.commandTree(before.filter((word) => !word.startsWith('-')).slice(0, 2));
  const place = follow(program, before);
  const found = place ? await suggest({ ...place, begun }, context) : [];
  return found.filter(({ word }) => word.startsWith(begun));
}

interface Place {
  readonly command: Command;
  /** Arguments before it. */
  readonly count: number;
  /** The option whose value comes next. */
  readonly awaited: Option | undefined;
  readonly begun: string;
}

/** Undefined: the words name no command. */
function follow(program: Command, words: readonly string[]): Omit<Place, 'begun'> | undefined {
  let command = program;
  let count = 0;
  let awaited: Option | undefined;
  for (const word of words) {
    if (awaited) awaited = undefined;
    else if (word.startsWith('-')) {
      const option = command.options.find(({ long, short }) => word === long || word === short);
      if (option?.required) awaited = option;
    } else {
      const child = command.commands.find((one) => one.name() === word);
      if (child) command = child;
      else if (command.commands.length > 0) return undefined;
      else count++;
    }
  }
  return { command, count, awaited };
}

async function suggest(place: Place, context: CommandContext): Promise<readonly Suggestion[]> {
  const { command, awaited, begun, count } = place;
  if (awaited) return listValues(awaited.attributeName(), awaited.argChoices, context);
  if (begun.startsWith('-'))
    return command.options.flatMap(({ long, hidden, description }) =>
      long && !hidden ? [{ word: long, about: description }] : [],
    );
  if (command.commands.length > 0) return command.commands.map((one) => ({ word: one.name(), about: one.summary() }));
  const argument = findArgument(command.registeredArguments, count);
  return argument ? listValues(argument.name(), argument.argChoices, context) : [];
}

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

/** The templates of the workspace. Those of a server would take a call for each key. */
async function listTemplates(context: CommandContext): Promise<readonly Suggestion[]> {
  if (context.workspace === undefined) return [];
  const engine = await context.openLocalEngine();
  const items = await listAll((query) => engine.listTemplates({ query }));
  return items.map(({ slug, name }) => ({ word: slug, about: name === slug ? '' : name }));
}

function listProfiles({ io }: CommandContext): readonly Suggestion[] {
  return Object.entries(readProfiles(io).profiles).map(([word, { url }]) => ({ word, about: url }));
}
