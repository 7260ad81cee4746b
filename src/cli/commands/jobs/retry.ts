// pdfgen jobs retry

import type { RenderJob } from '../../../contract/engine.ts';
import { PdfgenError } from '../../../contract/errors.ts';
import { lifeOf } from '../../../contract/life-times.ts';
import { counted } from '../../../words/counts.ts';
import type { CliCommand } from '../../command.ts';
import { jobs } from '../../resources/jobs.ts';
import { readRetriedVersion, retriedVersionOption } from '../../resources/retried-version.ts';

const help = `
Examples:
  pdfgen jobs retry @last
  pdfgen jobs retry @last --template-version current
  pdfgen jobs list --state failed | cut -f 1 | xargs pdfgen jobs retry

A retry makes a new job and prints its UUID. The failed job stays and names the new job. Each job is retried once: a second retry makes no
further job. In a batch, the new job takes the place of the item. New jobs render the version of the template with which the old jobs were
made. --template-version current renders the corrected template instead.

Exit codes:
  0  done
  1  a job did not fail, and was not canceled
  3  the current template is invalid
  5  there is no such job, or its data is no longer kept
  8  a job has not ended`;

export const command: CliCommand = {
  description: `Renders failed and canceled jobs again, each as a new job. Their data is kept for ${lifeOf('data')}.`,
  help,
  define: (command) =>
    command.argument('<jobs...>', 'UUIDs, the last characters of them, or @last for the newest').option(...retriedVersionOption),
  async run(context, [given], { templateVersion }) {
    const query = readRetriedVersion(templateVersion);
    const named = [];
    for (const one of given as readonly string[]) named.push(await jobs.find([one], context));
    const made: RenderJob[] = [];
    const faults: PdfgenError[] = [];
    for (const { engine, params } of named) {
      context.signal.throwIfAborted();
      try {
        const job = await engine.retryRenderJob({ params, query });
        made.push(job);
        if (!context.options.json) context.print(`${job.uuid}\n`);
      } catch (error) {
        // The other jobs can be retried all the same.
        if (!(error instanceof PdfgenError) || named.length === 1) throw error;
        faults.push(error);
        if (!context.options.json) context.say(error.message);
      }
    }
    if (made.length > 0) await context.wakeWorker();
    if (context.options.json) {
      context.printJson(made);
      if (faults[0]) throw faults[0];
    } else if (made.length === 1) {
      context.say(`Wait for it with: ${context.toPaste(`jobs wait ${made[0]!.uuid.slice(-8)}`)}`);
    }
    if (!faults[0]) return 0;
    const { exitCode, message } = faults[0];
    return { exitCode, reason: `${faults.length} of ${counted(named.length, 'job')} cannot be retried: ${message}` };
  },
};
