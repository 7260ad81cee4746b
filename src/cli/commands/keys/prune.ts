// pdfgen keys prune

import { inWords, sessionMinutes } from '../../../contract/life-times.ts';
import { counted } from '../../../words/counts.ts';
import type { CliCommand } from '../../command.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';

const longest = inWords(sessionMinutes.most * 60_000);

const help = `
Examples:
  pdfgen keys prune

A key is removed when a newer key replaced it more than ${longest} ago. No capability lives longer than ${longest}.

Exit codes:
  0  done
  2  there is no data folder`;

export const command: CliCommand = {
  description: 'Removes keys whose capabilities have all expired.',
  help,
  define: (command) => command.addOption(dataDirOption()).addOption(databaseOption()),
  isLocal: true,
  async run(context, _args, options) {
    const removed = await withAdmin(context, options, async (admin) => (await (await admin.findKeys())?.prune()) ?? 0);
    if (context.options.json) context.printJson({ removed });
    context.say(`${counted(removed, 'key')} removed`);
    return 0;
  },
};
