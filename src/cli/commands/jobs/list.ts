// pdfgen jobs list
import { jobStates } from '../../../contract/job-states.ts';
import { jobs } from '../../resources/jobs.ts';
import { addPageOptions, readListOptions, stateOption } from '../../resources/list-options.ts';
import { createList } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen jobs list
  pdfgen jobs list --state failed --limit 200 --json uuid,error

In a pipe, tabs separate the columns.

Exit codes:
  0  done`;

export const command = createList(jobs, {
  description: 'Lists render jobs, newest first.',
  help,
  define: (command) =>
    addPageOptions(
      command.addOption(stateOption('only jobs', jobStates)).option('--batch <uuid>', 'only the jobs of this batch'),
    ),
  query: (options) => ({
    ...readListOptions(options, jobStates),
    ...(options.batch !== undefined && { batchUuid: String(options.batch) }),
  }),
  getPage: (engine, query) => engine.listRenderJobs({ query }),
});
