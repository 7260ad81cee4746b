// Says what a font can and cannot do: one font file, or a family with its styles.
import { readFile } from 'node:fs/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { listShippedFonts } from '../../files/program-files.ts';
import type { FontOfFile } from '../../renderer/describe-fonts.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import { readFontName } from '../../words/font-lines.ts';
import { suggest } from '../../words/nearest.ts';
import type { Deps } from '../deps.ts';
import { type FontFacts, factsOf, mayBeEmbedded } from './font-facts.ts';

export interface FontCheckRequest {
  /** The bytes of a file and its name, or a family of the template or of pdfgen. */
  readonly font: { readonly file: string; readonly bytes: Uint8Array } | { readonly family: string };
  /** The template whose families and texts count. */
  readonly uuid: string | undefined;
  /** Undefined: the texts and example data of the template. */
  readonly text: string | undefined;
}

export interface CheckedFace extends FontFacts {
  /** `regular`, `bold`, `italic`, `boldItalic`, `fallback`; null: the font was named by its file. */
  readonly role: string | null;
  readonly features: readonly string[];
  /** Why its colours are not drawn, as a clause. */
  readonly colorFault: string | null;
  readonly forbidsSubsets: boolean;
  /** Characters of the text that the font lacks, as code points. */
  readonly missing: readonly number[];
}

export interface FontCheck {
  /** Whether documents can use it, and it has all characters of the text. */
  readonly ok: boolean;
  readonly faces: readonly CheckedFace[];
  /** Characters of the text that neither the family nor a fallback has. Of a file: those that one of its fonts lacks. */
  readonly missing: readonly number[];
  /** Styles that the family does not have. Its text is then drawn without them. */
  readonly missingStyles: readonly string[];
}

const styles = ['regular', 'bold', 'italic', 'boldItalic'] as const;

/** `deps`: undefined where there are no templates. Raises TEMPLATE_NOT_FOUND, and INVALID_REQUEST for an unknown family. */
export async function checkFont(
  deps: Pick<Deps, 'templates'> | undefined,
  { font, uuid, text }: FontCheckRequest,
): Promise<FontCheck> {
  const template = uuid === undefined ? undefined : await deps?.templates.get(uuid);
  const characters = [...new Set(text ?? (template ? textsOf(template) : ''))].map((one) => one.codePointAt(0)!);
  const { describeFontFile } = await import('../../renderer/describe-fonts.ts');
  const describe = async (role: string | null, file: string, bytes: Uint8Array): Promise<readonly CheckedFace[]> => {
    const described = await describeFontFile(bytes, role === null ? undefined : (readFontName(file)?.font ?? '0'));
    const facts = factsOf(file, bytes.length, described);
    return facts.map((one, i) => ({ ...one, ...lacksOf(described.fonts[i], characters), role }));
  };
  if ('bytes' in font) {
    const faces = await describe(null, font.file, font.bytes);
    const missing = characters.filter((code) => faces.some((face) => face.missing.includes(code)));
    return { ok: faces.every(isWell) && missing.length === 0, faces, missing, missingStyles: [] };
  }
  const files = await findFamily(font.family, template);
  const faces: CheckedFace[] = [];
  for (const [role, { file, bytes }] of files) faces.push(...(await describe(role, file, bytes)));
  const shipped: CheckedFace[] = [];
  for (const file of ['NotoSans-Regular.ttf', 'PdfgenSymbols-Regular.ttf'])
    shipped.push(...(await describe('fallback', file, await readFile(listShippedFonts().get(file)!))));
  const first = faces.filter(({ role }) => role === 'regular');
  const chain = [...first, ...faces.filter(({ role }) => role === 'fallback'), ...shipped];
  const missing = first[0]?.missing.filter((code) => chain.every((face) => face.missing.includes(code))) ?? [];
  const missingStyles = styles.filter((style) => !faces.some((face) => hasStyle(face, style, faces)));
  return { ok: faces.every(isWell) && missing.length === 0, faces, missing, missingStyles };
}

const isWell = (face: CheckedFace): boolean => face.fault === null && mayBeEmbedded(face);

function lacksOf(font: FontOfFile | undefined, characters: readonly number[]) {
  // U+20E3 is a part of the emoji of a key.
  const isShown = (code: number) =>
    code !== 0x20e3 && !/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/u.test(String.fromCodePoint(code));
  return {
    features: font?.features ?? [],
    colorFault: font?.colorFault ?? null,
    forbidsSubsets: font?.forbidsSubsets ?? false,
    missing: font ? characters.filter((code) => isShown(code) && !font.has(code)).toSorted((a, b) => a - b) : [],
  };
}

/** A family has a style by a file for it, or by the axes of another file. */
function hasStyle({ role, axes }: CheckedFace, style: (typeof styles)[number], all: readonly CheckedFace[]): boolean {
  if (role === style) return true;
  if (role !== 'regular' && !(role === 'italic' && style === 'boldItalic')) return false;
  const isWeighted = axes.some(({ tag, max }) => tag === 'wght' && max >= 600);
  const isSlanted = axes.some(({ tag, min, max }) => (tag === 'ital' && max >= 1) || (tag === 'slnt' && min < 0));
  const needs = {
    regular: true,
    bold: isWeighted,
    italic: isSlanted,
    boldItalic: isWeighted && (isSlanted || role === 'italic'),
  };
  return needs[style] && !all.some((one) => one.role === style);
}

/** The texts of a template: what it writes, without bindings, and its example data. */
function textsOf({ document }: StoredTemplate): string {
  const { pages, define, texts, exampleData } = document as Record<string, unknown>;
  return JSON.stringify(collect([pages, define, texts, exampleData])).replace(/\{\{.*?\}\}/g, '');
}

function collect(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collect) : [];
}

async function findFamily(
  name: string,
  template: StoredTemplate | undefined,
): Promise<readonly (readonly [role: string, file: { readonly file: string; readonly bytes: Uint8Array }])[]> {
  const { shippedFamilies, entryOf } = await import('../../document/template/font-families.ts');
  const own = (template?.document.fonts ?? {}) as Readonly<Record<string, (typeof shippedFamilies)[string]>>;
  const family = Object.hasOwn(own, name) ? own[name] : shippedFamilies[name];
  if (!family) {
    const known = [...Object.keys(own), ...Object.keys(shippedFamilies)];
    const hint = suggest(name, known) || `. Name a font file, or one of: ${known.join(', ')}`;
    throw new PdfgenError('INVALID_REQUEST', `There is no font family ${JSON.stringify(name)}${hint}`);
  }
  const open = async (named: string) => {
    const { file } = readFontName(named) ?? { file: named };
    const path = template?.assets[file]?.path ?? listShippedFonts().get(file);
    if (path !== undefined) return { file: named, bytes: await readFile(path) };
    throw new PdfgenError('INVALID_REQUEST', `The file ${file} of the family ${JSON.stringify(name)} is missing.`);
  };
  const found: (readonly [string, { readonly file: string; readonly bytes: Uint8Array }])[] = [];
  for (const style of styles) {
    const entry = entryOf(family, style);
    if (entry) found.push([style, await open(entry.file)]);
  }
  for (const fallback of family.fallback ?? []) {
    const other = Object.hasOwn(own, fallback) ? own[fallback] : shippedFamilies[fallback];
    found.push(['fallback', await open(other ? entryOf(other, 'regular')!.file : fallback)]);
  }
  return found;
}
