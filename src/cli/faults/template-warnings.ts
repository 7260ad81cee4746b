// The line that counts what compiling a template warns of. `templates lint` lists the warnings.
import { grouped } from '../../words/counts.ts';
import { quoteWord } from '../../words/quote-word.ts';
import { programName } from '../command-line/program-name.ts';
import type { CommandContext } from '../context.ts';

/** `warning: 2 warnings of the template: see pdfgen templates lint order`. `reference` undefined: lint cannot read this template. */
export function describeTemplateWarnings(
  count: number,
  reference: string | undefined,
  { io, options: { store }, errorStyle }: Pick<CommandContext, 'io' | 'options' | 'errorStyle'>,
): string {
  const many = `${grouped(count)} ${count === 1 ? 'warning' : 'warnings'} of the template`;
  // Lint works on this machine, so the options of a server are left out.
  const place = store === undefined ? '' : ` --store ${quoteWord(store)}`;
  const advice = reference === undefined ? '' : `: see ${programName(io, io.cwd)} templates lint ${quoteWord(reference)}${place}`;
  return `${errorStyle.yellow('warning:')} ${many}${advice}`;
}
