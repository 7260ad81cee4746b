// pdfgen config list
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { printTable } from '../../io/table.ts';
import type { Outcome } from '../../outcome.ts';
import { configOption } from '../../serve/serve-config-option.ts';

const help = `
Examples:
  pdfgen config list --origin
  PDFGEN_MAX_PAGES=100 pdfgen config list
  pdfgen config list --server --config /etc/pdfgen.json --origin

Exit codes:
  0  done
  2  a setting has an invalid value`;

export const command: CliCommand = {
  description:
    'Lists every setting. Strongest first: flag, PDFGEN_* variable, pdfgen.json of the workspace, your own settings, default.',
  help,
  define: (command) =>
    command
      .option('--origin', 'show where each value comes from')
      .option('--server', 'list the settings that `pdfgen serve` would start with')
      .option(...configOption),
  async run(context, _args, options) {
    if (options.server) return listServer(context, options);
    if (options.config !== undefined) throw new UsageError('--config needs --server: it holds the settings of a server.');
    const { origin } = options;
    const { io, resolved } = context;
    if (context.options.json) {
      context.printJson(resolved.map(({ name, value, origin }) => ({ name, value: value ?? null, origin })));
      return 0;
    }
    const rows = resolved.map((one) => [one.name, String(one.value ?? ''), ...(origin ? [one.origin] : [])]);
    await printTable(io.stdout, context.style, { headings: ['setting', 'value', ...(origin ? ['origin'] : [])], rows });
    return 0;
  },
};

async function listServer({ io, style, options: { json }, printJson }: CommandContext, options: OptionValues): Promise<Outcome> {
  const [{ resolveServeSettings }, { serveOptions, withoutPassword }] = await Promise.all([
    import('../../serve/serve-settings.ts'),
    import('../../serve/serve-options.ts'),
  ]);
  const optionOf = new Map(serveOptions.map((option) => [option.name, option]));
  const resolved = resolveServeSettings(options, io).map((one) => ({
    ...one,
    value: withoutPassword(optionOf.get(one.name)!, one.value),
  }));
  if (json) {
    printJson(resolved.map(({ value, place, ...one }) => ({ ...one, value: value ?? null, place: place ?? null })));
    return 0;
  }
  const { origin: isWithOrigin } = options;
  const rows = resolved.map(({ name, value, origin, place }) => [
    name,
    String(value ?? ''),
    ...(isWithOrigin ? [place === undefined ? origin : `${origin} ${place}`] : []),
  ]);
  await printTable(io.stdout, style, { headings: ['setting', 'value', ...(isWithOrigin ? ['origin'] : [])], rows });
  return 0;
}
