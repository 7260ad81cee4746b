// pdfgen config unset
import type { CliCommand } from '../../command.ts';
import { changeUserFile, getSetting } from '../../settings/settings.ts';

const help = `
Example:
  pdfgen config unset color

Exit codes:
  0  done
  2  there is no such setting
  9  your settings file cannot be written`;

export const command: CliCommand = {
  description: 'Removes your own value of a setting. The value of the workspace, or the default, applies again.',
  help,
  define: (command) => command.argument('<setting>', 'name of the setting, as `pdfgen config list` shows it'),
  mendsSettings: true,
  async run(context, [given]) {
    const { name } = getSetting(String(given));
    await changeUserFile(context, ({ [name]: _, ...others }) => others);
    context.say(`${name} is no longer set by you`);
    return 0;
  },
};
