// Reads a template from its current files.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { findMediaType } from '../../contract/asset-types.ts';
import type { AssetEntry } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { LostDigits } from '../../contract/lost-digits.ts';
import { maxDepths } from '../../contract/max-depths.ts';
import type { TemplateFiles } from '../../contract/template-files.ts';
import { fingerprint, isSettled } from '../../files/fingerprint.ts';
import type { JsonValue } from '../../json/read-json.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { patternLanguage } from '../../words/pattern-name.ts';
import { digestContent } from '../content-digest.ts';
import type { AssetFiles } from '../template-store.ts';
import { deriveUuid } from '../uuid.ts';
import { containedPath } from './contained-path.ts';
import { expectObject, parseJsonFile, readTextFile } from './read-json-file.ts';
import { type AssetScan, scanAssets, scanSharedAssets } from './scan-assets.ts';

/** Where the files of a template are. */
export interface TemplatePlace {
  readonly slug: string;
  /** The folder with assets/, as a real path. */
  readonly folder: string;
  /** Path of template.json, or of a file with everything in it. */
  readonly document: string;
  /** Folders with files that other templates share. Empty outside a workspace. */
  readonly sharedFolders: readonly string[];
}

export interface WorkingTemplate {
  readonly place: TemplatePlace;
  readonly uuid: string;
  /** Whether the document states its uuid. If not, the uuid is derived from the slug. */
  readonly saysUuid: boolean;
  readonly files: TemplateFiles;
  readonly schemaPlace: string | undefined;
  /** Numbers of the example data that lost digits. Pointers begin with `/exampleData`. */
  readonly lostDigits: readonly LostDigits[];
  /** `$schema` of the document. It is not part of the content. */
  readonly schemaReference: unknown;
  /** The template document with `dataSchema` and `exampleData`. */
  readonly document: Readonly<Record<string, unknown>>;
  /** The template's own files, then shared files of the workspace. */
  readonly assets: AssetFiles;
  /** Fingerprints of the assets, by name. */
  readonly assetStates: Readonly<Record<string, string>>;
  readonly ownAssets: ReadonlyMap<string, string>;
  readonly key: string;
  /** Length of its documents in characters. */
  readonly weight: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  /** Entries of its own files and of the shared files that it names. Computed at the first call. */
  entries(): Readonly<Record<string, AssetEntry>>;
  digest(): string;
}

interface Cached {
  readonly paths: readonly string[];
  readonly fingerprint: string;
  readonly template: WorkingTemplate;
}

/** Most characters of documents to keep in memory. */
const mostKept = 32 * 1024 ** 2;

/** Reads templates, and keeps the latest in memory until their files change. */
export class TemplateReader {
  readonly #cache = new BoundedCache<Cached>(mostKept);

  /** Undefined: no template is there. Raises TEMPLATE_INVALID if the files are not a valid template. */
  async read(place: TemplatePlace): Promise<WorkingTemplate | undefined> {
    const cacheKey = `${place.document}\0${place.sharedFolders.join('\0')}`;
    const cached = this.#cache.get(cacheKey);
    if (cached && fingerprint(cached.paths).text === cached.fingerprint) return cached.template;
    for (let tries = 0; ; tries++) {
      const readAt = Date.now();
      const paths = pathsOf(place);
      const before = fingerprint(paths.all);
      const template = await readTemplate(place, paths);
      // Reads again if a file has changed meanwhile, so that all parts belong to the same state.
      if (fingerprint(paths.all).text !== before.text && tries < 20) continue;
      if (template && isSettled(before, readAt))
        this.#cache.set(cacheKey, { paths: paths.all, fingerprint: before.text, template }, template.weight);
      else this.#cache.delete(cacheKey);
      return template;
    }
  }
}

interface Paths {
  readonly document: string | undefined;
  readonly schema: string | undefined;
  readonly example: string | undefined;
  readonly own: AssetScan;
  readonly shared: AssetScan;
  readonly all: readonly string[];
}

function pathsOf(place: TemplatePlace): Paths {
  const { folder, document } = place;
  const beside = (name: string) => (isSelfContained(place) ? undefined : join(folder, name));
  const parts = [document, beside('schema.json'), beside('example.json')];
  const own = scanAssets(join(folder, 'assets'), folder);
  const shared = scanSharedAssets(place.sharedFolders);
  const [documentPath, schema, example] = parts.map((path) => path && containedPath(path, folder));
  const all = [
    ...parts.filter((path) => path !== undefined),
    ...own.folders,
    ...own.files.values(),
    ...shared.folders,
    ...shared.files.values(),
  ];
  return { document: documentPath, schema, example, own, shared, all };
}

function isSelfContained({ document }: TemplatePlace): boolean {
  return basename(document) !== 'template.json';
}

