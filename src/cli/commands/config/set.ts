// pdfgen config set
import { resolve } from 'node:path';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { changeUserFile, getSetting, resolveSettings } from '../../settings/settings.ts';

const help = `
Examples:
  pdfgen config set color never
  pdfgen config set store ~/documents/pdf

Exit codes:
  0  done
  2  there is no such setting, or the value is invalid
  9  your settings file cannot be written`;

export const command: CliCommand = {
  description: 'Sets your own value of a setting, in the file that `pdfgen config path` prints.',
  help,
  define: (command) =>
    command.argument('<setting>', 'name of the setting, as `pdfgen config list` shows it').argument('<value>', 'the new value'),
  mendsSettings: true,
  async run(context, [given, text]) {
    const { io, options } = context;
    const setting = getSetting(String(given));
    const parsed = setting.parse(text);
    if (parsed === undefined) throw new UsageError(`"${setting.name}" must be ${setting.expects}, got ${JSON.stringify(text)}`);
    // The folder is relative to here, not to the place where the setting is used.
    const value = setting.name === 'store' ? resolve(io.cwd, String(parsed)) : parsed;
    await changeUserFile(context, (values) => ({ ...values, [setting.name]: value }));
    const holds = resolveSettings({ flags: {}, io, lenient: true }).settings.find((one) => one.name === setting.name)!;
    if (options.json) context.printJson({ name: setting.name, value, origin: 'user' });
    context.say(`${setting.name} is ${toLine(String(value))}`);
    if (holds.origin !== 'user' && holds.value !== value) {
      const from = holds.origin === 'environment' ? setting.variable : 'the workspace';
      context.say(`Here ${from} overrides it: ${toLine(String(holds.value))}`);
    }
    return 0;
  },
};
