// pdfgen tokens revoke
import type { CliCommand } from '../../command.ts';
import { databaseOption, dataDirOption, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen tokens list
  pdfgen tokens revoke 019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071

A running server refuses the token from its next request on.

Exit codes:
  0  done, or the token was revoked before
  2  there is no data folder
  5  there is no such token`;

export const command: CliCommand = {
  description: 'Revokes a token of a team or for /metrics at once and for good.',
  help,
  define: (command) =>
    command
      .argument('<token-id>', 'id that `pdfgen tokens list` shows, not the token itself')
      .addOption(dataDirOption())
      .addOption(databaseOption()),
  isLocal: true,
  async run(context, [given], options) {
    const tokenId = String(given);
    const revoked = await withAdmin(context, options, ({ tokens }) => tokens.revoke(tokenId));
    if (context.options.json) context.printJson({ tokenId, revoked });
    context.say(revoked ? `Token ${tokenId} is revoked.` : `Token ${tokenId} was revoked before.`);
    return 0;
  },
};
