// pdfgen templates list
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';

export const list: CliCommand = {
  create: () =>
    new Command('list')
      .description('Lists the templates of the workspace, newest first.')
      .option('--search <text>', 'only those with this in their name, slug or description')
      .option('--tag <tag>', 'only those with this tag')
      .addHelpText('after', '\nExamples:\n  pdfgen templates list\n  pdfgen templates list --tag billing --json\n\nIn a pipe the columns are parted by tabs.\n\nExit codes:\n  0  done\n  2  there is no workspace here'),
  async run(context, _args, options) {
    const engine = await context.openEngine();
    const query = { ...(options.search !== undefined && { q: String(options.search) }), ...(options.tag !== undefined && { tag: String(options.tag) }), limit: 200 };
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await engine.listTemplates({ query: { ...query, ...(cursor !== undefined && { cursor }) } });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    if (context.options.json) {
      context.printJson({ items, nextCursor: null });
      return 0;
    }
    if (items.length === 0) context.say('There are no templates yet. Make one with: pdfgen templates create NAME');
    else {
      const rows = items.map((one) => [one.slug, one.name, one.version === null ? '-' : String(one.version), String(one.pageCount), one.updatedAt.slice(0, 10), one.uuid]);
      await printTable(context.io.stdout, context.style, ['slug', 'name', 'version', 'layouts', 'changed', 'uuid'], rows);
    }
    return 0;
  },
};
