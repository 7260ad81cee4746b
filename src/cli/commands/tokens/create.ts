// pdfgen tokens create
import { scopes as allScopes, metricsScope, type Scope } from '../../../contract/scopes.ts';
import type { CreatedToken } from '../../../engine/administration/admin.ts';
import { suggest } from '../../../words/nearest.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { databaseOption, dataDirOption, toPrintedTime, withAdmin } from '../../serve/data-dir.ts';

const help = `
Examples:
  pdfgen tokens create --name ci > token.txt
  pdfgen tokens create --name shop --team acme --scope render --scope templates:read --expires-in 90d
  pdfgen tokens create --name prometheus --metrics > metrics-token.txt

The token is printed on stdout, and only once: the server keeps only its hash.

Exit codes:
  0  done
  2  wrong usage, or there is no data folder
  5  there is no such team`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const command: CliCommand = {
  description: 'Makes an API token of a team, or a token for /metrics.',
  help,
  define: (command) =>
    command
      .requiredOption('--name <name>', 'purpose of the token')
      .option('--team <team>', 'name or id (default: "default")')
      .option('--scope <scope>', `${allScopes.join(', ')} (repeatable; default: all)`, collect)
      .option('--metrics', 'the token belongs to no team and opens only /metrics')
      .option('--expires-in <time>', 'lifetime, such as 30m, 12h, 90d or 52w (default: it never expires)')
      .addOption(dataDirOption())
      .addOption(databaseOption()),
  isLocal: true,
  async run(context, _args, options) {
    const of = readOwner(options);
    const lifeMs = options.expiresIn === undefined ? null : readDuration(String(options.expiresIn));
    const token = { name: String(options.name), lifeMs };
    const made = await withAdmin(context, options, ({ tokens }) =>
      of === 'metrics' ? tokens.createForMetrics(token) : tokens.create({ ...token, ...of }),
    );
    report(context, made);
    return 0;
  },
};

/** Raises UsageError. */
function readOwner({
  metrics,
  team,
  scope,
}: OptionValues): 'metrics' | { readonly team: string; readonly scopes: readonly Scope[] } {
  if (metrics !== true)
    return { team: String(team ?? 'default'), scopes: ((scope ?? allScopes) as readonly string[]).map(readScope) };
  if (team === undefined && scope === undefined) return 'metrics';
  const flag = team === undefined ? '--scope' : '--team';
  throw new UsageError(
    `--metrics and ${flag} contradict each other: a metrics token belongs to no team and opens only /metrics.`,
  );
}

function report(context: CommandContext, { token, id: tokenId, team, name, scopes, expiresMs }: CreatedToken): void {
  const expiresAt = toPrintedTime(expiresMs);
  if (context.options.json) context.printJson({ token, tokenId, team, name, scopes, expiresAt });
  else context.print(`${token}\n`);
  const opens = team === null ? 'for /metrics' : `of team ${team}: ${scopes.join(', ')}`;
  context.say(`token ${tokenId} "${toLine(name)}" ${opens}; ${expiresAt === null ? 'never expires' : `expires ${expiresAt}`}`);
  context.say(`The token is shown only once.${team === null ? '' : ' Use it with: pdfgen login URL --with-token'}`);
}

function readScope(given: string): Scope {
  const scope = allScopes.find((one) => one === given);
  if (scope !== undefined) return scope;
  const hint = given === metricsScope ? '. For /metrics, use --metrics' : suggest(given, allScopes);
  throw new UsageError(`--scope must be one of ${allScopes.join(', ')}, got ${JSON.stringify(given)}${hint}`);
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
