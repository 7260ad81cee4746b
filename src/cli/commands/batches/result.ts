// pdfgen batches result
import { resolve } from 'node:path';
import { Command } from 'commander';
import { pdfFile, zipFile } from '../../../files/file-kinds.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { withDownloadProgress } from '../../output/download-progress.ts';
import { checkOutput, overwriteText, writeOutput } from '../../output/write-output.ts';
import { openBatch } from '../../resources/batches.ts';

const help = `
Examples:
  pdfgen batches result @last
  pdfgen batches result @last --format pdf -o all.pdf

Exit codes:
  0  done
  5  there is no such batch, or its results have expired
  8  the batch has not ended
  9  the file cannot be written, or is there already and of another kind (see --overwrite)`;

export const result: CliCommand = {
  create: () =>
    new Command('result')
      .description(
        'Downloads the completed items of a batch: a zip with a manifest.json, or one PDF with a bookmark for each item.',
      )
      .argument('<batch>', 'UUID, the last characters of it, or @last for the newest')
      .option('--format <format>', 'zip or pdf', 'zip')
      .option('-o, --output <file>', 'file to write, or - for standard output (default: UUID.zip or UUID.pdf)')
      .option('--overwrite', overwriteText)
      .addHelpText('after', help),
  async run(context, [given], options) {
    const { format, output, overwrite } = options;
    if (format !== 'zip' && format !== 'pdf') throw new UsageError(`--format must be zip or pdf, got ${JSON.stringify(format)}`);
    const kind = format === 'zip' ? zipFile : pdfFile;
    checkOutput(options, context, kind, { pdf: 'For one PDF: --format pdf', zip: 'For a zip: --format zip' });
    const { engine, batchUuid } = await openBatch(given, context);
    const target = typeof output === 'string' ? output : `${batchUuid}.${format}`;
    await withDownloadProgress(context, async (count) => {
      const input = { params: { batchUuid }, query: { format } } as const;
      const { body } = await engine.getRenderBatchResult(input, { signal: context.signal });
      await writeOutput(count(body), { target, kind, overwrite }, context);
    });
    if (context.options.json) context.printJson({ batchUuid, format, path: resolve(context.io.cwd, target) });
    context.say(toLine(target === '-' ? 'standard output' : target));
    return 0;
  },
};
