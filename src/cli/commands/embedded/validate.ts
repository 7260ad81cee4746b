// pdfgen embedded validate
import { PdfgenError } from '../../../contract/errors.ts';
import { explainBreaches } from '../../documents/explain-breaches.ts';
import { readPairData } from '../../documents/pair-data.ts';
import { embeddedTemplates } from '../../resources/embedded.ts';
import { createOn } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen embedded validate invoice 0f5e4d0a-6b1c-4f5e-9d2a-3b8c7e6f1a20 -d order.json

Exit codes:
  0  the data is valid
  3  the data is invalid
  5  there is no such embedded template
  9  the file cannot be read`;

export const command = createOn(embeddedTemplates, {
  description: 'Checks data against the data schema of an embedded template, as `pdfgen embedded generate` does.',
  help,
  options: [['-d, --data <file>', 'JSON or YAML, or - for standard input (default: the example data of the template)']],
  async run(find, options, context) {
    const opened = await find();
    const given = await readPairData(opened, options.data, options, context);
    const body = { data: given.data };
    const result = await opened.engine.validateEmbeddedData({ params: opened.params, body }, { signal: context.signal });
    if (context.options.json) {
      context.printJson(result);
      return result.valid ? 0 : { exitCode: 3, reason: 'The data is invalid.', isPrinted: true };
    }
    if (!result.valid) {
      const count = `${result.errors.length}${result.errorsTruncated ? ' or more' : ''}`;
      const message = `The data does not fit the contract: ${count} ${result.errors.length === 1 ? 'fault' : 'faults'}.`;
      throw explainBreaches(new PdfgenError('DATA_INVALID', message, { errors: result.errors }), given, context);
    }
    context.say('The data is valid.');
    return 0;
  },
});
