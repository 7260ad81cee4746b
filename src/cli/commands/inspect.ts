// pdfgen inspect

import { InputError } from '../../input/input-error.ts';
import { toLine } from '../../words/to-line.ts';
import type { CliCommand } from '../command.ts';
import { mostPdfBytes, readFileWhole } from '../files/read-file-whole.ts';
import { readPasswordFile } from '../files/read-password-file.ts';
import { readTimeLimit, timeLimitOption } from '../files/time-limit.ts';
import { printCheck } from '../inspect/print-check.ts';
import { printFacts } from '../inspect/print-facts.ts';
import type { Failure } from '../outcome.ts';

const help = `
Examples:
  pdfgen inspect invoice.pdf
  pdfgen inspect invoice.pdf --read      the text as a screen reader says it
  pdfgen inspect invoice.pdf --check     the rules of the standards that the file claims
  pdfgen generate single invoice -o - | pdfgen inspect - --json

Exit codes:
  0  done; with --check: no rule is broken
  2  wrong usage
  3  the file is no PDF, is damaged, or needs another password; with --check: the file breaks a rule
  9  the file cannot be read`;

export const command: CliCommand = {
  description:
    'Shows what is in a PDF: pages, fonts, attachments, form fields, signatures, outline and tags, and the standards that the PDF claims. Signatures are not verified.',
  help,
  define: (command) =>
    command
      .argument('<file>', 'the PDF; - reads standard input')
      .option('--read', 'print the text in reading order, as a screen reader says it')
      .option('--check', 'check the tags, and the rules of the standards that the file claims')
      .option(...timeLimitOption)
      .option('--password-file <file>', 'a file whose first line is the password of an encrypted PDF'),
  isLocal: true,
  async run(context, [name], options) {
    const { read, check, passwordFile } = options;
    const bounds = readTimeLimit(options);
    const password =
      passwordFile === undefined ? undefined : await readPasswordFile(String(passwordFile), '--password-file', context);
    const { file, bytes } = await readFileWhole(String(name), mostPdfBytes, context);
    const [{ inspectInThread }, { UnreadablePdf }] = await Promise.all([
      import('../../inspect/inspect-in-thread.ts'),
      import('../../pdf-file/objects.ts'),
    ]);
    const facts = await inspectInThread(bytes, { password, read: read === true, check: check === true }, context.signal, {
      bounds,
    }).catch((error: unknown) => {
      throw error instanceof UnreadablePdf ? new InputError('data', error.message, { file, cause: error }) : error;
    });
    const isBroken = facts.check !== undefined && facts.check.count > 0;
    if (context.options.json) {
      context.printJson({ file, ...facts });
      return isBroken ? broken : 0;
    }
    if (facts.reading) {
      if (!facts.tags) context.say('The file has no tags: its text stands in the order in which it is painted.');
      context.print(facts.reading.map((line) => `${toLine(line)}\n`).join(''));
    }
    if (facts.check) printCheck(facts, facts.check, context);
    if (!facts.reading && !facts.check) printFacts(file, facts, context);
    return isBroken ? broken : 0;
  },
};

const broken: Failure = { exitCode: 3, reason: 'The check found faults.', isPrinted: true };
