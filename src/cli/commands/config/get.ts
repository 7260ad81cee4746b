// pdfgen config get
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { resolveSettings } from '../../settings.ts';
import { findSetting } from './find-setting.ts';

export const get: CliCommand = {
  create: () =>
    new Command('get')
      .description('Prints the value of a setting as it holds here; nothing if it has none.')
      .argument('<setting>')
      .addHelpText('after', '\nExample:\n  pdfgen config get maxPages\n\nExit codes:\n  0  done\n  2  there is no such setting'),
  async run(context, [name]) {
    const setting = findSetting(String(name));
    const { io, options, workspace } = context;
    const resolved = resolveSettings({ flags: options.store === undefined ? {} : { store: options.store }, io, workspace });
    const value = resolved.find((one) => one.name === setting.name)?.value;
    if (context.options.json) context.printJson(value ?? null);
    else if (value !== undefined) context.print(`${value}\n`);
    return 0;
  },
};
