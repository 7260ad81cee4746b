// pdfgen batches cancel
import { batches, describeCounts } from '../../resources/batches.ts';
import { createAct } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen batches cancel @last

Exit codes:
  0  done
  1  the batch has ended already
  5  there is no such batch`;

export const command = createAct(batches, {
  description: 'Cancels every item of a batch that has not ended.',
  help,
  act: ({ engine, params }) => engine.cancelRenderBatch({ params }),
  done: ({ params }, { state, counts }) =>
    `The batch ${params.batchUuid} is ${state.replaceAll('_', ' ')}: ${describeCounts(counts)}.`,
});
