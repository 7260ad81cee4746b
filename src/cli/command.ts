// The interface of a command.
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { Outcome } from './outcome.ts';
import type { SettingName } from './settings/settings.ts';

/** Values of a command's options, by commander's names. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Values of a command's arguments, in order. */
export type ArgumentValues = readonly (string | readonly string[] | undefined)[];

/** The members of an answer, or of each item of a list. */
export interface Answers {
  readonly members: readonly string[];
  readonly isList?: boolean;
}

export interface CliCommand {
  /** Says what the command does. The help prints this above the options. */
  readonly description: string;
  /** Stands below the options: examples, exit codes. */
  readonly help: string;
  /** Adds the arguments and options. */
  define?(command: Command): void;
  /** Settings that the options override: option name to setting. */
  readonly flags?: Readonly<Record<string, SettingName>>;
  /** The command has --retry-for: its calls are tried again while the server is away. */
  readonly outlivesOutage?: boolean;
  /** The command shows or changes settings, so it also runs with invalid settings. */
  readonly mendsSettings?: boolean;
  /** The command works on this machine only: --remote is refused. */
  readonly isLocal?: boolean;
  /** The options that name files to be written. Default: `output`. All other options with a `<file>` name files that are read. */
  readonly writes?: readonly string[];
  /** The command runs until a signal, with these options; the signal is no interruption. */
  readonly endsBySignal?: (options: OptionValues) => boolean;
  /** What `--json` prints. With it, `--json` takes a list of members. */
  readonly answers?: Answers;
  /** Does the work. */
  run(context: CommandContext, args: ArgumentValues, options: OptionValues): Promise<Outcome>;
}

/** A command in the table: its words, its line in the help, and the loader of its module. */
export interface CommandEntry {
  readonly words: readonly [string] | readonly [string, string];
  readonly summary: string;
  load(): Promise<CliCommand>;
}
