// Rejects input that cannot be read.
import type { InputError } from '../../input/input-error.ts';
import type { RejectedItem } from '../batch-item.ts';

/** The entry for a row or record that cannot be read. */
export function unreadable(file: string, { reason, line = 1, column, text = '' }: InputError, row: number): RejectedItem {
  const place = { file, line, ...(column !== undefined && { column }) };
  return {
    kind: 'rejected',
    source: { ...place, row },
    inputPart: { unread: text },
    reference: undefined,
    field: () => undefined,
    faults: [{ ...place, message: reason }],
  };
}
