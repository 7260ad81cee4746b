// pdfgen whoami
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand } from '../command.ts';

const help = `
Examples:
  pdfgen whoami --remote staging
  pdfgen whoami --json

Exit codes:
  0  done
  2  no server is named
  4  the server refuses the token
  7  the server cannot be reached`;

export const command: CliCommand = {
  description: 'Shows your team and token on a server.',
  help,
  async run(context) {
    if (!context.remote)
      throw new UsageError('You are working locally. Name a server with --remote PROFILE|URL, or log in with: pdfgen login URL');
    const identity = await (await context.openEngine()).whoami({}, { signal: context.signal });
    if (context.options.json) {
      context.printJson(identity);
      return 0;
    }
    const { team, token, server } = identity;
    context.print(`team    ${toLine(team)}\n`);
    context.print(`token   ${toLine(token.name)} (${toLine(token.id)})\n`);
    context.print(`scopes  ${token.scopes.join(', ')}\n`);
    context.print(`expires ${token.expiresAt ?? 'never'}\n`);
    context.print(`server  ${toLine(`${server.name} ${server.version}`)}\n`);
    return 0;
  },
};
