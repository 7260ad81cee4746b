// pdfgen teams create
import type { CliCommand } from '../../command.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';
import { toWireTeam } from '../../serve/to-wire-team.ts';

const help = `
Examples:
  pdfgen teams create acme
  pdfgen teams create acme --data-dir /var/lib/pdfgen --json

Run it on the server's own machine. The server may be running.

Exit codes:
  0  done
  2  the name is taken or invalid, or there is no data folder`;

export const command: CliCommand = {
  description: 'Makes a team. Its templates, jobs and results are separate from other teams.',
  help,
  define: (command) =>
    command
      .argument('<name>', '1 to 64 letters, digits, ".", "_" and "-"')
      .addOption(dataDirOption())
      .addOption(databaseOption()),
  isLocal: true,
  async run(context, [name], options) {
    const team = await withAdmin(context, options, ({ teams }) => teams.create(String(name)));
    if (context.options.json) context.printJson(toWireTeam(team));
    else context.print(`${team.id}\n`);
    context.say(`Team ${team.name} made. Give it a token with: pdfgen tokens create --team ${team.name} --name NAME`);
    return 0;
  },
};
