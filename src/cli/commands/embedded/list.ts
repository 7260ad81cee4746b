// pdfgen embedded list
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { addPageOptions, readListOptions, sayEmpty } from '../../resources/list-options.ts';

const help = `
Examples:
  pdfgen embedded list
  pdfgen embedded list --base invoice --outdated

In a pipe, tabs separate the columns.

Exit codes:
  0  done
  5  there is no such base template`;

export const list: CliCommand = {
  create: () =>
    addPageOptions(
      new Command('list')
        .description('Lists embedded templates, newest first.')
        .option('--base <template>', 'only embedded templates of this base template')
        .option('--outdated', 'only embedded templates whose base template has a later version'),
    ).addHelpText('after', help),
  async run(context, _args, options) {
    const engine = await context.openEngine();
    const { state: _none, ...page } = readListOptions(options, []);
    const query = {
      ...page,
      ...(options.outdated === true && { outdated: true }),
      ...(options.base !== undefined && { baseTemplateUuid: (await context.openTemplate(String(options.base))).uuid }),
    };
    const found = await engine.listEmbeddedTemplates({ query });
    if (context.options.json) {
      context.printJson(found);
      return 0;
    }
    if (found.items.length === 0) context.say(sayEmpty('embedded template', 'embedded templates', query));
    else {
      const rows = found.items.map((one) => [
        one.baseTemplateUuid,
        one.externalUuid,
        String(one.revision),
        String(one.baseTemplateVersion),
        one.latestBaseTemplateVersion === null ? 'deleted' : String(one.latestBaseTemplateVersion),
        one.updatedAt,
      ]);
      const headings = ['base', 'external', 'revision', 'cloned', 'latest', 'changed'];
      await printTable(context.io.stdout, context.style, headings, rows, { optional: ['changed', 'latest', 'cloned'] });
    }
    if (found.nextCursor !== null) context.say(`There are more: --cursor ${found.nextCursor}`);
    return 0;
  },
};
