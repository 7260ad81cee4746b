// pdfgen webhooks list
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { printTable } from '../../io/table.ts';
import { stateOf } from '../../resources/open-webhook.ts';

const help = `
Examples:
  pdfgen webhooks list
  pdfgen webhooks list --json

A webhook is on, failing (every attempt since the latest success has failed) or off (it was turned off because it failed for days). A
successful test turns it on again: pdfgen webhooks test WEBHOOK

Exit codes:
  0  done`;

export const list: CliCommand = {
  create: () => new Command('list').description('Lists the webhooks of the team, oldest first.').addHelpText('after', help),
  async run(context) {
    const engine = await context.openEngine();
    const page = await engine.listWebhooks({});
    if (context.options.json) {
      context.printJson(page);
      return 0;
    }
    if (page.items.length === 0) context.say('There are no webhooks.');
    else {
      const rows = page.items.map((webhook) => [
        webhook.uuid,
        stateOf(webhook),
        webhook.url ?? '(callbacks)',
        webhook.events.join(' '),
        webhook.disabledReason ?? '',
      ]);
      const headings = ['webhook', 'state', 'url', 'events', 'reason'];
      await printTable(context.io.stdout, context.style, headings, rows, { optional: ['events'] });
    }
    return 0;
  },
};
