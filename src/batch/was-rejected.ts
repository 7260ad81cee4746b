import { type BatchEntry, errorColumn } from './batch-item.ts';

/** Whether a document comes from a file of rejected rows. The other documents of the input were made before. */
export function wasRejected({ original }: BatchEntry): boolean {
  if (original && 'unread' in original) return original.isAgain === true;
  const value = original && 'value' in original ? original.value : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, errorColumn);
}
