// pdfgen config set
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { UsageError } from '../../usage-error.ts';
import { findSetting } from './find-setting.ts';
import { openUserFile } from './user-file.ts';

export const set: CliCommand = {
  create: () =>
    new Command('set')
      .description('Sets a setting for yourself, in the file that `pdfgen config path` prints.')
      .argument('<setting>')
      .argument('<value>')
      .addHelpText('after', '\nExample:\n  pdfgen config set maxPages 500\n\nExit codes:\n  0  done\n  2  there is no such setting, or the value is not one'),
  async run(context, [name, value]) {
    const setting = findSetting(String(name));
    const parsed = setting.parse(value);
    if (parsed === undefined) throw new UsageError(`"${setting.name}" must be ${setting.summary}, got ${JSON.stringify(value)}`);
    (await openUserFile(context)).set(setting.name, parsed);
    context.say(`${setting.name} is ${parsed}`);
    return 0;
  },
};
