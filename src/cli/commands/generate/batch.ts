// pdfgen generate batch
import { Command } from 'commander';
import { beginRun, resumeRun } from '../../batch/begin-run.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../usage-error.ts';

const help = `
Examples:
  pdfgen generate batch invoice -i orders.csv -o 'out/{{ customer.country }}/{{ number | slugify }}.pdf'
  pdfgen generate batch invoice -i export.csv --locale de-DE --map 'Kunde=customer.name' --dry-run
  pdfgen generate batch invoice -i lines.csv --group-by number --rows lines -o out/
  pdfgen generate batch invoice -i orders.csv --merge all.pdf
  pdfgen generate batch --resume out/pdfgen-run.jsonl

Each row, element or line is the data of one document. A header such as customer.name or lines[0].price says where a cell goes. Every
document is checked before the first is made; with an invalid one nothing is made, unless --skip-invalid writes the rejected rows to a
file of their own. Whatever ends a run, --resume does what is left of it.

In the pattern of -o, {{ … }} are expressions of templates on the data of the document, with row, index and reference beside them. A
folder takes the names that the template gives.

Exit codes:
  0  every document is there
  1  none could be made
  2  wrong usage, or columns without a place
  3  a document or the template is invalid
  5  there is no such template
  6  some failed, or were rejected
  9  a file cannot be read or written, or would be replaced
  130  interrupted; continue with --resume`;

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const batch: CliCommand = {
  create: () =>
    new Command('batch')
      .description('Makes a PDF of each row or element of data files: CSV, TSV, XLSX, JSON, JSON Lines, YAML.')
      .argument('[template]', 'slug, UUID, slug@VERSION or path')
      .option('-i, --input <file>', 'data: files, patterns, folders, or - for standard input (repeatable)', collect)
      .option('-o, --output <pattern>', 'a folder, or the names of the files with expressions (default: out/)')
      .option('--merge <file>', 'one PDF with all documents in the order of the input, and an outline entry for each')
      .option('--zip <file>', 'a zip with all documents and a manifest.json; with either, files of their own only if -o is given')
      .option('--map <map>', 'COLUMN=PATH, or a JSON file of columns and paths, null for one to ignore (repeatable)', collect)
      .option('--ignore-unknown-columns', 'leave out columns that the template has no place for')
      .option('--locale <locale>', 'of numbers, dates and truth values in tables, such as de-DE (default: as in JSON)')
      .option('--delimiter <character>', 'of CSV; tab for a tabulator (default: found in the header)')
      .option('--encoding <name>', 'of CSV, such as windows-1252 (default: UTF-8, or as the file begins)')
      .option('--sheet <name>', 'of a workbook (default: the first)')
      .option('--group-by <column>', 'rows with one key make one document; with --rows')
      .option('--rows <path>', 'the array that these rows become')
      .option('--join <path=file>', 'a second table, whose matching rows become the array at the path; with --on')
      .option('--on <column=column>', 'of the documents, and of the second table')
      .option('--items', 'elements of JSON and YAML are { data, reference? }')
      .option('--reference <column>', 'the column, or path, that names each document in lists')
      .option('--limit <n>', 'only so many documents')
      .option('--offset <n>', 'leave out so many first')
      .option('--allow-empty', 'a pattern or folder without files, or a file without documents, is no error')
      .option('--skip-invalid', 'make the valid ones; rejected rows go to NAME.rejected.EXT')
      .option('--dry-run', 'check everything and print the names; make nothing')
      .option('--overwrite', 'replace files that stand where the run writes')
      .option('--manifest <file>', 'the record of the run (default: pdfgen-run.jsonl beside the documents)')
      .option('--resume [manifest]', 'do what is left of an earlier run (default: the record found here)')
      .option('--workers <n>', 'documents at once (default: as many as there are cores)')
      .option('--detach', 'make a batch of jobs, rendered in the background, and print its UUID')
      .option('--date <date>', 'date of the documents (default: when the run began)')
      .option('--strict', 'warnings are failures')
      .option('--font-subset <kind>', 'document: the glyphs used; template: a set that documents share')
      .option('--idempotency-key <key>', 'with --detach: a repeat with this key within 24 hours makes no second batch')
      .addHelpText('after', help),
  flags: { fontSubset: 'fontSubset' },
  run: (context, [reference], options) => run(context, reference, options),
};

async function run(context: CommandContext, reference: unknown, options: OptionValues): Promise<number> {
  const { resume, detach, ...rest } = options;
  if (resume !== undefined) {
    if (detach) throw new UsageError('--resume continues a run in the foreground; a batch of jobs goes on by itself.');
    if (reference !== undefined) throw new UsageError('--resume takes the template from the record; leave the name out.');
    const { runBatch } = await import('../../batch/run-batch.ts');
    return runBatch(await resumeRun(resume as string | true, rest, context), context);
  }
  if (options.input === undefined) throw new UsageError('Which data? Name a file with -i FILE, or - for standard input.');
  if (detach) {
    if (options.output !== undefined)
      throw new UsageError('-o is for the foreground; take the results of a batch of jobs with: pdfgen batches result');
    if (options.merge !== undefined || options.zip !== undefined)
      throw new UsageError(
        '--merge and --zip are for the foreground; take the results of a batch of jobs with: pdfgen batches result --format pdf',
      );
    if (options.skipInvalid === true)
      throw new UsageError(
        '--skip-invalid is for the foreground, which writes the rejected rows to a file; a batch of jobs is made of all items or none.',
      );
    const { detachBatch } = await import('../../batch/detach-batch.ts');
    return detachBatch(await beginRun(reference, rest, context), context);
  }
  if (options.idempotencyKey !== undefined) throw new UsageError('--idempotency-key goes with --detach.');
  const { runBatch } = await import('../../batch/run-batch.ts');
  return runBatch(await beginRun(reference, rest, context), context);
}
