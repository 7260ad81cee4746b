// pdfgen batches result
import { resolve } from 'node:path';
import { pdfFile, zipFile } from '../../../files/file-kinds.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import { withDownloadProgress } from '../../output/download-progress.ts';
import { openMade, openText } from '../../output/open-made.ts';
import { checkOutput, overwriteText, writeOutput } from '../../output/write-output.ts';
import { batches } from '../../resources/batches.ts';
import { createOn } from '../../resources/resource.ts';

const help = `
Examples:
  pdfgen batches result @last
  pdfgen batches result @last --format pdf -o all.pdf

Exit codes:
  0  done
  5  there is no such batch, or its results have expired
  8  the batch has not ended
  9  the file cannot be written, or is there already and of another kind (see --overwrite)`;

export const command = createOn(batches, {
  description: 'Downloads the completed items of a batch: a zip with a manifest.json, or one PDF with a bookmark for each item.',
  help,
  options: [
    ['--format <format>', 'zip or pdf', 'zip'],
    ['-o, --output <file>', 'file to write, or - for standard output (default: UUID.zip or UUID.pdf)'],
    ['--overwrite', overwriteText],
    ['--open', openText],
  ],
  async run(find, options, context) {
    const { format, output, overwrite } = options;
    if (format !== 'zip' && format !== 'pdf') throw new UsageError(`--format must be zip or pdf, got ${JSON.stringify(format)}`);
    const kind = format === 'zip' ? zipFile : pdfFile;
    checkOutput(options, context, kind, { pdf: 'For one PDF: --format pdf', zip: 'For a zip: --format zip' });
    const { engine, params } = await find();
    const target = typeof output === 'string' ? output : `${params.batchUuid}.${format}`;
    await withDownloadProgress(context, async (count) => {
      const input = { params, query: { format } } as const;
      const { body } = await engine.getRenderBatchResult(input, { signal: context.signal });
      await writeOutput(count(body), { target, kind, overwrite }, context);
    });
    if (context.options.json) context.printJson({ ...params, format, path: resolve(context.io.cwd, target) });
    context.say(toLine(target === '-' ? 'standard output' : target));
    await openMade(target, options, context);
    return 0;
  },
});
