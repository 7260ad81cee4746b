// pdfgen generate single
import { type GivenOptions, toRequestOptions } from '../../../contract/document-options.ts';
import type { CallNotes } from '../../../contract/engine.ts';
import type { Pdf } from '../../../contract/generate.ts';
import { pdfFile } from '../../../files/file-kinds.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../../command.ts';
import type { CommandContext, OpenedTemplate } from '../../context.ts';
import { chooseDate } from '../../documents/document-date.ts';
import {
  addDocumentOptions,
  addLimitOptions,
  limitFlags,
  optionFlags,
  readGivenOptions,
} from '../../documents/document-options.ts';
import { explainFaults } from '../../documents/explain-faults.ts';
import { checkDataOptions, type GivenData, outcomeOfMade, readData } from '../../documents/read-data.ts';
import {
  type Encrypted,
  ownerPasswordText,
  permissionsText,
  readEncryption,
  userPasswordText,
} from '../../documents/read-passwords.ts';
import { reportPdf } from '../../documents/report-pdf.ts';
import { isLively } from '../../io/io.ts';
import { type InputWatch, watchInput } from '../../io/watch-input.ts';
import type { Outcome } from '../../outcome.ts';
import { openMade, openText } from '../../output/open-made.ts';
import { toSafeName } from '../../output/safe-name.ts';
import { checkOutput, overwriteText, writeOutput } from '../../output/write-output.ts';
import { addPictureOptions, type PictureOptions, readPictureOptions } from '../../pictures/picture-options.ts';
import type { DrawnDocument } from '../../pictures/write-pictures.ts';
import { chooseTemplate } from '../../templates/choose-template.ts';

