// pdfgen webhooks test
import { toLine } from '../../../words/to-line.ts';
import { createOn } from '../../resources/resource.ts';
import { webhooks } from '../../resources/webhooks.ts';

const help = `
Examples:
  pdfgen webhooks test @last
  pdfgen webhooks test 4f2a --callback-url https://shop.example/orders/7

The test is the event "webhook.test". If the webhook was turned off, a successful test turns it on again.

Exit codes:
  0  the endpoint answered with a status from 200 to 299
  1  the endpoint answered with another status, or not at all
  2  wrong usage
  5  there is no such webhook`;

export const command = createOn(webhooks, {
  description: 'Sends a test to a webhook, and prints the answer.',
  help,
  options: [['--callback-url <url>', 'address to test, for the webhook of --callbacks']],
  async run(find, { callbackUrl }, context) {
    const { engine, params } = await find();
    const body = callbackUrl === undefined ? {} : { callbackUrl: String(callbackUrl) };
    const answer = await engine.testWebhook({ params, body });
    const { status, milliseconds, body: text, error } = answer;
    const refused = `The endpoint did not accept the test. ${toLine(error ?? '')}`;
    if (context.options.json) context.printJson(answer);
    else {
      if (status !== null) context.print(`${status}  ${milliseconds} ms\n`);
      if (text) context.print(`${toLine(text)}\n`);
      context.say(error === null ? 'The test has arrived.' : refused);
    }
    return answer.delivered ? 0 : { exitCode: 1, reason: refused };
  },
});
