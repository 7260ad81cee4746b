// pdfgen keys list
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen keys list
  pdfgen keys list --json

The first key encrypts new capabilities of the editor. Each other key still opens the capabilities that it encrypted. Secrets are not
shown.

Exit codes:
  0  done
  2  there is no data folder`;

export const command: CliCommand = {
  description: "Lists the keys of the editor's capabilities, newest first.",
  help,
  define: (command) => command.addOption(dataDirOption()).addOption(databaseOption()),
  isLocal: true,
  async run(context, _args, options) {
    const keys = await withAdmin(context, options, async (admin) => (await admin.findKeys())?.list());
    const items = (keys ?? []).map(({ kid, createdAt }, index) => ({ kid, createdAt, isCurrent: index === 0 }));
    if (context.options.json) context.printJson({ items, nextCursor: null });
    else if (items.length === 0) context.say('There are no keys yet. The server makes the first key when it needs one.');
    else {
      const rows = items.map(({ kid, createdAt, isCurrent }) => [kid, createdAt, isCurrent ? 'current' : '']);
      await printTable(context.io.stdout, context.style, { headings: ['key', 'created', ''], rows });
    }
    return 0;
  },
};
