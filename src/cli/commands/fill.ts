// pdfgen fill

import { basename, extname } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { InputError } from '../../input/input-error.ts';
import { displayName, readRecord } from '../../input/read-records.ts';
import type { DataRecord } from '../../input/record.ts';
import { counted, grouped } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { explainBreaches } from '../documents/explain-breaches.ts';
import { asDocumentData, tellWarnings } from '../documents/read-data.ts';
import { mostPdfBytes, readFileWhole } from '../files/read-file-whole.ts';
import { refuseTable } from '../files/refuse-table.ts';
import { readTimeLimit, timeLimitOption } from '../files/time-limit.ts';
import { openMade, openText } from '../output/open-made.ts';
import { sizeOf } from '../output/size-of.ts';
import { checkOutput, overwriteText, writeOutput } from '../output/write-output.ts';

const help = `
Examples:
  pdfgen inspect form.pdf        the fields of the form, with their options
  pdfgen fill form.pdf -d values.json -o filled.pdf
  pdfgen fill form.pdf -d values.json -o filled.pdf --flatten
  pdfgen fill form.pdf -d values.json -o filled.pdf --font NotoSansJP-Regular.ttf

The data are an object with the full names of fields: { "customer.name": "Ada", "agree": true }, or { "customer": { "name": "Ada" } }.
A check box takes true, false or its export value; a radio button and a choice an export value or its text; null empties a field.

Exit codes:
  0  filled
  2  wrong usage
  3  the file is no form, or is damaged, encrypted or signed; the form does not take the data; or there are warnings, with --strict
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

/** Fonts for Chinese, Japanese and Korean have tens of MB. */
const mostFontBytes = 200_000_000;

export const command: CliCommand = {
  description: 'Fills the fields of a PDF form by their names. Everything else in the file stays as it is.',
  help,
  define: (command) =>
    command
      .argument('<file>', 'the form; - reads standard input')
      .requiredOption('-d, --data <file>', 'the values by the names of the fields: JSON or YAML; - reads standard input')
      .option('-o, --output <file>', 'the filled PDF, or - for standard output (default: NAME.filled.pdf)')
      .option('--overwrite', overwriteText)
      .option('--open', openText)
      .option('--flatten', 'make the fields a part of the pages, so that nobody can change them')
      .option(
        '--font <file>',
        'a font for characters that the fonts of the form lack (repeatable); #1 at the end picks a font of a collection',
        collect,
      )
      .option(...timeLimitOption)
      .option('--strict', 'treat warnings as errors'),
  isLocal: true,
  async run(context, [name], options) {
    const form = String(name);
    const bounds = readTimeLimit(options);
    const target = typeof options.output === 'string' ? options.output : defaultName(form);
    checkOutput({ ...options, output: target }, context);
    if (form === '-' && options.data === '-')
      throw new UsageError('Standard input is either the form or the data. Name a file for one of them.');
    const fonts = [];
    for (const font of (options.font ?? []) as readonly string[]) fonts.push(await readFont(font, context));
    const given = await readValues(String(options.data), options.strict, context);
    const { file, bytes: pdf } = await readFileWhole(form, mostPdfBytes, context);
    const [{ fillInThread }, { UnreadablePdf }] = await Promise.all([
      import('../../fill/fill-in-thread.ts'),
      import('../../pdf-file/objects.ts'),
    ]);
    const order = { pdf, data: given.data, fonts, flatten: options.flatten === true };
    const made = await fillInThread(order, context.signal, bounds).catch((error: unknown) => {
      throw error instanceof UnreadablePdf ? new InputError('data', error.message, { file, cause: error }) : error;
    });
    if ('breaches' in made) {
      const error = new PdfgenError(
        'DATA_INVALID',
        `${given.source} does not fit the form ${file}: ${counted(made.breaches.length, 'fault')}.`,
        {
          errors: made.breaches,
        },
      );
      throw context.options.json ? error : explainBreaches(error, given, context);
    }
    const { bytes, filled, fields, warnings, removed } = made;
    if (!context.options.json && !options.strict)
      for (const { field, message } of warnings)
        context.say(`${context.errorStyle.yellow('warning:')} ${toLine(field === undefined ? message : `${field} ${message}`)}`);
    if (options.strict && warnings.length > 0)
      throw new PdfgenError('RENDER_WARNINGS', `Strict filling: ${counted(warnings.length, 'warning')} about ${file}.`, {
        errors: warnings.map(({ field, message }) => ({
          path: '',
          message: field === undefined ? message : `${field} ${message}`,
          keyword: 'form',
          params: {},
          schemaPath: '',
        })),
      });
    await writeOutput([bytes], { target, overwrite: options.overwrite }, context);
    if (context.options.json) context.printJson({ file: target, bytes: bytes.length, fields, filled, removed, warnings });
    else {
      for (const one of removed) context.say(`Removed: ${one}.`);
      const shown = context.errorStyle.bold(toLine(target === '-' ? 'standard output' : target));
      const how = `${grouped(filled)} of ${counted(fields, 'field')} filled${options.flatten ? ' and flattened' : ''}`;
      context.say([shown, how, sizeOf(bytes.length)].join('  '));
    }
    await openMade(target, options, context);
    return 0;
  },
};

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function defaultName(form: string): string {
  if (form === '-') throw new UsageError('A form from standard input has no name. Name the filled PDF with -o FILE.');
  return `${basename(form, extname(form))}.filled.pdf`;
}

async function readFont(font: string, context: CommandContext) {
  const [, file = font, member] = /^(.+)#([^#/]+)$/.exec(font) ?? [];
  const { bytes } = await readFileWhole(file, mostFontBytes, context);
  return { bytes, member, shown: font };
}

async function readValues(data: string, strict: unknown, context: CommandContext) {
  refuseTable(data);
  const { io, signal } = context;
  const record: DataRecord = await readRecord(data, { cwd: io.cwd, stdin: io.stdin, signal });
  const source = displayName(data);
  tellWarnings(record, source, { strict }, context);
  return { data: asDocumentData(record.value, source), record, source, lostDigits: [], assigned: new Map<string, string>() };
}
