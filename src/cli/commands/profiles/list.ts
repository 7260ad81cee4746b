// pdfgen profiles list
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { readProfiles } from '../../settings/profiles.ts';

const help = `
Examples:
  pdfgen profiles list

Exit codes:
  0  done`;

export const command: CliCommand = {
  description: 'Lists the servers that you are logged in to. Tokens are not shown.',
  help,
  mendsSettings: true,
  async run(context) {
    const { current, profiles } = readProfiles(context.io);
    const items = Object.entries(profiles).map(([name, { url }]) => ({ name, url, inUse: name === current }));
    if (context.options.json) context.printJson({ items, nextCursor: null });
    else if (items.length === 0) context.say('You are not logged in anywhere. Log in with: pdfgen login URL');
    else {
      const rows = items.map(({ name, url, inUse }) => [name, toLine(url), inUse ? 'in use' : '']);
      await printTable(context.io.stdout, context.style, { headings: ['profile', 'server', ''], rows });
    }
    return 0;
  },
};
