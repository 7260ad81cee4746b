// pdfgen webhooks list
import { createList } from '../../resources/resource.ts';
import { webhooks } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks list
  pdfgen webhooks list --json

A webhook is on, failing (every attempt since the latest success has failed) or off (it was turned off because it failed for days). A
successful test turns it on again: pdfgen webhooks test WEBHOOK

Exit codes:
  0  done`;

export const command = createList(webhooks, {
  description: 'Lists the webhooks of the team, oldest first.',
  help,
  query: () => ({}),
  getPage: (engine) => engine.listWebhooks({}),
});
