// Picks members of what --json prints: `--json state,counts`.
import { suggest } from '../../words/nearest.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { Answers } from '../command.ts';

/** Gives a function that picks the members. Raises UsageError for an unknown member, and for a command whose members are not known. */
export function pickMembers(names: readonly string[], answers: Answers | undefined): (value: unknown) => unknown {
  if (!answers)
    throw new UsageError(
      'This command prints all members with --json. Lists of members belong to commands such as: pdfgen jobs list',
    );
  const { members, isList = false } = answers;
  for (const name of names)
    if (!members.includes(name))
      throw new UsageError(`--json has no member "${name}"${suggest(name, members) || `. Members: ${members.join(', ')}`}`);
  const pick = (one: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(one, name) ? [[name, one[name]]] : [])));
  return (value) => {
    if (!isList) return pick(value as Readonly<Record<string, unknown>>);
    const list = value as { readonly items: readonly Readonly<Record<string, unknown>>[] };
    return { ...list, items: list.items.map(pick) };
  };
}
