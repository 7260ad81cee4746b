// pdfgen teams list
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';
import { toWireTeam } from '../../serve/to-wire-team.ts';

const help = `
Examples:
  pdfgen teams list
  pdfgen teams list --data-dir /var/lib/pdfgen --json

In a pipe, tabs separate the columns.

Exit codes:
  0  done
  2  there is no data folder`;

export const command: CliCommand = {
  create: () =>
    new Command('list')
      .description('Lists the teams of a server on this machine.')
      .addOption(dataDirOption())
      .addOption(databaseOption())
      .addHelpText('after', help),
  isLocal: true,
  async run(context, _args, options) {
    const items = (await withAdmin(context, options, ({ teams }) => teams.list())).map(toWireTeam);
    if (context.options.json) context.printJson({ items, nextCursor: null });
    else if (items.length === 0) context.say('There are no teams. Make one with: pdfgen teams create NAME');
    else {
      const rows = items.map(({ id, name, createdAt, origins }) => [name, id, createdAt, origins.join(' ')]);
      const headings = ['team', 'id', 'created', 'origins'];
      await printTable(context.io.stdout, context.style, { headings, rows, optional: ['created', 'id'] });
    }
    return 0;
  },
};
