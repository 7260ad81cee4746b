// The fonts of a form: those that it names, and those that are embedded for characters that it lacks.
import { PdfgenError } from '../contract/errors.ts';
import { withDemanded } from '../document/on-demand.ts';
import type { Resource } from '../document/resources.ts';
import type { TextEngine } from '../document/text/index.ts';
import type { Face } from '../document/text/shaped-text.ts';
import { CodeRoom } from '../inspect/content/cmap.ts';
import { readContent } from '../inspect/content/read-content.ts';
import type { Form } from '../pdf-file/acro-form/read-fields.ts';
import { type Dict, Name, Ref, Text, type Value } from '../pdf-file/objects.ts';
import { listNames } from '../words/nearest.ts';
import { openFormFace } from './form-face.ts';
import { formatPart } from './widget-look.ts';

/** What the entry DA of a field says (ISO 32000-2, 12.7.4.3). */
export interface DefaultLook {
  /** Its name among the resources. */
  readonly font: string | undefined;
  /** 0: as large as fits. */
  readonly size: number;
  /** An operator, such as `0 g`. */
  readonly color: string;
}

export function readDefaultLook(inherited: ReadonlyMap<string, Value>): DefaultLook {
  const given = inherited.get('DA');
  let [font, size, color]: [string | undefined, number, string] = [undefined, 0, '0 g'];
  if (given instanceof Text)
    for (const { operator, operands } of readContent(given.bytes, (value) => value as never)) {
      const numbers = operands.filter((one): one is number => typeof one === 'number');
      const wanted = { g: 1, rg: 3, k: 4 }[operator];
      if (wanted !== undefined && numbers.length >= wanted)
        color = `${numbers.slice(-wanted).map(formatPart).join(' ')} ${operator}`;
      const [name, height] = operands.slice(-2);
      if (operator !== 'Tf' || !(name instanceof Name) || typeof height !== 'number') continue;
      font = name.name;
      size = Math.min(Math.abs(height), 1000);
    }
  return { font, size: size < 0.5 ? 0 : size, color };
}

export interface FontSources {
  /** Fonts that the person gave. */
  readonly given: readonly Resource[];
  /** Reads a font that ships with pdfgen. */
  readonly readShipped: (name: string) => Promise<Resource>;
  readonly libraryFile: (path: string) => Promise<Uint8Array>;
  /** The file claims a standard that asks for embedded fonts. */
  readonly mustEmbed: boolean;
}

export class FormFonts {
  readonly #resources: readonly Dict[];
  readonly #sources: FontSources;
  readonly #engine: TextEngine;
  readonly #room = new CodeRoom();
  readonly #faces = new Map<Dict, Face | undefined>();
  readonly #shipped = new Map<string, Face>();
  #given: readonly Face[] | undefined;
  /** References to fonts of the file, by the ids of their faces. */
  readonly own = new Map<string, string>();

  constructor({ dict }: Form, sources: FontSources, engine: TextEngine) {
    const resources = dict.dict('DR')?.dict('Font');
    this.#resources = resources ? [resources] : [];
    this.#sources = sources;
    this.#engine = engine;
  }

  /** The font of the form, if it has all characters of a text; else fonts to embed. Raises CharactersMissing. `looks`: resources of appearances of the field. */
  async choose(name: string | undefined, text: string, looks: readonly Dict[]): Promise<readonly Face[]> {
    const [font, ref] = this.#find(name, looks) ?? [];
    const face = font && ref && this.#openOwn(font, ref);
    if (face && isPlain(text) && listMissing([face], text).length === 0) return [face];
    const faces = await this.#openOthers(`${font?.name('BaseFont') ?? ''} ${name ?? ''}`, text);
    const missing = listMissing(faces, text);
    if (missing.length > 0) throw new CharactersMissing(missing);
    return faces;
  }

  #find(name: string | undefined, looks: readonly Dict[]): readonly [Dict, Ref] | undefined {
    if (name === undefined) return undefined;
    for (const fonts of [...this.#resources, ...looks]) {
      const [font, ref] = [fonts.dict(name), fonts.raw(name)];
      if (font && ref instanceof Ref) return [font, ref];
    }
    return undefined;
  }

