// pdfgen profiles use
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { getProfile, readProfiles, writeProfiles } from '../../profiles.ts';
import { UsageError } from '../../usage-error.ts';

const help = `
Examples:
  pdfgen profiles use staging
  pdfgen profiles use --none

Exit codes:
  0  done
  2  there is no such profile`;

export const use: CliCommand = {
  create: () =>
    new Command('use')
      .description('From now on commands work on this server unless --local or another --remote is given.')
      .argument('[profile]')
      .option('--none', 'work locally again')
      .addHelpText('after', help),
  mendsSettings: true,
  async run(context, [given], { none }) {
    if ((given === undefined) === (none !== true)) throw new UsageError('Name a profile, or say --none to work locally.');
    const known = readProfiles(context.io);
    if (none) {
      await writeProfiles(context.io, { profiles: known.profiles });
      context.say('Commands work locally.');
      return 0;
    }
    const name = String(given);
    const { url } = getProfile(known, name);
    await writeProfiles(context.io, { ...known, current: name });
    context.say(`Commands work on ${url}. Back to local work: pdfgen profiles use --none`);
    return 0;
  },
};
