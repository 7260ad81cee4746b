// pdfgen jobs delete
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { openJob } from '../../resources/open-job.ts';

const help = `
Examples:
  pdfgen jobs delete 4f2a

Exit codes:
  0  done
  5  there is no such job
  8  the job has not ended; cancel it first`;

export const deleteJob: CliCommand = {
  create: () =>
    new Command('delete')
      .description('Deletes the result and the data of a job that has ended.')
      .argument('<job>', 'UUID, the last characters of it, or @last for the newest')
      .addHelpText('after', help),
  async run(context, [given]) {
    const { engine, uuid } = await openJob(given, context);
    await engine.deleteRenderJob({ params: { uuid } });
    context.say(`The result of the job ${uuid} is deleted.`);
    return 0;
  },
};
