// Reports a new PDF: to a person on stderr, to a program on stdout.
import { resolve } from 'node:path';
import type { Pdf, RenderWarning } from '../../../contract/generate.ts';
import { describeWarningPlace } from '../../../contract/warnings.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CommandContext } from '../../context.ts';
import { sizeOf } from '../../output/size-of.ts';

/** A person sees at most this many warnings. */
const shown = 50;

/** `target`: the file as the user named it, or `-`. */
export function reportPdf(pdf: Pdf, target: string, context: CommandContext): void {
  if (context.options.json) {
    const { body: _body, ...facts } = pdf;
    context.printJson({ ...facts, path: resolve(context.io.cwd, target) });
    return;
  }
  for (const warning of pdf.warnings.slice(0, shown)) context.say(describeWarning(warning, context));
  if (pdf.warnings.length > shown)
    context.say(`${context.errorStyle.yellow('warning:')} and ${pdf.warnings.length - shown} more`);
  const untold = pdf.warningCount - pdf.warnings.length;
  if (untold > 0) {
    const many = untold === 1 ? '1 warning' : `${untold} warnings`;
    context.say(
      `${context.errorStyle.yellow('warning:')} the server reports ${many}; add --strict to get an error that lists them`,
    );
  }
  const name = target === '-' ? 'standard output' : target;
  context.say(
    // A server may leave out the number of pages.
    [
      context.errorStyle.bold(toLine(name)),
      pdf.pages > 0 && `${pdf.pages} ${pdf.pages === 1 ? 'page' : 'pages'}`,
      sizeOf(pdf.bytes),
    ]
      .filter(Boolean)
      .join('  '),
  );
}

function describeWarning(warning: RenderWarning, { errorStyle }: CommandContext): string {
  const aside = `(${describeWarningPlace(warning)})`;
  return `${errorStyle.yellow('warning:')} ${toLine(warning.message)} ${errorStyle.dim(toLine(aside))}`;
}
