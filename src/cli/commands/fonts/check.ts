// pdfgen fonts check
import { basename } from 'node:path';
import type { FontCheck } from '../../../engine/fonts/check-font.ts';
import type { CheckedFace } from '../../../engine/fonts/check-font-thread.ts';
import { counted } from '../../../words/counts.ts';
import { isFontFile } from '../../../words/font-lines.ts';
import { toLine } from '../../../words/to-line.ts';
import type { CliCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { readFileWhole } from '../../files/read-file-whole.ts';
import { readTimeLimit, timeLimitOption } from '../../files/time-limit.ts';
import { axesText, characterText, embeddingWords, faceText } from '../../fonts/font-words.ts';
import { openTemplateOf, templateOption } from '../../fonts/open-fonts.ts';

const help = `
Examples:
  pdfgen fonts check Inter.woff2
  pdfgen fonts check Inter.woff2 --text "Łódź 5 €"
  pdfgen fonts check Inter -t invoice      a family of the template, with its
                                           texts and example data
  pdfgen fonts check noto-sans

Exit codes:
  0  documents can use the font, and it has all characters
  2  wrong usage, or there is no such family
  3  documents cannot or may not use the font, or it lacks characters
  5  there is no such template
  9  the file cannot be read`;

const mostBytes = 128 * 1024 ** 2;

export const command: CliCommand = {
  description:
    'Says what a font can and cannot do: its styles, its licence to embed it, its features, the characters that it lacks.',
  help,
  define: (command) =>
    command
      .argument('<font>', 'a font file, or a family of pdfgen or the template')
      .option(...templateOption)
      .option('--text <text>', 'look for these characters (default: those of the template and its example data)')
      .option(...timeLimitOption),
  isLocal: true,
  answers: { members: ['ok', 'faces', 'missing', 'missingStyles'] },
  async run(context, [font], options) {
    const name = String(font);
    const bounds = readTimeLimit(options);
    const template = await openTemplateOf(context, options);
    const text = options.text === undefined ? undefined : String(options.text);
    const request = { font: await readFont(name, context), uuid: template?.uuid, text, signal: context.signal, bounds };
    const { checkFont } = await import('../../../engine/fonts/check-font.ts');
    const found = await (template ? template.engine.checkFont(request) : checkFont(undefined, request));
    if (context.options.json) context.printJson(found);
    else printCheck(found, context);
    return found.ok ? 0 : { exitCode: 3, reason: `${toLine(name)}: ${reasonOf(found)}`, isPrinted: true };
  },
};

/** A family has no ending of a font file. */
async function readFont(name: string, context: CommandContext) {
  if (!isFontFile(name)) return { family: name };
  const { bytes } = await readFileWhole(name, mostBytes, context);
  return { file: basename(name), bytes };
}

function printCheck({ faces, missing, missingStyles }: FontCheck, { style, print }: CommandContext): void {
  const line = (ok: boolean | undefined, text: string) =>
    print(`${ok === undefined ? '  ' : ok ? style.green('ok') : style.red('!!')}  ${toLine(text)}\n`);
  for (const face of faces) {
    const role = face.role === null ? '' : `${face.role}: `;
    print(`${style.bold(toLine(`${role}${face.file}`))}\n`);
    if (face.fault !== null) line(false, face.fault);
    if (face.family !== '') for (const [ok, text] of linesOf(face)) line(ok, text);
  }
  const isFamily = faces.some(({ role }) => role !== null);
  if (isFamily && missing.length > 0) line(false, `No font of the family and its fallbacks has ${missingText(missing)}`);
  for (const one of missingStyles)
    line(false, `The family has no ${one} font: ${one} text is drawn without it. Add a file as "${one}".`);
}

/** The lines about a font. `ok` is undefined for a line that is neither good nor bad. */
function linesOf(face: CheckedFace): readonly (readonly [ok: boolean | undefined, text: string])[] {
  const { role, embedding, features, missing, pictures, colorFault, scripts } = face;
  const named = Object.entries(namedFeatures).flatMap(([name, tags]) =>
    tags.some((tag) => features.includes(tag)) ? [name] : [],
  );
  return [
    [undefined, `${face.family}, ${faceText(face)}; ${face.format}, ${counted(face.characters, 'character')}`],
    [embedding !== 'restricted' && embedding !== 'bitmap', `embedding: ${embeddingWords[embedding]}`],
    ...(face.forbidsSubsets
      ? [[false, 'The font asks to be embedded as a whole; pdfgen embeds the glyphs in use.'] as const]
      : []),
    ...(face.licence === null ? [] : [[undefined, `licence: ${shorten(face.licence)}`] as const]),
    [undefined, `axes: ${axesText(face) || 'none, so "weight" and "stretch" have no effect'}`],
    [undefined, `scripts: ${scripts.join(', ') || 'none that are known'}`],
    [undefined, `features: ${named.join(', ') || 'no small capitals, other figures or fractions'}`],
    ...(pictures.length === 0
      ? []
      : [
          [
            colorFault === null,
            `colours: ${pictures.join(', ')}${colorFault === null ? '' : ', which cannot be drawn'}`,
          ] as const,
        ]),
    ...(missing.length === 0 || role === 'fallback'
      ? []
      : [
          [
            role === null ? false : undefined,
            `${role === null ? 'lacks' : 'left to the fallbacks:'} ${missingText(missing)}`,
          ] as const,
        ]),
  ];
}

/** The beginning of a text, on one line. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 100).trimEnd()} …` : line;
}

const namedFeatures: Readonly<Record<string, readonly string[]>> = {
  'small capitals': ['smcp', 'c2sc'],
  'tabular figures': ['tnum'],
  'old-style figures': ['onum'],
  fractions: ['frac'],
};

/** Characters in a line. */
const mostShown = 20;

function missingText(missing: readonly number[]): string {
  const more = missing.length > mostShown ? ` and ${missing.length - mostShown} more` : '';
  return `${counted(missing.length, 'character')}: ${missing.slice(0, mostShown).map(characterText).join(', ')}${more}`;
}

function reasonOf({ faces, missing }: FontCheck): string {
  const bad = faces.find(({ fault }) => fault !== null)?.fault;
  if (bad) return bad;
  return missing.length > 0 ? `it lacks ${missingText(missing)}.` : 'its licence forbids embedding.';
}
