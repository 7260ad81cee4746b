// pdfgen batches get
import { Command } from 'commander';
import { jobStates } from '../../../contract/job-states.ts';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { batches, getWholeBatch, numberOf, openBatch } from '../../resources/batches.ts';
import { readState } from '../../resources/list-options.ts';
import { membersOf, printFacts } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen batches get @last
  pdfgen batches get 4f2a --state failed

Exit codes:
  0  done
  5  there is no such batch`;

export const get: CliCommand = {
  create: () =>
    new Command('get')
      .description('Shows a batch. With --state, lists its items in that state.')
      .argument('<batch>', 'UUID, the last characters of it, or @last for the newest')
      .option('--state <state>', `list the items in this state: ${jobStates.join(', ')}`)
      .addHelpText('after', help),
  answers: { members: membersOf(batches.schema) },
  async run(context, [given], options) {
    const state = options.state === undefined ? undefined : readState(String(options.state), jobStates);
    const { engine, batchUuid } = await openBatch(given, context);
    const withItems = context.options.json || state !== undefined;
    const batch = withItems
      ? await getWholeBatch(engine, batchUuid, state)
      : await engine.getRenderBatch({ params: { batchUuid }, query: { limit: 1 } });
    if (context.options.json) {
      context.printJson(batch);
      return 0;
    }
    printFacts(batches, batch, context);
    if (state !== undefined) {
      const rows = batch.items.map((item) => [
        numberOf(item),
        item.reference ?? '',
        item.jobUuid,
        item.error ? `${item.error.code} ${item.error.detail}` : '',
      ]);
      if (rows.length > 0) context.print('\n');
      await printTable(context.io.stdout, context.style, ['item', 'reference', 'job', 'error'], rows, { optional: ['job'] });
    }
    return 0;
  },
};
