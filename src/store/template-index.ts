// The template index port: answers questions about a team's templates without reading their files. The files are the truth: the index is
// made from them, and is changed by whoever holds the lock of the files.
import type { TemplateSummary } from '../contract/engine.ts';
import type { ListFilter, ListKey, Page } from './template-store.ts';

/** What stands in the folder of a slug: a template, or why it is none. */
export type IndexEntry =
  | { readonly slug: string; readonly summary: TemplateSummary }
  | { readonly slug: string; readonly fault: string };

export interface TemplateIndex {
  /** The state of the files that the entries show, as `change` was told; undefined: they show none. */
  stamp(): Promise<string | undefined>;
  findSlug(uuid: string): Promise<string | undefined>;
  /** Why some folder is no template; undefined: each is one. */
  findFault(): Promise<string | undefined>;
  /** Newest first by (createdAt, uuid), in as many steps as it gives templates; those that a filter leaves out count as well. */
  list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<Page<TemplateSummary>>;
  /** Folders, also those that are no template. */
  count(): Promise<number>;
  /** Slugs of the templates of which no version is what stands. */
  listUnrecorded(): Promise<readonly string[]>;
  /** Takes every entry and the stamp away. */
  clear(): Promise<void>;
  /** Puts entries in the place of those of `slugs`, which then show the files of this stamp; undefined: some are still missing. */
  change(slugs: readonly string[], entries: readonly IndexEntry[], stamp: string | undefined): Promise<void>;
}
