// Reads the options of a document as people write them in a command line or a program.
import {
  type DocumentOption,
  type GivenOptions,
  type OptionName,
  optionNames,
  optionTable,
} from '../contract/document-options.ts';
import { readStandards, readStandardText, standardSentence, toStandardText } from '../contract/standards.ts';
import { showArgument } from '../words/check-arguments.ts';
import type { NameOption } from '../words/name-option.ts';
import { UsageError } from '../words/usage-error.ts';

/** One option. A standard becomes text, as records have it. A date stays as it is written. Raises UsageError. */
export function readDocumentOption(name: OptionName, given: unknown, option: string): unknown {
  const { schema } = optionTable[name];
  if (schema['x-standard'] !== undefined) return readStandard(given, option);
  if (schema.format === 'date-time') return readDay(given, option);
  if (isValid(schema, given)) return given;
  throw new UsageError(
    `${option} ${schema.enum ? `is ${schema.enum.join(' or ')}` : 'takes true or false'}, got ${showArgument(given)}`,
  );
}

/** All options among the given values. Raises UsageError. */
export function readDocumentOptions(given: Readonly<Record<string, unknown>>, nameOption: NameOption): GivenOptions {
  const asked = optionNames.filter((name) => given[name] !== undefined);
  return Object.fromEntries(asked.map((name) => [name, readDocumentOption(name, given[name], nameOption(name))]));
}

const isValid = ({ enum: choices, type }: DocumentOption['schema'], given: unknown): boolean =>
  choices ? choices.includes(given) : typeof given === type;

function readStandard(given: unknown, option: string): string {
  const read = Array.isArray(given) ? readStandards(given, 'call') : readStandardText(readText(given, option));
  if ('names' in read) return toStandardText(read.names);
  throw new UsageError(`${option}: ${standardSentence(read.fault)}`);
}

function readDay(given: unknown, option: string): string {
  if (given instanceof Date)
    throw new UsageError(`${option} takes a text such as "2026-01-31", got a Date: write date.toISOString()`);
  return readText(given, option);
}

function readText(given: unknown, option: string): string {
  if (typeof given === 'string') return given;
  throw new UsageError(`${option} takes a text, got ${showArgument(given)}`);
}
