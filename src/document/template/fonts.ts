// Resolves families of fonts to faces: the template's own families, the shipped fonts and the standard 14.
import { PdfgenError } from '../../contract/errors.ts';
import { pointerStep } from '../../json/json-pointer.ts';
import { findFontLine, isSameFamily, readFontName } from '../../words/font-lines.ts';
import { suggest } from '../../words/nearest.ts';
import { explainMissing, type Resource, type Resources } from '../resources.ts';
import type { FontResource } from '../text/font/font-face.ts';
import { readNames } from '../text/font/font-names.ts';
import { fontMaker } from '../text/font/harfbuzz-subset.ts';
import { listTables, openSfnt } from '../text/font/sfnt.ts';
import { type AxisValues, mostInstances, type VariationAxis } from '../text/font/variation-axes.ts';
import { plainFont, type TextEngine } from '../text/index.ts';
import { findFigureConflict, namedFeatures } from '../text/named-features.ts';
import { isOwnLetter } from '../text/script-of.ts';
import type { Face, FontDoubt, TextStyle, UnnamedFont } from '../text/shaped-text.ts';
import { textOfWord } from '../text/text-of-word.ts';
import { boldFrom, shippedFamily, type TextProperties } from '../text/text-properties.ts';
import type { Report } from './check.ts';
import { findFeatureFault } from './check-features.ts';
import {
  type AxesOfFile,
  type AxisFault,
  axisProperties,
  type FontLook,
  findAxisFault,
  isUsual,
  lookOf,
  opticalSize,
  readVariable,
  setAxes,
  styleOf,
  useProperty,
  type VariableFont,
  type WantedAxis,
} from './font-axes.ts';
import {
  adviseFile,
  entryOf,
  type FontEntry,
  type FontFamily,
  type FontStyle,
  familyNames,
  fontStyles,
  isBold,
  isItalic,
  shippedFamilies,
  standardFamilies,
} from './font-families.ts';

/** Arrows, check marks, boxes and other signs, for text in any family and style. */
const symbolFile = 'PdfgenSymbols-Regular.ttf';

/** The fonts of a text in one style. */
type FontChoice = Pick<TextStyle, 'faces' | 'openLastFace' | 'standIns' | 'unnamed'>;

/** The text properties that ask something of a font. */
type AskedLook = {
  readonly [N in 'weight' | 'stretch' | 'axes' | 'caps' | 'figures' | 'fractions' | 'features']?: TextProperties[N] | undefined;
};

/** The place of a property, or of an axis or feature in it. */
type PlaceOfLook = (property: string, tag?: string) => string;

/** Only for work inside of `withDemanded`. */
export class FontBook {
  readonly #families: Readonly<Record<string, FontFamily>>;
  readonly #resources: Resources;
  readonly #engine: TextEngine;
  readonly #report: Report;
  readonly #choices = new Map<string, FontChoice>();
  readonly #reported = new Set<string>();
  /** By file. Undefined: the font has no axes. */
  readonly #variables = new Map<string, VariableFont | undefined>();
  readonly #instances = new Set<string>();
  #isCompiled = false;
  /** A font has the axis `opsz`, so the size of a text chooses its face too. */
  #hasOpticalSizes = false;
  /** Faces whose colours are not painted, by their ids, each with its message and place. */
  readonly colorFonts = new Map<string, FontDoubt>();
  /** Faces that draw characters as pictures, by their ids, each with its file and place. */
  readonly pictureFonts = new Map<string, { readonly file: string; readonly pointer: string }>();

  constructor(families: Readonly<Record<string, FontFamily>>, resources: Resources, engine: TextEngine, report: Report) {
    this.#families = families;
    this.#resources = resources;
    this.#engine = engine;
    this.#report = report;
  }

  /** From now on, data ask for fonts. */
  endCompiling(): void {
    this.#isCompiled = true;
  }

