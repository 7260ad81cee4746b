// pdfgen templates get
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { chooseTemplate } from '../choose-template.ts';

export const get: CliCommand = {
  create: () =>
    new Command('get')
      .description('Prints a template as JSON: the whole document, or its data schema or example data.')
      .argument('[template]', 'slug, UUID, slug@VERSION or path')
      .option('--schema', 'the data schema alone')
      .option('--example', 'the example data alone')
      .addHelpText('after', '\nExamples:\n  pdfgen templates get invoice\n  pdfgen templates get invoice@2 --schema\n  pdfgen templates get invoice --example > order.json\n\nExit codes:\n  0  done\n  5  there is no such template or version'),
  async run(context, [reference], options) {
    const { engine, uuid, version } = await context.openTemplate(await chooseTemplate(reference, context));
    const template = version === undefined ? await engine.getTemplate({ params: { uuid } }) : await engine.getTemplateVersion({ params: { uuid, version } });
    context.printJson(options.schema ? template.dataSchema : options.example ? template.exampleData : template);
    return 0;
  },
};
