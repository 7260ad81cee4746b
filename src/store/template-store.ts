// The template store port: what the engine asks of whatever keeps templates.
import type { AssetEntry, LostDigits, TemplateSummary, TemplateVersion } from '../contract/engine.ts';
import type { PdfgenError } from '../contract/errors.ts';

export interface TemplateStore {
  /** The only way in: what belongs to one team. */
  team(id: string): { readonly templates: Templates };
}

/** Files by the name that the template uses. The hash is known for stored bytes. */
export type AssetFiles = Readonly<Record<string, { readonly path: string; readonly sha256?: string }>>;

/** A template as something to render. */
export interface StoredTemplate {
  readonly uuid: string;
  readonly slug: string;
  /** The recorded version that this content is; null: none. */
  readonly version: number | null;
  /** Distinct for distinct content. */
  readonly key: string;
  /** The template document with `dataSchema` and `exampleData`. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: AssetFiles;
  /** Where people write the data schema, for messages; default `schema.json`. */
  readonly schemaPlace?: string | undefined;
  /** Numbers of the example data that lost digits when its file was read, from `/exampleData`. */
  readonly lostDigits?: readonly LostDigits[] | undefined;
  /** Absolute paths of the parts; a part without a file of its own stands in `document`. Undefined for recorded versions. */
  readonly files: TemplateFiles | undefined;
}

export interface TemplateFiles {
  readonly document: string;
  readonly schema: string;
  readonly example: string;
}

/** A template as the wire has it, its document aside. */
export interface DescribedTemplate extends StoredTemplate {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly entries: Readonly<Record<string, AssetEntry>>;
}

/** What a client writes: the document (without uuid, slug and assets), and which stored bytes its files are. */
export interface TemplateContent {
  readonly uuid: string | undefined;
  readonly slug: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** SHA-256 by name; undefined: the files that are there stay. */
  readonly assets: Readonly<Record<string, string>> | undefined;
}

/** Precondition of a change: one of these versions is the current one. */
export type Precondition = readonly number[] | 'any' | undefined;

/** The place of an element in a list that is sorted newest first. */
export interface ListKey {
  readonly createdAt: string;
  readonly uuid: string;
}

export interface ListFilter {
  readonly q?: string | undefined;
  readonly slug?: string | undefined;
  readonly tag?: string | undefined;
}

/** A template of which the files cannot be read. */
export interface TemplateFault {
  readonly slug: string;
  /** Absolute path of the template document. */
  readonly file: string;
  readonly error: PdfgenError;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** The templates of one team. Each call raises TEMPLATE_INVALID for working files that cannot be read as a template. */
export interface Templates {
  /** By slug or UUID; undefined: there is none. */
  find(nameOrUuid: string): Promise<{ readonly uuid: string; readonly slug: string } | undefined>;
  slugs(): Promise<readonly string[]>;
  /** The content to render: as it stands, or a recorded version. Raises TEMPLATE_NOT_FOUND. */
  get(uuid: string, version?: number): Promise<StoredTemplate>;
  /** The same with times and the entries of its assets. */
  describe(uuid: string, version?: number): Promise<DescribedTemplate>;
  /** The templates that `list` must leave out, by slug. */
  listFaults(): Promise<readonly TemplateFault[]>;
  /** Those that can be read, newest first by (createdAt, uuid). */
  list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<Page<TemplateSummary>>;
  /** Newest first; `before` is a version. */
  listVersions(uuid: string, limit: number, before: number | undefined): Promise<Page<TemplateVersion>>;
  /**
   * What `content` would be as a template, for compiling it first. `uuid` is the template it replaces. Raises TEMPLATE_INVALID with
   * an error for each asset that is missing, TEMPLATE_NOT_FOUND.
   */
  stage(content: TemplateContent, uuid: string | undefined): Promise<StoredTemplate>;
  /**
   * Makes a template; its content is the next version of its uuid. Raises TEMPLATE_EXISTS, SLUG_TAKEN, QUOTA_EXCEEDED (the team has
   * `maxTemplates`). Gives its uuid.
   */
  create(content: TemplateContent, limits: { readonly maxTemplates: number }): Promise<string>;
  /** Replaces the content; equal content makes no version. Raises TEMPLATE_NOT_FOUND, SLUG_TAKEN, REVISION_CONFLICT. */
  replace(uuid: string, content: TemplateContent, precondition: Precondition): Promise<void>;
  /** Raises TEMPLATE_NOT_FOUND, REVISION_CONFLICT. */
  delete(uuid: string, precondition: Precondition): Promise<void>;
  /** A recorded version, also of a template that was deleted: what a job needs. Raises TEMPLATE_NOT_FOUND. */
  getRecorded(uuid: string, version: number): Promise<StoredTemplate>;
  /** Deletes one of `listFaults`, by slug: it has no uuid to name it by. Raises TEMPLATE_NOT_FOUND. */
  deleteFault(slug: string): Promise<void>;
  /** Records the content as it stands, unless it is recorded. */
  saveVersion(uuid: string): Promise<{ readonly version: number; readonly created: boolean }>;
  /** Keeps bytes under their SHA-256. */
  putAsset(sha256: string, bytes: Uint8Array): Promise<void>;
  findAsset(sha256: string): Promise<Uint8Array | undefined>;
  /** Where stored bytes lie, for a renderer on this machine; undefined: nowhere. */
  assetPath(sha256: string): string | undefined;
  /** Removes stored bytes that no version and none of `used` names and that are older than `ageMs`. Gives how many. */
  removeUnusedAssets(used: ReadonlySet<string>, ageMs: number): Promise<number>;
  /** Puts files among the template's own, all or none. Raises INVALID_REQUEST if one is there and may not be replaced. */
  addAssets(uuid: string, files: ReadonlyMap<string, Uint8Array>, replace: boolean): Promise<void>;
  /** The folder that holds the template. */
  folder(uuid: string): Promise<string>;
}
