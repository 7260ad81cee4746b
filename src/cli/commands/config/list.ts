// pdfgen config list
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';

const help = `
Examples:
  pdfgen config list --origin
  PDFGEN_MAX_PAGES=100 pdfgen config list

Exit codes:
  0  done
  2  a setting has a wrong value`;

export const list: CliCommand = {
  create: () =>
    new Command('list')
      .description(
        'Lists every setting. Strongest first: flag, PDFGEN_* variable, pdfgen.json of the workspace, your own settings, default.',
      )
      .option('--origin', 'show where each value comes from')
      .addHelpText('after', help),
  isLocal: true,
  async run(context, _args, { origin }) {
    const { io, resolved } = context;
    if (context.options.json) {
      context.printJson(resolved.map(({ name, value, origin }) => ({ name, value: value ?? null, origin })));
      return 0;
    }
    const rows = resolved.map((one) => [one.name, String(one.value ?? ''), ...(origin ? [one.origin] : [])]);
    await printTable(io.stdout, context.style, ['setting', 'value', ...(origin ? ['origin'] : [])], rows);
    return 0;
  },
};
