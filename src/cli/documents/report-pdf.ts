// Reports a new PDF: to a person on stderr, to a program on stdout.

import { basename, resolve } from 'node:path';
import type { Pdf, RenderWarning } from '../../contract/generate.ts';
import type { ReadTemplate } from '../../contract/template-files.ts';
import { describeWarningPlace } from '../../contract/warnings.ts';
import { counted } from '../../words/counts.ts';
import { toLine } from '../../words/to-line.ts';
import type { CommandContext } from '../context.ts';
import { describePlace, type FilePlace } from '../faults/find-places.ts';
import { faultOfWarning, placeInTemplate } from '../faults/template-places.ts';
import { describeTemplateWarnings } from '../faults/template-warnings.ts';
import { sizeOf } from '../output/size-of.ts';
import type { PagePicture } from '../pictures/write-pictures.ts';
import { placeInData } from './explain-breaches.ts';
import type { GivenData } from './read-data.ts';

/** A person sees at most this many warnings. */
const shown = 50;

/** The files that a command has written, as the user named them; `-` is standard output. */
export interface WrittenFiles {
  /** Undefined: the PDF itself is not written. */
  readonly target: string | undefined;
  readonly pictures?: readonly PagePicture[] | undefined;
}

/** The sources of a document, to name the places of warnings. */
export interface PdfSources {
  /** Undefined: the template has no files here. */
  readonly template?: ReadTemplate | undefined;
  /** The template as the user named it. */
  readonly reference?: string;
  readonly given?: GivenData;
}

export async function reportPdf(
  pdf: Pdf,
  { target, pictures }: WrittenFiles,
  context: CommandContext,
  sources: PdfSources = {},
): Promise<void> {
  const { template, reference } = sources;
  const pathOf = (file: string) => resolve(context.io.cwd, file);
  if (context.options.json) {
    const { body: _body, ...facts } = pdf;
    const warnings = await withPlaces(pdf.warnings, template, context);
    context.printJson({
      ...facts,
      warnings,
      ...(target !== undefined && { path: pathOf(target) }),
      ...(pictures && { pictures: pictures.map(({ file, ...picture }) => ({ ...picture, path: pathOf(file) })) }),
    });
    return;
  }
  await tellWarnings(pdf, context, sources);
  const { templateWarnings = 0 } = pdf;
  if (templateWarnings > 0)
    context.say(describeTemplateWarnings(templateWarnings, template === undefined ? undefined : reference, context));
  // A server may leave out the number of pages.
  if (target !== undefined)
    tellFile(target === '-' ? 'standard output' : target, pdf.pages > 0 ? [counted(pdf.pages, 'page')] : [], pdf.bytes, context);
  if (pictures) tellPictures(pictures, context);
}

function tellPictures(pictures: readonly PagePicture[], context: CommandContext): void {
  const [first, last] = [pictures[0]!, pictures.at(-1)!];
  const name = first === last ? first.file : `${first.file} … ${basename(last.file)}`;
  const sizes = new Set(pictures.map(({ width, height }) => `${width} × ${height} pixels`));
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
  tellFile(name, [counted(pictures.length, 'picture'), ...(sizes.size === 1 ? sizes : [])], bytes, context);
}

function tellFile(name: string, facts: readonly string[], bytes: number, context: CommandContext): void {
  context.say([context.errorStyle.bold(toLine(name)), ...facts, sizeOf(bytes)].join('  '));
}

/** Warnings with the place of their component in the files of the template, as far as it is known. */
export async function withPlaces(
  warnings: readonly RenderWarning[],
  template: ReadTemplate | undefined,
  { io }: CommandContext,
): Promise<readonly (RenderWarning & Partial<FilePlace>)[]> {
  if (!template) return warnings;
  const places = await placeInTemplate(warnings.map(faultOfWarning), template, io.cwd);
  return warnings.map((one, i) => ({ ...one, ...places[i] }));
}

async function tellWarnings({ warnings, warningCount }: Pdf, context: CommandContext, sources: PdfSources): Promise<void> {
  const { errorStyle } = context;
  const listed = warnings.slice(0, shown);
  const places = sources.template
    ? await placeInTemplate(listed.map(faultOfWarning), sources.template, context.io.cwd)
    : undefined;
  for (const [i, warning] of listed.entries())
    context.say(describeWarning(warning, places?.[i], placeInData(warning.dataPath, sources.given), context));
  if (warnings.length > shown) context.say(`${errorStyle.yellow('warning:')} and ${warnings.length - shown} more`);
  const untold = warningCount - warnings.length;
  if (untold > 0) {
    const many = counted(untold, 'warning');
    context.say(`${errorStyle.yellow('warning:')} the server reports ${many}; add --strict to get an error that lists them`);
  }
}

/** `templates/order/template.json:12:31  warning: The text … is cut. (text-cut, page 1, /pages/0/body/3, data /lines/7 at order.json:9:5)` */
export function describeWarning(
  warning: RenderWarning,
  place: FilePlace | undefined,
  data: string | undefined,
  { errorStyle }: Pick<CommandContext, 'errorStyle'>,
): string {
  const begin = place ? `${errorStyle.bold(toLine(describePlace(place)))}  ` : '';
  const aside = `(${describeWarningPlace(warning)}${data === undefined ? '' : ` at ${data}`})`;
  return `${begin}${errorStyle.yellow('warning:')} ${toLine(warning.message)} ${errorStyle.dim(toLine(aside))}`;
}
