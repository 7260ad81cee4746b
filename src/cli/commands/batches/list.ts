// pdfgen batches list
import { Command } from 'commander';
import { batchStates } from '../../../contract/job-states.ts';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { addPageOptions, readListOptions, sayEmpty } from '../../resources/list-options.ts';
import { describeCounts } from '../../resources/open-batch.ts';

const help = `
Examples:
  pdfgen batches list
  pdfgen batches list --state processing --json

In a pipe, tabs separate the columns.

Exit codes:
  0  done`;

export const list: CliCommand = {
  create: () =>
    addPageOptions(
      new Command('list')
        .description('Lists render batches, newest first.')
        .option('--state <state>', `only batches in this state: ${batchStates.join(', ')}`),
    ).addHelpText('after', help),
  async run(context, _args, options) {
    const engine = await context.openEngine();
    const query = readListOptions(options, batchStates);
    const page = await engine.listRenderBatches({ query });
    if (context.options.json) {
      context.printJson(page);
      return 0;
    }
    if (page.items.length === 0) context.say(sayEmpty('batch', 'batches', query));
    else {
      const rows = page.items.map((batch) => [batch.batchUuid, batch.state, describeCounts(batch.counts), batch.createdAt ?? '']);
      const headings = ['batch', 'state', 'items', 'created'];
      await printTable(context.io.stdout, context.style, headings, rows, { optional: ['created'] });
    }
    if (page.nextCursor !== null) context.say(`There are more: --cursor ${page.nextCursor}`);
    return 0;
  },
};
