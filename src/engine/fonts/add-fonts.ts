// Adds fonts to a template or to the folder `fonts` of the workspace, and names them in the template.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { listShippedFonts } from '../../files/program-files.ts';
import { writeFileWhole } from '../../files/write-file.ts';
import { isObject } from '../../json/is-object.ts';
import type { AssetFiles } from '../../store/template-store.ts';
import { counted } from '../../words/counts.ts';
import { readFontName, writeFontLine } from '../../words/font-lines.ts';
import { listNames } from '../../words/nearest.ts';
import type { WorkspaceDeps } from '../deps.ts';
import { addTemplateAssets } from '../templates/assets.ts';
import { writeMember } from '../templates/write-member.ts';
import { chooseFonts, type FontCandidate, type FontRole, fontRoles, joinWeights, type Weights } from './choose-fonts.ts';
import { mayBeEmbedded } from './font-facts.ts';

export interface AddFontsRequest {
  /** By their names. `isFound`: the file was found in a folder, and nobody named it. */
  readonly files: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly isFound: boolean }>;
  /** The template that names the fonts. Undefined: they are only put into the workspace. */
  readonly uuid: string | undefined;
  /** Put the files into the folder `fonts` of the workspace. */
  readonly isShared: boolean;
  /** Take the fonts of this family only. */
  readonly family: string | undefined;
  /** The name of the family in `fonts`. Default: its own name. */
  readonly name: string | undefined;
  readonly weights: Weights;
  /** Replace other files of the same names, and other files of the same styles. */
  readonly replace: boolean;
}

export interface AddedFamily {
  /** Its name in `fonts`. */
  readonly family: string;
  /** Files by style. */
  readonly styles: Readonly<Partial<Record<FontRole, string>>>;
  /** The member to write in `fonts`. */
  readonly line: string;
}

export interface AddedFonts {
  readonly families: readonly AddedFamily[];
  /** Files that were not taken, each with the reason as a clause. */
  readonly left: readonly { readonly file: string; readonly reason: string }[];
  /** Where the files are. */
  readonly folder: string;
  /** The template file that names them now; null: none. */
  readonly written: string | null;
}

/** All or nothing. Raises ASSET_INVALID for a font that documents cannot or may not hold, INVALID_REQUEST for what must be decided first. */
export async function addFonts(
  deps: WorkspaceDeps,
  workspace: string | undefined,
  request: AddFontsRequest,
): Promise<AddedFonts> {
  const { uuid, files, replace } = request;
  const template = uuid === undefined ? undefined : await deps.templates.get(uuid);
  const known = isObject(template?.document.fonts) ? template.document.fonts : {};
  const { candidates: all, left } = await describeAll(request);
  const candidates = joinWeights(all);
  const names = [...new Set(candidates.map(({ font }) => font.family))];
  const chosen = request.family === undefined ? names : names.filter((name) => isSame(name, request.family!));
  if (chosen.length === 0) throw nothingToAdd(request.family, names, left);
  const isFound = candidates.some(({ file, font }) => chosen.includes(font.family) && files.get(file)!.isFound);
  if (chosen.length > 1 && (isFound || request.name !== undefined))
    throw invalid(`There are ${chosen.length} families: ${listNames(chosen)}. Choose one with --family.`);
  const taken = new Set<string>();
  const letters = await lettersOf(template?.document);
  const families = chosen.map((own): AddedFamily => {
    const family = request.name ?? Object.keys(known).find((name) => isSame(name, own)) ?? own;
    const earlier = isObject(known[family]) ? known[family] : {};
    const its = candidates.filter(({ font }) => font.family === own);
    const styles = toFiles(chooseFonts(its, request.weights, letters, earlier.regular !== undefined));
    refuseOthers(family, earlier, styles, replace);
    for (const file of Object.values(styles)) taken.add(file);
    return { family, styles, line: writeFontLine(family, { ...earlier, ...styles }) };
  });
  const others = candidates
    .filter(({ file }) => !taken.has(file))
    .map((one) => ({ file: one.file, reason: reasonOf(one, chosen) }));
  const content = new Map([...taken].map((file) => [file, files.get(file)!.bytes]));
  const isShared = request.isShared || uuid === undefined;
  if (isShared && workspace === undefined)
    throw invalid('There is no workspace here for fonts. Name a template with -t, or make a workspace: pdfgen init');
  const folder = isShared ? join(workspace!, 'fonts') : join(await deps.templates.folder(uuid!), 'assets');
  const fresh = await findFresh(content, folder, template?.assets ?? {}, replace);
  if (isShared) await putShared(fresh, folder);
  else await addTemplateAssets(deps, uuid!, fresh, { replace: true });
  let written: string | null = null;
  if (template) {
    const entries = families.map(({ family, styles }) => [family, inOrder({ ...(known[family] as object), ...styles })] as const);
    written = template.files!.document;
    await writeMember(written, 'fonts', { ...known, ...Object.fromEntries(entries) });
  }
  return { families, left: [...left, ...others], folder, written };
}

