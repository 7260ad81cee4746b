import { createHash } from 'node:crypto';
import type { Template } from '../contract/engine.ts';

/** Of what decides how documents look: the same content has it under any name, at any time. */
export function digestOfTemplate({ slug: _slug, createdAt: _createdAt, updatedAt: _updatedAt, ...content }: Template): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
