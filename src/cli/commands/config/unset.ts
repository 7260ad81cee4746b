// pdfgen config unset
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { changeUserFile } from './change-user-file.ts';
import { getSetting } from './get-setting.ts';

const help = `
Example:
  pdfgen config unset maxPages

Exit codes:
  0  done
  2  there is no such setting
  9  the file of your settings cannot be written`;

export const unset: CliCommand = {
  create: () =>
    new Command('unset')
      .description('Takes a setting of your own back; what the workspace or the default says holds again.')
      .argument('<setting>', 'its name, as `pdfgen config list` shows it')
      .addHelpText('after', help),
  mendsSettings: true,
  async run(context, [given]) {
    const { name } = getSetting(String(given));
    await changeUserFile(context, (file) => file.delete(name));
    context.say(`${name} is no longer set by you`);
    return 0;
  },
};
