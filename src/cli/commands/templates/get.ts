// pdfgen templates get
import { getTemplate } from '../../../contract/get-template.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { chooseTemplate } from '../../templates/choose-template.ts';

const help = `
Examples:
  pdfgen templates get invoice
  pdfgen templates get invoice@1 --schema
  pdfgen templates get invoice --example > order.json

Exit codes:
  0  done
  2  wrong usage
  5  there is no such template or version`;

export const command: CliCommand = {
  description: 'Prints a template as JSON: the whole document, or its data schema or example data.',
  help,
  define: (command) =>
    command
      .argument('[template]', 'slug, UUID, slug@VERSION or path')
      .option('--schema', 'the data schema alone')
      .option('--example', 'the example data alone'),
  async run(context, [reference], { schema, example }) {
    if (schema && example) throw new UsageError('Use --schema or --example, not both.');
    const template = await getTemplate(await context.openTemplate(await chooseTemplate(reference, context)));
    context.printJson(schema ? template.dataSchema : example ? template.exampleData : template);
    return 0;
  },
};
