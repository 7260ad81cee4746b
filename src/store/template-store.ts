// The template store port: finds, lists, writes and versions templates for the engine.
import type { AssetEntry, TemplateSummary, TemplateVersion } from '../contract/engine.ts';
import type { PdfgenError } from '../contract/errors.ts';
import type { LostDigits } from '../contract/lost-digits.ts';
import type { TemplateFiles } from '../contract/template-files.ts';

export interface TemplateStore {
  /** The templates of one team. There is no other way to them. */
  team(id: string): { readonly templates: Templates };
  /**
   * Removes files of all teams that no record names and that are older than `ageMs`. Gives each place before the files behind it are
   * removed. `after`: such a place, from which an earlier call goes on. Undefined: files have no record that they could lose.
   */
  readonly removeLostAssets?: (after: string | undefined, ageMs: number) => AsyncIterable<string | undefined>;
}

/** Files by the names that the template uses. The hash is known for stored bytes. */
export type AssetFiles = Readonly<Record<string, { readonly path: string; readonly sha256?: string }>>;

/** A template, ready to render. */
export interface StoredTemplate {
  readonly uuid: string;
  readonly slug: string;
  /** The recorded version with this content. Null: the content is not recorded. */
  readonly version: number | null;
  /** Different contents have different keys. */
  readonly key: string;
  /** The template document with `dataSchema` and `exampleData`. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: AssetFiles;
  /** Fingerprints of the assets when the template was read, by name. Undefined for recorded versions, whose files never change. */
  readonly assetStates?: Readonly<Record<string, string>> | undefined;
  /** File of the data schema, for messages. Default: `schema.json`. */
  readonly schemaPlace?: string | undefined;
  /** Numbers of the example data that lost digits when its file was read, from `/exampleData`. */
  readonly lostDigits?: readonly LostDigits[] | undefined;
  /** Undefined for recorded versions. */
  readonly files: TemplateFiles | undefined;
}

/** A template with all that an answer of the API says of it. */
export interface DescribedTemplate extends StoredTemplate {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly entries: Readonly<Record<string, AssetEntry>>;
}

/** Content that a client writes: the document (without uuid, slug and assets) and the hashes of its files, which are stored already. */
export interface TemplateContent {
  readonly uuid: string | undefined;
  readonly slug: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** SHA-256 by name. Undefined: the template keeps its files. */
  readonly assets: Readonly<Record<string, string>> | undefined;
}

/** Precondition of a change: the current version is in this list. */
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

/** A template whose files cannot be read. */
export interface TemplateFault {
  readonly slug: string;
  /** Absolute path of the template document. */
  readonly file: string;
  readonly error: PdfgenError;
}

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** The templates of one team. Each call raises TEMPLATE_INVALID for working files that cannot be read as a template. */
export interface Templates {
  /** By slug or UUID. Undefined: no such template. */
  find(nameOrUuid: string): Promise<{ readonly uuid: string; readonly slug: string } | undefined>;
  slugs(): Promise<readonly string[]>;
  /** The content to render: the current files, or a recorded version. Raises TEMPLATE_NOT_FOUND. */
  get(uuid: string, version?: number): Promise<StoredTemplate>;
  /** As `get`, with times and the entries of the assets. */
  describe(uuid: string, version?: number): Promise<DescribedTemplate>;
  /** Templates that can be read, newest first by (createdAt, uuid). */
  list(filter: ListFilter, limit: number, after: ListKey | undefined): Promise<ListPage<TemplateSummary>>;
  /** Versions below `before`, newest first. */
  listVersions(uuid: string, limit: number, before: number | undefined): Promise<ListPage<TemplateVersion>>;
  /**
   * Makes a template of `content` without storing it, so that it can be compiled first. `uuid` names the template that it will replace.
   * Raises TEMPLATE_NOT_FOUND, or TEMPLATE_INVALID with an error for each missing asset.
   */
  stage(content: TemplateContent, uuid: string | undefined): Promise<StoredTemplate>;
  /**
   * Creates a template, records its content as the next version of its uuid and gives the uuid. Raises TEMPLATE_EXISTS, SLUG_TAKEN, or
   * QUOTA_EXCEEDED if the team has `maxTemplates` already.
   */
  create(content: TemplateContent, limits: { readonly maxTemplates: number }): Promise<string>;
  /** Replaces the content. Equal content makes no new version. Raises TEMPLATE_NOT_FOUND, SLUG_TAKEN, REVISION_CONFLICT. */
  replace(uuid: string, content: TemplateContent, precondition: Precondition): Promise<void>;
  /** Raises TEMPLATE_NOT_FOUND, REVISION_CONFLICT. */
  delete(uuid: string, precondition: Precondition): Promise<void>;
  /** A recorded version, also of a deleted template, because a job may need it. Raises TEMPLATE_NOT_FOUND. */
  getRecorded(uuid: string, version: number): Promise<StoredTemplate>;
  /** Records the current content, unless it is recorded already. */
  saveVersion(uuid: string): Promise<{ readonly version: number; readonly created: boolean }>;
  /** Keeps bytes under their SHA-256. */
  putAsset(sha256: string, bytes: Uint8Array): Promise<void>;
  findAsset(sha256: string): Promise<Uint8Array | undefined>;
  /**
   * Paths of stored bytes on this machine by SHA-256, for a renderer. A driver that keeps bytes elsewhere fetches them first. Missing bytes are
   * left out.
   */
  fetchAssets(sha256s: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Removes unused asset files older than `ageMs`: no version and no entry of `used` names them. Gives the number removed. */
  removeUnusedAssets(used: ReadonlySet<string>, ageMs: number): Promise<number>;
}

/** The templates of a workspace, whose files people edit. */
export interface WorkspaceTemplates extends Templates {
  /** Templates that cannot be read, by slug. `list` leaves them out. */
  listFaults(): Promise<readonly TemplateFault[]>;
  /** Deletes a template that cannot be read, by slug, because its uuid is unknown. Raises TEMPLATE_NOT_FOUND. */
  deleteFault(slug: string): Promise<void>;
  /** Adds files to the template, all or none. Raises INVALID_REQUEST if a file exists and `replace` is false. */
  addAssets(uuid: string, files: ReadonlyMap<string, Uint8Array>, replace: boolean): Promise<void>;
  /** The folder that holds the template. */
  folder(uuid: string): Promise<string>;
}

export interface WorkspaceTemplateStore extends TemplateStore {
  /** Its only team is `default`. */
  team(id: string): { readonly templates: WorkspaceTemplates };
}
