// What a command is.
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { SettingName } from './settings.ts';

/** Values of a command's options, by commander's names. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Values of a command's arguments, in order. */
export type ArgumentValues = readonly (string | readonly string[] | undefined)[];

export interface CliCommand {
  /** Arguments, options and help. */
  create(): Command;
  /** Settings that its options override: option name to setting. */
  readonly flags?: Readonly<Record<string, SettingName>>;
  /** It shows or changes settings, and so runs with wrong ones too. */
  readonly mendsSettings?: boolean;
  /** It works on what is on this machine: --remote is refused. */
  readonly isLocal?: boolean;
  /** It runs until a signal comes: that is no interruption. */
  readonly endsBySignal?: boolean;
  /** Does the work; the exit code. */
  run(context: CommandContext, args: ArgumentValues, options: OptionValues): Promise<number>;
}

/** A command in the table: its words, its line in the help, and how its module is loaded when it is wanted. */
export interface CommandEntry {
  readonly words: readonly [string] | readonly [string, string];
  readonly summary: string;
  load(): Promise<CliCommand>;
}
