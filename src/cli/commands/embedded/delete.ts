// pdfgen embedded delete
import { Command } from 'commander';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { promptContext } from '../../context.ts';
import { openPair } from '../../resources/embedded.ts';

const help = `
Examples:
  pdfgen embedded delete invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --yes

Exit codes:
  0  done
  1  not confirmed
  2  pdfgen cannot ask here, and --yes is missing
  5  there is no such embedded template`;

export const deleteEmbedded: CliCommand = {
  create: () =>
    new Command('delete')
      .description('Deletes an embedded template and ends its session. Jobs that were made from it still run.')
      .argument('<base>', 'slug or UUID of the base template')
      .argument('<external>', "the host application's UUID")
      .addHelpText('after', help),
  async run(context, [base, external]) {
    const { engine, pair } = await openPair(base, external, context);
    if (!context.options.yes) {
      const prompts = await context.openPrompts();
      if (!prompts) throw new UsageError('pdfgen cannot ask here. Add --yes to delete the embedded template.');
      const question = { message: `Delete the embedded template of ${pair.externalUuid}?`, default: false };
      if (!(await prompts.confirm(question, promptContext(context)))) {
        context.say('Nothing was deleted.');
        return { exitCode: 1, reason: 'Nothing was deleted.' };
      }
    }
    await engine.deleteEmbeddedTemplate({ params: pair });
    context.say('The embedded template is deleted.');
    return 0;
  },
};
