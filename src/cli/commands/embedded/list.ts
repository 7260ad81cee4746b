// pdfgen embedded list
import { embeddedTemplates } from '../../resources/embedded.ts';
import { addPageOptions, readListOptions } from '../../resources/list-options.ts';
import { createList } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded list
  pdfgen embedded list --base invoice --outdated

In a pipe, tabs separate the columns.

Exit codes:
  0  done
  5  there is no such base template`;

export const command = createList(embeddedTemplates, {
  description: 'Lists embedded templates, newest first.',
  help,
  define: (command) =>
    addPageOptions(
      command
        .option('--base <template>', 'only embedded templates of this base template')
        .option('--outdated', 'only embedded templates whose base template has a later version'),
    ),
  async query(options, context) {
    const { state: _none, ...page } = readListOptions(options, []);
    return {
      ...page,
      ...(options.outdated === true && { outdated: true }),
      ...(options.base !== undefined && { baseTemplateUuid: (await context.openTemplate(String(options.base))).uuid }),
    };
  },
  getPage: (engine, query) => engine.listEmbeddedTemplates({ query }),
});
