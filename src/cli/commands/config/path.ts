// pdfgen config path
import { join } from 'node:path';
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { userFolder } from '../../settings.ts';

export const path: CliCommand = {
  create: () => new Command('path').description('Prints the file that holds your own settings.').addHelpText('after', '\nExample:\n  pdfgen config path\n\nExit codes:\n  0  done'),
  async run(context) {
    const file = join(userFolder(context.io), 'config.json');
    if (context.options.json) context.printJson({ path: file });
    else context.print(`${file}\n`);
    return 0;
  },
};
