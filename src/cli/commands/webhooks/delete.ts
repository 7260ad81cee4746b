// pdfgen webhooks delete
import { createAct } from '../../resources/resource.ts';
import { webhooks } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks delete 4f2a

Waiting deliveries are not sent any more.

Exit codes:
  0  done
  5  there is no such webhook`;

export const command = createAct(webhooks, {
  description: 'Deletes a webhook with its deliveries.',
  help,
  act: ({ engine, params }) => engine.deleteWebhook({ params }),
  done: ({ params }) => `The webhook ${params.uuid} is deleted.`,
});
