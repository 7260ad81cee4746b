// What the commands on fonts say of a font.
import type { DescribedFile, FontOfFile } from '../../renderer/describe-fonts.ts';

/** A font of a file. */
export interface FontFacts {
  /** The file as templates name it, such as `Inter.ttf` or `Noto.ttc#2`. */
  readonly file: string;
  readonly format: string;
  /** Length of the file. */
  readonly bytes: number;
  readonly family: string;
  readonly style: string;
  readonly weight: number;
  readonly stretch: number;
  readonly italic: boolean;
  readonly axes: FontOfFile['axes'];
  readonly embedding: FontOfFile['embedding'];
  readonly licence: string | null;
  readonly scripts: readonly string[];
  readonly characters: number;
  /** Tables with pictures of its characters. */
  readonly pictures: readonly string[];
  /** Why documents cannot use it, as a sentence. */
  readonly fault: string | null;
}

/** Whether the licence lets a document hold the font. */
export const mayBeEmbedded = ({ embedding }: Pick<FontFacts, 'embedding'>): boolean =>
  embedding !== 'restricted' && embedding !== 'bitmap';

/** The fonts of a file; a file that cannot be read is one font with a fault. */
export function factsOf(file: string, bytes: number, { format, fonts, fault }: DescribedFile): readonly FontFacts[] {
  if (fault !== undefined) return [{ ...nothing, file, format, bytes, fault }];
  return fonts.map((font) => ({
    file: font.number === undefined ? file : `${file}#${font.number}`,
    ...{ format, bytes, family: font.family, style: font.style, weight: font.weight, stretch: font.stretch },
    ...{ italic: font.isItalic, axes: font.axes, embedding: font.embedding, licence: font.licence },
    ...{ scripts: font.scripts, characters: font.characters, pictures: font.pictures, fault: font.fault ?? null },
  }));
}

const nothing: Omit<FontFacts, 'file' | 'format' | 'bytes' | 'fault'> = {
  ...{ family: '', style: '', weight: 400, stretch: 100, italic: false, axes: [], licence: null },
  ...{ embedding: 'unknown', scripts: [], characters: 0, pictures: [] },
};
