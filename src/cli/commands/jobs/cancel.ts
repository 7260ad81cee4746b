// pdfgen jobs cancel
import { jobs } from '../../resources/jobs.ts';
import { createAct } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen jobs cancel @last

Exit codes:
  0  done
  1  the job has ended already
  5  there is no such job`;

export const command = createAct(jobs, {
  description: 'Cancels a render job that has not ended.',
  help,
  act: ({ engine, params }) => engine.cancelRenderJob({ params }),
  done: ({ params }) => `The job ${params.uuid} is canceled.`,
});
