// What was made, told to a person on stderr or to a program on stdout.
import { resolve } from 'node:path';
import type { Pdf, RenderWarning } from '../../../contract/generate.ts';
import type { CommandContext } from '../../context.ts';
import { toLine } from '../../io/io.ts';
import { sizeOf } from '../../output/size-of.ts';

/** A person is shown no more warnings than this. */
const shown = 50;

/** `target`: the file as it was named, or `-`. */
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
      `${context.errorStyle.yellow('warning:')} the server reports ${many}; --strict makes them an error that lists each`,
    );
  }
  const name = target === '-' ? 'standard output' : target;
  context.say(
    // A server may not tell the number of pages.
    [
      context.errorStyle.bold(toLine(name)),
      pdf.pages > 0 && `${pdf.pages} ${pdf.pages === 1 ? 'page' : 'pages'}`,
      sizeOf(pdf.bytes),
    ]
      .filter(Boolean)
      .join('  '),
  );
}

function describeWarning({ code, component, dataPath, page, message }: RenderWarning, { errorStyle }: CommandContext): string {
  const where = [page === null ? undefined : `page ${page}`, component, dataPath ? `data ${dataPath}` : undefined];
  const aside = `(${[code, ...where.filter((part) => part !== undefined)].join(', ')})`;
  return `${errorStyle.yellow('warning:')} ${toLine(message)} ${errorStyle.dim(toLine(aside))}`;
}
