// Makes the entry of a template in a list, and sorts entries.
import type { TemplateSummary } from '../../contract/engine.ts';
import type { ListFilter, ListKey } from '../template-store.ts';
import { describeDocument } from '../template-summary.ts';
import type { WorkingTemplate } from './working-template.ts';

export type RecordedState = Pick<TemplateSummary, 'version' | 'createdAt' | 'updatedAt'>;

export function summarize({ uuid, place, document }: WorkingTemplate, state: RecordedState): TemplateSummary {
  return { uuid, slug: place.slug, ...describeDocument(place.slug, document), ...state };
}

export function fitsFilter(one: TemplateSummary, { q, slug, tag }: ListFilter): boolean {
  if (slug !== undefined && one.slug !== slug) return false;
  if (tag !== undefined && !one.tags.includes(tag)) return false;
  const wanted = q?.toLowerCase();
  return wanted === undefined || [one.name, one.slug, one.description].some((text) => text.toLowerCase().includes(wanted));
}

/** Whether `one` comes after `other` in a list that is newest first by (createdAt, uuid). */
export function isBehind(one: ListKey, other: ListKey): boolean {
  return one.createdAt === other.createdAt ? one.uuid < other.uuid : one.createdAt < other.createdAt;
}
