// pdfgen webhooks rotate
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printSecret, webhooks } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks rotate 4f2a > secret.txt

For 24 hours each call has two signatures, with the new and with the old secret. Give the receivers the new secret in this time.

Exit codes:
  0  done
  5  there is no such webhook`;

export const rotate: CliCommand = {
  create: () =>
    new Command('rotate')
      .description('Gives a webhook a new secret, and prints it.')
      .argument(...webhooks.args[0]!)
      .addHelpText('after', help),
  async run(context, [given]) {
    const { engine, params } = await webhooks.find([given], context);
    printSecret(await engine.rotateWebhookSecret({ params }), context);
    return 0;
  },
};
