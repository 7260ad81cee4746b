// pdfgen embedded reset
import { Command } from 'commander';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { promptContext } from '../../context.ts';
import { embeddedTemplates, openPair } from '../../resources/embedded.ts';
import { printFacts } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded reset invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 --keep-pages

Exit codes:
  0  done
  1  not confirmed
  2  pdfgen cannot ask here, and --yes is missing
  3  the kept pages do not fit the new data schema; nothing was changed
  5  there is no such embedded template`;

export const reset: CliCommand = {
  create: () =>
    new Command('reset')
      .description('Resets an embedded template to the latest version of its base template.')
      .argument('<base>', 'slug or UUID of the base template')
      .argument('<external>', "the host application's UUID")
      .option('--keep-pages', 'keep the edited pages, reset the rest')
      .addHelpText('after', help),
  async run(context, [base, external], { keepPages }) {
    const { engine, pair } = await openPair(base, external, context);
    if (!keepPages && !context.options.yes) {
      const prompts = await context.openPrompts();
      if (!prompts)
        throw new UsageError(
          'Resetting loses the edited pages, and pdfgen cannot ask here. Add --yes to lose them, or --keep-pages to keep them.',
        );
      const question = { message: 'Lose the edited pages of this embedded template?', default: false };
      if (!(await prompts.confirm(question, promptContext(context)))) {
        context.say('Nothing was changed.');
        return { exitCode: 1, reason: 'Nothing was changed.' };
      }
    }
    const found = await engine.resetEmbeddedTemplate({ params: pair, body: { keepPages: keepPages === true } });
    if (context.options.json) context.printJson(found);
    else printFacts(embeddedTemplates, found, context);
    return 0;
  },
};
