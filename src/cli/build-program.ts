// The command tree for commander. Only the module of the command that is wanted is loaded.
import { Command } from 'commander';
import type { CliCommand, CommandEntry, OptionValues } from './command.ts';
import { commandTable, groups } from './command-table.ts';

export type Action = (command: CliCommand, args: readonly (string | readonly string[] | undefined)[], options: OptionValues) => Promise<void>;

const globalHelp = `
Global options (anywhere on the line):
  --store DIR     the workspace (default: the nearest pdfgen.json or templates/ upwards)
  --json          JSON on stdout, errors as problem documents on stderr
  -q, --quiet     results and errors only
  -y, --yes       no questions
  --no-color      no colours`;

/** Builds the tree. `words`: the command that is wanted; undefined loads them all, as the reference needs. */
export async function buildProgram(help: { readonly columns: number }, words?: readonly string[], action?: Action): Promise<Command> {
  const program = new Command('pdfgen')
    .description('PDFs from templates and data.')
    .usage('<command> [options]')
    .helpOption('-h, --help', 'show help')
    .option('-V, --version', 'show the version')
    .addHelpText('after', `${globalHelp}\n\nHelp for a command: pdfgen <command> --help`);
  const groupCommands = new Map<string, Command>();
  for (const entry of commandTable) {
    const [first, second] = entry.words;
    const wanted = words === undefined || entry.words.every((word, i) => words[i] === word);
    const command = wanted ? await load(entry, action) : new Command(entry.words.at(-1));
    command.summary(entry.summary).helpOption('-h, --help', 'show help');
    if (second === undefined) program.addCommand(command);
    else {
      let group = groupCommands.get(first);
      if (!group) {
        group = new Command(first).description(`${groups[first]![0]!.toUpperCase()}${groups[first]!.slice(1)}.`).summary(groups[first]!).helpOption('-h, --help', 'show help').helpCommand(false);
        groupCommands.set(first, group);
        program.addCommand(group);
      }
      group.addCommand(command);
    }
  }
  program.helpCommand(false);
  configure(program, help.columns);
  return program;
}

async function load(entry: CommandEntry, action: Action | undefined): Promise<Command> {
  const module = await entry.load();
  const command = module.create();
  if (command.name() !== entry.words.at(-1)) throw new Error(`The command of ${entry.words.join(' ')} calls itself ${command.name()}`);
  command.addHelpText('after', globalHelp);
  if (action) command.action(async (...given: unknown[]) => action(module, given.slice(0, -2) as (string | undefined)[], command.opts()));
  return command;
}

function configure(command: Command, columns: number): void {
  command.exitOverride().showSuggestionAfterError(true).configureHelp({ helpWidth: columns });
  for (const child of command.commands) configure(child, columns);
}
