// pdfgen logout
import { Command } from 'commander';
import type { CliCommand } from '../command.ts';
import { getProfile, readProfiles, writeProfiles } from '../profiles.ts';
import { UsageError } from '../usage-error.ts';

const help = `
Examples:
  pdfgen logout staging

The token stays valid at the server; \`pdfgen tokens revoke\` ends it there.

Exit codes:
  0  done
  2  there is no such profile`;

export const logout: CliCommand = {
  create: () =>
    new Command('logout')
      .description('Removes a profile and its token from this machine.')
      .argument('[profile]', 'default: the one in use, or the only one')
      .addHelpText('after', help),
  mendsSettings: true,
  async run(context, [given]) {
    const known = readProfiles(context.io);
    const names = Object.keys(known.profiles);
    const name = given === undefined ? (known.current ?? (names.length === 1 ? names[0] : undefined)) : String(given);
    if (name === undefined)
      throw new UsageError(
        names.length === 0 ? 'You are not logged in anywhere.' : `Log out of which profile? There are ${names.join(', ')}`,
      );
    getProfile(known, name);
    const { [name]: _gone, ...profiles } = known.profiles;
    await writeProfiles(context.io, { current: known.current === name ? undefined : known.current, profiles });
    context.say(`Logged out of ${name}.${known.current === name ? ' It was in use: commands now work locally.' : ''}`);
    return 0;
  },
};
