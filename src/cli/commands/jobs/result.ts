// pdfgen jobs result

import { resolve } from 'node:path';
import { lifeOf } from '../../../contract/life-times.ts';
import { reportPdf } from '../../documents/report-pdf.ts';
import { saveResult } from '../../documents/save-result.ts';
import { openMade, openText } from '../../output/open-made.ts';
import { checkOutput, overwriteText } from '../../output/write-output.ts';
import { jobs } from '../../resources/jobs.ts';
import { createOn } from '../../resources/resource.ts';

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

export const command = createOn(jobs, {
  description: `Downloads the PDF of a completed job. The PDF is kept for ${lifeOf('result')}.`,
  help,
  options: [
    ['-o, --output <file>', "file to write, or - for standard output (default: the document's own name)"],
    ['--overwrite', overwriteText],
    ['--open', openText],
  ],
  async run(find, options, context) {
    checkOutput(options, context);
    const { engine, params } = await find();
    const pdf = await engine.getRenderJobResult({ params }, { signal: context.signal });
    const saved = await saveResult(pdf, options, context);
    const { read: _read, ...facts } = pdf;
    if (context.options.json) context.printJson({ ...facts, ...saved, path: resolve(context.io.cwd, saved.target) });
    else await reportPdf({ ...facts, ...saved, body: [] }, { target: saved.target }, context);
    await openMade(saved.target, options, context);
    return 0;
  },
});
