// How the templates of a workspace are found.
import type { TemplateSummary } from '../../contract/engine.ts';
import type { ListFilter, ListKey, Page, TemplateFault } from '../template-store.ts';
import type { WorkingTemplate } from './working-template.ts';

/** One reads the folders each time, for a workspace that people write to; the other keeps an index, for a server. */
export interface Finder {
  /** By slug or UUID. */
  findNamed(nameOrUuid: string): Promise<WorkingTemplate | undefined>;
  /** Raises TEMPLATE_INVALID if a folder that may have this uuid cannot be read. */
  find(uuid: string): Promise<WorkingTemplate | undefined>;
  /** Raises TEMPLATE_NOT_FOUND, and what `find` raises. */
  get(uuid: string): Promise<WorkingTemplate>;
  /** What stands at a slug. Raises TEMPLATE_NOT_FOUND. */
  getAt(slug: string): Promise<WorkingTemplate>;
  list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<Page<TemplateSummary>>;
  listFaults(): Promise<readonly TemplateFault[]>;
  /** Folders of templates, also of those that cannot be read. */
  count(): Promise<number>;
  /** The bytes of a file that a template has and no version names. */
  findWorkingAsset(sha256: string): Promise<Uint8Array | undefined>;
  /** SHA-256 of the files of templates that no version names; undefined: a template cannot be read, and may name any. */
  workingAssets(): Promise<ReadonlySet<string> | undefined>;
  /** The same for whoever holds the lock of the workspace. */
  held(): Promise<Finder>;
  /** Changes the folders of these slugs, and no others; for who holds the lock. */
  change<T>(slugs: readonly string[], work: () => Promise<T>): Promise<T>;
}
