// pdfgen jobs wait
import { retryForText } from '../../command-line/duration.ts';
import { failureOf, jobs, waitForJob } from '../../resources/jobs.ts';
import { createOn, membersOf } from '../../resources/resource.ts';
import { readTimeout } from '../../resources/wait-until.ts';

const help = `
Examples:
  pdfgen jobs wait @last
  pdfgen jobs wait 4f2a --timeout 5m && pdfgen jobs result 4f2a

Exit codes:
  0  the job is completed
  1  it failed or was canceled
  5  there is no such job
  8  the timeout passed first`;

export const command = createOn(jobs, {
  description: 'Waits until a render job has ended. Ctrl-C ends the waiting, not the job.',
  help,
  options: [
    ['--timeout <time>', 'longest wait, such as 90s, 15m or 2h (default: no limit)'],
    ['--retry-for <time>', retryForText],
  ],
  outlivesOutage: true,
  answers: { members: membersOf(jobs.schema) },
  async run(find, options, context) {
    const timeout = readTimeout(options.timeout);
    const { engine, params } = await find();
    const job = await waitForJob(engine, params.uuid, timeout, context);
    if (!job) return { exitCode: 8, reason: `The job ${params.uuid} has not ended yet.` };
    if (context.options.json) context.printJson(job);
    const failure = failureOf(job);
    if (failure && !context.options.json) throw failure;
    context.say(`The job ${params.uuid} is completed.`);
    return failure ? { exitCode: failure.exitCode, reason: failure.message } : 0;
  },
});
