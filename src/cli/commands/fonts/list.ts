// pdfgen fonts list
import type { ListedFont } from '../../../engine/fonts/list-fonts.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { axesText, embeddingWords, faceText, scriptsText } from '../../fonts/font-words.ts';
import { openTemplateOf, templateOption } from '../../fonts/open-fonts.ts';
import { printTable } from '../../io/table.ts';

const help = `
Examples:
  pdfgen fonts list
  pdfgen fonts list -t invoice
  pdfgen fonts list --json family,weight,file

In a pipe, tabs separate the columns.

Exit codes:
  0  done
  5  there is no such template`;

const members = [
  ...['file', 'place', 'template', 'path', 'family', 'style', 'weight', 'stretch', 'italic', 'axes', 'format', 'bytes'],
  ...['embedding', 'licence', 'scripts', 'characters', 'pictures', 'namedAs', 'fault'],
];

export const command: CliCommand = {
  description: 'Lists the fonts that ship with pdfgen, those of the workspace, and those in the assets of templates.',
  help,
  define: (command) => command.option(...templateOption),
  isLocal: true,
  answers: { members, isList: true },
  async run(context, _args, options) {
    const fonts = await listAll(context, options);
    if (context.options.json) {
      context.printJson({ items: fonts, nextCursor: null });
      return 0;
    }
    const rows = fonts.map((font) => [
      font.family || '-',
      font.fault === null ? faceText(font) : 'cannot be used',
      axesText(font) || '-',
      font.file,
      font.template === null ? font.place : `template ${font.template}`,
      font.format,
      `${Math.ceil(font.bytes / 1000)} kB`,
      embeddingWords[font.embedding],
      scriptsText(font.scripts, 4) || '-',
      font.namedAs.join(', ') || '-',
    ]);
    const headings = ['family', 'face', 'axes', 'file', 'from', 'format', 'size', 'embedding', 'scripts', 'named as'];
    await printTable(context.io.stdout, context.style, {
      headings,
      rows,
      optional: ['format', 'size', 'named as', 'embedding', 'scripts', 'axes'],
    });
    for (const { file, fault } of fonts)
      if (fault !== null) context.say(`${context.errorStyle.yellow('warning:')} ${file}: ${fault}`);
    return 0;
  },
};

async function listAll(context: CommandContext, options: Readonly<Record<string, unknown>>): Promise<readonly ListedFont[]> {
  const template = await openTemplateOf(context, options);
  if (template) return template.engine.listFonts(template.uuid);
  if (context.workspace !== undefined) return (await context.openLocalEngine()).listFonts(undefined);
  const { listFonts } = await import('../../../engine/fonts/list-fonts.ts');
  return listFonts(undefined, undefined, undefined);
}
