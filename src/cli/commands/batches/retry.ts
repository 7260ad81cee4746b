// pdfgen batches retry

import { isFinal } from '../../../contract/job-states.ts';
import { lifeOf } from '../../../contract/life-times.ts';
import { batches } from '../../resources/batches.ts';
import { createOn } from '../../resources/resource.ts';
import { readRetriedVersion, retriedVersionOption } from '../../resources/retried-version.ts';

const help = `
Examples:
  pdfgen batches retry @last && pdfgen batches wait @last
  pdfgen batches retry @last --template-version current

The new jobs render the version of the template with which the batch was made. --template-version current renders the corrected template instead.

Exit codes:
  0  done
  3  the current template is invalid
  5  there is no such batch, or the data of its items is no longer kept
  8  the batch has not ended`;

export const command = createOn(batches, {
  description: `Renders the failed and canceled items of a batch again, each as a new job. Their data is kept for ${lifeOf('data')}.`,
  help,
  options: [retriedVersionOption],
  async run(find, { templateVersion }, context) {
    const query = readRetriedVersion(templateVersion);
    const { engine, params } = await find();
    const { batchUuid } = params;
    const batch = await engine.retryRenderBatch({ params, query });
    await context.wakeWorker();
    if (context.options.json) context.printJson(batch);
    context.say(
      isFinal(batch.state)
        ? `Every item of the batch ${batchUuid} is completed: there is nothing to retry.`
        : `The batch ${batchUuid} is ${batch.state} again. Wait for it with: ${context.toPaste(`batches wait ${batchUuid.slice(-8)}`)}`,
    );
    return 0;
  },
});
