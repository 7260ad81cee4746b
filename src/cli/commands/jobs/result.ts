// pdfgen jobs result
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { CliCommand } from '../../command.ts';
import { reportPdf } from '../../documents/report-pdf.ts';
import { saveResult } from '../../documents/save-result.ts';
import { checkOutput, overwriteText } from '../../output/write-output.ts';
import { openJob } from '../../resources/jobs.ts';

const help = `
Examples:
  pdfgen jobs result @last
  pdfgen jobs result 4f2a -o invoice.pdf

Exit codes:
  0  done
  1  the job failed or was canceled
  5  there is no such job, or its result has expired
  8  the job has not ended
  9  the file cannot be written, or is there already and of another kind (see --overwrite)`;

export const result: CliCommand = {
  create: () =>
    new Command('result')
      .description('Downloads the PDF of a completed job. The PDF is kept for 24 hours.')
      .argument('<job>', 'UUID, the last characters of it, or @last for the newest')
      .option('-o, --output <file>', "file to write, or - for standard output (default: the document's own name)")
      .option('--overwrite', overwriteText)
      .addHelpText('after', help),
  async run(context, [given], options) {
    checkOutput(options, context);
    const { engine, uuid } = await openJob(given, context);
    const pdf = await engine.getRenderJobResult({ params: { uuid } }, { signal: context.signal });
    const saved = await saveResult(pdf, options, context);
    const { read: _read, ...facts } = pdf;
    if (context.options.json) context.printJson({ ...facts, ...saved, path: resolve(context.io.cwd, saved.target) });
    else await reportPdf({ ...facts, ...saved, body: [] }, saved.target, context);
    return 0;
  },
};
