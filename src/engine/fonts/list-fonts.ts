// Lists the fonts that templates can use: those that ship, those of the workspace, and those in the assets of templates.
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PdfgenError } from '../../contract/errors.ts';
import { listShippedFonts } from '../../files/program-files.ts';
import { isObject } from '../../json/is-object.ts';
import type { StoredTemplate } from '../../store/template-store.ts';
import { isFontFile, readFontName } from '../../words/font-lines.ts';
import type { WorkspaceDeps } from '../deps.ts';
import { type FontFacts, factsOf } from './font-facts.ts';

export interface ListedFont extends FontFacts {
  readonly place: 'shipped' | 'workspace' | 'template';
  /** The slug of the template in whose assets it is. */
  readonly template: string | null;
  readonly path: string;
  /** The styles of the `fonts` of templates that name it, such as `invoice: Inter.bold`. */
  readonly namedAs: readonly string[];
}

type Place = Pick<ListedFont, 'place' | 'template' | 'path'> & { readonly file: string };

/** `uuid`: the fonts that this template can use. Undefined: those of all templates. Templates that cannot be read are left out. `deps`: undefined where there are no templates. */
export async function listFonts(
  deps: Pick<WorkspaceDeps, 'templates'> | undefined,
  workspace: string | undefined,
  uuid: string | undefined,
): Promise<readonly ListedFont[]> {
  const templates = deps ? await (uuid === undefined ? readAll(deps) : Promise.all([deps.templates.get(uuid)])) : [];
  const places = new Map<string, Place>();
  const add = (one: Place) => places.set(one.path, places.get(one.path) ?? one);
  for (const [file, url] of listShippedFonts()) add({ place: 'shipped', template: null, path: fileURLToPath(url), file });
  for (const folder of workspace === undefined ? [] : ['fonts', 'assets'])
    for (const path of filesIn(join(workspace!, folder))) add({ place: 'workspace', template: null, path, file: basename(path) });
  for (const template of templates)
    for (const [file, { path }] of Object.entries(template.assets))
      if (isFontFile(file)) add({ ...placeIn(template, path), path: realpathSync(path), file });
  const { describeFontFile } = await import('../../renderer/describe-fonts.ts');
  const found: ListedFont[] = [];
  for (const place of places.values()) {
    const bytes = readFileSync(place.path);
    const facts = factsOf(place.file, bytes.length, await describeFontFile(bytes));
    for (const one of facts) found.push({ ...place, ...one, namedAs: namesOf(place, templates) });
  }
  return found;
}

async function readAll({ templates }: Pick<WorkspaceDeps, 'templates'>): Promise<readonly StoredTemplate[]> {
  const found: StoredTemplate[] = [];
  for (const slug of await templates.slugs()) {
    try {
      found.push(await templates.get((await templates.find(slug))!.uuid));
    } catch (error) {
      if (!(error instanceof PdfgenError) || error.code !== 'TEMPLATE_INVALID') throw error;
    }
  }
  return found;
}

function placeIn({ slug, files }: StoredTemplate, path: string): Pick<ListedFont, 'place' | 'template'> {
  const isOwn = files !== undefined && realpathSync(path).startsWith(realpathSync(dirname(files.document)) + sep);
  return isOwn ? { place: 'template', template: slug } : { place: 'workspace', template: null };
}

function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return entries.flatMap((name) => (isFontFile(name) ? [realpathSync(join(folder, name))] : []));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Where templates name the file, or a font of it. A file in the assets of a template is named by this template only. */
function namesOf({ file, template }: Pick<Place, 'file' | 'template'>, templates: readonly StoredTemplate[]): readonly string[] {
  const isNamed = (given: unknown): boolean => {
    const name = isObject(given) ? given.file : given;
    return typeof name === 'string' && readFontName(name)?.file === file;
  };
  return templates.flatMap(({ slug, document }) => {
    if (!isObject(document.fonts) || (template !== null && template !== slug)) return [];
    return Object.entries(document.fonts).flatMap(([family, styles]) =>
      Object.entries(isObject(styles) ? styles : {}).flatMap(([style, given]) =>
        [given].flat().some(isNamed) ? [`${slug}: ${family}.${style}`] : [],
      ),
    );
  });
}
