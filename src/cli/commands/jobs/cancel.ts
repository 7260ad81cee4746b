// pdfgen jobs cancel
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { openJob } from '../../resources/open-job.ts';

const help = `
Examples:
  pdfgen jobs cancel @last

Exit codes:
  0  done
  1  the job has ended already
  5  there is no such job`;

export const cancel: CliCommand = {
  create: () =>
    new Command('cancel')
      .description('Cancels a render job that has not ended.')
      .argument('<job>', 'UUID, the last characters of it, or @last for the newest')
      .addHelpText('after', help),
  async run(context, [given]) {
    const { engine, uuid } = await openJob(given, context);
    const job = await engine.cancelRenderJob({ params: { uuid } });
    if (context.options.json) context.printJson(job);
    context.say(`The job ${uuid} is canceled.`);
    return 0;
  },
};
