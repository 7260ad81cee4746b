// pdfgen logout
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand } from '../command.ts';
import { getProfile, readProfiles, writeProfiles } from '../settings/profiles.ts';

const help = `
Examples:
  pdfgen logout staging

The token stays valid on the server. \`pdfgen tokens revoke\` revokes it there.

Exit codes:
  0  done
  2  there is no such profile`;

export const command: CliCommand = {
  description: 'Removes a profile and its token from this machine.',
  help,
  define: (command) => command.argument('[profile]', 'name of the profile (default: the profile in use, or the only profile)'),
  mendsSettings: true,
  async run(context, [given]) {
    const known = readProfiles(context.io);
    const names = Object.keys(known.profiles);
    const name = given === undefined ? (known.current ?? (names.length === 1 ? names[0] : undefined)) : String(given);
    if (name === undefined)
      throw new UsageError(
        names.length === 0
          ? 'You are not logged in anywhere.'
          : `Name the profile to log out of. The profiles are ${names.join(', ')}`,
      );
    getProfile(known, name);
    const { [name]: _gone, ...profiles } = known.profiles;
    await writeProfiles(context.io, { current: known.current === name ? undefined : known.current, profiles });
    context.say(`Logged out of ${name}.${known.current === name ? ' It was in use: commands now work locally.' : ''}`);
    return 0;
  },
};
