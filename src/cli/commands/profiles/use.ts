// pdfgen profiles use
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { getProfile, readProfiles, writeProfiles } from '../../settings/profiles.ts';

const help = `
Examples:
  pdfgen profiles use staging
  pdfgen profiles use --none

Exit codes:
  0  done
  2  there is no such profile`;

export const command: CliCommand = {
  description: 'Makes commands use this server by default. --local or another --remote overrides it.',
  help,
  define: (command) =>
    command
      .argument('[profile]', 'name of the profile, as `pdfgen profiles list` shows it')
      .option('--none', 'work locally again'),
  mendsSettings: true,
  async run(context, [given], { none }) {
    if ((given === undefined) === (none !== true)) throw new UsageError('Name a profile, or add --none to work locally.');
    const known = readProfiles(context.io);
    if (none) {
      await writeProfiles(context.io, { profiles: known.profiles });
      context.say('Commands now work locally.');
      return 0;
    }
    const name = String(given);
    const { url } = getProfile(known, name);
    await writeProfiles(context.io, { ...known, current: name });
    context.say(`Commands now use ${url}. Go back to local work with: pdfgen profiles use --none`);
    return 0;
  },
};
