// pdfgen profiles remove: same as pdfgen logout.
import type { CliCommand } from '../../command.ts';
import { command as logout } from '../logout.ts';

const help = `
Examples:
  pdfgen profiles remove staging

Exit codes:
  0  done
  2  there is no such profile`;

export const command: CliCommand = {
  description: 'Removes a profile and its token from this machine.',
  help,
  define: (command) => command.argument('<profile>', 'name of the profile, as `pdfgen profiles list` shows it'),
  mendsSettings: true,
  run: (context, args, options) => logout.run(context, args, options),
};
