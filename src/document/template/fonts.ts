// Families of fonts: the template's own, the shipped one and the standard 14, resolved to faces.
import { PdfgenError } from '../../contract/errors.ts';
import { findNearest } from '../../contract/nearest.ts';
import type { JsonSchema } from '../../contract/schema.ts';
import type { Resources } from '../resources.ts';
import type { TextEngine } from '../text/index.ts';
import type { Face } from '../text/types.ts';
import type { Report } from './check.ts';

const file = {
  type: 'string',
  minLength: 1,
  description: 'A font file (TTF, OTF, WOFF) in the assets or the fonts folder.',
} as const;

export const familySchema = {
  type: 'object',
  required: ['regular'],
  additionalProperties: false,
  properties: {
    regular: file,
    bold: file,
    italic: file,
    boldItalic: file,
    fallback: {
      type: 'array',
      items: { type: 'string' },
      description: 'Families or font files for characters that this one lacks, in order.',
    },
  },
} as const satisfies JsonSchema;

export interface FontFamily {
  readonly regular: string;
  readonly bold?: string | undefined;
  readonly italic?: string | undefined;
  readonly boldItalic?: string | undefined;
  readonly fallback?: readonly string[] | undefined;
}

/** The family that is used where none is named, and the last resort for a missing character. Its files ship with pdfgen. */
export const shippedFamily = 'noto-sans';

const shipped: Readonly<Record<string, FontFamily>> = {
  [shippedFamily]: {
    regular: 'NotoSans-Regular.ttf',
    bold: 'NotoSans-Bold.ttf',
    italic: 'NotoSans-Italic.ttf',
    boldItalic: 'NotoSans-BoldItalic.ttf',
  },
};

/** ISO 32000-2, 9.6.2.2: fonts that a reader brings itself; they are not embedded. */
const standard: Readonly<Record<string, FontFamily>> = {
  helvetica: { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique', boldItalic: 'Helvetica-BoldOblique' },
  times: { regular: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic', boldItalic: 'Times-BoldItalic' },
  courier: { regular: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique', boldItalic: 'Courier-BoldOblique' },
  symbol: { regular: 'Symbol' },
  zapfdingbats: { regular: 'ZapfDingbats' },
};

const fontFile = /\.(?:ttf|otf|woff2?|ttc)$/i;

/** Families that text may name: those of the template's `fonts`, the shipped one, the standard 14. */
export function familyNames(own: unknown): readonly string[] {
  const named = typeof own === 'object' && own !== null ? Object.keys(own) : [];
  return [...new Set([...named, shippedFamily, ...Object.keys(standard)])];
}

type Style = 'regular' | 'bold' | 'italic' | 'boldItalic';

export class FontBook {
  readonly #families: Readonly<Record<string, FontFamily>>;
  readonly #resources: Resources;
  readonly #engine: TextEngine;
  readonly #report: Report;
  readonly #faces = new Map<string, readonly Face[]>();
  readonly #reported = new Set<string>();

  constructor(families: Readonly<Record<string, FontFamily>>, resources: Resources, engine: TextEngine, report: Report) {
    this.#families = families;
    this.#resources = resources;
    this.#engine = engine;
    this.#report = report;
  }

  /** Opens every file of the template's families, also of those that data may choose later. */
  openAll(): void {
    for (const [name, family] of Object.entries(this.#families)) {
      for (const style of ['regular', 'bold', 'italic', 'boldItalic'] as const)
        if (family[style] !== undefined) this.#open(name, style);
      for (const fallback of family.fallback ?? []) if (!Object.hasOwn(this.#families, fallback)) this.#open(fallback, 'regular');
    }
  }

  /** Whether a name stands for a family or a font file; otherwise it is reported at `pointer`. */
  checkName(name: string, pointer: string): boolean {
    if (this.#family(name)) return true;
    const known = [...Object.keys(this.#families), shippedFamily, ...Object.keys(standard)];
    const near = findNearest(name, known);
    this.#fail(
      `name ${name}`,
      'unknown-font',
      pointer,
      `There is no font family "${name}"${near ? `; did you mean "${near}"?` : `. Known: ${known.join(', ')}`}`,
    );
    return false;
  }

  /** The faces of a family in one style, then those of its fallbacks, then the shipped family's. */
  faces(name: string, bold: boolean, italic: boolean): readonly Face[] {
    const style: Style = bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular';
    const key = `${name}\n${style}`;
    let faces = this.#faces.get(key);
    if (!faces) {
      const found: Face[] = [];
      for (const family of [name, ...(this.#family(name)?.fallback ?? []), shippedFamily]) {
        const face = this.#open(family, style);
        if (face && !found.some((other) => other.id === face.id)) found.push(face);
      }
      faces = found;
      this.#faces.set(key, faces);
    }
    return faces;
  }

  #family(name: string): FontFamily | undefined {
    if (Object.hasOwn(this.#families, name)) return this.#families[name];
    if (Object.hasOwn(shipped, name)) return shipped[name];
    const lower = name.toLowerCase();
    if (Object.hasOwn(standard, lower)) return standard[lower];
    return fontFile.test(name) ? { regular: name } : undefined;
  }

  #open(name: string, style: Style): Face | undefined {
    const pointer = Object.hasOwn(this.#families, name) ? `/fonts/${name}` : '/fonts';
    const family = this.#family(name);
    if (!family) {
      this.checkName(name, pointer);
      return undefined;
    }
    const own = family[style];
    const file = own ?? (style === 'boldItalic' ? (family.bold ?? family.italic) : undefined) ?? family.regular;
    if (!own && Object.hasOwn(this.#families, name)) {
      this.#fail(
        `style ${name} ${style}`,
        'missing-font-style',
        pointer,
        `The family "${name}" has no ${style} font; ${file} is used instead.`,
      );
    }
    try {
      if (!Object.hasOwn(this.#families, name) && Object.values(standard).includes(family))
        return this.#engine.standardFace(file);
      const resource = this.#resources.font(file);
      if (resource) return this.#engine.openFace(resource);
      const near = findNearest(file, this.#resources.names('font'));
      this.#fail(
        `file ${file}`,
        'missing-asset',
        own ? `${pointer}/${style}` : pointer,
        `There is no font file "${file}"${near ? `; did you mean "${near}"?` : ''}`,
      );
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      this.#fail(`file ${file}`, 'broken-asset', own ? `${pointer}/${style}` : pointer, `${file}: ${error.message}`);
    }
    return undefined;
  }

  #fail(key: string, code: string, pointer: string, message: string): void {
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#report({ code, pointer, message });
  }
}
