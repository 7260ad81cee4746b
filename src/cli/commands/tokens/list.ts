// pdfgen tokens list
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { databaseOption, dataDirOption, toPrintedTime, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen tokens list
  pdfgen tokens list --team acme --json

The tokens themselves are not stored. In a pipe, tabs separate the columns.

Exit codes:
  0  done
  2  there is no data folder
  5  there is no such team`;

export const command: CliCommand = {
  description: 'Lists tokens of teams and tokens for /metrics, including revoked and expired tokens.',
  help,
  define: (command) =>
    command
      .option('--team <team>', 'only tokens of this team, by name or id')
      .addOption(dataDirOption())
      .addOption(databaseOption()),
  isLocal: true,
  async run(context, _args, options) {
    const team = options.team === undefined ? undefined : String(options.team);
    const records = await withAdmin(context, options, ({ tokens }) => tokens.list(team));
    const items = records.map((one) => ({
      tokenId: one.id,
      team: one.team,
      name: one.name,
      scopes: one.scopes,
      createdAt: toPrintedTime(one.createdMs),
      expiresAt: toPrintedTime(one.expiresMs),
      revokedAt: toPrintedTime(one.revokedMs),
    }));
    if (context.options.json) context.printJson({ items, nextCursor: null });
    else if (items.length === 0) context.say(sayEmpty(team));
    else {
      const rows = items.map(({ tokenId, team: of, name, scopes, createdAt, expiresAt, revokedAt }, i) => {
        const state = revokedAt !== null ? 'revoked' : records[i]!.hasExpired ? 'expired' : 'good';
        return [tokenId, name, of ?? '', state, scopes.join(','), createdAt, expiresAt ?? 'never'];
      });
      const headings = ['token', 'name', 'team', 'state', 'scopes', 'created', 'ends'];
      const optional = ['created', 'scopes', 'ends'];
      await printTable(context.io.stdout, context.style, { headings, rows, optional });
    }
    return 0;
  },
};

function sayEmpty(team: string | undefined): string {
  const [what, flag] = team === undefined ? ['There are no tokens', ''] : [`Team ${team} has no tokens`, ` --team ${team}`];
  return `${what}. Make one with: pdfgen tokens create${flag} --name NAME`;
}
