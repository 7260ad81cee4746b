// pdfgen keys rotate

import { inWords, sessionMinutes } from '../../../contract/life-times.ts';
import type { CliCommand } from '../../command.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen keys rotate
  pdfgen keys prune

Capabilities made with older keys keep working. A running server uses the new key for its next capability.

Exit codes:
  0  done
  2  there is no data folder`;

export const command: CliCommand = {
  description: "Makes a new key for the editor's capabilities.",
  help,
  define: (command) => command.addOption(dataDirOption()).addOption(databaseOption()),
  isLocal: true,
  async run(context, _args, options) {
    const { key, hasOlder } = await withAdmin(context, options, async (admin) => {
      const keys = await admin.findKeys();
      const key = keys ? await keys.rotate() : (await (await admin.openKeys()).list())[0]!;
      return { key, hasOlder: keys !== undefined };
    });
    if (context.options.json) context.printJson(key);
    else context.print(`${key.kid}\n`);
    if (hasOlder) context.say(`In ${inWords(sessionMinutes.most * 60_000)}, remove the old keys with: pdfgen keys prune`);
    return 0;
  },
};
