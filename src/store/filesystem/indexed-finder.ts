// Finds templates by an index, so that a look-up or a list does not read every folder. A stamp beside the files names their state. The
// index holds the stamp of the state that it shows. A change first gives the files a new stamp, and at its end gives the index the same
// stamp. If the stamps differ, a change was interrupted or the index belongs to other files. The index is then made anew.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { TemplateSummary } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { removeLeftovers } from '../../files/temporary-name.ts';
import type { IndexEntry, TemplateIndex } from '../template-index.ts';
import { templateNotFound } from '../template-refusals.ts';
import type { ListFilter, ListKey, ListPage, TemplateFault } from '../template-store.ts';
import type { Finder } from './finder.ts';
import { recordsFolder } from './records-folder.ts';
import { assetOf, type TemplateFinder } from './template-finder.ts';
import type { WorkingTemplate } from './working-template.ts';
import type { WorkspaceLock } from './workspace-lock.ts';

export interface IndexedFinderParts {
  readonly workspace: string;
  readonly lock: WorkspaceLock;
  readonly index: TemplateIndex;
  /** Finds templates by reading their folders on the disk. */
  readonly folders: TemplateFinder;
  summarize(template: WorkingTemplate): TemplateSummary;
}

/** Entries to store before other calls have a turn. */
const chunk = 200;

export class IndexedFinder implements Finder {
  readonly #parts: IndexedFinderParts;
  /** Whether the caller holds the lock of the workspace. */
  readonly #isHeld: boolean;
  #rebuilding: Promise<void> | undefined;

  constructor(parts: IndexedFinderParts, isHeld = false) {
    this.#parts = parts;
    this.#isHeld = isHeld;
  }

