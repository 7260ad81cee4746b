// pdfgen inspect
import { Command } from 'commander';
import { InputError } from '../../input/input-error.ts';
import { openSource, readHead, type Source } from '../../input/source.ts';
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import { readPasswordFile } from '../read-password-file.ts';
import { printCheck } from './inspect/print-check.ts';
import { printFacts } from './inspect/print-facts.ts';

const help = `
Examples:
  pdfgen inspect invoice.pdf
  pdfgen inspect invoice.pdf --read      the text as a screen reader says it
  pdfgen inspect invoice.pdf --check     the rules of the standards that the file claims
  pdfgen generate single invoice -o - | pdfgen inspect - --json

Exit codes:
  0  done; with --check: no rule is broken
  2  wrong usage
  3  the file is no PDF, is damaged, or needs another password; with --check: it breaks a rule
  9  the file cannot be read`;

/** Larger than any document that pdfgen makes. The file is read whole. */
const maxBytes = 1_000_000_000;

export const inspect: CliCommand = {
  create: () =>
    new Command('inspect')
      .description(
        'Shows what a PDF is: pages, fonts, standards that it claims, attachments, signatures, outline and tags. Signatures are shown, not verified.',
      )
      .argument('<file>', 'the PDF; - reads standard input')
      .option('--read', 'print the text in reading order, as a screen reader says it')
      .option('--check', 'check the tags, and the rules of the standards that the file claims')
      .option('--password-file <file>', 'a file whose first line is the password of an encrypted PDF')
      .addHelpText('after', help),
  isLocal: true,
  async run(context, [name], { read, check, passwordFile }) {
    const file = String(name);
    const { signal } = context;
    const password =
      passwordFile === undefined ? undefined : readPasswordFile(String(passwordFile), '--password-file', context.io.cwd);
    const source = await openSource(file, { cwd: context.io.cwd, stdin: context.io.stdin, maxSpoolBytes: maxBytes });
    const bytes = await readAll(source);
    const [{ inspectInThread }, { UnreadablePdf }] = await Promise.all([
      import('../../inspect/inspect-in-thread.ts'),
      import('../../inspect/file/objects.ts'),
    ]);
    const facts = await inspectInThread(bytes, { password, read: read === true, check: check === true }, signal).catch(
      (error: unknown) => {
        throw error instanceof UnreadablePdf ? new InputError(3, error.message, { file: source.file, cause: error }) : error;
      },
    );
    const isBroken = facts.check !== undefined && facts.check.count > 0;
    if (context.options.json) {
      context.printJson({ file: source.file, ...facts });
      return isBroken ? 3 : 0;
    }
    if (facts.reading) {
      if (!facts.tags) context.say('The file has no tags: its text stands in the order in which it is painted.');
      context.print(facts.reading.map((line) => `${toLine(line)}\n`).join(''));
    }
    if (facts.check) printCheck(facts, facts.check, context);
    if (!facts.reading && !facts.check) printFacts(source.file, facts, context);
    return isBroken ? 3 : 0;
  },
};

async function readAll(source: Source): Promise<Buffer> {
  if (source.size > maxBytes) throw new InputError(9, `is over the limit of ${maxBytes / 1e6} MB`, { file: source.file });
  const bytes = await readHead(source, source.size);
  if (bytes.length === 0) throw new InputError(3, 'is empty', { file: source.file });
  return bytes;
}
