// pdfgen config path
import type { CliCommand } from '../../command.ts';
import { userFile } from '../../settings/settings.ts';

export const command: CliCommand = {
  description: 'Prints the path of the file that holds your own settings.',
  help: '\nExample:\n  pdfgen config path\n\nExit codes:\n  0  done',
  mendsSettings: true,
  async run(context) {
    const file = userFile(context.io);
    if (context.options.json) context.printJson({ path: file });
    else context.print(`${file}\n`);
    return 0;
  },
};
