// Makes records of the rows of embedded templates, their drafts and editor sessions that SQL drivers read.
import type { AssetEntry } from '../../contract/engine.ts';
import type { DraftRecord } from '../editor-drafts.ts';
import type { Contents } from '../kept-revisions.ts';
import type { EmbeddedContent, EmbeddedRecord, RevisionRecord, SessionRecord } from '../state-store.ts';

export interface RecordRow {
  readonly uuid: string;
  readonly base_uuid: string;
  readonly external_uuid: string;
  readonly base_version: number;
  readonly revision: number;
  readonly created_ms: number;
  readonly updated_ms: number;
}

export interface ContentRow extends RecordRow {
  readonly slug: string;
  readonly document: string;
  readonly assets: string;
}

export interface SessionRow {
  readonly uuid: string;
  readonly embedded_uuid: string;
  readonly base_uuid: string;
  readonly external_uuid: string;
  readonly created_ms: number;
  readonly expires_ms: number;
  readonly ended_ms: number | null;
  /** When the clone was deleted. */
  readonly deleted_ms: number | null;
}

export interface RevisionRow {
  readonly revision: number;
  readonly base_version: number;
  readonly created_ms: number;
  readonly session_uuid: string | null;
  readonly bytes: number;
}

export interface DraftRow {
  readonly number: number;
  readonly revision: number;
  readonly saved_ms: number;
  readonly pages: string;
}

/** Rows of one embedded template. Its revisions come with the newest first. */
export interface ContentsRows {
  readonly uploads: readonly { readonly name: string; readonly entry: string }[];
  readonly drafts: readonly { readonly bytes: number; readonly uploads: string }[];
  readonly revisions: readonly { readonly revision: number; readonly bytes: number; readonly assets: string }[];
}

export function toEmbeddedRecord(row: RecordRow): EmbeddedRecord {
  return {
    uuid: row.uuid,
    baseTemplateUuid: row.base_uuid,
    externalUuid: row.external_uuid,
    baseTemplateVersion: row.base_version,
    revision: row.revision,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

export function toEmbeddedTemplate(row: ContentRow): EmbeddedRecord & EmbeddedContent {
  return {
    ...toEmbeddedRecord(row),
    slug: row.slug,
    document: JSON.parse(row.document) as EmbeddedContent['document'],
    assets: JSON.parse(row.assets) as EmbeddedContent['assets'],
  };
}

export function toSession(row: SessionRow): SessionRecord {
  return {
    uuid: row.uuid,
    embeddedTemplateUuid: row.embedded_uuid,
    baseTemplateUuid: row.base_uuid,
    externalUuid: row.external_uuid,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms,
    endedMs: row.ended_ms,
    // The deletion of a clone ends its session. A session that was ended before has ended for another reason.
    isDeleted: row.deleted_ms !== null && row.ended_ms !== null && row.ended_ms >= row.deleted_ms,
  };
}

export function toRevision(row: RevisionRow): RevisionRecord {
  return {
    revision: row.revision,
    baseTemplateVersion: row.base_version,
    savedMs: row.created_ms,
    sessionUuid: row.session_uuid,
    bytes: row.bytes,
  };
}

export function toDraft(row: DraftRow): DraftRecord {
  return { number: row.number, revision: row.revision, savedMs: row.saved_ms, pages: row.pages };
}

export function toContents({ uploads, drafts: [draft], revisions }: ContentsRows): Contents {
  return {
    uploads: new Map(uploads.map(({ name, entry }) => [name, (JSON.parse(entry) as AssetEntry).bytes])),
    draft: draft && { bytes: draft.bytes, uploads: JSON.parse(draft.uploads) as readonly string[] },
    revisions: revisions.map(({ revision, bytes, assets }) => ({
      revision,
      bytes,
      files: Object.keys(JSON.parse(assets) as EmbeddedContent['assets']),
    })),
  };
}
