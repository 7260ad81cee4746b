// pdfgen templates list
import { templateSummary } from '../../../contract/templates.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { listAll } from '../../resources/list-all.ts';
import { membersOf } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen templates list
  pdfgen templates list --tag billing --json slug,uuid

In a pipe, tabs separate the columns.

Exit codes:
  0  done
  2  there is no workspace here`;

export const command: CliCommand = {
  description: 'Lists the templates of the workspace, newest first.',
  help,
  define: (command) =>
    command
      .option('--search <text>', 'only templates with this text in their name, slug or description')
      .option('--tag <tag>', 'only templates with this tag'),
  answers: { members: membersOf(templateSummary), isList: true },
  async run(context, _args, options) {
    const engine = await context.openEngine();
    const filter = {
      ...(options.search !== undefined && { q: String(options.search) }),
      ...(options.tag !== undefined && { tag: String(options.tag) }),
    };
    const items = await listAll((page) => engine.listTemplates({ query: { ...filter, ...page } }));
    const faults = context.remote ? [] : await (await context.openLocalEngine()).listTemplateFaults();
    for (const { error } of faults) context.say(`${context.errorStyle.yellow('warning:')} ${toLine(error.message)}`);
    if (context.options.json) {
      context.printJson({ items, nextCursor: null });
      return 0;
    }
    if (items.length === 0) {
      const isFiltered = Object.keys(filter).length > 0;
      context.say(
        isFiltered
          ? 'No template matches.'
          : `There are no templates yet. Make one with: ${context.toPaste('templates create NAME')}`,
      );
      return 0;
    }
    const rows = items.map(({ slug, name, version, pageCount, updatedAt, uuid }) => [
      slug,
      name,
      version === null ? '-' : String(version),
      String(pageCount),
      updatedAt.slice(0, 10),
      uuid,
    ]);
    const headings = ['slug', 'name', 'version', 'layouts', 'changed', 'uuid'];
    await printTable(context.io.stdout, context.style, { headings, rows, optional: ['uuid', 'changed', 'layouts'] });
    return 0;
  },
};
