// pdfgen webhooks deliveries

import { lifeOf } from '../../../contract/life-times.ts';
import { deliveryStates } from '../../../contract/webhooks.ts';
import { toSafeJson } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import type { Outcome } from '../../outcome.ts';
import { addPageOptions, readListOptions, stateOption } from '../../resources/list-options.ts';
import { printFacts, printPage } from '../../resources/resource.ts';
import { findDelivery, findWebhook, deliveries as shown } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks deliveries
  pdfgen webhooks deliveries --state failed --webhook 4f2a
  pdfgen webhooks deliveries @last

In a pipe, tabs separate the columns. Deliveries are kept for ${lifeOf('delivery')}. Of the deliveries that have ended, each webhook keeps the latest
10,000.

Exit codes:
  0  done
  5  there is no such delivery or webhook`;

export const command: CliCommand = {
  description: 'Lists deliveries, newest first. Given a delivery, shows it with its body.',
  help,
  define: (command) =>
    addPageOptions(
      command
        .argument('[delivery]', 'delivery to show: UUID, the last characters of it, or @last for the newest')
        .addOption(stateOption('only deliveries', deliveryStates))
        .option('--webhook <webhook>', 'only the deliveries of this webhook'),
    ),
  async run(context, [given], options) {
    if (given !== undefined) {
      if ([options.state, options.webhook, options.limit, options.cursor].some((one) => one !== undefined))
        throw new UsageError('Options are for the list. Leave them out to show a delivery.');
      return show(given, context);
    }
    const listed = readListOptions(options, deliveryStates);
    const engine = await context.openEngine();
    const webhookUuid = options.webhook === undefined ? undefined : await findWebhook(engine, options.webhook);
    const query = { ...listed, ...(webhookUuid !== undefined && { webhookUuid }) };
    const page = await engine.listWebhookDeliveries({ query });
    await printPage(shown, page, query, context);
    return 0;
  },
};

async function show(given: unknown, context: CommandContext): Promise<Outcome> {
  const engine = await context.openEngine();
  const uuid = await findDelivery(engine, given);
  const delivery = await engine.getWebhookDelivery({ params: { uuid } });
  if (context.options.json) context.printJson(delivery);
  else {
    printFacts(shown, delivery, context);
    if (delivery.payload !== null) context.print(`${toSafeJson(delivery.payload, 2)}\n`);
  }
  return 0;
}
