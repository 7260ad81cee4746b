// pdfgen templates delete
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { promptContext } from '../../context.ts';
import { toLine } from '../../io/io.ts';
import { UsageError } from '../../usage-error.ts';
import { chooseTemplate } from '../choose-template.ts';

const help = `
Examples:
  pdfgen templates delete invoice
  pdfgen templates delete invoice --yes

Exit codes:
  0  done
  1  not confirmed
  2  not at a terminal and without --yes
  5  there is no such template`;

export const deleteTemplate: CliCommand = {
  create: () =>
    new Command('delete')
      .description('Deletes a template: its folder goes, its recorded versions stay.')
      .argument('[template]', 'slug or UUID')
      .addHelpText('after', help),
  async run(context, [reference]) {
    const { engine, uuid, slug, version } = await context.openTemplate(await chooseTemplate(reference, context));
    if (version !== undefined) throw new UsageError(`Versions are kept: name the template without @${version}.`);
    const place = context.remote
      ? `on ${context.remote.url}`
      : `and its folder ${toLine(await (await context.openLocalEngine()).templateFolder(uuid))}`;
    if (!context.options.yes) {
      const prompts = await context.openPrompts();
      if (!prompts) throw new UsageError(`Deleting ${slug} ${place} needs --yes where nobody can be asked.`);
      const question = { message: `Delete ${slug} ${place}?`, default: false };
      if (!(await prompts.confirm(question, promptContext(context)))) {
        context.say('Nothing was deleted.');
        return 1;
      }
    }
    await engine.deleteTemplate({ params: { uuid } });
    context.say(`${slug} deleted`);
    return 0;
  },
};
