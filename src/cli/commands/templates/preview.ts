// pdfgen templates preview
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import type { Outcome } from '../../outcome.ts';
import { chooseTemplate } from '../../templates/choose-template.ts';

const help = `
Examples:
  pdfgen templates preview invoice --watch
  pdfgen templates preview invoice -d order.json --watch
  pdfgen templates preview ./templates/invoice --no-open

The browser lays out the pages itself, with the engine that makes the PDF. In the page, "Check PDF" shows the PDF.

Exit codes:
  0  ended by Ctrl-C
  2  wrong usage
  5  there is no such template
  9  the data file cannot be read`;

export const command: CliCommand = {
  description: 'Shows the pages of a template in the browser, with their errors and warnings. Ends with Ctrl-C.',
  help,
  define: (command) =>
    command
      .argument('[template]', 'slug, UUID or path')
      .option('-d, --data <file>', 'JSON or YAML (default: the example data of the template)')
      .option('--date <date>', 'date of the document, such as 2026-03-14')
      .option('--watch', 'show the pages again at each save of the template or the data')
      .option('--no-open', 'print the address, and open no browser'),
  isLocal: true,
  endsBySignal: () => true,
  run: (context, [reference], options) => runPreview(context, reference as string | undefined, options),
};

async function runPreview(context: CommandContext, reference: string | undefined, options: OptionValues): Promise<Outcome> {
  const { signal, say, print } = context;
  const named = await chooseTemplate(reference, context);
  if (/@\d+$/.test(named))
    throw new UsageError(`The preview shows the files of a template, and ${named} is a version. Leave out what follows @.`);
  const order = {
    reference: named,
    data: options.data as string | undefined,
    date: options.date as string | undefined,
  };
  const { openPreview } = await import('../../preview/open-preview.ts');
  const opened = await openPreview(order, options.watch === true, context);
  try {
    if (context.options.json) context.printJson({ address: opened.address });
    else print(`${opened.address}\n`);
    if (opened.watched !== undefined) say(`Watching ${opened.watched}.`);
    if (options.open !== false) await opened.show();
    say('Ctrl-C ends the preview.');
    if (!signal.aborted) await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
  } finally {
    await opened.close();
  }
  say('The preview has ended.');
  return 0;
}
