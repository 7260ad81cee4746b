// pdfgen embedded generate
import { Command } from 'commander';
import { PdfgenError } from '../../../contract/errors.ts';
import type { CliCommand } from '../../command.ts';
import { explainBreaches } from '../../documents/explain-breaches.ts';
import { readPairData } from '../../documents/pair-data.ts';
import { reportPdf } from '../../documents/report-pdf.ts';
import { toSafeName } from '../../output/safe-name.ts';
import { checkOutput, overwriteText, writeOutput } from '../../output/write-output.ts';
import { openPair } from '../../resources/embedded.ts';

const help = `
Examples:
  pdfgen embedded generate invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 -d order.json -o out.pdf

Exit codes:
  0  done
  3  the data is invalid, or there is a warning with --strict
  5  there is no such embedded template
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

export const generate: CliCommand = {
  create: () =>
    new Command('generate')
      .description('Makes one PDF from an embedded template. Without data it uses the example data of the template.')
      .argument('<base>', 'slug or UUID of the base template')
      .argument('<external>', "the host application's UUID")
      .option('-d, --data <file>', 'JSON or YAML, or - for standard input')
      .option('-o, --output <file>', "file to write, or - for standard output (default: the document's own name)")
      .option('--overwrite', overwriteText)
      .option('--strict', 'treat warnings as errors')
      .addHelpText('after', help),
  async run(context, [base, external], options) {
    checkOutput(options, context);
    const { engine, pair } = await openPair(base, external, context);
    const given = await readPairData({ engine, pair }, options.data, options, context);
    const body = { data: given.data, options: { strict: options.strict === true } };
    const work = () => engine.generateEmbedded({ params: pair, body }, { signal: context.signal });
    const pdf = await context.whileBusy(work).catch((error: unknown) => {
      const isForPeople = error instanceof PdfgenError && error.code === 'DATA_INVALID' && !context.options.json;
      throw isForPeople ? explainBreaches(error, given, context) : error;
    });
    const target = typeof options.output === 'string' ? options.output : toSafeName(pdf.filename);
    await writeOutput(pdf.body, { target, overwrite: options.overwrite }, context);
    await reportPdf(pdf, target, context);
    return 0;
  },
};
