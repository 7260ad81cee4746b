// pdfgen batches get
import { jobStates } from '../../../contract/job-states.ts';
import { printTable } from '../../io/table.ts';
import { batches, getWholeBatch, numberOf } from '../../resources/batches.ts';
import { readState, stateOption } from '../../resources/list-options.ts';
import { createOn, membersOf, printFacts } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen batches get @last
  pdfgen batches get 4f2a --state failed

Exit codes:
  0  done
  5  there is no such batch`;

export const command = createOn(batches, {
  description: 'Shows a batch. With --state, lists its items in that state.',
  help,
  options: [stateOption('list the items', jobStates)],
  answers: { members: membersOf(batches.schema) },
  async run(find, options, context) {
    const state = options.state === undefined ? undefined : readState(String(options.state), jobStates);
    const { engine, params } = await find();
    const withItems = context.options.json || state !== undefined;
    const batch = withItems
      ? await getWholeBatch(engine, params.batchUuid, state)
      : await engine.getRenderBatch({ params, query: { limit: 1 } });
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
      await printTable(context.io.stdout, context.style, {
        headings: ['item', 'reference', 'job', 'error'],
        rows,
        optional: ['job'],
      });
    }
    return 0;
  },
});