  async findNamed(nameOrUuid: string): Promise<WorkingTemplate | undefined> {
    return (await this.#parts.folders.findAt(nameOrUuid)) ?? this.find(nameOrUuid.toLowerCase());
  }

  async find(uuid: string): Promise<WorkingTemplate | undefined> {
    const { index } = this.#parts;
    const known = await this.#read(uuid);
    if (known) return known;
    await this.#refreshIndex();
    const isNamed = async () => (await index.findSlug(uuid)) !== undefined;
    if (await isNamed()) {
      // Another call may have moved the folder, or a person has removed it. If it is still missing, the index is made anew.
      await this.#whileHeld(async () => {
        if (!(await this.#read(uuid)) && (await isNamed())) await this.#rebuild();
      });
      const found = await this.#read(uuid);
      if (found) return found;
    }
    const fault = await index.findFault();
    if (fault !== undefined) throw new PdfgenError('TEMPLATE_INVALID', fault);
    return undefined;
  }

  async get(uuid: string): Promise<WorkingTemplate> {
    const found = await this.find(uuid);
    if (!found) throw templateNotFound(uuid);
    return found;
  }

  getAt(slug: string): Promise<WorkingTemplate> {
    return this.#parts.folders.getAt(slug);
  }

  async list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<ListPage<TemplateSummary>> {
    await this.#refreshIndex();
    return this.#parts.index.list(filter, limit, after);
  }

  listFaults(): Promise<readonly TemplateFault[]> {
    return this.#parts.folders.listFaults();
  }

  /** The index counts, so that no folder of a template is read. */
  async count(): Promise<number> {
    await this.#refreshIndex();
    return this.#parts.index.count();
  }

  async findWorkingAsset(sha256: string): Promise<Uint8Array | undefined> {
    for await (const template of this.#readUnrecorded()) {
      const bytes = assetOf(template, sha256);
      if (bytes) return bytes;
    }
    return undefined;
  }

  async workingAssets(): Promise<ReadonlySet<string> | undefined> {
    const named = new Set<string>();
    for await (const template of this.#readUnrecorded())
      for (const { sha256 } of Object.values(template.entries())) named.add(sha256);
    return (await this.#parts.index.findFault()) === undefined ? named : undefined;
  }

  /** Templates without a recorded version: folders that a person put there. */
  async *#readUnrecorded(): AsyncGenerator<WorkingTemplate> {
    await this.#refreshIndex();
    for (const slug of await this.#parts.index.listUnrecorded()) yield await this.#parts.folders.getAt(slug);
  }

  async held(): Promise<Finder> {
    const held = new IndexedFinder(this.#parts, true);
    await held.#refreshIndex();
    return held;
  }

  async change<T>(slugs: readonly string[], work: () => Promise<T>): Promise<T> {
    const stamp = this.#stampFiles();
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // If the index cannot be changed either, the stamps differ, and the next call makes the index anew.
      await this.#note(slugs, stamp).catch(() => undefined);
      throw error;
    }
    await this.#note(slugs, stamp);
    return result;
  }

  async #read(uuid: string): Promise<WorkingTemplate | undefined> {
    const slug = await this.#parts.index.findSlug(uuid);
    const found = slug === undefined ? undefined : await this.#parts.folders.findAt(slug);
    return found?.uuid === uuid ? found : undefined;
  }

  /** Makes the index anew if it does not show the current files. */
  async #refreshIndex(): Promise<void> {
    if (await this.#isCurrent()) return;
    // All calls of this process wait for the same rebuild.
    this.#rebuilding ??= this.#whileHeld(async () => {
      // While this process waited, another process may have made the index anew or finished its change.
      if (!(await this.#isCurrent())) await this.#rebuild();
    }).finally(() => {
      this.#rebuilding = undefined;
    });
    await this.#rebuilding;
  }

  #whileHeld(work: () => Promise<void>): Promise<void> {
    return this.#isHeld ? work() : this.#parts.lock.hold(work);
  }

  async #isCurrent(): Promise<boolean> {
    const [ofFiles, ofIndex] = [this.#readStamp(), await this.#parts.index.stamp()];
    // Without both stamps there is no index yet. A team without the folder `templates` needs none.
    if (ofFiles === undefined && ofIndex === undefined) return !existsSync(join(this.#parts.workspace, 'templates'));
    return ofFiles === ofIndex;
  }

  #readStamp(): string | undefined {
    try {
      return readFileSync(this.#stampPath(), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Marks the index as out of date before the files change. */
  #stampFiles(): string {
    const stamp = randomUUID();
    writeFileDurably(this.#stampPath(), stamp);
    return stamp;
  }

  #stampPath(): string {
    return join(recordsFolder(this.#parts.workspace), 'index-stamp');
  }

  /** Reads the folders of these slugs into the index. */
  async #note(slugs: readonly string[], stamp: string): Promise<void> {
    const { index, folders } = this.#parts;
    const entries: IndexEntry[] = [];
    for (const slug of new Set(slugs)) {
      for await (const one of folders.readEach(slug)) entries.push(this.#toEntry(one));
    }
    await index.change(slugs, entries, stamp);
  }

  /** Reads every folder into the index. Each takes a turn of the event loop. */
  async #rebuild(): Promise<void> {
    const { index, folders, workspace } = this.#parts;
    const templates = join(workspace, 'templates');
    const stamp = this.#stampFiles();
    await index.clear();
    removeLeftovers(templates);
    const entries = new Map<string, IndexEntry>();
    const slugs = new Map<string, string>();
    for await (const one of folders.readEach()) {
      const entry = this.#toEntry(one);
      entries.set(entry.slug, entry);
      if (!('summary' in entry)) continue;
      const twin = slugs.get(entry.summary.uuid);
      slugs.set(entry.summary.uuid, entry.slug);
      if (twin === undefined) continue;
      const fault = `templates/${twin} and templates/${entry.slug} have the same UUID ${entry.summary.uuid}.`;
      for (const slug of [twin, entry.slug]) entries.set(slug, { slug, fault });
    }
    const all = [...entries.values()];
    for (let at = 0; at < all.length; at += chunk) {
      await index.change([], all.slice(at, at + chunk), undefined);
      await turn();
    }
    await index.change([], [], stamp);
  }

  #toEntry(one: WorkingTemplate | TemplateFault): IndexEntry {
    if (!('error' in one)) return { slug: one.place.slug, summary: this.#parts.summarize(one) };
    // A data folder may be moved, so its path is not stored.
    return { slug: one.slug, fault: one.error.message.replaceAll(`${this.#parts.workspace}/`, '') };
  }
}
