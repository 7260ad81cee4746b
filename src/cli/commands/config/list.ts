// pdfgen config list
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { resolveSettings } from '../../settings.ts';

export const list: CliCommand = {
  create: () =>
    new Command('list')
      .description('Lists every setting. Strongest first: flag, PDFGEN_* variable, pdfgen.json of the workspace, your own settings, default.')
      .option('--origin', 'show where each value comes from')
      .addHelpText('after', '\nExamples:\n  pdfgen config list --origin\n  PDFGEN_MAX_PAGES=100 pdfgen config list\n\nExit codes:\n  0  done\n  2  a setting has a wrong value'),
  async run(context, _args, { origin }) {
    const { io, options, workspace } = context;
    const resolved = resolveSettings({ flags: options.store === undefined ? {} : { store: options.store }, io, workspace });
    if (context.options.json) {
      context.printJson(resolved.map((one) => ({ ...one, value: one.value ?? null })));
      return 0;
    }
    const rows = resolved.map((one) => [one.name, String(one.value ?? ''), ...(origin ? [one.origin] : [])]);
    await printTable(io.stdout, context.style, ['setting', 'value', ...(origin ? ['origin'] : [])], rows);
    return 0;
  },
};
