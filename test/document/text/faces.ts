// Faces and styles for tests of text, from fonts that ship with the project or come with its packages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadTextEngine } from '../../../src/document/text/index.ts';
import type { Face, Paragraph, ParagraphOptions, TextLine, TextStyle } from '../../../src/document/text/shaped-text.ts';
import { initialText, textPropertiesFor } from '../../../src/document/text/text-properties.ts';

export const engine = await loadTextEngine();

export const files = {
  noto: fileURLToPath(new URL('../../../src/fonts/noto-sans/NotoSans-Regular.ttf', import.meta.url)),
  notoBold: fileURLToPath(new URL('../../../src/fonts/noto-sans/NotoSans-Bold.ttf', import.meta.url)),
  dejavu: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  dejavuBold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  /** WOFF. */
  thai: fileURLToPath(import.meta.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff')),
  /** WOFF. */
  devanagari: fileURLToPath(
    import.meta.resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff'),
  ),
  khmer: fileURLToPath(import.meta.resolve('@fontsource/noto-sans-khmer/files/noto-sans-khmer-khmer-400-normal.woff')),
  naskh: fileURLToPath(import.meta.resolve('@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff')),
  nastaliq: fileURLToPath(import.meta.resolve('@fontsource/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-400-normal.woff')),
  myanmar: fileURLToPath(import.meta.resolve('@fontsource/noto-sans-myanmar/files/noto-sans-myanmar-myanmar-400-normal.woff')),
  tamil: fileURLToPath(import.meta.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff')),
  thaana: fileURLToPath(import.meta.resolve('@fontsource/noto-sans-thaana/files/noto-sans-thaana-thaana-400-normal.woff')),
  /** OpenType with CFF outlines: signs in the private use area. */
  signs: fileURLToPath(import.meta.resolve('font-awesome/fonts/FontAwesome.otf')),
  /** The same signs as TrueType, in WOFF. */
  signsWoff: fileURLToPath(import.meta.resolve('font-awesome/fonts/fontawesome-webfont.woff')),
};

export function openFile(path: string): Face {
  return engine.openFace({ key: path, bytes: readFileSync(path) });
}

export const noto = openFile(files.noto);
export const notoBold = openFile(files.notoBold);
export const dejavu = openFile(files.dejavu);
export const dejavuBold = openFile(files.dejavuBold);
export const thai = openFile(files.thai);
export const devanagari = openFile(files.devanagari);
export const khmer = openFile(files.khmer);
export const naskh = openFile(files.naskh);
export const nastaliq = openFile(files.nastaliq);
export const myanmar = openFile(files.myanmar);
export const tamil = openFile(files.tamil);
export const thaana = openFile(files.thaana);
export const signs = openFile(files.signs);
export const signsWoff = openFile(files.signsWoff);

export function makeStyle(faces: readonly Face[], more: Partial<TextStyle> = {}): TextStyle {
  return { ...textPropertiesFor('glyphs', initialText), faces, lang: undefined, ...more };
}

export const plain: ParagraphOptions = { ...textPropertiesFor('paragraph', initialText), align: 'start', dir: 'auto' };

export function prepare(
  text: string,
  {
    faces = [noto],
    options = plain,
    style = {},
  }: { faces?: readonly Face[]; options?: Partial<ParagraphOptions>; style?: Partial<TextStyle> } = {},
): Paragraph {
  return engine.prepare([{ text, style: makeStyle(faces, style), link: undefined }], { ...plain, ...options });
}

/** What a line shows from left to right; marks of direction and the space at its end are there for readers alone. */
export function readLine(line: TextLine): string {
  return line.segments
    .flatMap(({ face, words }) =>
      words.map(({ glyphs, says }) => (says ?? glyphs.map((glyph) => face.unicodeOf(glyph) ?? '?')).join('')),
    )
    .join('')
    .replace(/[\u200e\u200f]| $/g, '');
}

export function readLines(lines: readonly TextLine[]): string[] {
  return lines.map(readLine);
}
