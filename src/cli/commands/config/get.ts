// pdfgen config get
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import { getSetting } from '../../settings/settings.ts';

const help = `
Example:
  pdfgen config get store

Exit codes:
  0  done
  2  there is no such setting, or a setting has an invalid value`;

export const command: CliCommand = {
  description: 'Prints the value that a setting has here, or nothing if it has no value.',
  help,
  define: (command) => command.argument('<setting>', 'name of the setting, as `pdfgen config list` shows it'),
  async run(context, [given]) {
    const { name } = getSetting(String(given));
    const value = context.resolved.find((one) => one.name === name)?.value;
    if (context.options.json) context.printJson(value ?? null);
    else if (value !== undefined) context.print(`${toLine(String(value))}\n`);
    return 0;
  },
};