const help = `
Examples:
  pdfgen generate single invoice -d order.json -o out.pdf
  pdfgen generate single invoice --set number=2026-17 --set 'lines[0].name=Signposts'
  cat order.yaml | pdfgen generate single invoice -d - -o - > out.pdf
  pdfgen generate single ./templates/invoice
  pdfgen generate single invoice -d order.json --user-password-file secret.txt --permissions print
  pdfgen generate single invoice --png pages --dpi 100 --pages 1-3
  pdfgen generate single invoice -o out.pdf --watch

Exit codes:
  0  done
  2  wrong usage, or data on standard input without -d -
  3  the data or the template is invalid, or there is a warning with --strict
  5  there is no such template
  6  the document is made, but has warnings with --fail-on-warnings
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

const toPictures = 'For pictures of the pages, write --png FOLDER.';
const pictureHints = { png: toPictures, jpg: toPictures, jpeg: toPictures };

export const command: CliCommand = {
  description: "Makes one PDF from a template and data. Without data it uses the template's example data.",
  help,
  define(command) {
    command
      .argument('[template]', 'slug, UUID, slug@VERSION or path')
      .option('-d, --data <file>', 'JSON or YAML, or - for standard input')
      .option(
        '--set <path=value>',
        'set one value, such as lines[0].name=Signposts (repeatable)',
        (value: string, before: readonly string[] = []) => [...before, value],
      )
      .option('--ask', 'fill in the data at the terminal, field by field')
      .option('-o, --output <file>', "file to write, or - for standard output (default: the document's own name)")
      .option('--overwrite', overwriteText)
      .option('--open', openText)
      .option('--watch', 'make it again at each save of the template or the data, until Ctrl-C')
      .option('--fail-on-warnings', 'keep a document with warnings, but exit with 6')
      .option('--user-password-file <file>', userPasswordText)
      .option('--owner-password-file <file>', ownerPasswordText)
      .option('--permissions <list>', permissionsText);
    addLimitOptions(addDocumentOptions(addPictureOptions(command), 'single'));
  },
  flags: { ...limitFlags, ...optionFlags },
  endsBySignal: ({ watch }) => watch === true,
  run: (context, [reference], options) => runSingle(context, reference as string | undefined, options),
};

async function runSingle(context: CommandContext, reference: string | undefined, options: OptionValues): Promise<Outcome> {
  checkDataOptions(options);
  const wanted = readPictureOptions(options);
  checkOutput(options, context, pdfFile, pictureHints);
  const asked = readGivenOptions(options, context.settings);
  const input = options.data === undefined && !options.ask ? watchInput(context.io.stdin) : undefined;
  try {
    const named = await chooseTemplate(reference, context);
    const draw = wanted && (await preparePictures(wanted, context));
    const order = { named, asked, draw, input };
    if (!options.watch) return (await makeOne(order, options, context)).outcome;
    const { checkWatch, makeAgain } = await import('../../watch/make-again.ts');
    checkWatch(named, options, context);
    await makeAgain(named, options.data, context, async (isFirst) => {
      const again = isFirst ? order : { ...order, input: undefined };
      return (await makeOne(again, { ...options, open: options.open && isFirst }, context)).files;
    });
    return 0;
  } finally {
    input?.stop();
  }
}

interface DocumentOrder {
  readonly named: string;
  readonly asked: GivenOptions;
  readonly draw: Awaited<ReturnType<typeof preparePictures>> | undefined;
  readonly input: InputWatch | undefined;
}

/** Finds the template, reads the data, renders, writes. */
async function makeOne(
  { named, asked, draw, input }: DocumentOrder,
  options: OptionValues,
  context: CommandContext,
): Promise<{ readonly outcome: Outcome; readonly files: readonly string[] }> {
  const template = await context.openTemplate(named);
  await refuseInput(input, 100);
  const given = await readData(template, options, context);
  const notes: CallNotes = {};
  const encrypted = await readEncryption(options, context);
  const pdf = await generate(template, given, { ...asked, ...encrypted }, context, notes);
  // A slow sender may have begun while the document was made.
  await refuseInput(input, 0);
  context.signal.throwIfAborted();
  const name = toSafeName(pdf.filename);
  const target = typeof options.output === 'string' ? options.output : draw ? undefined : name;
  if (target !== undefined) await writeOutput(pdf.body, { target, overwrite: options.overwrite }, context);
  const pictures = await draw?.({ pdf, name, password: encrypted.encryption?.userPassword, overwrite: options.overwrite });
  await reportPdf(pdf, { target, pictures }, context, { template: notes.template, reference: named, given });
  const files = [...(target === undefined ? [] : [target]), ...(pictures ?? []).map(({ file }) => file)];
  if (files[0] !== undefined) await openMade(files[0], options, context);
  const outcome = outcomeOfMade({ ...pdf, warningCount: pdf.warningCount + (pdf.templateWarnings ?? 0) }, given, options);
  return { outcome, files };
}

/** Loads what draws pages, and checks that it can. */
async function preparePictures(wanted: PictureOptions, context: CommandContext) {
  const { checkPictures, writePictures } = await import('../../pictures/write-pictures.ts');
  await checkPictures(wanted, context);
  return (drawn: DrawnDocument) => writePictures(drawn, wanted, context);
}

async function refuseInput(watch: InputWatch | undefined, graceMs: number): Promise<void> {
  if (await watch?.hasData(graceMs))
    throw new UsageError('There is data on standard input. Use it with -d -, or ignore it with < /dev/null');
}

async function generate(
  template: OpenedTemplate,
  given: GivenData,
  { encryption, ...asked }: GivenOptions & Encrypted,
  context: CommandContext,
  notes: CallNotes,
): Promise<Pdf> {
  const { engine, uuid, version } = template;
  const date = await chooseDate(asked.date, template, context.io.env);
  const body = {
    data: given.data,
    options: { ...toRequestOptions(asked, date), ...(encryption && { encryption }) },
    ...(version !== undefined && { templateVersion: version }),
  };
  try {
    return await withSpinner(context, () =>
      engine.generateSingle(
        { params: { uuid }, body },
        { signal: context.signal, lostDigits: given.lostDigits, strictTemplate: true, notes },
      ),
    );
  } catch (error) {
    throw await explainFaults(error, { template: notes.template, given }, context);
  }
}

async function withSpinner<T>(context: CommandContext, work: () => Promise<T>): Promise<T> {
  const { io, options, whileBusy } = context;
  if (!isLively(io.stderr, io.env) || options.quiet || options.json) return whileBusy(work);
  const { default: ora } = await import('ora');
  // Hiding the cursor needs a listener for signals, which a busy thread cannot run.
  const look = context.errorStyle.hasColor ? {} : { color: false as const };
  const spinner = ora({ text: 'Rendering', stream: io.stderr.stream, discardStdin: false, hideCursor: false, ...look }).start();
  try {
    return await whileBusy(work);
  } finally {
    spinner.stop();
  }
}
