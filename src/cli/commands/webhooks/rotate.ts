// pdfgen webhooks rotate
import { lifeOf } from '../../../contract/life-times.ts';
import { createOn } from '../../resources/resource.ts';
import { printSecret, webhooks } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks rotate 4f2a > secret.txt

For ${lifeOf('oldSecret')} each call has two signatures, with the new and with the old secret. Give the receivers the new secret in this time.

Exit codes:
  0  done
  5  there is no such webhook`;

export const command = createOn(webhooks, {
  description: 'Gives a webhook a new secret, and prints it.',
  help,
  async run(find, _options, context) {
    const { engine, params } = await find();
    printSecret(await engine.rotateWebhookSecret({ params }), context);
    return 0;
  },
});