async function readTemplate(place: TemplatePlace, paths: Paths): Promise<WorkingTemplate | undefined> {
  const text = paths.document && readTextFile(paths.document);
  if (paths.document === undefined || text === undefined) return undefined;
  const reading = parseJsonFile(place.document, text, isSelfContained(place) ? maxDepths.schema : maxDepths.document);
  const whole = expectObject(place.document, reading.value);
  const schema = await readPart(paths.schema, whole, 'dataSchema', place);
  const example = await readPart(paths.example, whole, 'exampleData', place);
  const { $schema: schemaReference, ...rest } = whole;
  const document = {
    ...rest,
    dataSchema: schema ? schema.value : (rest.dataSchema ?? true),
    exampleData: example ? example.value : (rest.exampleData ?? {}),
  };
  const assetFiles = new Map([...paths.shared.files, ...paths.own.files]);
  const assetStates = [...assetFiles].map(([name, path]) => [name, fingerprint([path]).text] as const);
  const assetState = assetStates.map(([, state]) => state).join('');
  const hash = createHash('sha256').update(
    JSON.stringify([place.document, text, schema?.text, example?.text, [...assetFiles], assetState]),
  );
  const times = timesOf(paths);
  let entries: Readonly<Record<string, AssetEntry>> | undefined;
  let digest: string | undefined;
  const template: WorkingTemplate = {
    place,
    uuid: uuidOf(place, whole),
    saysUuid: whole.uuid !== undefined,
    files: {
      document: place.document,
      schema: schema ? schema.path : place.document,
      example: example ? example.path : place.document,
    },
    schemaPlace: rest.dataSchema === undefined ? undefined : `"dataSchema" in ${basename(place.document)}`,
    lostDigits: lostDigits(example, reading),
    schemaReference,
    document,
    assets: Object.fromEntries([...assetFiles].map(([name, path]) => [name, { path }])),
    assetStates: Object.fromEntries(assetStates),
    ownAssets: paths.own.files,
    key: `working:${hash.digest('hex')}`,
    weight: text.length + (schema?.text.length ?? 0) + (example?.text.length ?? 0),
    ...times,
    entries: () => (entries ??= describeFiles(paths, document)),
    digest: () => (digest ??= digestContent(document, hashesOf(template.entries()))),
  };
  return template;
}

/** SHA-256 by name. */
export function hashesOf(entries: Readonly<Record<string, AssetEntry>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, entry.sha256]));
}

async function readPart(
  path: string | undefined,
  whole: Readonly<Record<string, unknown>>,
  member: 'dataSchema' | 'exampleData',
  place: TemplatePlace,
) {
  const text = path && readTextFile(path);
  if (path === undefined || text === undefined) return undefined;
  if (Object.hasOwn(whole, member)) {
    throw new PdfgenError('TEMPLATE_INVALID', `"${member}" is both in ${place.document} and in ${path}. Keep only one of them.`);
  }
  const { value, inexact } = parseJsonFile(path, text, member === 'dataSchema' ? maxDepths.schema : maxDepths.example);
  return { path, text, value, inexact };
}

/** Numbers of the example data that lost digits, from its own file or from the document. */
function lostDigits(example: Pick<JsonValue, 'inexact'> | undefined, document: JsonValue): readonly LostDigits[] {
  return example
    ? example.inexact.map(({ pointer, message }) => ({ pointer: `/exampleData${pointer}`, message }))
    : document.inexact.filter(({ pointer }) => pointer.startsWith('/exampleData/'));
}

function uuidOf({ slug, document }: TemplatePlace, { uuid }: Readonly<Record<string, unknown>>): string {
  if (uuid === undefined) return deriveUuid(slug);
  if (typeof uuid === 'string' && isUuid(uuid)) return uuid.toLowerCase();
  throw new PdfgenError(
    'TEMPLATE_INVALID',
    `${document}: "uuid" must be a UUID, got ${JSON.stringify(uuid)?.slice(0, 100)}. Without it, the UUID is derived from the folder's name.`,
  );
}

function timesOf(paths: Paths): { readonly createdMs: number; readonly updatedMs: number } {
  const existing = [paths.document, paths.schema, paths.example, ...paths.own.files.values()].filter(
    (path) => path !== undefined,
  );
  const stats = existing.map((path) => statSync(path, { throwIfNoEntry: false })).filter((stat) => stat !== undefined);
  const updatedMs = Math.max(0, ...stats.map((stat) => Math.floor(stat.mtimeMs)));
  // A file system without a time of creation gives 0 or the time of the last change.
  const births = stats.map((stat) => Math.floor(stat.birthtimeMs)).filter((ms) => ms > 0);
  return { createdMs: Math.min(updatedMs, ...births), updatedMs };
}

/**
 * Entries of the content's files. A shared file belongs to the content if the template or its example names it, patterns if the template has
 * `hyphenate`.
 */
function describeFiles({ own, shared }: Paths, document: unknown): Readonly<Record<string, AssetEntry>> {
  const named = shared.files.size > 0 ? stringsIn(document) : new Set<string>();
  const isUsed = (name: string) => named.has(name) || (patternLanguage(name) !== undefined && named.has('hyphenate'));
  const files = [...[...shared.files].filter(([name]) => isUsed(name)), ...own.files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    files.flatMap(([name, path]) => {
      const bytes = readFileSync(path);
      const type = findMediaType(bytes);
      return type === undefined
        ? []
        : [[name, { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, type }]];
    }),
  );
}

/** The texts in a document, and the word `hyphenate` if it is the name of a property. */
function stringsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      if (name === 'hyphenate') found.add(name);
      stringsIn(member, found);
    }
  return found;
}

/** The place of a template in a folder of its own. */
export function placeInFolder(folder: string, sharedFolders: readonly string[]): TemplatePlace {
  return { slug: basename(folder), folder, document: join(folder, 'template.json'), sharedFolders };
}

/** The place of a template that is a single JSON file. Its images and fonts may be in assets/ beside it. */
export function placeOfFile(file: string): TemplatePlace {
  return { slug: basename(file), folder: dirname(file), document: file, sharedFolders: [] };
}
