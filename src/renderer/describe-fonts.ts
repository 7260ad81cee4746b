// Describes a font file: unpacks it, and opens each of its fonts as rendering does.
import { createHash } from 'node:crypto';
import { findMediaType } from '../contract/asset-types.ts';
import { PdfgenError } from '../contract/errors.ts';
import { withDemanded } from '../document/on-demand.ts';
import type { Resource } from '../document/resources.ts';
import { DamagedTable, describeDamage } from '../document/text/font/byte-reader.ts';
import { countFonts, pickFont } from '../document/text/font/collection.ts';
import { type DescribedFont, describeFont } from '../document/text/font/describe-font.ts';
import { loadTextEngine } from '../document/text/index.ts';
import { libraryFile } from '../files/program-files.ts';
import { unpackFont } from './unpack-woff2.ts';

/** A font of a file. */
export interface FontOfFile extends DescribedFont {
  /** Its number in a collection. Undefined: the file is a single font. */
  readonly number: number | undefined;
  /** Why documents cannot use the font, as a sentence. Undefined: documents can use it. */
  readonly fault: string | undefined;
  /** Why its colours are not drawn, as a clause. */
  readonly colorFault: string | undefined;
}

export interface DescribedFile {
  /** `TrueType`, `OpenType`, `collection`, `WOFF`, `WOFF2`. */
  readonly format: string;
  readonly fonts: readonly FontOfFile[];
  /** Why the file cannot be read. */
  readonly fault: string | undefined;
}

/** Fonts of a collection that are described. */
const mostDescribed = 100;

/** `wanted`: a font of a collection by number or name; undefined: all. Never raises an error for a file: `fault` says what is wrong with it. */
export async function describeFontFile(bytes: Uint8Array, wanted?: string): Promise<DescribedFile> {
  const key = createHash('sha256').update(bytes).digest('hex');
  const format = formatOf(bytes);
  try {
    const file = await unpackFont({ key, bytes });
    const count = countFonts(file.bytes);
    if (wanted !== undefined && count > 1)
      return { format, fonts: [await describeOne(pickFont(file, wanted), undefined)], fault: undefined };
    const numbers = count === 1 ? [undefined] : Array.from({ length: Math.min(count, mostDescribed) }, (_, i) => i);
    const fonts: FontOfFile[] = [];
    for (const number of numbers) fonts.push(await describeOne(file, number));
    return { format, fonts, fault: undefined };
  } catch (error) {
    return { format, fonts: [], fault: sentenceOf(error) };
  }
}

async function describeOne(file: Resource, number: number | undefined): Promise<FontOfFile> {
  const font = pickFont(file, number === undefined ? undefined : String(number));
  const described = describeFont(font.bytes);
  const engine = await loadTextEngine();
  try {
    const face = await withDemanded({ libraryFile }, () => engine.openFace(font));
    const has = (codePoint: number) => face.has(codePoint);
    return { ...described, has, number, fault: undefined, colorFault: face.colorFault };
  } catch (error) {
    return { ...described, number, fault: sentenceOf(error), colorFault: undefined };
  }
}

function formatOf(bytes: Uint8Array): string {
  const type = findMediaType(bytes) ?? '';
  const names: Readonly<Record<string, string>> = {
    'font/ttf': 'TrueType',
    'font/otf': 'OpenType',
    'font/collection': 'collection',
    'font/woff': 'WOFF',
    'font/woff2': 'WOFF2',
  };
  return names[type] ?? 'unknown';
}

/** The fault of a font without the hash by which messages name a font whose file is unknown. */
function sentenceOf(error: unknown): string {
  if (error instanceof DamagedTable) return `The font ${describeDamage(error)}`;
  if (error instanceof PdfgenError && error.code === 'ASSET_INVALID') return error.message.replace(/ \(SHA-256 \w+\)/, '');
  throw error;
}
