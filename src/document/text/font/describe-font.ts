// Says what a font can do, for people who choose one.
import { ByteReader } from './byte-reader.ts';
import { readCharacterMap } from './character-map.ts';
import { listFeatures, pictureTables } from './font-metrics.ts';
import { readNames } from './font-names.ts';
import { openSfnt } from './sfnt.ts';
import { readAxes, type VariationAxis } from './variation-axes.ts';

/**
 * What the font says of embedding (OpenType 1.9, OS/2 fsType). `restricted`: it must not be embedded. `bitmap`: its outlines must not be. `print`: for
 * viewing and printing. `unknown`: the font does not state it.
 */
export type Embedding = 'installable' | 'editable' | 'print' | 'bitmap' | 'restricted' | 'unknown';

export interface FontDescription {
  readonly family: string;
  /** Such as `Bold Italic`. */
  readonly style: string;
  /** 1 to 1000: 400 is regular. */
  readonly weight: number;
  /** Per cent: 75 is condensed. */
  readonly stretch: number;
  readonly isItalic: boolean;
  readonly axes: readonly VariationAxis[];
  readonly embedding: Embedding;
  /** The font asks to be embedded as a whole only. */
  readonly forbidsSubsets: boolean;
  /** What the font says of its licence. */
  readonly licence: string | null;
  readonly outlines: 'TrueType' | 'CFF' | 'CFF2' | null;
  /** Tables with pictures of its characters, such as `COLR`. */
  readonly pictures: readonly string[];
  readonly features: readonly string[];
  readonly scripts: readonly string[];
  readonly characters: number;
}

/** A font and the characters of its map. */
export interface DescribedFont extends FontDescription {
  has(codePoint: number): boolean;
}

/** OpenType 1.9, OS/2 usWidthClass, from 1. */
const stretches = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200];

/** A font file as TrueType or OpenType. Raises DamagedTable. */
export function describeFont(bytes: Uint8Array): DescribedFont {
  const { tables } = openSfnt(bytes);
  const os2 = new ByteReader(tables.get('OS/2') ?? new Uint8Array());
  const names = readNames(tables.get('name') ?? new Uint8Array());
  const glyphs = tables.has('maxp') ? new ByteReader(tables.get('maxp')!).u16(4) : 0;
  const map = tables.has('cmap') ? readCharacterMap(tables.get('cmap')!, glyphs) : undefined;
  const has = (codePoint: number): boolean => (map?.glyphOf(codePoint) ?? 0) !== 0;
  const style = names.style[0] ?? 'Regular';
  const selection = os2.length >= 64 ? os2.u16(62) : 0;
  const usage = os2.length >= 10 ? os2.u16(8) : undefined;
  return {
    family: names.family[0] ?? 'Unnamed',
    style,
    weight: os2.length >= 6 ? os2.u16(4) || 400 : 400,
    stretch: stretches[(os2.length >= 8 ? os2.u16(6) : 5) - 1] ?? 100,
    // Bits 0 and 9 of fsSelection: italic and oblique.
    isItalic: (selection & 0x201) !== 0 || /italic|oblique/i.test(style),
    axes: readAxes(tables),
    embedding: embeddingOf(usage),
    forbidsSubsets: usage !== undefined && (usage & 0x100) !== 0,
    licence: names.licence.find((text) => !/^https?:/.test(text)) ?? names.licence[0] ?? null,
    outlines: tables.has('glyf') ? 'TrueType' : tables.has('CFF ') ? 'CFF' : tables.has('CFF2') ? 'CFF2' : null,
    pictures: pictureTables.filter((tag) => tables.has(tag)).map((tag) => tag.trim()),
    features: [...(listFeatures(tables) ?? [])].toSorted(),
    scripts: scripts.flatMap(([name, sample]) => ([...sample].every((one) => has(one.codePointAt(0)!)) ? [name] : [])),
    characters: countCharacters(has),
    has,
  };
}

function embeddingOf(usage: number | undefined): Embedding {
  if (usage === undefined) return 'unknown';
  if ((usage & 0x200) !== 0) return 'bitmap';
  // The least restrictive bit counts.
  if ((usage & 8) !== 0) return 'editable';
  if ((usage & 4) !== 0) return 'print';
  return (usage & 2) !== 0 ? 'restricted' : 'installable';
}

function countCharacters(has: (codePoint: number) => boolean): number {
  let count = 0;
  for (let code = 0x20; code < 0x32_000; code++) if (has(code)) count++;
  return count;
}

/** Scripts, and letters that a font for them has. */
const scripts: readonly (readonly [name: string, sample: string])[] = [
  ['Latin', 'AZaz'],
  ['Latin (Western)', 'ÄßéñøÆ€'],
  ['Latin (Central Europe)', 'ąčěłőșžđ'],
  ['Vietnamese', 'ạễờữđ'],
  ['Greek', 'ΑΩαωή'],
  ['Cyrillic', 'АЯаяЖ'],
  ['Armenian', 'ԱՖաֆ'],
  ['Georgian', 'აჰ'],
  ['Hebrew', 'את'],
  ['Arabic', 'ابهي'],
  ['Devanagari', 'अकह'],
  ['Bengali', 'অকহ'],
  ['Gujarati', 'અકહ'],
  ['Gurmukhi', 'ਅਕਹ'],
  ['Tamil', 'அகஹ'],
  ['Telugu', 'అకహ'],
  ['Kannada', 'ಅಕಹ'],
  ['Malayalam', 'അകഹ'],
  ['Sinhala', 'අකහ'],
  ['Thai', 'กฮา'],
  ['Lao', 'ກຮາ'],
  ['Khmer', 'កអា'],
  ['Myanmar', 'ကအာ'],
  ['Ethiopic', 'ሀፐ'],
  ['Japanese', 'あんアン日本'],
  ['Chinese (simplified)', '的国们这'],
  ['Chinese (traditional)', '的國們這'],
  ['Korean', '가힣한'],
  ['emoji', '😀👍🎉'],
  ['arrows', '←→'],
];
