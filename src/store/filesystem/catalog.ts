// Finds the folders of templates: those of a workspace, or a single folder or file.
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { slug as slugSchema } from '../../contract/templates.ts';
import { patternFolder } from '../../words/pattern-name.ts';
import type { TemplateFault } from '../template-store.ts';
import { containedPath } from './contained-path.ts';
import { scanSharedAssets } from './scan-assets.ts';
import { placeInFolder, placeOfFile, type TemplatePlace } from './working-template.ts';

export interface Catalog {
  /** The workspace's folder. Undefined: the template is outside of a workspace, so it can be read but not recorded. */
  readonly workspace: string | undefined;
  /** The folders of templates, and the faults of invalid folders. `slug`: looks at this folder only. */
  scan(slug?: string): { readonly places: readonly TemplatePlace[]; readonly faults: readonly TemplateFault[] };
  find(slug: string): TemplatePlace | undefined;
  /** Paths of the files that the workspace's templates share, by name. */
  sharedAssets(): ReadonlyMap<string, string>;
}

const slugPattern = new RegExp(slugSchema.pattern);

export function isSlug(text: string): boolean {
  return slugPattern.test(text) && text.length <= slugSchema.maxLength;
}

/** The templates of a workspace. `only`: the slug of the only template to show. */
export function workspaceCatalog(given: string, only?: string): Catalog {
  const workspace = realpathSync(given);
  // A cloned repository must not lead writes out of its own folder.
  containedPath(join(workspace, 'templates'), workspace);
  const place = (slug: string): TemplatePlace | undefined => {
    if (!isSlug(slug) || (only !== undefined && slug !== only)) return undefined;
    const folder = folderOf(workspace, slug);
    return folder === undefined ? undefined : placeInFolder(folder, sharedFoldersOf(workspace));
  };
  return {
    workspace,
    find: place,
    sharedAssets: () => scanSharedAssets(sharedFoldersOf(workspace)).files,
    scan: (slug = only) => scanFolders(slug === undefined ? foldersIn(workspace) : [slug], workspace, place),
  };
}

/** The template at a path: its folder, its template.json, or a file with everything in it. Raises TEMPLATE_NOT_FOUND. */
export function openCatalogAt(path: string): Catalog {
  const given = resolve(path);
  const stat = statSync(given, { throwIfNoEntry: false });
  if (!stat) throw new PdfgenError('TEMPLATE_NOT_FOUND', `There is no file or folder ${given}.`);
  const real = realpathSync(given);
  const folder = stat.isDirectory() ? real : dirname(real);
  if (!stat.isDirectory() && basename(real) !== 'template.json') return singleCatalog(placeOfFile(real));
  if (!statSync(join(folder, 'template.json'), { throwIfNoEntry: false })) {
    throw new PdfgenError('TEMPLATE_NOT_FOUND', `${given} is not a template: it has no template.json.`);
  }
  // A template in a workspace comes with its versions.
  if (basename(dirname(folder)) === 'templates' && isSlug(basename(folder)))
    return workspaceCatalog(dirname(dirname(folder)), basename(folder));
  return singleCatalog(placeInFolder(folder, []));
}

function singleCatalog(place: TemplatePlace): Catalog {
  const named = { ...place, slug: toSlug(place.slug.replace(/\.json$/i, '')) };
  return {
    workspace: undefined,
    scan: (slug = named.slug) => ({ places: slug === named.slug ? [named] : [], faults: [] }),
    find: (slug) => (slug === named.slug ? named : undefined),
    sharedAssets: () => new Map(),
  };
}

function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug.slice(0, 100).replace(/-$/, '') || 'template';
}

function foldersIn(workspace: string): readonly string[] {
  const folder = join(workspace, 'templates');
  return entriesOf(folder)
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => name)
    .filter((name) => hasDocument(join(folder, name)));
}

function scanFolders(
  names: readonly string[],
  workspace: string,
  place: (slug: string) => TemplatePlace | undefined,
): ReturnType<Catalog['scan']> {
  const places: TemplatePlace[] = [];
  const faults: TemplateFault[] = [];
  for (const name of names) {
    const folder = join(workspace, 'templates', name);
    try {
      if (!isSlug(name)) throw notASlug(folder, name);
      const found = place(name);
      if (found) places.push(found);
    } catch (error) {
      if (!(error instanceof PdfgenError)) throw error;
      faults.push({ slug: name, file: join(folder, 'template.json'), error });
    }
  }
  return { places, faults };
}

function notASlug(folder: string, name: string): PdfgenError {
  return new PdfgenError(
    'TEMPLATE_INVALID',
    `The name of the folder ${folder} is not a valid name of a template. Rename it, for example to "${toSlug(name)}".`,
  );
}

function folderOf(workspace: string, slug: string): string | undefined {
  const templates = join(workspace, 'templates');
  const folder = join(templates, slug);
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat || !hasDocument(folder)) return undefined;
  const isLink = stat.isSymbolicLink() || lstatSync(templates).isSymbolicLink();
  if (!isLink) return folder;
  const real = realpathSync(folder);
  if (dirname(real) === realpathSync(templates) && basename(real) === slug) return real;
  throw new PdfgenError('TEMPLATE_INVALID', `${folder} is a link to another place. Put the folder itself there.`);
}

function hasDocument(folder: string): boolean {
  return statSync(join(folder, 'template.json'), { throwIfNoEntry: false }) !== undefined;
}

/** Folders with files that every template of a workspace may use: `assets/`, then `fonts/` and `hyphenation/`. */
function sharedFoldersOf(workspace: string): readonly string[] {
  return ['assets', 'fonts', patternFolder].flatMap((name) => {
    const folder = join(workspace, name);
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? (containedPath(folder, workspace) ?? []) : [];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new PdfgenError('TEMPLATE_INVALID', `${folder} cannot be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}
