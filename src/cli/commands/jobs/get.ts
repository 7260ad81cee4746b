// pdfgen jobs get
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { openJob, printJob } from '../../resources/open-job.ts';

const help = `
Examples:
  pdfgen jobs get @last
  pdfgen jobs get 4f2a --json

Exit codes:
  0  done
  5  there is no such job`;

export const get: CliCommand = {
  create: () =>
    new Command('get')
      .description('Shows a render job.')
      .argument('<job>', 'UUID, the last characters of it, or @last for the newest')
      .addHelpText('after', help),
  async run(context, [given]) {
    const { engine, uuid } = await openJob(given, context);
    const job = await engine.getRenderJob({ params: { uuid } });
    if (context.options.json) context.printJson(job);
    else printJob(job, context);
    return 0;
  },
};
