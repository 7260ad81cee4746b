// pdfgen embedded generate
import { PdfgenError } from '../../../contract/errors.ts';
import { explainBreaches } from '../../documents/explain-breaches.ts';
import { readPairData } from '../../documents/pair-data.ts';
import { reportPdf } from '../../documents/report-pdf.ts';
import { openMade, openText } from '../../output/open-made.ts';
import { toSafeName } from '../../output/safe-name.ts';
import { checkOutput, overwriteText, writeOutput } from '../../output/write-output.ts';
import { embeddedTemplates } from '../../resources/embedded.ts';
import { createOn } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded generate invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 -d order.json -o out.pdf

Exit codes:
  0  done
  3  the data is invalid, or there is a warning with --strict
  5  there is no such embedded template
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

export const command = createOn(embeddedTemplates, {
  description: 'Makes one PDF from an embedded template. Without data it uses the example data of the template.',
  help,
  options: [
    ['-d, --data <file>', 'JSON or YAML, or - for standard input'],
    ['-o, --output <file>', "file to write, or - for standard output (default: the document's own name)"],
    ['--overwrite', overwriteText],
    ['--open', openText],
    ['--strict', 'treat warnings as errors'],
  ],
  async run(find, options, context) {
    checkOutput(options, context);
    const { engine, params } = await find();
    const given = await readPairData({ engine, params }, options.data, options, context);
    const body = { data: given.data, options: { strict: options.strict === true } };
    const work = () => engine.generateEmbedded({ params, body }, { signal: context.signal });
    const pdf = await context.whileBusy(work).catch((error: unknown) => {
      const isForPeople = error instanceof PdfgenError && error.code === 'DATA_INVALID' && !context.options.json;
      throw isForPeople ? explainBreaches(error, given, context) : error;
    });
    const target = typeof options.output === 'string' ? options.output : toSafeName(pdf.filename);
    await writeOutput(pdf.body, { target, overwrite: options.overwrite }, context);
    await reportPdf(pdf, { target }, context);
    await openMade(target, options, context);
    return 0;
  },
});
