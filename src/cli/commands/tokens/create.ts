// pdfgen tokens create
import { Command } from 'commander';
import { scopes as allScopes, type Scope } from '../../../contract/scopes.ts';
import { suggest } from '../../../words/nearest.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { databaseOption, dataDirOption, toPrintedTime, withAdmin } from '../data-dir.ts';

const help = `
Examples:
  pdfgen tokens create --name ci > token.txt
  pdfgen tokens create --name shop --team acme --scope render --scope templates:read --expires-in 90d

The token is printed on stdout, and only once: the server keeps only its hash.

Exit codes:
  0  done
  2  wrong usage, or there is no data folder
  5  there is no such team`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const create: CliCommand = {
  create: () =>
    new Command('create')
      .description('Makes an API token of a team.')
      .requiredOption('--name <name>', 'purpose of the token')
      .option('--team <team>', 'name or id', 'default')
      .option('--scope <scope>', `${allScopes.join(', ')} (repeatable; default: all)`, collect)
      .option('--expires-in <time>', 'lifetime, such as 30m, 12h, 90d or 52w (default: it never expires)')
      .addOption(dataDirOption())
      .addOption(databaseOption())
      .addHelpText('after', help),
  isLocal: true,
  async run(context, _args, options) {
    const given = (options.scope ?? allScopes) as readonly string[];
    const scopes = given.map(readScope);
    const lifeMs = options.expiresIn === undefined ? null : readDuration(String(options.expiresIn));
    const made = await withAdmin(context, options, ({ tokens }) =>
      tokens.create({ name: String(options.name), team: String(options.team), scopes, lifeMs }),
    );
    const { token, id: tokenId, team, name } = made;
    const expiresAt = toPrintedTime(made.expiresMs);
    if (context.options.json) context.printJson({ token, tokenId, team, name, scopes: made.scopes, expiresAt });
    else context.print(`${token}\n`);
    context.say(
      `token ${tokenId} "${toLine(name)}" of team ${team}: ${made.scopes.join(', ')}; ${expiresAt === null ? 'never expires' : `expires ${expiresAt}`}`,
    );
    context.say('The token is shown only once. Use it with: pdfgen login URL --with-token');
    return 0;
  },
};

function readScope(given: string): Scope {
  const scope = allScopes.find((one) => one === given);
  if (scope !== undefined) return scope;
  throw new UsageError(
    `--scope must be one of ${allScopes.join(', ')}, got ${JSON.stringify(given)}${suggest(given, allScopes)}`,
  );
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const longestMs = 3650 * 86_400_000;

function readDuration(given: string): number {
  const [, number, unit] = /^(\d{1,7})([mhdw])$/.exec(given) ?? [];
  const ms = Number(number) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (ms > 0 && ms <= longestMs) return ms;
  throw new UsageError(
    `--expires-in must be a number with m, h, d or w, at most ten years, such as 12h or 90d; got ${JSON.stringify(given)}`,
  );
}
