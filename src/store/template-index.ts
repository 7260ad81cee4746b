// The template index port: answers questions about a team's templates without reading their files. The index is made from the files.
// Only the holder of the files' lock changes it.
import type { TemplateSummary } from '../contract/engine.ts';
import type { ListFilter, ListKey, ListPage } from './template-store.ts';

/** The template in the folder of a slug, or the reason why it cannot be read. */
export type IndexEntry =
  | { readonly slug: string; readonly summary: TemplateSummary }
  | { readonly slug: string; readonly fault: string };

export interface TemplateIndex {
  /** The state of the files that the entries show: the last `stamp` given to `change`. Undefined: the entries are incomplete. */
  stamp(): Promise<string | undefined>;
  findSlug(uuid: string): Promise<string | undefined>;
  /** The fault of any template that cannot be read. Undefined: all can be read. */
  findFault(): Promise<string | undefined>;
  /** Templates that pass the filter, newest first by (createdAt, uuid). */
  list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<ListPage<TemplateSummary>>;
  /** Number of folders, with those of unreadable templates. */
  count(): Promise<number>;
  /** Slugs of the templates whose files are not recorded as a version. */
  listUnrecorded(): Promise<readonly string[]>;
  /** Removes every entry and the stamp. */
  clear(): Promise<void>;
  /** Replaces the entries of `slugs`. `stamp` names the state of the files that all entries then show. Undefined: entries are still missing. */
  change(slugs: readonly string[], entries: readonly IndexEntry[], stamp: string | undefined): Promise<void>;
}
