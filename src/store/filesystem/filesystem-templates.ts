// The templates of a workspace: working files, and what is recorded of them.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AssetEntry, TemplateSummary, TemplateVersion } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { digestContent } from '../content-digest.ts';
import type {
  DescribedTemplate,
  ListFilter,
  ListKey,
  Page,
  Precondition,
  StoredTemplate,
  TemplateContent,
  TemplateFault,
  Templates,
} from '../template-store.ts';
import { createUuid } from '../uuid.ts';
import type { Catalog } from './catalog.ts';
import { fingerprint } from './fingerprint.ts';
import { withLock } from './lock.ts';
import { prepareRecordsFolder, recordsFolder } from './records-folder.ts';
import { type StagedAssets, stageAssets } from './stage-assets.ts';
import { fitsFilter, isBehind, summarize } from './summarize.ts';
import { TemplateFinder } from './template-finder.ts';
import { type RecordedVersion, VersionShelf } from './version-shelf.ts';
import type { WorkingTemplate } from './working-template.ts';
import { removeLeftovers, writeFilesWhole } from './write-file-whole.ts';
import { removeTemplate, rewriteTemplate, writeNewTemplate } from './write-template.ts';

export class FilesystemTemplates implements Templates {
  readonly #catalog: Catalog;
  readonly #now: () => Date;
  readonly #finder: TemplateFinder;
  /** Undefined for a template outside of any workspace. */
  readonly #shelf: VersionShelf | undefined;

  constructor(catalog: Catalog, now: () => Date) {
    this.#catalog = catalog;
    this.#now = now;
    this.#finder = new TemplateFinder(catalog);
    this.#shelf = catalog.workspace === undefined ? undefined : new VersionShelf(recordsFolder(catalog.workspace));
  }

  async find(nameOrUuid: string): Promise<{ readonly uuid: string; readonly slug: string } | undefined> {
    const found = await this.#finder.findNamed(nameOrUuid);
    return found && { uuid: found.uuid, slug: found.place.slug };
  }

  async slugs(): Promise<readonly string[]> {
    return this.#catalog.scan().places.map(({ slug }) => slug);
  }

  async get(uuid: string, version?: number): Promise<StoredTemplate> {
    const working = await this.#finder.get(uuid);
    return version === undefined ? this.#asStored(working) : this.#readVersion(working, version).stored;
  }

