// pdfgen webhooks delete
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { findWebhook, webhookArgument } from '../../resources/open-webhook.ts';

const help = `
Examples:
  pdfgen webhooks delete 4f2a

Waiting deliveries are not sent any more.

Exit codes:
  0  done
  5  there is no such webhook`;

export const deleteWebhook: CliCommand = {
  create: () =>
    new Command('delete')
      .description('Deletes a webhook with its deliveries.')
      .argument(...webhookArgument)
      .addHelpText('after', help),
  async run(context, [given]) {
    const engine = await context.openEngine();
    const uuid = await findWebhook(engine, given);
    await engine.deleteWebhook({ params: { uuid } });
    context.say(`The webhook ${uuid} is deleted.`);
    return 0;
  },
};
