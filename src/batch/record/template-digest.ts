// Recognises a template that has changed between two runs.
import { createHash } from 'node:crypto';
import type { Template } from '../../contract/engine.ts';

/** A digest of the parts of a template that decide how documents look. The name and dates do not count. */
export function digestOfTemplate({ slug: _slug, createdAt: _createdAt, updatedAt: _updatedAt, ...content }: Template): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
