// pdfgen generate batch

import { lifeOf } from '../../../contract/life-times.ts';
import type { CliCommand } from '../../command.ts';
import { retryForText } from '../../command-line/duration.ts';
import { addDocumentOptions, optionFlags } from '../../documents/document-options.ts';
import { ownerPasswordText, permissionsText, userPasswordText } from '../../documents/read-passwords.ts';
import { priorityText } from '../../documents/read-priority.ts';

const help = `
Examples:
  pdfgen generate batch invoice -i orders.csv -o 'out/{{ customer.country }}/{{ number | slugify }}.pdf'
  pdfgen generate batch invoice -i export.csv --locale de-DE --map 'Kunde=customer.name' --dry-run
  pdfgen generate batch invoice -i lines.csv --group-by number --rows lines -o out/
  pdfgen generate batch invoice -i orders.csv --merge all.pdf
  pdfgen generate batch invoice -i orders.csv --skip-invalid --rejected left/rejected.csv --failed left/failed.csv
  pdfgen generate batch invoice -i secured.csv -o 'out/{{ number }}.pdf' --user-password-from password
  pdfgen generate batch --resume out/pdfgen-run.jsonl

Each row, element or line is the data of one document. A header such as customer.name or lines[0].price says where its cells go in the
data. All documents are checked before the first is made. If one is invalid, nothing is made. With --skip-invalid the valid documents are
made, and the rejected rows go to a file of their own: correct it and run it in the same way. --resume continues a run that ended early.

The pattern of -o may contain template expressions in {{ … }}. They see the data of the document, and also row, index and reference. If
-o is a folder, the template names the files. A document whose name would lack a value is invalid, unless the pattern says what stands for
it: {{ customer.country ?? 'none' }}. With --merge or --zip, each document gets a file of its own only if -o is given.

Exit codes:
  0  every document exists
  1  no document could be made
  2  wrong usage, or a column that the template has no place for
  3  a document or the template is invalid
  5  there is no such template
  6  some documents failed or were rejected, or have warnings with --fail-on-warnings
  9  a file cannot be read or written, or exists already (see --overwrite)
  130  interrupted (143 by SIGTERM, 129 by SIGHUP); continue with --resume`;

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const command: CliCommand = {
  description: 'Makes one PDF for each row or element of data files: CSV, TSV, XLSX, JSON, JSON Lines, YAML.',
  help,
  define(command) {
    command
      .argument('[template]', 'slug, UUID, slug@VERSION or path')
      .optionsGroup('Input:')
      .option('-i, --input <file>', 'data: files, patterns, folders, or - for standard input (repeatable)', collect)
      .option(
        '--map <map>',
        'COLUMN=PATH, or a JSON file of columns and paths; the path null ignores a column (repeatable)',
        collect,
      )
      .option('--ignore-unknown-columns', 'ignore columns that the template has no place for')
      .option('--locale <locale>', 'how tables write numbers, dates and truth values, such as de-DE (default: as in JSON)')
      .option('--delimiter <character>', 'character between the cells of CSV, or tab (default: found in the header)')
      .option('--encoding <name>', 'encoding of CSV, such as windows-1252 (default: UTF-8; a byte order mark overrides it)')
      .option('--sheet <name>', 'sheet of a workbook (default: the first)')
      .option('--hidden-rows', 'read hidden rows of a workbook too (default: leave them out)')
      .option('--header-row <n>', 'line of the header of a table; the lines above are skipped')
      .option('--no-header', 'the first row of a table holds data; needs --columns')
      .option('--columns <names>', 'names of the columns with --no-header, divided by commas')
      .option('--null <text>', 'a cell with exactly this text, without quotes, has no value, such as \\N or NULL')
      .option('--escapes', 'a table with tabs has escapes such as \\n, as mysql --batch writes them')
      .option('--group-by <column>', 'rows with the same value in this column make one document; needs --rows')
      .option('--rows <path>', 'path of the array that takes the rows of a group; needs --group-by')
      .option('--join <path=file>', 'a second table; its matching rows become the array at this path; needs --on')
      .option('--on <column=column>', 'columns whose values must match: first of the documents, then of the second table')
      .option('--items', 'each element of JSON and YAML has the form { data, reference? }')
      .option('--null-as-missing', 'leave out null members of JSON and YAML where the template allows no null')
      .option('--limit <n>', 'make at most n documents; with --resume, for this call only')
      .option('--offset <n>', 'leave out the first n documents; with --resume, for this call only')
      .option('--allow-empty', 'accept a pattern or folder without files, and a file without documents')
      .optionsGroup('Output:')
      .option('-o, --output <pattern>', 'a folder, or the names of the files with expressions (default: out/)')
      .option('--merge <file>', 'write one PDF with all documents in the order of the input, and an outline entry for each')
      .option('--zip <file>', 'write one zip with all documents and a manifest.json')
      .option('--overwrite', 'replace files that exist already')
      .option('--dry-run', 'check everything and print the names; make nothing')
      .option('--reference <column>', 'column or path whose value names each document in lists')
      .option('--keep <column>', 'column or path whose value the record keeps for each document (repeatable)', collect)
      .optionsGroup('Faults, and going on after them:')
      .option('--skip-invalid', 'make the valid documents; rejected rows go to NAME.rejected.EXT')
      .option('--rejected <file>', 'with --skip-invalid: the file of the rejected rows of all inputs')
      .option('--failed <file>', 'write the rows whose documents failed to this file, to correct and run them again')
      .option('--manifest <file>', 'the record of the run (default: pdfgen-run.jsonl beside the documents)')
      .option('--resume [manifest]', 'continue an earlier run (default: the record found here)')
      .option('--prune', 'with --resume: remove files whose documents are no longer in the input')
      .option(
        '--template-version <version>',
        'with --resume: current renders what is missing or failed with the current template',
      )
      .optionsGroup('Jobs and servers:')
      .option('--detach', 'make a batch of jobs that is rendered in the background, and print its UUID')
      .option('--priority <n>', `with --detach: ${priorityText}`)
      .option('--callback-url <url>', 'with --detach: address that is called when the batch has ended')
      .option(
        '--idempotency-key <key>',
        `with --detach: a second call with this key within ${lifeOf('key')} makes no second batch`,
      )
      .option('--retry-for <time>', retryForText)
      .optionsGroup('Documents:')
      .option('--workers <n>', 'most documents made at once (default: as many as there are cores)')
      .option('--fail-on-warnings', 'keep documents with warnings, but exit with 6')
      .option('--user-password-file <file>', userPasswordText)
      .option(
        '--user-password-from <column>',
        'encrypt each PDF: the text of this column or path opens it; stays out of the data',
      )
      .option('--owner-password-file <file>', ownerPasswordText)
      .option('--permissions <list>', permissionsText);
    addDocumentOptions(command, 'batch');
  },
  flags: optionFlags,
  outlivesOutage: true,
  writes: ['output', 'merge', 'zip', 'rejected', 'failed', 'manifest'],
  async run(context, [reference], options) {
    const { generateBatch } = await import('../../batch/generate-batch.ts');
    return generateBatch(context, reference, options);
  },
};
