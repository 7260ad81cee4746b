// pdfgen migrate
import type { DatabaseSettings, DatabaseTables, TablesReport } from '../../engine/administration/admin.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { printTable } from '../io/table.ts';
import { databaseOption, toPrintedTime } from '../serve/data-dir.ts';
import { configOption } from '../serve/serve-config-option.ts';
import { resolveServeSettings } from '../serve/serve-settings.ts';

const help = `
Examples:
  pdfgen migrate                what the database has, who uses it, and what to run next
  pdfgen migrate --expand       before the first process of a new version starts
  pdfgen migrate --contract     after the last process of the old version has ended

To upgrade without a pause, install the new version and run \`pdfgen migrate --expand\`. Processes of the old version go on. Restart them one
by one. Then run \`pdfgen migrate --contract\`. You may run each command as often as you like.

The first server makes the tables of an empty database by itself. A data folder needs no such command: a new version changes it at its start.

Exit codes:
  0  done, or nothing to do
  2  no database is named, this pdfgen is too old for it, or a process of the old version still runs
  7  the database cannot be reached, or a table was in use for too long`;

export const command: CliCommand = {
  description: 'Shows or changes the tables of the database of many machines.',
  help,
  define: (command) =>
    command
      .option('--expand', 'add what this version of pdfgen needs')
      .option('--contract', 'remove what only earlier versions use')
      .addOption(databaseOption())
      .option(...configOption),
  isLocal: true,
  async run(context, _args, options) {
    if (options.expand && options.contract)
      throw new UsageError('--expand and --contract exclude each other: all processes are restarted between the two.');
    const { openTables } = await import('../../engine/administration/admin.ts');
    const tables = await openTables(readSettings(context, options));
    try {
      await change(context, options, tables);
      await show(context, await tables.read());
      return 0;
    } finally {
      await tables.close();
    }
  },
};

function readSettings({ io }: CommandContext, { database, config }: OptionValues): DatabaseSettings {
  const values = Object.fromEntries(resolveServeSettings({ database, config }, io).map(({ name, value }) => [name, value]));
  if (values.database !== undefined) return values as unknown as DatabaseSettings;
  throw new UsageError(
    'No database is named. Name it with --database URL or PDFGEN_DATABASE. A data folder needs no migration by hand.',
  );
}

async function change(context: CommandContext, { expand, contract }: OptionValues, tables: DatabaseTables): Promise<void> {
  const tell = (text: string) => context.say(text);
  if (!expand && !contract) return;
  const steps = await (expand ? tables.expand(tell) : tables.contract(tell));
  context.say(steps === 0 ? 'Nothing had to be changed.' : `Steps taken: ${steps}`);
}

async function show(context: CommandContext, report: TablesReport): Promise<void> {
  const processes = report.processes.map(({ startedMs, ...one }) => ({ ...one, startedAt: toPrintedTime(startedMs) }));
  if (context.options.json) {
    context.printJson({ ...report, processes });
    return;
  }
  const { format, oldestFormat, programFormat } = report;
  context.print(`format of the database  ${format === 0 ? 'none: it has no tables' : format}\n`);
  context.print(`format of this pdfgen   ${programFormat}\n`);
  if (oldestFormat > 0) context.print(`oldest format allowed   ${oldestFormat}\n`);
  if (processes.length > 0) {
    context.print('\n');
    const rows = processes.map((one) => [one.kind, one.host, `${one.pid}`, one.version, `${one.format}`, one.startedAt]);
    const headings = ['running', 'host', 'process', 'pdfgen', 'format', 'started'];
    await printTable(context.io.stdout, context.style, { headings, rows, optional: ['started', 'host'] });
  }
  context.say(nextStep(report));
}

function nextStep({ format, programFormat, toExpand, toContract, processes }: TablesReport): string {
  if (format === 0) return 'The first server makes the tables. To make them now, run: pdfgen migrate --expand';
  if (format > programFormat) return 'A newer pdfgen has changed the database. Restart the processes with the newer pdfgen.';
  if (toExpand > 0) return 'This pdfgen needs more than the database has. Run: pdfgen migrate --expand';
  const old = processes.filter((one) => one.format < programFormat).length;
  if (old > 0) return `Restart the processes that have a format below ${programFormat} with this pdfgen.`;
  if (toContract > 0) return 'Remove what only earlier versions used. Run: pdfgen migrate --contract';
  return 'Nothing is left to do.';
}
