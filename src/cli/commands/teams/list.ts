// pdfgen teams list
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
  description: 'Lists the teams of a server on this machine.',
  help,
  define: (command) => command.addOption(dataDirOption()).addOption(databaseOption()),
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
