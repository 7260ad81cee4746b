// The options of lists in pages.
import { type Command, Option } from 'commander';
import { pageLimit } from '../../contract/shared-schemas.ts';
import { suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { OptionValues } from '../command.ts';

const { minimum, maximum, default: usual } = pageLimit;

/** The options that every list in pages has. */
export const addPageOptions = (command: Command): Command =>
  command
    .option('--limit <n>', `list at most n, from ${minimum} to ${maximum} (default: ${usual})`)
    .option('--cursor <cursor>', 'continue after the page that printed this nextCursor');

/** The option `--state`. `what`: what is listed, such as `only jobs`. */
export function stateOption(what: string, states: readonly string[]): Option {
  const option = new Option('--state <state>', `${what} in this state: ${states.join(', ')}`);
  option.argChoices = [...states];
  return option;
}

/** `--state`, `--limit` and `--cursor` as a query. Raises UsageError. */
export function readListOptions<S extends string>(
  { state, limit, cursor }: OptionValues,
  states: readonly S[],
): { readonly state?: S; readonly limit?: number; readonly cursor?: string } {
  return {
    ...(state !== undefined && { state: readState(String(state), states) }),
    ...(limit !== undefined && { limit: readLimit(String(limit)) }),
    ...(cursor !== undefined && { cursor: String(cursor) }),
  };
}

/** The sentence for an empty list: a query with a filter does not say that there is nothing at all. */
export function sayEmpty(name: string, plural: string, { limit: _, ...filter }: Readonly<Record<string, unknown>>): string {
  return Object.keys(filter).length > 0 ? `No ${name} matches.` : `There are no ${plural}.`;
}

/** Raises UsageError for an unknown state. */
export function readState<S extends string>(given: string, states: readonly S[]): S {
  const state = states.find((one) => one === given);
  if (state === undefined)
    throw new UsageError(`--state must be one of ${states.join(', ')}, got ${JSON.stringify(given)}${suggest(given, states)}`);
  return state;
}

function readLimit(given: string): number {
  if (!/^\d{1,3}$/.test(given) || Number(given) < minimum || Number(given) > maximum)
    throw new UsageError(`--limit must be a whole number from ${minimum} to ${maximum}, got ${JSON.stringify(given)}`);
  return Number(given);
}
