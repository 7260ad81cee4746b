// pdfgen fonts add
import { relative } from 'node:path';
import type { AddedFonts } from '../../../engine/fonts/add-fonts.ts';
import { counted } from '../../../words/counts.ts';
import { toLine } from '../../../words/to-line.ts';
import { UsageError } from '../../../words/usage-error.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { openTemplateOf, templateOption } from '../../fonts/open-fonts.ts';
import { readFonts } from '../../fonts/read-fonts.ts';

const help = `
Examples:
  pdfgen fonts add Inter.ttf Inter-Italic.ttf -t invoice
  pdfgen fonts add node_modules/@fontsource/inter -t invoice
  pdfgen fonts add downloads --family "Open Sans" --weights 300,600 -t invoice
  pdfgen fonts add Inter.ttf -t invoice --shared

Without -t the files go into the folder "fonts" of the workspace, where all
templates find them, and the line for "fonts" is printed. With -t they go into
the assets of the template, and its file names them. Nothing is replaced
without --force.

Exit codes:
  0  done
  2  another file or style of this name is there already
  3  documents cannot or may not hold a font
  5  there is no such template
  9  a file cannot be read or written`;

export const command: CliCommand = {
  description:
    'Adds fonts to a template or to the workspace: font files, or those of a family that a folder or an npm package holds, chosen by weight and style.',
  help,
  define: (command) =>
    command
      .argument('<files...>', 'font files, folders or packages')
      .option(...templateOption)
      .option('--shared', 'with -t: put the files into the folder "fonts" of the workspace')
      .option('--family <name>', 'take the fonts of this family only')
      .option('--as <name>', 'the name of the family in "fonts" (default: its own name)')
      .option('--weights <list>', 'the weights of regular and bold text', '400,700')
      .option('--force', 'replace other files and styles'),
  isLocal: true,
  answers: { members: ['families', 'left', 'folder', 'written'] },
  async run(context, [files], options) {
    const weights = readWeights(String(options.weights));
    const template = await openTemplateOf(context, options);
    const engine = template?.engine ?? (await context.openLocalEngine());
    const added = await engine.addFonts({
      files: readFonts(files as readonly string[], context.io.cwd),
      uuid: template?.uuid,
      isShared: options.shared === true,
      family: options.family === undefined ? undefined : String(options.family),
      name: options.as === undefined ? undefined : String(options.as),
      weights,
      replace: options.force === true,
    });
    if (context.options.json) context.printJson(added);
    else sayAdded(added, context);
    return 0;
  },
};

function readWeights(given: string): readonly [number, number] {
  const [regular, bold, ...more] = given.split(',').map((one) => (/^\d{1,4}$/.test(one.trim()) ? Number(one) : Number.NaN));
  const isWeight = (one: number | undefined): one is number => one !== undefined && one >= 1 && one <= 1000;
  if (more.length === 0 && isWeight(regular) && isWeight(bold) && regular < bold) return [regular, bold];
  throw new UsageError(
    `--weights takes two weights from 1 to 1000, the lighter one first, such as 400,700; got ${JSON.stringify(given)}`,
  );
}

function sayAdded({ families, left, folder, written }: AddedFonts, context: CommandContext): void {
  const place = (path: string) => toLine(relative(context.io.cwd, path) || path);
  for (const { family, styles } of families) {
    const files = Object.entries(styles).map(([style, file]) => `${style} ${file}`);
    context.say(`${context.errorStyle.bold(toLine(family))}  ${toLine(files.join(', '))}`);
  }
  context.say(`The files are in ${place(folder)}.`);
  if (written !== null)
    context.say(
      `${place(written)} names them in "fonts". To use a family, write: "font": ${toLine(JSON.stringify(families[0]!.family))}`,
    );
  else for (const { line } of families) context.say(`To use the font, write in "fonts" of template.json: ${toLine(line)}`);
  sayLeft(left, context);
}

/** Lines about files that were not taken. */
const mostLeft = 3;

function sayLeft(left: AddedFonts['left'], context: CommandContext): void {
  if (left.length === 0) return;
  context.say(`Not taken, ${counted(left.length, 'file')}:`);
  for (const { file, reason } of left.slice(0, mostLeft)) context.say(`  ${toLine(`${file}: ${reason}`)}`);
  if (left.length > mostLeft) context.say(`  and ${left.length - mostLeft} more: --json lists all`);
}
