// pdfgen sign

import { InputError } from '../../input/input-error.ts';
import { toLine } from '../../words/to-line.ts';
import { UsageError } from '../../words/usage-error.ts';
import type { CliCommand, OptionValues } from '../command.ts';
import { type CommandContext, promptContext } from '../context.ts';
import { readEpoch } from '../documents/document-date.ts';
import { mostPdfBytes, readFileWhole } from '../files/read-file-whole.ts';
import { readPasswordFile } from '../files/read-password-file.ts';
import { readTimeLimit, timeLimitOption } from '../files/time-limit.ts';
import { openMade, openText } from '../output/open-made.ts';
import { checkOutput, overwriteText, writeOutput } from '../output/write-output.ts';

const help = `
Examples:
  pdfgen sign invoice.pdf --p12 office.p12 -o invoice.signed.pdf
  pdfgen sign invoice.pdf --p12 office.p12 --password-file secret.txt --reason 'Approved' -o invoice.signed.pdf
  pdfgen sign invoice.pdf --p12 office.p12 --time-stamp-server http://tsa.example.com -o invoice.signed.pdf

The signature follows PAdES B-B (ETSI EN 319 142-1), with a time stamp server PAdES B-T. After some years the file alone cannot prove that
the certificate was valid: it holds no data about revoked certificates.

Without --password-file, pdfgen asks for the password of the .p12 file. Earlier signatures stay valid.

Exit codes:
  0  signed
  2  wrong usage, a wrong password, a key that cannot be used, or a PDF that allows no signature
  3  the file is no PDF, or is damaged or encrypted
  7  the time stamp server cannot be reached, or gives no time stamp
  9  a file cannot be read or written, or is there already and of another kind (see --overwrite)`;

/** A .p12 file has a few kB. */
const mostKeyBytes = 1_000_000;

export const command: CliCommand = {
  description: 'Signs a PDF with the key of a PKCS #12 file. The pages stay as they are.',
  help,
  define: (command) =>
    command
      .argument('<file>', 'the PDF; - reads standard input')
      .requiredOption('--p12 <file>', 'the key with its certificate: a .p12 or .pfx file')
      .requiredOption('-o, --output <file>', 'the signed PDF, or - for standard output')
      .option('--overwrite', overwriteText)
      .option('--open', openText)
      .option(...timeLimitOption)
      .option('--password-file <file>', 'a file whose first line is the password of the .p12 file')
      .option('--field <name>', 'the signature field to fill (default: the only empty field, else a new invisible field)')
      .option('--reason <text>', 'why it is signed')
      .option('--location <text>', 'where it is signed')
      .option('--contact <text>', 'how to reach the signer')
      .option('--time-stamp-server <url>', 'a server that confirms the time of the signature (RFC 3161)'),
  isLocal: true,
  async run(context, [file], options) {
    checkOutput(options, context);
    const stampServer = checkStampServer(options.timeStampServer);
    const { bytes: p12 } = await readFileWhole(String(options.p12), mostKeyBytes, context);
    const password = await readPassword(options, context);
    const { file: shown, bytes: pdf } = await readFileWhole(String(file), mostPdfBytes, context);
    const text = (value: unknown) => (value === undefined ? undefined : String(value));
    const facts = {
      field: text(options.field),
      reason: text(options.reason),
      location: text(options.location),
      contact: text(options.contact),
      date: readEpoch(context.io.env) ?? new Date(),
    };
    const [{ signInThread }, { UnreadablePdf }] = await Promise.all([
      import('../../sign/sign-in-thread.ts'),
      import('../../pdf-file/objects.ts'),
    ]);
    const order = { pdf, p12: { bytes: p12, password, shown: String(options.p12) }, facts, stampServer };
    const signed = await signInThread(order, context.signal, readTimeLimit(options)).catch((error: unknown) => {
      throw error instanceof UnreadablePdf ? new InputError('data', error.message, { file: shown, cause: error }) : error;
    });
    const { bytes, field, hadField, validFrom, validTo, misfit } = signed;
    if (facts.date < validFrom || facts.date > validTo)
      context.say(
        `Warning: the certificate is valid from ${day(validFrom)} to ${day(validTo)}, so readers will not trust the signature.`,
      );
    if (misfit !== undefined)
      context.say(`Warning: the certificate is not made for documents, because ${misfit}. Readers may not accept the signature.`);
    const target = String(options.output);
    await writeOutput([bytes], { target, overwrite: options.overwrite }, context);
    const level = stampServer === undefined ? 'PAdES B-B' : 'PAdES B-T';
    if (context.options.json) context.printJson({ file: target, bytes: bytes.length, field, level });
    else context.say(`${toLine(target)}  signed in ${hadField ? 'the field' : 'a new field'} ${toLine(field)}, ${level}`);
    await openMade(target, options, context);
    return 0;
  },
};

async function readPassword({ passwordFile }: OptionValues, context: CommandContext): Promise<string> {
  if (passwordFile !== undefined) return readPasswordFile(String(passwordFile), '--password-file', context, { mayBeEmpty: true });
  const prompts = await context.openPrompts();
  if (!prompts) throw new UsageError('The password of the .p12 file is missing. Give it in a file with --password-file FILE.');
  return prompts.password({ message: 'Password of the .p12 file', mask: true }, promptContext(context));
}

/** Raises UsageError. */
function checkStampServer(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const url = String(given);
  if (/^https?:/i.test(url) && URL.canParse(url)) {
    const { username, password } = new URL(url);
    if (username + password === '') return url;
    throw new UsageError('--time-stamp-server takes an address without a user name or password.');
  }
  throw new UsageError(`--time-stamp-server needs an http or https address, got ${JSON.stringify(given)}.`);
}

const day = (date: Date): string => date.toISOString().slice(0, 10);
