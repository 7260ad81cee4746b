// pdfgen webhooks replay
import type { Engine } from '../../../contract/engine.ts';
import { replaysPerMinute } from '../../../contract/webhooks.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import { listAll } from '../../resources/list-all.ts';
import { findDelivery, findWebhook } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks replay @last
  pdfgen webhooks replay --failed --webhook 4f2a

The event is sent again with the same webhook-id and the same body. Receivers that have seen the id may ignore it.
A team may replay ${replaysPerMinute} deliveries a minute on a server.

Exit codes:
  0  done
  2  wrong usage
  5  there is no such delivery or webhook
  7  too many replays within a minute; those before were sent again`;

export const command: CliCommand = {
  description: 'Sends deliveries again.',
  help,
  define: (command) =>
    command
      .argument('[deliveries...]', 'UUIDs, the last characters of them, or @last for the newest')
      .option('--failed', 'all deliveries without a further attempt')
      .option('--webhook <webhook>', 'with --failed: only the deliveries of this webhook'),
  async run(context, [given], options) {
    const named = given as readonly string[];
    if (named.length > 0 === (options.failed === true)) throw new UsageError('Name deliveries, or use --failed.');
    if (options.webhook !== undefined && !options.failed) throw new UsageError('--webhook needs --failed.');
    const engine = await context.openEngine();
    const uuids = options.failed
      ? await listFailed(engine, options)
      : await Promise.all(named.map((one) => findDelivery(engine, one)));
    const replayed = [];
    for (const uuid of uuids) replayed.push(await engine.replayWebhookDelivery({ params: { uuid } }));
    await context.wakeWorker();
    if (context.options.json) context.printJson({ items: replayed });
    context.say(
      uuids.length === 0
        ? 'No delivery has failed.'
        : `${uuids.length} ${uuids.length === 1 ? 'delivery is' : 'deliveries are'} sent again. See: ${context.toPaste('webhooks deliveries')}`,
    );
    return 0;
  },
};

/** Oldest first. */
async function listFailed(engine: Engine, { webhook }: OptionValues): Promise<readonly string[]> {
  const webhookUuid = webhook === undefined ? undefined : await findWebhook(engine, webhook);
  const failed = await listAll((page) =>
    engine.listWebhookDeliveries({ query: { ...page, state: 'failed', ...(webhookUuid !== undefined && { webhookUuid }) } }),
  );
  return failed.map(({ uuid }) => uuid).reverse();
}
