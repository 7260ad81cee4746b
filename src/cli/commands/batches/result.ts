// pdfgen batches result
import { resolve } from 'node:path';
import { Command } from 'commander';
import { writeFileWhole } from '../../../files/write-file.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import { withDownloadProgress } from '../../output/download-progress.ts';
import { checkOutput } from '../save-result.ts';
import { openBatch } from './open-batch.ts';

const help = `
Examples:
  pdfgen batches result @last
  pdfgen batches result @last --format pdf -o all.pdf

Exit codes:
  0  done
  5  there is no such batch, or its results have expired
  8  the batch has not ended
  9  the file cannot be written`;

export const result: CliCommand = {
  create: () =>
    new Command('result')
      .description(
        'Downloads the completed items of a batch: a zip with a manifest.json, or one PDF with a bookmark for each item.',
      )
      .argument('<batch>', 'UUID, the last characters of it, or @last for the newest')
      .option('--format <format>', 'zip or pdf', 'zip')
      .option('-o, --output <file>', 'file to write, or - for standard output (default: UUID.zip or UUID.pdf)')
      .addHelpText('after', help),
  async run(context, [given], { format, output }) {
    if (format !== 'zip' && format !== 'pdf') throw new UsageError(`--format must be zip or pdf, got ${JSON.stringify(format)}`);
    checkOutput(output, context);
    const { engine, batchUuid } = await openBatch(given, context);
    const target = typeof output === 'string' ? output : `${batchUuid}.${format}`;
    await withDownloadProgress(context, async (count) => {
      const input = { params: { batchUuid }, query: { format } } as const;
      const { body } = await engine.getRenderBatchResult(input, { signal: context.signal });
      if (target === '-') {
        for await (const chunk of count(body)) context.io.stdout.write(chunk);
        await context.io.stdout.flush();
      } else await writeFileWhole(resolve(context.io.cwd, target), count(body), { shown: target, signal: context.signal });
    });
    if (context.options.json) context.printJson({ batchUuid, format, path: resolve(context.io.cwd, target) });
    context.say(toLine(target === '-' ? 'standard output' : target));
    return 0;
  },
};