/** The letters of the language of a template. */
async function lettersOf(template: Readonly<Record<string, unknown>> | undefined): Promise<ReadonlySet<string>> {
  const { isLanguage, sampleLetters } = await import('../../document/components/field/typing-characters.ts');
  const lang = (isObject(template?.document) ? template.document.lang : undefined) ?? template?.locale;
  return sampleLetters(typeof lang === 'string' && isLanguage(lang) ? lang : 'en');
}

type Left = AddedFonts['left'][number];

async function describeAll({ files }: AddFontsRequest): Promise<{ candidates: FontCandidate[]; left: Left[] }> {
  const { describeFontFile } = await import('../../renderer/describe-fonts.ts');
  const candidates: FontCandidate[] = [];
  const left: Left[] = [];
  for (const [file, { bytes, isFound }] of files) {
    const { format, fonts, fault } = await describeFontFile(bytes);
    const [font] = fonts;
    const problem = fault ?? font?.fault ?? (font && !mayBeEmbedded(font) ? 'Its licence forbids embedding.' : undefined);
    if (problem !== undefined && !isFound) throw new PdfgenError('ASSET_INVALID', `${file}: ${problem}`);
    if (problem !== undefined || !font) left.push({ file, reason: problem ?? 'it holds no font' });
    else candidates.push({ file, format, font });
  }
  return { candidates, left };
}

const invalid = (message: string): PdfgenError => new PdfgenError('INVALID_REQUEST', message);

function nothingToAdd(family: string | undefined, names: readonly string[], left: readonly Left[]): PdfgenError {
  if (names.length > 0)
    return invalid(`There is no family ${JSON.stringify(family)} among the files. There are: ${listNames(names)}.`);
  const [first] = left;
  return invalid(
    first ? `No font can be added. ${first.file}: ${first.reason}` : 'There is no font file (TTF, OTF, TTC, WOFF, WOFF2).',
  );
}

const isSame = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (name: string): string => name.replace(/[\s_-]/g, '').toLowerCase();

function toFiles(chosen: ReturnType<typeof chooseFonts>): Readonly<Partial<Record<FontRole, string>>> {
  return Object.fromEntries(Object.entries(chosen).map(([role, { file }]) => [role, file]));
}

function inOrder(styles: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = [...fontRoles.filter((role) => styles[role] !== undefined), ...Object.keys(styles)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, styles[name]]));
}

/** Raises INVALID_REQUEST for a style that has another file. */
function refuseOthers(family: string, earlier: object, styles: Readonly<Record<string, string>>, replace: boolean): void {
  if (replace) return;
  for (const [style, given] of Object.entries(earlier)) {
    const name = isObject(given) ? given.file : given;
    const file = styles[style];
    if (file === undefined || typeof name !== 'string' || (readFontName(name)?.file ?? name) === file) continue;
    throw invalid(
      `"fonts" names ${name} as ${style} of ${JSON.stringify(family)} already. Add --force to name ${file} in its place, or --as for another family.`,
    );
  }
}

function reasonOf({ font }: FontCandidate, chosen: readonly string[]): string {
  if (!chosen.includes(font.family)) return `it is of the family ${font.family}`;
  const what = font.axes.length > 0 ? 'variable' : `weight ${font.weight}${font.isItalic ? ' italic' : ''}`;
  const [script] = font.scripts;
  return `another file serves better (this one: ${what}, ${counted(font.characters, 'character')}${script === undefined ? '' : `, ${script}`})`;
}

/** The files that are not there yet. Raises INVALID_REQUEST for another file of the same name, which would be replaced or hidden. */
async function findFresh(
  content: ReadonlyMap<string, Uint8Array>,
  folder: string,
  assets: AssetFiles,
  replace: boolean,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const fresh = new Map<string, Uint8Array>();
  for (const [file, bytes] of content) {
    const own = join(folder, file);
    let isThere = false;
    for (const path of new Set([own, assets[file]?.path, listShippedFonts().get(file)])) {
      const there = path === undefined ? undefined : await readIfThere(path);
      if (path === own && there?.equals(bytes)) isThere = true;
      if (!there || there.equals(bytes) || replace) continue;
      const shown = typeof path === 'string' ? path : `${file}, which ships with pdfgen,`;
      throw invalid(
        `${shown} is another font file of this name. Rename the new one, or add --force to use it in place of the other.`,
      );
    }
    if (!isThere) fresh.set(file, bytes);
  }
  return fresh;
}

async function readIfThere(path: string | URL): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function putShared(files: ReadonlyMap<string, Uint8Array>, folder: string): Promise<void> {
  makeFolder(folder);
  for (const [file, bytes] of files) await writeFileWhole(join(folder, file), [bytes]);
}
