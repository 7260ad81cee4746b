// pdfgen embedded get
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { openPair, printEmbedded } from '../../resources/open-pair.ts';

const help = `
Examples:
  pdfgen embedded get invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --json

Exit codes:
  0  done
  5  there is no such embedded template`;

export const get: CliCommand = {
  create: () =>
    new Command('get')
      .description('Shows an embedded template. With --json, prints all of it.')
      .argument('<base>', 'slug or UUID of the base template')
      .argument('<external>', "the host application's UUID")
      .addHelpText('after', help),
  async run(context, [base, external]) {
    const { engine, pair } = await openPair(base, external, context);
    const found = await engine.getEmbeddedTemplate({ params: pair });
    if (context.options.json) context.printJson(found);
    else printEmbedded(found, context);
    return 0;
  },
};
