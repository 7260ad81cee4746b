// pdfgen jobs delete
import { jobs } from '../../resources/jobs.ts';
import { createAct } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen jobs delete 4f2a

Exit codes:
  0  done
  5  there is no such job
  8  the job has not ended; cancel it first`;

export const command = createAct(jobs, {
  description: 'Deletes the result and the data of a job that has ended.',
  help,
  act: ({ engine, params }) => engine.deleteRenderJob({ params }),
  done: ({ params }) => `The result of the job ${params.uuid} is deleted.`,
});
