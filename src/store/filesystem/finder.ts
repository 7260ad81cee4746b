// Finds the templates of a workspace by name, uuid or hash.
import type { TemplateSummary } from '../../contract/engine.ts';
import type { ListFilter, ListKey, ListPage, TemplateFault } from '../template-store.ts';
import type { WorkingTemplate } from './working-template.ts';

/** A finder reads the folders each time, for a workspace that people write to, or keeps an index, for a server. */
export interface Finder {
  /** By slug or UUID. */
  findNamed(nameOrUuid: string): Promise<WorkingTemplate | undefined>;
  /** Raises TEMPLATE_INVALID if a folder cannot be read that may have this uuid. */
  find(uuid: string): Promise<WorkingTemplate | undefined>;
  /** As `find`, but raises TEMPLATE_NOT_FOUND for a missing template. */
  get(uuid: string): Promise<WorkingTemplate>;
  /** The template at a slug. Raises TEMPLATE_NOT_FOUND. */
  getAt(slug: string): Promise<WorkingTemplate>;
  list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<ListPage<TemplateSummary>>;
  listFaults(): Promise<readonly TemplateFault[]>;
  /** Number of templates, with those that cannot be read. */
  count(): Promise<number>;
  /** The bytes of a template's file that no version names. */
  findWorkingAsset(sha256: string): Promise<Uint8Array | undefined>;
  /** SHA-256 of the templates' files that no version names. Undefined: unknown, because a template cannot be read. */
  workingAssets(): Promise<ReadonlySet<string> | undefined>;
  /** A finder for the holder of the workspace's lock. */
  held(): Promise<Finder>;
  /** Runs `work`, which may change the folders of these slugs only. Hold the lock. */
  change<T>(slugs: readonly string[], work: () => Promise<T>): Promise<T>;
}
