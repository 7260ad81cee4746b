// Tables for tests, made by hand.
import type { BatchEntries, BatchEntry } from '../../src/batch/batch-item.ts';
import { InputError } from '../../src/input/input-error.ts';
import type { Cell, Row, Table } from '../../src/input/table.ts';

/** Rows of a file whose header is line 1. A text in place of a row is one that cannot be read. */
export function makeTable(
  headers: readonly string[],
  rows: readonly (readonly Cell[] | string)[],
  { file = 'orders.csv', delimiter = ',' } = {},
): Table & { readonly opened: () => number } {
  let opened = 0;
  return {
    file,
    headers,
    isRejected: false,
    format: { kind: 'delimited', delimiter, newline: '\n', byteOrderMark: false },
    opened: () => opened,
    async *rows(): AsyncGenerator<Row | InputError> {
      opened++;
      for (const [i, cells] of rows.entries()) {
        if (typeof cells === 'string') yield new InputError('data', cells, { file, line: i + 2 });
        else yield { number: i + 1, line: i + 2, cells };
      }
    },
  };
}

/** The same, written as lines whose cells stand between bars: `1|12,50`. */
export const tableOf = (header: string, ...rows: readonly string[]) =>
  makeTable(
    header.split('|'),
    rows.map((row) => row.split('|')),
  );

export async function collect(entries: BatchEntries): Promise<readonly BatchEntry[]> {
  const all: BatchEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** Data of documents; of rejected ones their faults as a person reads them. */
export async function describe(entries: BatchEntries): Promise<readonly unknown[]> {
  return (await collect(entries)).map((entry) =>
    entry.kind === 'item'
      ? entry.data
      : entry.faults.map(
          ({ file, line, columnName, message }) => `${file}:${line} ${columnName ? `${columnName}: ` : ''}${message}`,
        ),
  );
}
