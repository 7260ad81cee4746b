// pdfgen jobs list
import { Command } from 'commander';
import { jobStates } from '../../../contract/job-states.ts';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { addPageOptions, readListOptions, sayEmpty } from '../../resources/list-options.ts';

const help = `
Examples:
  pdfgen jobs list
  pdfgen jobs list --state failed --limit 200 --json

In a pipe, tabs separate the columns.

Exit codes:
  0  done`;

export const list: CliCommand = {
  create: () =>
    addPageOptions(
      new Command('list')
        .description('Lists render jobs, newest first.')
        .option('--state <state>', `only jobs in this state: ${jobStates.join(', ')}`)
        .option('--batch <uuid>', 'only the jobs of this batch'),
    ).addHelpText('after', help),
  async run(context, _args, options) {
    const engine = await context.openEngine();
    const query = {
      ...readListOptions(options, jobStates),
      ...(options.batch !== undefined && { batchUuid: String(options.batch) }),
    };
    const page = await engine.listRenderJobs({ query });
    if (context.options.json) {
      context.printJson(page);
      return 0;
    }
    if (page.items.length === 0) context.say(sayEmpty('job', 'jobs', query));
    else {
      const rows = page.items.map((job) => [
        job.uuid,
        job.state,
        job.createdAt ?? '',
        job.result?.pages ? String(job.result.pages) : '',
        job.error?.code ?? '',
        job.templateUuid ?? '',
      ]);
      const headings = ['job', 'state', 'created', 'pages', 'error', 'template'];
      await printTable(context.io.stdout, context.style, headings, rows, { optional: ['template', 'pages', 'created'] });
    }
    if (page.nextCursor !== null) context.say(`There are more: --cursor ${page.nextCursor}`);
    return 0;
  },
};
