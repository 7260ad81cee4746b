// Jobs on the command line: what commands show of them, and how they find and wait for one.

import type { Engine, RenderJob } from '../../contract/engine.ts';
import { isErrorCode, PdfgenError } from '../../contract/errors.ts';
import type { Follower } from '../../contract/follow.ts';
import { isFinal } from '../../contract/job-states.ts';
import { renderJob } from '../../contract/render-jobs.ts';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { findByEnding } from './find-by-ending.ts';
import { printFacts, type Resource } from './resource.ts';
import { waitUntil } from './wait-until.ts';

/** Waits for the end of a job. Undefined: the time was up first, and a message says so. */
export function waitForJob(
  engine: Engine & Follower,
  uuid: string,
  timeoutSeconds: number | undefined,
  context: CommandContext,
): Promise<RenderJob | undefined> {
  return waitUntil(context, timeoutSeconds, {
    ask: (options) => engine.getRenderJob({ params: { uuid } }, options),
    follow: (options) => engine.followRenderJob({ params: { uuid } }, options),
    isEnded: (job) => isFinal(job.state),
    describe: (job) => `${job.state === 'queued' ? 'waiting' : 'rendering'}  ${uuid}`,
    goesOn: `The job ${uuid} has not ended yet; it goes on. Wait for it with: ${context.toPaste(`jobs wait ${uuid.slice(-8)}`)}`,
  });
}

/** The error of a job without a result, as a call that waits for the job gives it; undefined: the job is completed. */
export function failureOf(job: RenderJob): PdfgenError | undefined {
  if (job.state === 'completed') return undefined;
  if (job.state === 'canceled') return new PdfgenError('JOB_CANCELED', `The job ${job.uuid} was canceled.`);
  if (job.state === 'expired') return new PdfgenError('RESULT_EXPIRED', `The result of the job ${job.uuid} has expired.`);
  const { code = 'RENDER_FAILED', detail = 'the reason is unknown' } = job.error ?? {};
  const known = isErrorCode(code) ? code : 'JOB_FAILED';
  return new PdfgenError(known, `The job ${job.uuid} failed: ${detail}${known === code ? '' : ` (${code})`}`);
}

/** Jobs on the command line. */
export const jobs: Resource<
  RenderJob,
  RenderJob,
  { readonly engine: Engine & Follower; readonly params: { readonly uuid: string } }
> = {
  name: 'job',
  plural: 'jobs',
  schema: renderJob,
  itemSchema: renderJob,
  args: [['<job>', 'UUID, the last characters of it, or @last for the newest']],
  async find([given], context) {
    const engine = await context.openEngine();
    const uuid = await findByEnding(
      String(given),
      'job',
      (query) => engine.listRenderJobs({ query }),
      (job) => job.uuid,
    );
    return { engine, params: { uuid } };
  },
  columns: [
    { heading: 'job', cell: (job) => job.uuid },
    { heading: 'state', cell: (job) => job.state },
    { heading: 'created', cell: (job) => job.createdAt, leaveOut: 3 },
    { heading: 'pages', cell: (job) => job.result?.pages, leaveOut: 2 },
    { heading: 'error', cell: (job) => job.error?.code },
    { heading: 'template', cell: (job) => job.templateUuid, leaveOut: 1 },
  ],
  facts: ({ result, error, embedded, ...job }) => [
    ['job', job.uuid],
    ['state', job.state],
    ['template', job.templateUuid && `${job.templateUuid}${job.templateVersion === null ? '' : `@${job.templateVersion}`}`],
    ['embedded', embedded && `${embedded.baseTemplateUuid} ${embedded.externalUuid} revision ${embedded.revision}`],
    ['batch', job.batchUuid && `${job.batchUuid} item ${job.itemIndex}`],
    ['attempts', job.attempts || undefined],
    ['created', job.createdAt],
    ['started', job.startedAt],
    ['finished', job.finishedAt],
    ['expires', job.expiresAt],
    [
      'result',
      result &&
        [result.pages && counted(result.pages, 'page'), result.bytes && counted(result.bytes, 'byte')].filter(Boolean).join(', '),
    ],
    ['error', error && `${error.code} ${error.detail}`],
    ['retried as', job.retriedAs],
  ],
};

/** Prints a job with its warnings. */
export function printJob(job: RenderJob, context: CommandContext): void {
  printFacts(jobs, job, context);
  for (const { code, message, page, dataPath } of job.warnings) {
    const where = `${page === null ? '' : `, page ${page}`}${dataPath ? `, data ${dataPath}` : ''}`;
    context.print(`${'warning'.padEnd(10)}${toLine(`${message} (${code}${where})`)}\n`);
  }
}
