// What a browser needs to lay out a document: the template, the data, and where the files are.
import type { JsonSchema } from '../contract/schema.ts';
import type { RenderLimits } from '../document/layout/session.ts';

/** A file that the pages may use. */
export interface ShownFile {
  /** Distinct for distinct bytes, and the same as in the server. */
  readonly key: string;
  /** Where to load it: relative to the base of the source. */
  readonly path: string;
}

/** The kinds of files, and the files by the names that templates give them. Patterns of hyphenation: by language. */
export type ShownFiles = Readonly<Record<'assets' | 'fonts' | 'patterns', Readonly<Record<string, ShownFile>>>>;

/** Where files are loaded from. */
export interface FileBase {
  /** An absolute address that ends in a slash. */
  readonly address: string;
  /** Headers of each request, such as the one that proves who asks. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A template as an author or a customer sees it. */
export interface ShownTemplate {
  /** The template document with its data schema and its example data. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Stands in for a missing data schema: made from the example data. */
  readonly inferred?: JsonSchema | undefined;
  readonly files: ShownFiles;
  readonly limits: RenderLimits;
}
