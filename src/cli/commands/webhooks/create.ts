// pdfgen webhooks create
import { type WebhookEvent, webhookEvents } from '../../../contract/webhook-events.ts';
import { suggest } from '../../../words/nearest.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { printSecret } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks create https://shop.example/pdfgen > secret.txt
  pdfgen webhooks create https://shop.example/pdfgen --event batch.finished --event job.failed
  pdfgen webhooks create --callbacks > secret.txt

The secret is printed on stdout, and only once. Receivers check with it that a call comes from pdfgen.

Events: ${webhookEvents.join(', ')}

Exit codes:
  0  done
  2  wrong usage, or the address may not be called`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const command: CliCommand = {
  description: 'Makes a webhook: an address that the server calls when jobs and batches end. Prints its secret.',
  help,
  define: (command) =>
    command
      .argument('[url]', 'address of the endpoint')
      .option('--event <event>', 'event to send (repeatable; default: all but the events of batch items)', collect)
      .option('--callbacks', 'sign the calls to the callback addresses that jobs and batches name'),
  async run(context, [given], options) {
    const events = (options.event as readonly string[] | undefined)?.map(readEvent);
    if ((given === undefined) === (options.callbacks !== true))
      throw new UsageError('Give either the address of an endpoint or --callbacks.');
    if (options.callbacks && events)
      throw new UsageError('--event cannot be used with --callbacks: a callback address gets only the end of its job or batch.');
    const engine = await context.openEngine();
    const url = given === undefined ? null : String(given);
    printSecret(await engine.createWebhook({ body: { url, ...(events && { events }) } }), context);
    return 0;
  },
};

function readEvent(given: string): WebhookEvent {
  const event = webhookEvents.find((one) => one === given);
  if (event !== undefined) return event;
  throw new UsageError(
    `--event must be one of ${webhookEvents.join(', ')}, got ${JSON.stringify(given)}${suggest(given, webhookEvents)}`,
  );
}
