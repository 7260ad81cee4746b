// What a command is.
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import type { SettingName } from './settings.ts';

/** Values of a command's options, by commander's names. */
export type OptionValues = Readonly<Record<string, unknown>>;

export interface CliCommand {
  /** Arguments, options and help. */
  create(): Command;
  /** Settings that its options override: option name to setting. */
  readonly flags?: Readonly<Record<string, SettingName>>;
  /** Does the work; the exit code. */
  run(context: CommandContext, args: readonly (string | readonly string[] | undefined)[], options: OptionValues): Promise<number>;
}

/** A command in the table: its words, its line in the help, and how its module is loaded when it is wanted. */
export interface CommandEntry {
  readonly words: readonly [string] | readonly [string, string];
  readonly summary: string;
  load(): Promise<CliCommand>;
}
