// Batches on the command line: what commands show of them, and how they find and wait for one.
import type { Engine, RenderBatch, RenderBatchItem, RenderBatchSummary } from '../../contract/engine.ts';
import type { Follower } from '../../contract/follow.ts';
import { type BatchState, isFinal } from '../../contract/job-states.ts';
import { batchSummary, renderBatch } from '../../contract/render-batches.ts';
import { describeWarningPlace } from '../../contract/warnings.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { printTable } from '../io/table.ts';
import { findByEnding } from './find-by-ending.ts';
import type { Resource } from './resource.ts';
import { waitUntil } from './wait-until.ts';

/** 0: all items completed; 6: some did not; 1: none did. */
export function exitCodeOf(state: BatchState): number {
  return { queued: 8, processing: 8, completed: 0, completed_with_errors: 6, failed: 1, canceled: 1 }[state];
}

/** Waits for the end of a batch. Undefined: the time was up first, and a message says so. */
export function waitForBatch(
  engine: Engine & Follower,
  batchUuid: string,
  timeoutSeconds: number | undefined,
  context: CommandContext,
): Promise<RenderBatchSummary | undefined> {
  return waitUntil<RenderBatchSummary>(context, timeoutSeconds, {
    ask: (options) => engine.getRenderBatch({ params: { batchUuid }, query: { limit: 1 } }, options),
    follow: (options) => engine.followRenderBatch({ params: { batchUuid } }, options),
    isEnded: (batch) => isFinal(batch.state),
    describe: (batch) => describeCounts(batch.counts),
    goesOn: `The batch ${batchUuid} has not ended yet; it goes on. Wait for it with: ${context.toPaste(`batches wait ${batchUuid.slice(-8)}`)}`,
  });
}

type Counts = RenderBatch['counts'];

/** `130 of 500 done, 2 failed`. */
export function describeCounts({ total, completed, expired, failed, canceled }: Counts): string {
  const more = [failed > 0 && `${failed} failed`, canceled > 0 && `${canceled} canceled`].filter(Boolean);
  return [`${completed + expired} of ${total} done`, ...more].join(', ');
}

/** A batch with all its items, or all items in one state, in order. */
export async function getWholeBatch(engine: Engine, batchUuid: string, state?: RenderBatchItem['state']): Promise<RenderBatch> {
  const items: RenderBatchItem[] = [];
  let page: RenderBatch;
  let cursor: string | undefined;
  do {
    page = await engine.getRenderBatch({
      params: { batchUuid },
      query: { ...(state !== undefined && { state }), ...(cursor !== undefined && { cursor }) },
    });
    items.push(...page.items.filter((one) => state === undefined || one.state === state));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { ...page, items };
}

/** The number of an item for people: counted from 1, as in records and messages. */
export const numberOf = ({ index }: RenderBatchItem): string => String(index + 1);

/** A person sees at most this many. */
const shown = 50;

/** Prints a table of failed items and their reasons on stderr. */
export async function reportFailures(engine: Engine, batch: RenderBatchSummary, context: CommandContext): Promise<void> {
  if (batch.counts.failed === 0 || context.options.json || context.options.quiet) return;
  const { items: failed } = await getWholeBatch(engine, batch.batchUuid, 'failed');
  const rows = failed
    .slice(0, shown)
    .map((item) => [numberOf(item), item.reference ?? '', item.error?.code ?? '', item.error?.detail ?? '']);
  await printTable(context.io.stderr, context.errorStyle, { headings: ['item', 'reference', 'error', 'why'], rows });
  if (failed.length > shown)
    context.say(
      `and ${failed.length - shown} more: ${context.toPaste(`batches get ${batch.batchUuid.slice(-8)} --state failed`)}`,
    );
}

/** A person sees at most this many warnings. */
const shownWarnings = 10;

/** Prints the first warnings of completed items on stderr. Gives the number of completed items with warnings. */
export function reportWarnings(items: readonly RenderBatchItem[], context: CommandContext): number {
  const { bold, yellow, dim } = context.errorStyle;
  const doubtful = items.filter(({ state, warningCount }) => state === 'completed' && warningCount > 0);
  const listed = doubtful.flatMap((item) => item.warnings.map((warning) => ({ item, warning })));
  for (const { item, warning } of listed.slice(0, shownWarnings)) {
    const aside = dim(toLine(`(${describeWarningPlace(warning)})`));
    context.say(`${bold(`item ${numberOf(item)}`)}  ${yellow('warning:')} ${toLine(warning.message)} ${aside}`);
  }
  if (doubtful.length > 0)
    context.say(
      `${doubtful.length} completed ${doubtful.length === 1 ? 'item has' : 'items have'} warnings: ${context.toPaste('batches get')} --json lists the first of each.`,
    );
  return doubtful.length;
}

/** Batches on the command line. */
export const batches: Resource<
  RenderBatchSummary,
  RenderBatchSummary,
  { readonly engine: Engine & Follower; readonly params: { readonly batchUuid: string } }
> = {
  name: 'batch',
  plural: 'batches',
  schema: renderBatch,
  itemSchema: batchSummary,
  args: [['<batch>', 'UUID, the last characters of it, or @last for the newest']],
  async find([given], context) {
    const engine = await context.openEngine();
    const batchUuid = await findByEnding(
      String(given),
      'batch',
      (query) => engine.listRenderBatches({ query }),
      (batch) => batch.batchUuid,
    );
    return { engine, params: { batchUuid } };
  },
  columns: [
    { heading: 'batch', cell: (batch) => batch.batchUuid },
    { heading: 'state', cell: (batch) => batch.state },
    { heading: 'items', cell: (batch) => describeCounts(batch.counts) },
    { heading: 'created', cell: (batch) => batch.createdAt, leaveOut: 1 },
  ],
  facts: (batch) => [
    ['batch', batch.batchUuid],
    ['state', batch.state],
    ['items', describeCounts(batch.counts)],
    [
      'template',
      batch.templateUuid && `${batch.templateUuid}${batch.templateVersion === null ? '' : `@${batch.templateVersion}`}`,
    ],
    ['created', batch.createdAt],
    ['finished', batch.finishedAt],
  ],
};