  /** Opens every file of the template's families, including families that data may choose later. */
  openAll(): void {
    for (const [name, family] of Object.entries(this.#families)) {
      for (const style of fontStyles) {
        const entry = entryOf(family, style);
        if (!entry) continue;
        this.#open(name, lookOf(style));
        this.#checkEntry(entry, `${this.#placeOf(name)}/${style}`);
      }
      for (const fallback of family.fallback ?? [])
        if (!Object.hasOwn(this.#families, fallback)) this.#open(fallback, lookOf('regular'));
    }
  }

  /** The fonts for text in drawings: all styles of the template's families and of the shipped one. */
  forPictures() {
    const families = [...Object.values(this.#families), shippedFamilies[shippedFamily]!];
    const found = new Map<string, FontResource>();
    for (const family of families) {
      for (const style of fontStyles) {
        try {
          const file = this.#fileFor(this.#entryFor(family, style), lookOf(style));
          if (file) found.set(file.key, file);
        } catch (error) {
          // A faulty file is already reported when the families are opened.
          if (!(error instanceof PdfgenError)) throw error;
        }
      }
    }
    return {
      key: [...found.keys()].join(' '),
      files: () =>
        [...found.values()].map((file) => ({
          postscriptName: this.#engine.openFace(file).postscriptName,
          bytes: plainFont(file.bytes),
        })),
      fixedFamily: () => {
        const fixed = [...found.values()].find((file) => (this.#engine.openFace(file).metrics.flags & 1) !== 0);
        return fixed && readNames(openSfnt(fixed.bytes).tables.get('name') ?? new Uint8Array()).family[0];
      },
      lacks: (text: string) => {
        const faces = [...found.values()].map((file) => this.#engine.openFace(file));
        const codes = [...new Set(text.replace(/[\p{C}\p{Z}\s]/gu, ''))].map((letter) => letter.codePointAt(0)!);
        return codes.filter((code) => !faces.some((face) => face.has(code)));
      },
    };
  }

  /** Whether a name is a family or a font file. Reports any other name at `pointer`. */
  checkName(name: string, pointer: string): boolean {
    if (this.#family(name)) return true;
    this.#fail(
      `name ${name}`,
      'unknown-font',
      pointer,
      `There is no font family ${JSON.stringify(name)}${this.#adviseFamily(name)}`,
    );
    return false;
  }

  /** What to write in place of an unknown family, or how to add this family. */
  #adviseFamily(name: string): string {
    const known = familyNames(this.#families);
    const same = known.filter((one) => isSameFamily(one, name));
    if (same.length > 0) return suggest(name, same);
    const line = findFontLine(name, this.#resources.names('font'));
    return line === undefined ? suggest(name, known) || adviseFile(name, known) : `: write in "fonts": ${line}`;
  }

  /**
   * Reports what a text asks for and its font lacks: features that neither the family nor its fallbacks have, axes that the family does not have. Without
   * a family: what no font of the template has.
   */
  checkLook(look: AskedLook, family: string | undefined, placeOf: PlaceOfLook): void {
    this.#checkFeatures(look, family, placeOf);
    this.#checkAxes(look, family, placeOf);
  }

  #checkFeatures(look: AskedLook, family: string | undefined, placeOf: PlaceOfLook): void {
    const conflict = findFigureConflict(look.figures);
    if (conflict)
      this.#fail(
        `figures ${placeOf('figures')}`,
        'wrong-value',
        placeOf('figures'),
        `"${conflict[0]}" and "${conflict[1]}" exclude each other: write one of them`,
      );
    const named = namedFeatures(look).flatMap(({ property, tags }) =>
      Object.entries(tags).map(([tag, words]) => ({ tag, value: 1, words, place: placeOf(property) })),
    );
    const written = Object.entries(look.features ?? {}).map(([tag, value]) => ({
      tag,
      value,
      words: undefined,
      place: placeOf('features', tag),
    }));
    let lacking = [...named, ...written];
    if (lacking.length === 0) return;
    const inFonts = new Set<string>();
    let hasFace = false;
    for (const face of this.#allFaces(family)) {
      if (face.features === undefined) return;
      hasFace = true;
      for (const tag of face.features) inFonts.add(tag);
      lacking = lacking.filter(({ tag }) => !inFonts.has(tag));
      if (lacking.length === 0) return; // no further face is opened
    }
    const font = hasFace ? family : undefined;
    for (const { tag, value, words, place } of lacking) {
      const subject = font === undefined ? 'No font of the template has' : `The font ${font} has no`;
      const message =
        words === undefined
          ? findFeatureFault([tag, value], inFonts, font)
          : `${subject} ${words} (OpenType feature "${tag}"): the text is printed without.`;
      if (message !== undefined) this.#fail(`feature ${place} ${tag}`, 'no-effect', place, message);
    }
  }

  /** Opens one by one the faces of a family and its fallbacks, in all styles that they have. Without a family: of all families of the template. */
  *#allFaces(name: string | undefined): Iterable<Face> {
    const names =
      name === undefined ? [...Object.keys(this.#families), shippedFamily] : [name, ...(this.#family(name)?.fallback ?? [])];
    for (const one of names) {
      const family = this.#family(one);
      for (const style of fontStyles) {
        const face = family?.[style] === undefined ? undefined : this.#open(one, lookOf(style));
        if (face) yield face;
      }
    }
  }

  #checkAxes({ weight, stretch, axes = {} }: AskedLook, family: string | undefined, placeOf: PlaceOfLook): void {
    if (family !== undefined && !this.#family(family)) return;
    const check = (tag: string, value: number, place: string, isMisplaced = false) => {
      const fault = isMisplaced ? useProperty(tag, value) : this.#axisFault(this.#filesOf(family), { tag, value, font: family });
      if (!fault) return;
      this.#fail(`axis ${place}`, fault.code, place, fault.message);
      // Choosing the face does not report the fault again.
      this.#reported.add(`axis ${family} ${tag} ${value}`);
    };
    if (weight !== undefined && !isUsual('wght', weight)) check('wght', weight, placeOf('weight'));
    if (stretch !== undefined && !isUsual('wdth', stretch)) check('wdth', stretch, placeOf('stretch'));
    for (const [tag, value] of Object.entries(axes)) check(tag, value, placeOf('axes', tag), Object.hasOwn(axisProperties, tag));
  }

  /** All files of a family, or of all families of the template. */
  #filesOf(family: string | undefined): readonly string[] {
    const names = family === undefined ? Object.keys(this.#families) : [family];
    return names.flatMap((name) => fontStyles.flatMap((style) => entryOf(this.#family(name)!, style)?.file ?? []));
  }

  #axisFault(files: readonly string[], wanted: WantedAxis): AxisFault | undefined {
    const known = files.map((file) => ({ file, axes: this.#axesOf(file) }));
    // The faults of the file are already reported.
    return known.some(({ axes }) => axes === undefined) ? undefined : findAxisFault(known as readonly AxesOfFile[], wanted);
  }

  /** Reports axes of an entry in `fonts` that its file does not have, or not as far. */
  #checkEntry({ file, axes }: FontEntry, place: string): void {
    for (const [tag, value] of Object.entries(axes)) {
      const fault = this.#axisFault([file], { tag, value, font: file, isEntry: true });
      if (fault) this.#fail(`entry ${place} ${tag}`, fault.code, `${place}/axes${pointerStep(tag)}`, fault.message);
    }
  }

  /** The faces of a family in one look, then the faces of its fallbacks, then the shipped family's; last, the shipped symbols. */
  choose({ font: name, bold, italic, weight, stretch, axes, size }: FontLook): FontChoice {
    const look = { font: name, bold, italic, weight, stretch, axes, size };
    const keyOf = () => JSON.stringify([name, weight, italic, stretch, axes, this.#hasOpticalSizes && opticalSize(size)]);
    const known = this.#choices.get(keyOf());
    if (known) return known;
    const faces: Face[] = [];
    const standIns = new Map<string, FontDoubt>();
    let unnamed: UnnamedFont | undefined;
    const named = [name, ...(this.#family(name)?.fallback ?? [])];
    for (const family of [...named, shippedFamily]) {
      const face = this.#open(family, look);
      if (!face || faces.some((other) => other.id === face.id)) continue;
      faces.push(face);
      if (!named.includes(family)) {
        const has = (code: number) => faces[0]!.has(code);
        const lettersIn: UnnamedFont['lettersIn'] = (words) =>
          words.flatMap((word) => [...textOfWord(word, face)].filter((letter) => isOwnLetter(letter, has)));
        unnamed = { face, named: name, pointer: this.#placeOf(name), lettersIn };
      }
      const style = styleOf(look);
      // Emoji have one style.
      const isEmoji = family !== name && face.hasPictures === true;
      const doubt = isEmoji ? undefined : this.#missingStyle(family, style, family === name);
      if (doubt) this.#fail(`style ${family} ${style}`, 'missing-font-style', this.#placeOf(family), doubt.message);
      const told = doubt ?? (family === name ? this.#missingAxis(family, look) : undefined);
      if (told) standIns.set(face.id, told);
    }
    const choice = { faces, openLastFace: this.#openSymbols, standIns: standIns.size > 0 ? standIns : undefined, unnamed };
    if (this.#choices.size > 1000) this.#choices.clear(); // data may bring any number of sizes
    this.#choices.set(keyOf(), choice);
    return choice;
  }

  /** What to say if a family lacks a style. `isFirst`: the text itself names the family; false: a fallback, where one font file is enough. */
  #missingStyle(name: string, style: FontStyle, isFirst: boolean): FontDoubt | undefined {
    const family = this.#family(name);
    const isNamed = Object.hasOwn(this.#families, name);
    if (!family || family[style] !== undefined || !(isNamed || isFirst)) return undefined;
    const { style: given, file } = this.#entryFor(family, style);
    const isLacking =
      (isBold(style) && !isBold(given) && !this.#isWeighted(file)) ||
      (isItalic(style) && !isItalic(given) && !this.#isSlanted(file));
    if (!isLacking) return undefined;
    const remedy = isNamed ? ` Add the file as "${style}" of the family.` : '';
    const message =
      family.regular === name
        ? `${name} is one font and has no ${style} style; it is used as it is. Name a family in "fonts" with a file for each style.`
        : `The family "${name}" has no ${style} font; ${file} is used instead.${remedy}`;
    return { pointer: `/fonts${pointerStep(name)}/${style}`, message };
  }

  /** What to say if the font of the template that a text names does not have the axes of the text. */
  #missingAxis(name: string, look: FontLook): FontDoubt | undefined {
    const family = this.#family(name)!;
    if (!Object.hasOwn(this.#families, name) && family.regular !== name) return undefined;
    const { file } = this.#entryFor(family, styleOf(look));
    const wanted = {
      ...(!isUsual('wght', look.weight) && { wght: look.weight }),
      ...(!isUsual('wdth', look.stretch) && { wdth: look.stretch }),
      ...look.axes,
    };
    for (const [tag, value] of Object.entries(wanted)) {
      const axis = this.#axesOf(file)?.find((one) => one.tag === tag);
      if (axis && value >= axis.min && value <= axis.max) continue;
      const range = axis ? `goes from ${axis.min} to ${axis.max}` : 'is missing';
      const message = `The axis "${tag}" of ${file} ${range}: text that sets it to ${value} is drawn in the nearest look.`;
      this.#fail(`axis ${name} ${tag} ${value}`, 'missing-font-style', this.#placeOf(name), message);
      return { pointer: `/fonts${pointerStep(name)}`, message };
    }
    return undefined;
  }

  #placeOf(name: string): string {
    return Object.hasOwn(this.#families, name) ? `/fonts${pointerStep(name)}` : '/fonts';
  }

  readonly #openSymbols = (): Face | undefined => {
    const resource = this.#resources.font(symbolFile);
    return resource && this.#engine.openFace(resource);
  };

  #family(name: string): FontFamily | undefined {
    if (Object.hasOwn(this.#families, name)) return this.#families[name];
    if (Object.hasOwn(shippedFamilies, name)) return shippedFamilies[name];
    const lower = name.toLowerCase();
    if (Object.hasOwn(standardFamilies, lower)) return standardFamilies[lower];
    return readFontName(name) && { regular: name };
  }

  /** The file of a style: its own, else the file that has the style by its axes, else the file that stands in for it. */
  #entryFor(family: FontFamily, style: FontStyle): FontEntry {
    const own = entryOf(family, style);
    if (own) return own;
    const regular = entryOf(family, 'regular')!;
    if (style !== 'boldItalic') return regular;
    const [bold, italic] = [entryOf(family, 'bold'), entryOf(family, 'italic')];
    if (italic && this.#isWeighted(italic.file)) return italic;
    if (bold && this.#isSlanted(bold.file)) return bold;
    return bold ?? (this.#isWeighted(regular.file) ? regular : italic) ?? regular;
  }

  /** Whether the axes of a font give bold text. */
  #isWeighted(file: string): boolean {
    return this.#axesOf(file)?.some(({ tag, max }) => tag === 'wght' && max >= boldFrom) === true;
  }

  /** Whether the axes of a font give italic text. */
  #isSlanted(file: string): boolean {
    return this.#axesOf(file)?.some(({ tag, min, max }) => (tag === 'ital' && max >= 1) || (tag === 'slnt' && min < 0)) === true;
  }

  /** The axes of a file. Undefined: it cannot be read. */
  #axesOf(file: string): readonly VariationAxis[] | undefined {
    try {
      const resource = this.#resources.font(file);
      if (resource) return this.#variable(file, resource)?.axes ?? [];
      return Object.values(standardFamilies).some((one) => Object.values(one).includes(file)) ? [] : undefined;
    } catch (error) {
      if (error instanceof PdfgenError) return undefined;
      throw error;
    }
  }

  /** A font with axes. Raises ASSET_INVALID. */
  #variable(file: string, { key, bytes }: Resource): VariableFont | undefined {
    if (this.#variables.has(file)) return this.#variables.get(file);
    const font = listTables(bytes).has('fvar') ? readVariable(key, bytes) : undefined;
    this.#variables.set(file, font);
    if (font?.axes.some(({ tag }) => tag === 'opsz')) this.#hasOpticalSizes = true;
    return font;
  }

  #open(name: string, look: FontLook): Face | undefined {
    const isNamed = Object.hasOwn(this.#families, name);
    const pointer = this.#placeOf(name);
    const family = this.#family(name);
    if (!family) {
      this.checkName(name, pointer);
      return undefined;
    }
    const style = styleOf(look);
    const entry = this.#entryFor(family, style);
    const { file } = entry;
    const place = entry.style === style && isNamed ? `${pointer}/${style}` : pointer;
    try {
      if (!isNamed && Object.values(standardFamilies).includes(family)) return this.#engine.standardFace(file);
      const found = this.#fileFor(entry, look);
      if (found) {
        if (found.instance !== undefined && !this.#hasRoom(found.key)) return undefined;
        const face = this.#engine.openFace(found);
        this.#checkFace(face, file, place);
        if (face.instance !== undefined && entry.style === style) this.#checkStyle(face, entry, place);
        return face;
      }
      const message =
        file === shippedFamily
          ? `"${file}" is a family, and a font file is needed here: write "${entryOf(shippedFamilies[file]!, style)!.file}"`
          : explainMissing('font', readFontName(file)?.file ?? file, this.#resources);
      this.#fail(`file ${file}`, 'missing-asset', place, message);
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      this.#fail(`file ${file}`, 'broken-asset', place, `${file}: ${error.message}`);
    }
    return undefined;
  }

  /** The font file of an entry; a variable font has its axes set for a look. Raises ASSET_INVALID. */
  #fileFor(entry: FontEntry, look: FontLook): FontResource | undefined {
    const resource = this.#resources.font(entry.file);
    const variable = resource && this.#variable(entry.file, resource);
    return variable ? this.#instance(variable, setAxes(variable.axes, entry, look)) : resource;
  }

  #instance({ key, bytes, axes }: VariableFont, values: AxisValues): FontResource {
    const moved = axes.filter((axis) => values[axis.tag] !== axis.default);
    const instance = moved.map(({ tag }) => `_${values[tag]}${tag.trim()}`).join('');
    const id = `${key}@${instance}`;
    return {
      key: id,
      instance,
      get bytes() {
        return fontMaker().instance(bytes, values);
      },
    };
  }

  /** Whether the template may set axes in one more way. While documents are made, paint counts those of each. */
  #hasRoom(key: string): boolean {
    if (this.#isCompiled) return true;
    this.#instances.add(key);
    if (this.#instances.size <= mostInstances) return true;
    const message = `The texts of the template set the axes of variable fonts in more than ${mostInstances} ways. Use fewer weights and sizes.`;
    this.#fail('instances', 'too-many-instances', '/fonts', message);
    return false;
  }

  /** Warns of colours that cannot be drawn. */
  #checkFace({ id, colorFault, hasPictures }: Face, file: string, pointer: string): void {
    if (hasPictures && !this.pictureFonts.has(id)) this.pictureFonts.set(id, { file, pointer });
    if (colorFault === undefined || this.colorFonts.has(id)) return;
    const message = `${file} ${colorFault}: its outlines are drawn in the colour of the text, and a character without one is missing. Use a version of it with COLR, CBDT or sbix.`;
    this.colorFonts.set(id, { pointer, message });
    this.#fail(`pictures ${file}`, 'color-font', pointer, message);
  }

  /** Warns of a variable font that a family gives for a style without an axis for this style. */
  #checkStyle({ metrics }: Face, { style, file, axes }: FontEntry, pointer: string): void {
    const lacksWeight = isBold(style) && axes.wght === undefined && !this.#isWeighted(file) && (metrics.weight ?? 0) < boldFrom;
    const lacksSlant = isItalic(style) && metrics.italicAngle === 0 && !this.#isSlanted(file);
    if (!lacksWeight && !lacksSlant) return;
    const missing = lacksWeight ? 'heavy enough (axis "wght")' : 'slanted (axis "ital" or "slnt")';
    this.#fail(
      `variable ${file} ${style}`,
      'variable-font',
      pointer,
      `${file} is a variable font that cannot be ${missing}: ${style} text is drawn ${lacksWeight ? `in weight ${metrics.weight}` : 'upright'}. Use another file for this style.`,
    );
  }

  #fail(key: string, code: string, pointer: string, message: string): void {
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#report({ code, pointer, message });
  }
}
