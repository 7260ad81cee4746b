// pdfgen batches cancel
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { describeCounts, openBatch } from '../../resources/open-batch.ts';

const help = `
Examples:
  pdfgen batches cancel @last

Exit codes:
  0  done
  1  the batch has ended already
  5  there is no such batch`;

export const cancel: CliCommand = {
  create: () =>
    new Command('cancel')
      .description('Cancels every item of a batch that has not ended.')
      .argument('<batch>', 'UUID, the last characters of it, or @last for the newest')
      .addHelpText('after', help),
  async run(context, [given]) {
    const { engine, batchUuid } = await openBatch(given, context);
    const batch = await engine.cancelRenderBatch({ params: { batchUuid } });
    if (context.options.json) context.printJson(batch);
    context.say(`The batch ${batchUuid} is ${batch.state.replaceAll('_', ' ')}: ${describeCounts(batch.counts)}.`);
    return 0;
  },
};
