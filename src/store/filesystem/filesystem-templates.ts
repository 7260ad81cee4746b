// The templates of a workspace: reads and writes their files, and records their versions.
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AssetEntry, TemplateSummary, TemplateVersion } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { writeFilesDurably } from '../../files/durable-file.ts';
import { fingerprint } from '../../files/fingerprint.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { removeLeftovers } from '../../files/temporary-name.ts';
import { digestContent } from '../content-digest.ts';
import type { TemplateIndex } from '../template-index.ts';
import { checkPrecondition, noSuchVersion, notRecorded, templateExists, tooManyTemplates } from '../template-refusals.ts';
import type {
  DescribedTemplate,
  ListFilter,
  ListKey,
  ListPage,
  Precondition,
  StoredTemplate,
  TemplateContent,
  TemplateFault,
  WorkspaceTemplates,
} from '../template-store.ts';
import { createUuid } from '../uuid.ts';
import type { Catalog } from './catalog.ts';
import type { Finder } from './finder.ts';
import { IndexedFinder } from './indexed-finder.ts';
import { recordsFolder } from './records-folder.ts';
import { type StagedAssets, stageAssets } from './stage-assets.ts';
import { type RecordedState, summarize } from './summarize.ts';
import { TemplateFinder } from './template-finder.ts';
import { type RecordedVersion, VersionShelf } from './version-shelf.ts';
import { TemplateReader, type WorkingTemplate } from './working-template.ts';
import { WorkspaceLock } from './workspace-lock.ts';
import { removeTemplate, rewriteTemplate, writeNewTemplate } from './write-template.ts';

export interface FilesystemTemplatesOptions {
  now(): Date;
  /** Several workspaces may share a reader. */
  readonly reader?: TemplateReader | undefined;
  /** The index that finds templates. Undefined: each look-up reads the folders, because people write to them. */
  readonly index?: TemplateIndex | undefined;
}

export class FilesystemTemplates implements WorkspaceTemplates {
  readonly #catalog: Catalog;
  readonly #now: () => Date;
  readonly #finder: Finder;
  /** Undefined for a template outside of a workspace. */
  readonly #own: Writable | undefined;

  constructor(catalog: Catalog, { now, reader = new TemplateReader(), index }: FilesystemTemplatesOptions) {
    this.#catalog = catalog;
    this.#now = now;
    this.#own = catalog.workspace === undefined ? undefined : openWritable(catalog.workspace);
    const summarizeOne = (one: WorkingTemplate) => summarize(one, this.#stateOf(one));
    const folders = new TemplateFinder({ catalog, reader, summarize: summarizeOne });
    this.#finder = index && this.#own ? new IndexedFinder({ ...this.#own, index, folders, summarize: summarizeOne }) : folders;
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
    return version === undefined ? asStored(working, this.#stateOf(working).version) : this.#readVersion(working, version).stored;
  }

  async describe(uuid: string, version?: number): Promise<DescribedTemplate> {
    const working = await this.#finder.get(uuid);
    const state = this.#stateOf(working);
    if (version === undefined) return { ...asStored(working, state.version), ...state, entries: working.entries() };
    const { stored, entries, recordedAt } = this.#readVersion(working, version);
    return { ...stored, createdAt: state.createdAt, updatedAt: recordedAt, entries };
  }

  async listFaults(): Promise<readonly TemplateFault[]> {
    return this.#finder.listFaults();
  }

  async list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<ListPage<TemplateSummary>> {
    return this.#finder.list(filter, limit, after);
  }

  async listVersions(uuid: string, limit: number, before: number | undefined): Promise<ListPage<TemplateVersion>> {
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

  async create(content: TemplateContent, { maxTemplates }: { readonly maxTemplates: number }): Promise<string> {
    return this.#change(async ({ shelf, workspace, finder }) => {
      const uuid = content.uuid ?? createUuid(this.#now().getTime());
      // No template can have a new uuid, so no other template has to be read.
      const same = content.uuid === undefined ? undefined : await finder.find(uuid);
      if (same) throw templateExists(same.place.slug, uuid);
      if (maxTemplates !== Number.POSITIVE_INFINITY && (await finder.count()) >= maxTemplates)
        throw tooManyTemplates(maxTemplates);
      shelf.checkRoom(uuid);
      const folder = freeFolder(workspace, content.slug);
      const assets = pathsOf(stageAssets(content.assets, undefined, shelf));
      return finder.change([content.slug], async () => {
        // Somebody may have removed the folder of an earlier template with this uuid. Its versions count as deleted.
        shelf.close(uuid);
        writeNewTemplate(folder, { uuid, document: content.document, assets });
        try {
          this.#record(shelf, await finder.getAt(content.slug));
        } catch (error) {
          // For example, the disk is full. The caller may try again.
          removeTemplate(folder);
          throw error;
        }
        return uuid;
      });
    });
  }

  async replace(uuid: string, content: TemplateContent, precondition: Precondition): Promise<void> {
    await this.#change(async ({ shelf, workspace, finder }) => {
      const current = await finder.get(uuid);
      const version = this.#expect(current, precondition);
      const isMoved = content.slug !== current.place.slug;
      const folder = isMoved ? freeFolder(workspace, content.slug) : current.place.folder;
      const staged = stageAssets(content.assets, current, shelf);
      const isNew = digestContent(content.document, staged.hashes) !== current.digest();
      if (isNew) shelf.checkRoom(uuid);
      await finder.change([current.place.slug, content.slug], async () => {
        // The files are about to be overwritten, and no version may hold their content.
        if (isNew && version === null) this.#record(shelf, current);
        // The uuid may have been derived from the slug. The file states it from now on, so that a moved template keeps its uuid.
        if (isNew || isMoved)
          rewriteTemplate(current, { uuid, document: content.document, assets: content.assets && pathsOf(staged) });
        if (isMoved) renameSync(current.place.folder, folder);
        const next = await finder.getAt(content.slug);
        if (shelf.list(uuid)[0]?.digest !== next.digest()) this.#record(shelf, next);
      });
    });
  }

