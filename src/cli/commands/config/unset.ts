// pdfgen config unset
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { findSetting } from './find-setting.ts';
import { openUserFile } from './user-file.ts';

export const unset: CliCommand = {
  create: () =>
    new Command('unset')
      .description('Takes a setting of your own back; what the workspace or the default says holds again.')
      .argument('<setting>')
      .addHelpText('after', '\nExample:\n  pdfgen config unset maxPages\n\nExit codes:\n  0  done\n  2  there is no such setting'),
  async run(context, [name]) {
    const setting = findSetting(String(name));
    (await openUserFile(context)).delete(setting.name);
    context.say(`${setting.name} is no longer set by you`);
    return 0;
  },
};
