// Says what a font can and cannot do: one font file, or a family with its styles. The files are read in a thread, within bounds of time and memory.
import { readFile } from 'node:fs/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { listShippedFonts } from '../../files/program-files.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import { OutOfBounds, runInThread, type ThreadBounds } from '../../threads/run-in-thread.ts';
import { readFontName } from '../../words/font-lines.ts';
import { suggest } from '../../words/nearest.ts';
import type { Deps } from '../deps.ts';
import type { CheckedFace, FontCheckOrder, FromCheckFontThread } from './check-font-thread.ts';
import { mayBeEmbedded } from './font-facts.ts';

export interface FontCheckRequest {
  /** The bytes of a file and its name, or a family of the template or of pdfgen. */
  readonly font: { readonly file: string; readonly bytes: Uint8Array } | { readonly family: string };
  /** The template whose families and texts count. */
  readonly uuid: string | undefined;
  /** Undefined: the texts and example data of the template. */
  readonly text: string | undefined;
  readonly signal: AbortSignal;
  readonly bounds?: Partial<ThreadBounds>;
}

type FontToCheck = FontCheckOrder['files'][number];

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

/**
 * `deps`: undefined where there are no templates. `folder`: where the thread's built module is, for a caller that runs unbuilt. Raises
 * TEMPLATE_NOT_FOUND, INVALID_REQUEST for an unknown family, and ASSET_INVALID for fonts that are over the bounds.
 */
export async function checkFont(
  deps: Pick<Deps, 'templates'> | undefined,
  { font, uuid, text, signal, bounds }: FontCheckRequest,
  folder = new URL('./', import.meta.url),
): Promise<FontCheck> {
  const template = uuid === undefined ? undefined : await deps?.templates.get(uuid);
  const characters = [...new Set(text ?? (template ? textsOf(template) : ''))].map((one) => one.codePointAt(0)!);
  const isFile = 'bytes' in font;
  const files = isFile ? [{ role: null, ...font }] : await findFamily(font.family, template);
  const work = { module: new URL('check-font-thread.js', folder), given: { files, characters }, signal, bounds };
  const { faces: all } = await runInThread<FromCheckFontThread>(work).catch((error: unknown) => {
    if (!(error instanceof OutOfBounds)) throw error;
    throw new PdfgenError('ASSET_INVALID', `${isFile ? font.file : font.family} ${error.message}.`, { cause: error });
  });
  if (isFile) {
    const missing = characters.filter((code) => all.some((face) => face.missing.includes(code)));
    return { ok: all.every(isWell) && missing.length === 0, faces: all, missing, missingStyles: [] };
  }
  const faces = all.filter(({ role }) => role !== 'shipped');
  const first = faces.filter(({ role }) => role === 'regular');
  const chain = [...first, ...all.filter(({ role }) => role === 'fallback' || role === 'shipped')];
  const missing = first[0]?.missing.filter((code) => chain.every((face) => face.missing.includes(code))) ?? [];
  const missingStyles = styles.filter((style) => !faces.some((face) => hasStyle(face, style, faces)));
  return { ok: faces.every(isWell) && missing.length === 0, faces, missing, missingStyles };
}

const isWell = (face: CheckedFace): boolean => face.fault === null && mayBeEmbedded(face);

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

/** The files of a family, and those that ship as the last fallbacks of all families. */
async function findFamily(name: string, template: StoredTemplate | undefined): Promise<readonly FontToCheck[]> {
  const { shippedFamilies, entryOf } = await import('../../document/template/font-families.ts');
  const own = (template?.document.fonts ?? {}) as Readonly<Record<string, (typeof shippedFamilies)[string]>>;
  const family = Object.hasOwn(own, name) ? own[name] : shippedFamilies[name];
  if (!family) {
    const known = [...Object.keys(own), ...Object.keys(shippedFamilies)];
    const hint = suggest(name, known) || `. Name a font file, or one of: ${known.join(', ')}`;
    throw new PdfgenError('INVALID_REQUEST', `There is no font family ${JSON.stringify(name)}${hint}`);
  }
  const open = async (role: string, named: string) => {
    const { file } = readFontName(named) ?? { file: named };
    const path = template?.assets[file]?.path ?? listShippedFonts().get(file);
    if (path !== undefined) return { role, file: named, bytes: await readFile(path) };
    throw new PdfgenError('INVALID_REQUEST', `The file ${file} of the family ${JSON.stringify(name)} is missing.`);
  };
  const found: FontToCheck[] = [];
  for (const style of styles) {
    const entry = entryOf(family, style);
    if (entry) found.push(await open(style, entry.file));
  }
  for (const fallback of family.fallback ?? []) {
    const other = Object.hasOwn(own, fallback) ? own[fallback] : shippedFamilies[fallback];
    found.push(await open('fallback', other ? entryOf(other, 'regular')!.file : fallback));
  }
  for (const file of ['NotoSans-Regular.ttf', 'PdfgenSymbols-Regular.ttf']) found.push(await open('shipped', file));
  return found;
}
