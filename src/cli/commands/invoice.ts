// pdfgen invoice: writes the XML of an electronic invoice.
import { resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import type { InvoiceXml } from '../../contract/generate.ts';
import { findMeantProfile, type ProfileName, profileNames } from '../../contract/invoice-profiles.ts';
import { describeBreach } from '../../contract/warnings.ts';
import { xmlFile } from '../../files/file-kinds.ts';
import { suggest } from '../../words/nearest.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { chooseDate } from '../documents/document-date.ts';
import { explainBreaches } from '../documents/explain-breaches.ts';
import { checkDataOptions, readData } from '../documents/read-data.ts';
import type { Outcome } from '../outcome.ts';
import { toSafeName } from '../output/safe-name.ts';
import { sizeOf } from '../output/size-of.ts';
import { checkOutput, overwriteText, writeOutput } from '../output/write-output.ts';

const help = `
Examples:
  pdfgen invoice invoice -d order.json --xml -o order.xml
  pdfgen invoice invoice -d order.json --xml --profile XRECHNUNG
  cat order.json | pdfgen invoice invoice -d - --xml -o - > order.xml

Send an XRechnung as this XML. For a PDF with the XML in it: pdfgen generate single TEMPLATE --standard PDF/A-3b

Exit codes:
  0  done
  2  wrong usage
  3  the invoice breaks a rule, the data or the template is invalid, or the template maps no invoice
  5  there is no such template
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

export const command: CliCommand = {
  description:
    'Writes the XML of an electronic invoice (EN 16931), and checks it against the rules. The template says which data is which business term. Without data it uses the example data of the template.',
  help,
  define: (command) =>
    command
      .argument('<template>', 'slug, UUID, slug@VERSION or path')
      .option('-d, --data <file>', 'JSON or YAML, or - for standard input')
      .option(
        '--set <path=value>',
        'set one value, such as buyer.reference=04011000 (repeatable)',
        (value: string, before: readonly string[] = []) => [...before, value],
      )
      .option('--xml', 'write the XML, without a PDF; needed')
      .option('--profile <name>', `profile of the XML: ${profileNames.join(', ')} (default: the profile that the template names)`)
      .option('-o, --output <file>', "file to write, or - for standard output (default: the document's own name)")
      .option('--overwrite', overwriteText)
      .option('--date <date>', 'date of the document, such as 2026-01-31 (default: SOURCE_DATE_EPOCH, else none)'),
  run: (context, [reference], options) => runInvoice(context, reference as string, options),
};

/** Finds the template, reads the data, writes the XML. */
async function runInvoice(context: CommandContext, reference: string, options: OptionValues): Promise<Outcome> {
  if (options.xml !== true)
    throw new UsageError(
      'Add --xml: this command writes the XML alone. "pdfgen generate single TEMPLATE -d DATA --standard PDF/A-3b" makes the PDF with the XML in it.',
    );
  checkDataOptions(options);
  const pdf = 'For a PDF with the XML in it: pdfgen generate single --standard PDF/A-3b';
  checkOutput(options, context, xmlFile, { pdf });
  const profile = readProfile(options.profile);
  const template = await context.openTemplate(reference);
  const given = await readData(template, options, context);
  const { engine, uuid, version } = template;
  const date = await chooseDate(options.date, template, context.io.env);
  const body = {
    data: given.data,
    options: { ...(date !== undefined && { date }), ...(profile !== undefined && { profile }) },
    ...(version !== undefined && { templateVersion: version }),
  };
  const work = () => engine.generateInvoice({ params: { uuid }, body }, { signal: context.signal });
  const made = await context.whileBusy(work).catch((error: unknown) => {
    const isOfData = error instanceof PdfgenError && (error.code === 'DATA_INVALID' || error.code === 'INVOICE_INVALID');
    throw isOfData && !context.options.json ? explainBreaches(error, given, context) : error;
  });
  context.signal.throwIfAborted();
  const target = typeof options.output === 'string' ? options.output : toSafeName(made.filename, '.xml');
  await writeInvoice(made, target, options, context);
  return 0;
}

/** The profile of `--profile`, in any case. Raises UsageError. */
function readProfile(given: unknown): ProfileName | undefined {
  if (typeof given !== 'string') return undefined;
  const known = profileNames.find((name) => name === given.toUpperCase().trim());
  if (known !== undefined) return known;
  const meant = findMeantProfile(given);
  const near = meant === undefined ? suggest(given.toUpperCase(), profileNames) : suggest(meant, profileNames);
  const hint = near || `. There are: ${profileNames.join(', ')}`;
  throw new UsageError(`--profile ${JSON.stringify(given)} is not a profile${hint}`);
}

async function writeInvoice(
  made: InvoiceXml,
  target: string,
  { overwrite }: OptionValues,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  const bytes = Buffer.from(made.xml);
  await writeOutput([bytes], { target, kind: xmlFile, overwrite }, context);
  if (context.options.json) {
    const { xml: _xml, ...facts } = made;
    context.printJson({ ...facts, bytes: bytes.length, path: resolve(io.cwd, target) });
    return;
  }
  for (const warning of made.warnings) context.say(`${context.errorStyle.yellow('warning:')} ${toLine(describeBreach(warning))}`);
  const name = target === '-' ? 'standard output' : target;
  context.say([context.errorStyle.bold(toLine(name)), made.profile, sizeOf(bytes.length)].join('  '));
}
