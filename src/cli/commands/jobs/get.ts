// pdfgen jobs get
import { jobs, printJob } from '../../resources/jobs.ts';
import { createGet } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen jobs get @last
  pdfgen jobs get 4f2a --json

Exit codes:
  0  done
  5  there is no such job`;

export const command = createGet(jobs, {
  description: 'Shows a render job.',
  help,
  get: ({ engine, params }) => engine.getRenderJob({ params }),
  print: printJob,
});
