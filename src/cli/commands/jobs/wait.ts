// pdfgen jobs wait
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { retryForText } from '../../duration.ts';
import { failureOf, jobs, openJob, waitForJob } from '../../resources/jobs.ts';
import { membersOf } from '../../resources/resource.ts';
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

export const wait: CliCommand = {
  create: () =>
    new Command('wait')
      .description('Waits until a render job has ended. Ctrl-C ends the waiting, not the job.')
      .argument('<job>', 'UUID, the last characters of it, or @last for the newest')
      .option('--timeout <time>', 'longest wait, such as 90s, 15m or 2h (default: no limit)')
      .option('--retry-for <time>', retryForText)
      .addHelpText('after', help),
  outlivesOutage: true,
  answers: { members: membersOf(jobs.schema) },
  async run(context, [given], options) {
    const timeout = readTimeout(options.timeout);
    const { engine, uuid } = await openJob(given, context);
    const job = await waitForJob(engine, uuid, timeout, context);
    if (!job) return { exitCode: 8, reason: `The job ${uuid} has not ended yet.` };
    if (context.options.json) context.printJson(job);
    const failure = failureOf(job);
    if (failure && !context.options.json) throw failure;
    context.say(`The job ${uuid} is completed.`);
    return failure ? { exitCode: failure.exitCode, reason: failure.message } : 0;
  },
};
