// The options of a document on the command line: their flags, and their values for a request.
import { type Command, Option } from 'commander';
import {
  type DocumentOption,
  type GivenOptions,
  type MakingCommand,
  optionNames,
  optionTable,
} from '../../contract/document-options.ts';
import { readDocumentOptions } from '../../input/read-document-options.ts';
import { personalLimits } from '../../settings/server-settings.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import { nameFlag } from '../command-line/name-flag.ts';
import { findSetting, type Settings } from '../settings/settings.ts';

const joinValues = (value: string, before?: string): string => (before === undefined ? value : `${before},${value}`);

/** Adds the flags of all options. */
export function addDocumentOptions(command: Command, of: MakingCommand): Command {
  for (const { flag, summary, isList, schema } of Object.values<DocumentOption>(optionTable)) {
    const option = new Option(flag, typeof summary === 'string' ? summary : summary[of]);
    if (schema.enum) option.argChoices = schema.enum.map(String);
    command.addOption(isList ? option.argParser(joinValues) : option);
  }
  return command;
}

/** Adds the flags of the limits that a person may set. */
export function addLimitOptions(command: Command): Command {
  for (const name of personalLimits) {
    const { flag, summary } = findSetting(name)!;
    command.option(`${flag} <n>`, summary);
  }
  return command;
}

const toFlags = (names: readonly (keyof Settings)[]): NonNullable<CliCommand['flags']> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** The options that override settings. */
export const optionFlags = toFlags(optionNames.filter((name) => optionTable[name].setting) as readonly (keyof Settings)[]);

export const limitFlags = toFlags(personalLimits);

/** The options of a document that the command line and the settings give. Raises UsageError. */
export function readGivenOptions(options: OptionValues, settings: Settings): GivenOptions {
  const values: Record<string, unknown> = { ...options };
  for (const name of Object.keys(optionFlags)) values[name] = settings[name as keyof Settings];
  return readDocumentOptions(values, nameFlag);
}
