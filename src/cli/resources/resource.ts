// Describes a kind of resource for the command line, and makes its commands: the list, and the commands on one resource.
import { Option } from 'commander';
import type { JsonSchema } from '../../contract/schema.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { ArgumentValues, CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { printTable } from '../io/table.ts';
import type { Outcome } from '../outcome.ts';
import { sayEmpty } from './list-options.ts';

/** A value that is shown. Null, undefined and the empty text: no value. */
type Shown = string | number | null | undefined;

export interface Column<Item> {
  readonly heading: string;
  readonly cell: (item: Item) => Shown;
  /** A narrow terminal leaves out the column with 1 first, then the column with 2, and so on. Default: the column stays. */
  readonly leaveOut?: number;
}

export interface Resource<Item, Whole, Named> {
  readonly name: string;
  readonly plural: string;
  /** Schema of a resource that `get` prints. */
  readonly schema: JsonSchema;
  /** Schema of a resource in a list. */
  readonly itemSchema: JsonSchema;
  /** The arguments that name a resource. */
  readonly args: readonly (readonly [form: string, meaning: string])[];
  /** Finds the resource that the arguments name. */
  find(args: ArgumentValues, context: CommandContext): Promise<Named>;
  /** The columns of the list. */
  readonly columns: readonly Column<Item>[];
  /** The lines that `get` prints about a resource. */
  facts(one: Whole): readonly (readonly [name: string, value: Shown])[];
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** Prints a page of a list: a table, or JSON. `query`: what was asked for. */
export async function printPage<Item>(
  { name, plural, columns }: Pick<Resource<Item, never, never>, 'name' | 'plural' | 'columns'>,
  page: Page<Item>,
  query: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  if (context.options.json) return context.printJson(page);
  if (page.items.length === 0) context.say(sayEmpty(name, plural, query));
  else {
    const headings = columns.map(({ heading }) => heading);
    const rows = page.items.map((item) => columns.map(({ cell }) => String(cell(item) ?? '')));
    const optional = columns
      .filter(({ leaveOut }) => leaveOut !== undefined)
      .sort((a, b) => a.leaveOut! - b.leaveOut!)
      .map(({ heading }) => heading);
    await printTable(context.io.stdout, context.style, { headings, rows, optional });
  }
  if (page.nextCursor !== null) context.say(`There are more: --cursor ${page.nextCursor}`);
}

/** Prints one resource, one fact a line. */
export function printFacts<Whole>(
  { facts }: Pick<Resource<never, Whole, never>, 'facts'>,
  one: Whole,
  context: CommandContext,
): void {
  const all = facts(one);
  const width = Math.max(...all.map(([name]) => name.length)) + 2;
  for (const [name, value] of all)
    if (value !== null && value !== undefined && value !== '') context.print(`${name.padEnd(width)}${toLine(String(value))}\n`);
}

/** The members of an object that the schema describes. */
export const membersOf = ({ properties = {} }: JsonSchema): readonly string[] => Object.keys(properties);

type Help = Pick<CliCommand, 'description' | 'help'>;

/** The command `list`. `query`: what the options ask for. */
export function createList<Item, Query extends Readonly<Record<string, unknown>>>(
  resource: Pick<Resource<Item, never, never>, 'name' | 'plural' | 'columns' | 'itemSchema'>,
  {
    query,
    getPage,
    ...more
  }: Help &
    Pick<CliCommand, 'define'> & {
      readonly query: (options: OptionValues, context: CommandContext) => Query | Promise<Query>;
      readonly getPage: (engine: Awaited<ReturnType<CommandContext['openEngine']>>, query: Query) => Promise<Page<Item>>;
    },
): CliCommand {
  return {
    ...more,
    answers: { members: membersOf(resource.itemSchema), isList: true },
    async run(context, _args, options) {
      const engine = await context.openEngine();
      const asked = await query(options, context);
      await printPage(resource, await getPage(engine, asked), asked, context);
      return 0;
    },
  };
}

type Named<Found> = Pick<Resource<never, never, Found>, 'args' | 'find'>;

interface Work<Found> extends Help, Pick<CliCommand, 'answers' | 'outlivesOutage'> {
  readonly options?: readonly (Option | readonly [form: string, meaning: string, usual?: string])[];
  /** Checks the options before it calls `find`, so that wrong usage is reported first. */
  readonly run: (find: () => Promise<Found>, options: OptionValues, context: CommandContext) => Promise<Outcome>;
}

/** A command on one resource, which its arguments name. */
export function createOn<Found>({ args, find }: Named<Found>, { options = [], run, ...more }: Work<Found>): CliCommand {
  return {
    ...more,
    define(command) {
      for (const one of args) command.argument(...one);
      for (const one of options) one instanceof Option ? command.addOption(one) : command.option(...one);
    },
    run(context, given, values) {
      if (context.options.json) refuseMember(given, args, more.answers?.members ?? []);
      return run(() => find(given, context), values, context);
    },
  };
}

/** Raises UsageError for `jobs get --json uuid`: a single word after `--json` is the argument, and no job is called like a member. */
function refuseMember([word]: ArgumentValues, [only, ...others]: Named<unknown>['args'], members: readonly string[]): void {
  if (!only || others.length > 0 || !members.includes(String(word))) return;
  const [form, meaning] = only;
  throw new UsageError(`${form} is missing: ${meaning}. To print the member "${word}" alone, write --json=${word}`);
}

/** The command `get`. `print` replaces the lines of facts. */
export function createGet<Whole, Found>(
  resource: Named<Found> & Pick<Resource<never, Whole, never>, 'facts' | 'schema'>,
  {
    get,
    print = (one, context) => printFacts(resource, one, context),
    ...words
  }: Help & {
    readonly get: (found: Found) => Promise<Whole>;
    readonly print?: (one: Whole, context: CommandContext) => void;
  },
): CliCommand {
  return createOn(resource, {
    ...words,
    answers: { members: membersOf(resource.schema) },
    async run(find, _options, context) {
      const one = await get(await find());
      if (context.options.json) context.printJson(one);
      else print(one, context);
      return 0;
    },
  });
}

/** A command that changes one resource, such as `cancel`. With --json, it prints what the call answers. */
export function createAct<Answer, Found>(
  resource: Named<Found>,
  {
    act,
    done,
    ...words
  }: Help & {
    readonly act: (found: Found) => Promise<Answer>;
    /** The sentence after it. */
    readonly done: (found: Found, answer: Answer) => string;
  },
): CliCommand {
  return createOn(resource, {
    ...words,
    async run(find, _options, context) {
      const found = await find();
      const answer = await act(found);
      if (context.options.json && answer !== undefined) context.printJson(answer);
      context.say(done(found, answer));
      return 0;
    },
  });
}
