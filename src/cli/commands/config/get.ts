// pdfgen config get
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { toLine } from '../../io/io.ts';
import { getSetting } from './get-setting.ts';

const help = `
Example:
  pdfgen config get maxPages

Exit codes:
  0  done
  2  there is no such setting, or one has a wrong value`;

export const get: CliCommand = {
  create: () =>
    new Command('get')
      .description('Prints the value of a setting as it holds here; nothing if it has none.')
      .argument('<setting>', 'its name, as `pdfgen config list` shows it')
      .addHelpText('after', help),
  async run(context, [given]) {
    const { name } = getSetting(String(given));
    const value = context.resolved.find((one) => one.name === name)?.value;
    if (context.options.json) context.printJson(value ?? null);
    else if (value !== undefined) context.print(`${toLine(String(value))}\n`);
    return 0;
  },
};
