// Recognises a document or a template that has changed: between two runs, and among the documents that were sent to a server.
import { createHash } from 'node:crypto';
import type { Template } from '../../contract/engine.ts';

/** SHA-256 of a document's data, to recognise a document made from the same data. */
export function digestOfData(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

/** An id of a document sent to a server: from its file and the digest of its data. */
export function documentId(file: string, digest: string): string {
  return createHash('sha256').update(`${digest} ${file}`).digest('hex').slice(0, 32);
}

/** A digest of the parts of a template that decide how documents look. The name and dates do not count. */
export function digestOfTemplate({ slug: _slug, createdAt: _createdAt, updatedAt: _updatedAt, ...content }: Template): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
