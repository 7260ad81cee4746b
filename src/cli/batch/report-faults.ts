// Prints the faults of the documents of a batch, and the warnings about their data, for a person.
import type { ItemFault } from '../../batch/batch-item.ts';
import { counted, grouped } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { describeMore, FaultGroups, type FaultLine, kindOf, lineOf } from '../faults/fault-groups.ts';
import { printTable } from '../io/table.ts';
import { columnOf, FaultTally } from './fault-tally.ts';

/** A person sees at most this many faults, and this many warnings. */
const shown = 50;

type Level = 'fault' | 'warning';
type LeveledFault = ItemFault & { readonly level: Level };

export class FaultReporter {
  readonly #context: CommandContext;
  readonly #tally = new FaultTally();
  /** The faults outside of groups. */
  readonly #counts: Record<Level, number> = { fault: 0, warning: 0 };
  /** Faults of whole rows. They are printed at the end of the check. */
  #groups = new FaultGroups<LeveledFault>();

  constructor(context: CommandContext) {
    this.#context = context;
  }

  add(one: ItemFault, level: Level): void {
    const fault = { ...one, level };
    const kind = JSON.stringify([level, one.file, kindOf(one.message)]);
    if (columnOf(one) === undefined && this.#groups.add(fault, kind)) return;
    if (level === 'fault') this.#tally.add(one);
    if (this.#counts[level]++ < shown) this.#print(lineOf(fault));
  }

  /** Prints the groups, and the counts of what is not shown. */
  async end(): Promise<void> {
    const hidden = this.tellGroups();
    for (const level of ['warning', 'fault'] as const) {
      const count = hidden[level] + Math.max(0, this.#counts[level] - shown);
      if (count > 0) this.#context.say(`and ${counted(count, `more ${level}`)}`);
    }
    if (this.#counts.fault > shown) await this.#tellColumns();
  }

  /** Prints the groups so far, and returns how many of their faults and warnings are not shown. */
  tellGroups(): Readonly<Record<Level, number>> {
    const lines = this.#groups.lines();
    this.#groups = new FaultGroups();
    const hidden = { fault: 0, warning: 0 };
    for (const [i, line] of lines.entries())
      if (i < shown) this.#print(line);
      else hidden[line.fault.level] += 1 + line.more;
    return hidden;
  }

  #print(line: FaultLine<LeveledFault>): void {
    const { fault } = line;
    const { options, io, errorStyle } = this.#context;
    if (options.json || (options.quiet && fault.level === 'warning')) return;
    const place = `${errorStyle.bold(toLine(placeText(fault)))}${fault.columnName === undefined ? '' : ` (${toLine(fault.columnName)})`}`;
    const label = fault.level === 'warning' ? `${errorStyle.yellow('warning:')} ` : '';
    const more = describeMore(line, fault.level, (other) => placeText(other).slice(other.file.length + 1));
    io.stderr.write(`${place}  ${label}${toLine(fault.message)}${more}\n`);
  }

  async #tellColumns(): Promise<void> {
    const { io, options, errorStyle } = this.#context;
    if (options.quiet) return;
    const columns = this.#tally.list();
    const rows = columns
      .slice(0, shown)
      .map(({ column, count, example }) => [column || '(others)', grouped(count), placeText(example), example.message]);
    this.#context.say('');
    this.#context.say('Faults of each column, and the first fault as an example:');
    await printTable(io.stderr, errorStyle, { headings: ['column', 'faults', 'at', 'what'], rows });
    if (columns.length > shown) this.#context.say(`and ${counted(columns.length - shown, 'more column')}`);
    this.#context.say('');
  }
}

/** `orders.csv:3`; without a column name, with the character. */
const placeText = ({ file, line, column, columnName }: ItemFault): string =>
  [file, line, columnName === undefined ? column : undefined].filter((part) => part !== undefined).join(':');
