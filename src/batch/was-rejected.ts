import { type BatchEntry, errorColumn } from './batch-item.ts';

/** Whether a document comes from a file of rejected rows. The other documents of the input were made before. */
export function wasRejected({ inputPart }: BatchEntry): boolean {
  if (inputPart && 'unread' in inputPart) return inputPart.isAgain === true;
  const value = inputPart && 'value' in inputPart ? inputPart.value : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, errorColumn);
}
