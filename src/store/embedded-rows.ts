// Makes records of the rows of embedded templates and editor sessions that SQL drivers read.
import type { EmbeddedContent, EmbeddedRecord, SessionRecord } from './state-store.ts';

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
  };
}