  async describe(uuid: string, version?: number): Promise<DescribedTemplate> {
    const working = await this.#finder.get(uuid);
    const { createdAt, updatedAt } = this.#timesOf(working);
    if (version === undefined) return { ...this.#asStored(working), createdAt, updatedAt, entries: working.entries() };
    const { stored, entries, recordedAt } = this.#readVersion(working, version);
    return { ...stored, createdAt, updatedAt: recordedAt, entries };
  }

  async listFaults(): Promise<readonly TemplateFault[]> {
    return (await this.#finder.scan()).faults;
  }

  async list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<Page<TemplateSummary>> {
    const { templates } = await this.#finder.scan();
    const wanted = templates
      .map((one) => summarize(one, this.#versionOf(one), this.#timesOf(one)))
      .filter((one) => fitsFilter(one, filter) && (!after || isBehind(one, after)))
      .sort((a, b) => (isBehind(a, b) ? 1 : -1));
    return { items: wanted.slice(0, limit), hasMore: wanted.length > limit };
  }

  async listVersions(uuid: string, limit: number, before: number | undefined): Promise<Page<TemplateVersion>> {
    const working = await this.#finder.get(uuid);
    const wanted = this.#versions(working).filter((one) => before === undefined || one.number < before);
    const items = wanted
      .slice(0, limit)
      .map(({ number, createdMs, digest }) => ({ version: number, createdAt: toTime(createdMs), digest }));
    return { items, hasMore: wanted.length > limit };
  }

  async stage(content: TemplateContent, uuid: string | undefined): Promise<StoredTemplate> {
    const { shelf } = this.#writable();
    const current = uuid === undefined ? undefined : await this.#finder.get(uuid);
    const { files, hashes } = stageAssets(content.assets, current, shelf);
    const shared = this.#catalog.sharedAssets();
    const state = { ...hashes, ...Object.fromEntries(shared), '/': fingerprint([...shared.values()]).text };
    const assets = { ...Object.fromEntries([...shared].map(([name, path]) => [name, { path }])), ...files };
    const key = `staged:${digestContent(content.document, state)}`;
    return {
      uuid: current?.uuid ?? '',
      slug: content.slug,
      version: null,
      key,
      document: content.document,
      assets,
      files: undefined,
    };
  }

  async create(content: TemplateContent): Promise<string> {
    return this.#change(async ({ shelf, workspace }) => {
      const uuid = content.uuid ?? createUuid(this.#now().getTime());
      // A new uuid is nobody's: no other template needs to be read, or to be readable.
      const same = content.uuid === undefined ? undefined : await this.#finder.find(uuid);
      if (same) throw new PdfgenError('TEMPLATE_EXISTS', `The template "${same.place.slug}" has the UUID ${uuid} already.`);
      const folder = freeFolder(workspace, content.slug);
      const assets = pathsOf(stageAssets(content.assets, undefined, shelf));
      // Versions of a folder that somebody took away are as over as those of a template that was deleted.
      shelf.close(uuid);
      writeNewTemplate(folder, { uuid, document: content.document, assets });
      this.#record(shelf, await this.#finder.get(uuid));
      return uuid;
    });
  }

  async replace(uuid: string, content: TemplateContent, precondition: Precondition): Promise<void> {
    await this.#change(async ({ shelf, workspace }) => {
      const current = await this.#finder.get(uuid);
      const version = this.#expect(current, precondition);
      const isMoved = content.slug !== current.place.slug;
      const folder = isMoved ? freeFolder(workspace, content.slug) : current.place.folder;
      const staged = stageAssets(content.assets, current, shelf);
      const isNew = digestContent(content.document, staged.hashes) !== current.digest();
      // What is about to be overwritten may stand nowhere else.
      if (isNew && version === null) this.#record(shelf, current);
      // The uuid may have been derived from the slug; a template that moves keeps it by writing it down.
      if (isNew || isMoved)
        rewriteTemplate(current, { uuid: current.uuid, document: content.document, assets: content.assets && pathsOf(staged) });
      if (isMoved) renameSync(current.place.folder, folder);
      const next = await this.#finder.get(uuid);
      if (shelf.list(uuid)[0]?.digest !== next.digest()) this.#record(shelf, next);
    });
  }

  async delete(uuid: string, precondition: Precondition): Promise<void> {
    await this.#change(async ({ shelf }) => {
      const current = await this.#finder.get(uuid);
      this.#expect(current, precondition);
      removeTemplate(current.place.folder);
      shelf.close(uuid);
    });
  }

  async deleteFault(slug: string): Promise<void> {
    await this.#change(async () => {
      const fault = (await this.#finder.scan()).faults.find((one) => one.slug === slug);
      if (!fault)
        throw new PdfgenError('TEMPLATE_NOT_FOUND', `There is no template ${JSON.stringify(slug)} that cannot be read.`);
      removeTemplate(dirname(fault.file));
    });
  }

  async getRecorded(uuid: string, version: number): Promise<StoredTemplate> {
    const recorded = this.#shelf?.find(uuid, version);
    if (!this.#shelf || !recorded) {
      throw new PdfgenError('TEMPLATE_NOT_FOUND', `There is no recorded version ${version} of the template ${uuid}.`);
    }
    return this.#readRecorded(this.#shelf, uuid, recorded).stored;
  }

  async saveVersion(uuid: string): Promise<{ readonly version: number; readonly created: boolean }> {
    return this.#change(async ({ shelf }) => {
      const working = await this.#finder.get(uuid);
      const version = this.#versionOf(working);
      return version === null ? { version: this.#record(shelf, working).number, created: true } : { version, created: false };
    });
  }

  async putAsset(sha256: string, bytes: Uint8Array): Promise<void> {
    // Under the lock: bytes that are there already may be about to be removed as unused.
    await this.#change(async ({ shelf }) => shelf.putAsset(sha256, bytes));
  }

  assetPath(sha256: string): string | undefined {
    return this.#shelf?.hasAsset(sha256) ? this.#shelf.assetPath(sha256) : undefined;
  }

  async removeUnusedAssets(used: ReadonlySet<string>, ageMs: number): Promise<number> {
    const { shelf } = this.#writable();
    const beforeMs = this.#now().getTime() - ageMs;
    if (shelf.listAssets(beforeMs).every((sha256) => used.has(sha256))) return 0;
    return this.#change(async () => {
      const { templates, faults } = await this.#finder.scan();
      // A template that cannot be read may name any of them.
      if (faults.length > 0) return 0;
      const working = templates.flatMap((one) => Object.values(one.entries()).map(({ sha256 }) => sha256));
      const named = new Set([...used, ...working, ...shelf.namedAssets()]);
      const unused = shelf.listAssets(beforeMs).filter((sha256) => !named.has(sha256));
      for (const sha256 of unused) shelf.removeAsset(sha256);
      return unused.length;
    });
  }

  async findAsset(sha256: string): Promise<Uint8Array | undefined> {
    if (this.#shelf?.hasAsset(sha256)) return readFileSync(this.#shelf.assetPath(sha256));
    const { templates } = await this.#finder.scan();
    for (const working of templates) {
      const [name] = Object.entries(working.entries()).find(([, entry]) => entry.sha256 === sha256) ?? [];
      if (name !== undefined) return readFileSync(working.assets[name]!.path);
    }
    return undefined;
  }

  async addAssets(uuid: string, files: ReadonlyMap<string, Uint8Array>, replace: boolean): Promise<void> {
    const add = async () => {
      const { place } = await this.#finder.get(uuid);
      const assets = join(place.folder, 'assets');
      const there = replace ? undefined : [...files.keys()].find((name) => existsSync(join(assets, name)));
      if (there !== undefined) {
        throw new PdfgenError(
          'INVALID_REQUEST',
          `The template "${place.slug}" has an asset "${there}" already, and it was not said to replace it.`,
        );
      }
      const paths = new Map([...files].map(([name, bytes]) => [join(assets, name), bytes]));
      const folders = new Set([...paths.keys()].map((path) => dirname(path)));
      for (const folder of folders) mkdirSync(folder, { recursive: true });
      writeFilesWhole(paths);
      return folders;
    };
    if (this.#shelf) await this.#change(async () => (await add()).forEach(removeLeftovers));
    else await add();
  }

  async folder(uuid: string): Promise<string> {
    return (await this.#finder.get(uuid)).place.folder;
  }

  #writable(): { readonly shelf: VersionShelf; readonly workspace: string } {
    const { workspace } = this.#catalog;
    if (!this.#shelf || workspace === undefined) {
      throw new PdfgenError(
        'INVALID_REQUEST',
        'This template lies outside of a workspace: nothing can be stored for it. Make a workspace with: pdfgen init',
      );
    }
    return { shelf: this.#shelf, workspace };
  }

  #change<T>(work: (place: { readonly shelf: VersionShelf; readonly workspace: string }) => Promise<T>): Promise<T> {
    const writable = this.#writable();
    prepareRecordsFolder(writable.workspace);
    return withLock(lockOf(writable.workspace), () => work(writable));
  }

  #asStored(working: WorkingTemplate): StoredTemplate {
    const { uuid, place, key, document, assets, files } = working;
    return { uuid, slug: place.slug, version: this.#versionOf(working), key, document, assets, files };
  }

  #versions({ uuid }: WorkingTemplate): readonly RecordedVersion[] {
    return this.#shelf?.list(uuid) ?? [];
  }

  /** The newest recorded version with this content. */
  #versionOf(working: WorkingTemplate): number | null {
    const versions = this.#versions(working);
    if (versions.length === 0) return null; // nothing to compare with, so nothing is hashed
    return versions.find((one) => one.digest === working.digest())?.number ?? null;
  }

  #timesOf(working: WorkingTemplate): { readonly createdAt: string; readonly updatedAt: string } {
    const versions = this.#versions(working);
    const same = versions.find((one) => one.digest === working.digest());
    return {
      createdAt: toTime(versions.at(-1)?.createdMs ?? working.createdMs),
      updatedAt: toTime(same?.createdMs ?? working.updatedMs),
    };
  }

  #readVersion(
    working: WorkingTemplate,
    version: number,
  ): { readonly stored: StoredTemplate; readonly entries: Readonly<Record<string, AssetEntry>>; readonly recordedAt: string } {
    const shelf = this.#shelf;
    const recorded = this.#versions(working).find((one) => one.number === version);
    if (!shelf || !recorded)
      throw new PdfgenError('TEMPLATE_NOT_FOUND', `The template "${working.place.slug}" has no recorded version ${version}.`);
    return this.#readRecorded(shelf, working.uuid, recorded);
  }

  #readRecorded(
    shelf: VersionShelf,
    uuid: string,
    recorded: RecordedVersion,
  ): { readonly stored: StoredTemplate; readonly entries: Readonly<Record<string, AssetEntry>>; readonly recordedAt: string } {
    const { slug, document, assets: entries } = shelf.readContent(recorded);
    const assets = Object.fromEntries(
      Object.entries(entries).map(([name, { sha256 }]) => [name, { path: shelf.assetPath(sha256), sha256 }]),
    );
    const stored = {
      uuid,
      slug,
      version: recorded.number,
      key: `version:${recorded.digest}`,
      document,
      assets,
      files: undefined,
    };
    return { stored, entries, recordedAt: toTime(recorded.createdMs) };
  }

  #record(shelf: VersionShelf, working: WorkingTemplate): RecordedVersion {
    const assets = working.entries();
    for (const [name, { sha256 }] of Object.entries(assets)) shelf.keepFile(working.assets[name]!.path, sha256);
    const { uuid: _uuid, slug: _slug, assets: _assets, ...document } = working.document;
    return shelf.record(working.uuid, working.digest(), { slug: working.place.slug, document, assets }, this.#now().getTime());
  }

  #expect(working: WorkingTemplate, precondition: Precondition): number | null {
    const version = this.#versionOf(working);
    if (precondition !== undefined && precondition !== 'any' && (version === null || !precondition.includes(version))) {
      const stands = version === null ? 'has changes that are not recorded' : `stands at version ${version}`;
      throw new PdfgenError(
        'REVISION_CONFLICT',
        `The template "${working.place.slug}" ${stands}, which If-Match does not name. Read it again and repeat the change.`,
      );
    }
    return version;
  }
}

/** The lock that whoever changes the templates of a workspace holds. */
export function lockOf(workspace: string): string {
  return join(recordsFolder(workspace), 'lock');
}

/** The folder of a new template. Raises SLUG_TAKEN. */
function freeFolder(workspace: string, slug: string): string {
  const folder = join(workspace, 'templates', slug);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new PdfgenError(
      'SLUG_TAKEN',
      `There is a folder templates/${slug} already: rename or remove it, or choose another slug.`,
    );
  return folder;
}

function pathsOf({ files }: StagedAssets): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, { path }]) => [name, path]));
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