  #openOwn(font: Dict, ref: Ref): Face | undefined {
    if (this.#faces.has(font)) return this.#faces.get(font);
    const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((entry) => descriptorOf(font)?.has(entry));
    const face = this.#sources.mustEmbed && !isEmbedded ? undefined : openFormFace(font, `form ${ref.key}`, this.#room);
    if (face) this.own.set(face.id, `${ref.key} R`);
    this.#faces.set(font, face);
    return face;
  }

  /** In order: the given fonts; Noto Sans in the style of the form's font; signs. */
  async #openOthers(style: string, text: string): Promise<readonly Face[]> {
    const [bold, italic] = [/bold|black|heavy|bd\b|HeBo|TiBo|CoBo/i.test(style), /italic|oblique|HeOb|TiIt/i.test(style)];
    const noto = await this.#openShipped(
      `NotoSans-${bold ? (italic ? 'BoldItalic' : 'Bold') : italic ? 'Italic' : 'Regular'}.ttf`,
    );
    const given = await this.#openGiven();
    const all = [...given, noto];
    return listMissing(all, text).length === 0 ? all : [...all, await this.#openShipped('PdfgenSymbols-Regular.ttf')];
  }

  async #openShipped(name: string): Promise<Face> {
    const known = this.#shipped.get(name);
    if (known) return known;
    const face = await this.#open(await this.#sources.readShipped(name));
    this.#shipped.set(name, face);
    return face;
  }

  async #openGiven(): Promise<readonly Face[]> {
    if (this.#given) return this.#given;
    const faces: Face[] = [];
    for (const file of this.#sources.given) faces.push(await this.#open(file));
    this.#given = faces;
    return faces;
  }

  /** Raises ASSET_INVALID. */
  async #open(file: Resource): Promise<Face> {
    const face = await withDemanded(this.#sources, () => this.#engine.openFace(file));
    if (face.hasPictures)
      throw new PdfgenError('ASSET_INVALID', `The font ${face.postscriptName} is a colour font, which form fields do not use.`);
    return face;
  }
}

const descriptorOf = (font: Dict): Dict | undefined => {
  const [inner] = font.list('DescendantFonts');
  return (inner && typeof inner === 'object' && 'dict' in inner ? (inner as Dict) : font).dict('FontDescriptor');
};

/** Fonts for scripts that Noto Sans lacks. */
const fontsByScript: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'NotoSansJP'],
  [/\p{Script=Hangul}/u, 'NotoSansKR'],
  [/\p{Script=Han}/u, 'NotoSansJP'],
  [/\p{Script=Arabic}/u, 'NotoNaskhArabic'],
  [/\p{Script=Hebrew}/u, 'NotoSansHebrew'],
  [/\p{Script=Thai}/u, 'NotoSansThai'],
];

/** No font has these characters of a text. */
export class CharactersMissing extends Error {
  constructor(characters: readonly string[]) {
    const shown = characters.map((one) => `${one} (U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`);
    const text = characters.join('');
    const [, example] = fontsByScript.find(([script]) => script.test(text)) ?? [];
    const such = example === undefined ? '' : `, such as --font ${example}-Regular.ttf`;
    super(
      `has characters that neither the fonts of the form nor those of pdfgen have: ${listNames(shown)}. Give a font that has them with --font FILE${such}`,
    );
  }
}

/** Each character is a glyph of its own, from left to right: no letters join, change places or stand on each other. */
const isPlain = (text: string): boolean =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{N}\p{P}\p{S}\p{Z}\p{Cc}]*$/u.test(
    text.normalize('NFC'),
  );

/** The characters of a text that no face has. */
function listMissing(faces: readonly Pick<Face, 'has'>[], text: string): readonly string[] {
  const characters = new Set(text.normalize('NFC').replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, ''));
  return [...characters].filter((one) => !faces.some((face) => face.has(one.codePointAt(0)!)));
}
