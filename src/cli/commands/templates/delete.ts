// pdfgen templates delete
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { promptContext } from '../../context.ts';
import { UsageError } from '../../usage-error.ts';
import { chooseTemplate } from '../choose-template.ts';

export const deleteTemplate: CliCommand = {
  create: () =>
    new Command('delete')
      .description('Deletes a template: its folder goes, its recorded versions stay.')
      .argument('[template]', 'slug or UUID')
      .addHelpText('after', '\nExamples:\n  pdfgen templates delete invoice\n  pdfgen templates delete invoice --yes\n\nExit codes:\n  0  done\n  1  not confirmed\n  2  not at a terminal and without --yes\n  5  there is no such template'),
  async run(context, [reference]) {
    const { engine, local, uuid, slug } = await context.openTemplate(await chooseTemplate(reference, context));
    if (!context.options.yes) {
      const prompts = await context.openPrompts();
      if (!prompts) throw new UsageError(`Deleting ${slug} needs --yes where nobody can be asked.`);
      const folder = await local.templateFolder(uuid);
      if (!(await prompts.confirm({ message: `Delete ${slug} (${folder})?`, default: false }, promptContext(context)))) {
        context.say('Nothing was deleted.');
        return 1;
      }
    }
    await engine.deleteTemplate({ params: { uuid } });
    context.say(`${slug} deleted`);
    return 0;
  },
};