  async delete(uuid: string, precondition: Precondition): Promise<void> {
    await this.#change(async ({ shelf, finder }) => {
      const current = await finder.get(uuid);
      this.#expect(current, precondition);
      await finder.change([current.place.slug], async () => {
        removeTemplate(current.place.folder);
        shelf.close(uuid);
      });
    });
  }

  async deleteFault(slug: string): Promise<void> {
    await this.#change(async ({ finder }) => {
      const fault = (await finder.listFaults()).find((one) => one.slug === slug);
      if (!fault) throw new PdfgenError('TEMPLATE_NOT_FOUND', `No unreadable template is named ${JSON.stringify(slug)}.`);
      await finder.change([slug], async () => removeTemplate(dirname(fault.file)));
    });
  }

  async getRecorded(uuid: string, version: number): Promise<StoredTemplate> {
    const shelf = this.#own?.shelf;
    const recorded = shelf?.find(uuid, version);
    if (!shelf || !recorded) throw notRecorded(uuid, version);
    return this.#readRecorded(shelf, uuid, recorded).stored;
  }

  async saveVersion(uuid: string): Promise<{ readonly version: number; readonly created: boolean }> {
    return this.#change(async ({ shelf, finder }) => {
      const working = await finder.get(uuid);
      const { version } = this.#stateOf(working);
      if (version !== null) return { version, created: false };
      shelf.checkRoom(uuid);
      const record = async () => ({ version: this.#record(shelf, working).number, created: true });
      return finder.change([working.place.slug], record);
    });
  }

  async putAsset(sha256: string, bytes: Uint8Array): Promise<void> {
    // Without the lock, another process could be removing the same bytes as unused.
    await this.#change(async ({ shelf }) => shelf.putAsset(sha256, bytes));
  }

  async fetchAssets(sha256s: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const paths = sha256s.map((sha256) => [sha256, this.#assetPath(sha256)] as const);
    return new Map(paths.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  #assetPath(sha256: string): string | undefined {
    const shelf = this.#own?.shelf;
    return shelf?.hasAsset(sha256) ? shelf.assetPath(sha256) : undefined;
  }

  async removeUnusedAssets(used: ReadonlySet<string>, ageMs: number): Promise<number> {
    const { shelf } = this.#writable();
    const beforeMs = this.#now().getTime() - ageMs;
    const named = shelf.nameAssets();
    const isUnused = (sha256: string) => !used.has(sha256) && !named.has(sha256);
    const hasUnused = async () => (await shelf.listAssets(beforeMs)).some(isUnused);
    if (!(await hasUnused())) return 0;
    // Most versions are read before the lock is taken. Under the lock only the newest are left to read.
    await named.read();
    if (!(await hasUnused())) return 0;
    return this.#change(async ({ finder }) => {
      const working = await finder.workingAssets();
      // A template that cannot be read may name any of the files.
      if (!working) return 0;
      await named.read();
      const unused = (await shelf.listAssets(beforeMs)).filter((sha256) => isUnused(sha256) && !working.has(sha256));
      for (const sha256 of unused) shelf.removeAsset(sha256);
      return unused.length;
    });
  }

  async findAsset(sha256: string): Promise<Uint8Array | undefined> {
    const path = this.#assetPath(sha256);
    return path === undefined ? this.#finder.findWorkingAsset(sha256) : readFileSync(path);
  }

  async addAssets(uuid: string, files: ReadonlyMap<string, Uint8Array>, replace: boolean): Promise<void> {
    const add = async ({ place }: WorkingTemplate) => {
      const assets = join(place.folder, 'assets');
      const there = replace ? undefined : [...files.keys()].find((name) => existsSync(join(assets, name)));
      if (there !== undefined) {
        throw new PdfgenError(
          'INVALID_REQUEST',
          `The template "${place.slug}" already has an asset "${there}", and replacing it was not requested.`,
        );
      }
      const paths = new Map([...files].map(([name, bytes]) => [join(assets, name), bytes]));
      for (const folder of new Set([...paths.keys()].map((path) => dirname(path)))) {
        makeFolder(folder);
        removeLeftovers(folder);
      }
      writeFilesDurably(paths);
    };
    if (!this.#own) {
      await add(await this.#finder.get(uuid));
      return;
    }
    await this.#change(async ({ finder }) => {
      const working = await finder.get(uuid);
      await finder.change([working.place.slug], () => add(working));
    });
  }

  async folder(uuid: string): Promise<string> {
    return (await this.#finder.get(uuid)).place.folder;
  }

  #writable(): Writable {
    if (this.#own) return this.#own;
    throw new PdfgenError(
      'INVALID_REQUEST',
      'This template is outside of a workspace, so nothing can be stored for it. Make a workspace with: pdfgen init',
    );
  }

  #change<T>(work: (place: Writable & { readonly finder: Finder }) => Promise<T>): Promise<T> {
    const writable = this.#writable();
    const { lock, shelf } = writable;
    return lock.hold(() => shelf.whileHeld(async () => work({ ...writable, finder: await this.#finder.held() })));
  }

  #versions({ uuid }: WorkingTemplate): readonly RecordedVersion[] {
    return this.#own?.shelf.list(uuid) ?? [];
  }

  /** The newest recorded version with the template's content, and the template's times. */
  #stateOf(working: WorkingTemplate): RecordedState {
    const versions = this.#versions(working);
    // Without a recorded version there is nothing to compare with, so hashing is not needed.
    const same = versions.length === 0 ? undefined : versions.find((one) => one.digest === working.digest());
    return {
      version: same?.number ?? null,
      createdAt: toTime(versions.at(-1)?.createdMs ?? working.createdMs),
      updatedAt: toTime(same?.createdMs ?? working.updatedMs),
    };
  }

  #readVersion(
    working: WorkingTemplate,
    version: number,
  ): { readonly stored: StoredTemplate; readonly entries: Readonly<Record<string, AssetEntry>>; readonly recordedAt: string } {
    const shelf = this.#own?.shelf;
    const recorded = this.#versions(working).find((one) => one.number === version);
    if (!shelf || !recorded) throw noSuchVersion(working.place.slug, version);
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
    const { version } = this.#stateOf(working);
    checkPrecondition(working.place.slug, version, precondition);
    return version;
  }
}

function asStored(working: WorkingTemplate, version: number | null): StoredTemplate {
  const { uuid, place, key, document, assets, assetStates, schemaPlace, lostDigits, files } = working;
  return { uuid, slug: place.slug, version, key, document, assets, assetStates, schemaPlace, lostDigits, files };
}

interface Writable {
  readonly shelf: VersionShelf;
  readonly lock: WorkspaceLock;
  readonly workspace: string;
}

function openWritable(workspace: string): Writable {
  return { workspace, shelf: new VersionShelf(recordsFolder(workspace)), lock: new WorkspaceLock(workspace) };
}

/** The folder of a new template. Raises SLUG_TAKEN. */
function freeFolder(workspace: string, slug: string): string {
  const folder = join(workspace, 'templates', slug);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new PdfgenError(
      'SLUG_TAKEN',
      `The slug "${slug}" is taken: templates/${slug} exists already. Rename or remove it, or choose another slug.`,
    );
  return folder;
}

function pathsOf({ files }: StagedAssets): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, { path }]) => [name, path]));
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
