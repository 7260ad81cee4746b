// The error of an input that has changed between two readings.
import { UsageError } from '../words/usage-error.ts';

/** `item`: the number of a document, from 1. */
export function changedInput(item: number): UsageError {
  return new UsageError(`The input has changed while it was read: document ${item} can no longer be made.`, 'file');
}
