// pdfgen batches wait
import { retryForText } from '../../command-line/duration.ts';
import {
  batches,
  describeCounts,
  exitCodeOf,
  getWholeBatch,
  reportFailures,
  reportWarnings,
  waitForBatch,
} from '../../resources/batches.ts';
import { createOn, membersOf } from '../../resources/resource.ts';
import { readTimeout } from '../../resources/wait-until.ts';

const help = `
Examples:
  pdfgen batches wait @last --timeout 15m

Exit codes:
  0  every item is completed
  1  no item is completed
  5  there is no such batch
  6  some items failed, or have warnings with --fail-on-warnings
  8  the timeout passed first`;

export const command = createOn(batches, {
  description: 'Waits until every item of a batch has ended. Ctrl-C ends the waiting, not the batch.',
  help,
  options: [
    ['--timeout <time>', 'longest wait, such as 90s, 15m or 2h (default: no limit)'],
    ['--fail-on-warnings', 'exit with 6 if a completed item has warnings'],
    ['--retry-for <time>', retryForText],
  ],
  outlivesOutage: true,
  answers: { members: membersOf(batches.schema) },
  async run(find, options, context) {
    const timeout = readTimeout(options.timeout);
    const { engine, params } = await find();
    const { batchUuid } = params;
    const ended = await waitForBatch(engine, batchUuid, timeout, context);
    if (!ended) return { exitCode: 8, reason: `The batch ${batchUuid} has not ended yet.` };
    const whole = context.options.json || options.failOnWarnings ? await getWholeBatch(engine, batchUuid) : undefined;
    if (whole && context.options.json) context.printJson(whole);
    await reportFailures(engine, ended, context);
    const doubtful = whole && options.failOnWarnings ? reportWarnings(whole.items, context) : 0;
    const end = `The batch ${batchUuid} is ${ended.state.replaceAll('_', ' ')}: ${describeCounts(ended.counts)}.`;
    context.say(end);
    const exitCode = exitCodeOf(ended.state);
    if (exitCode !== 0) return { exitCode, reason: end };
    return doubtful > 0 ? { exitCode: 6, reason: `${end} ${doubtful} of them with warnings.` } : 0;
  },
});
