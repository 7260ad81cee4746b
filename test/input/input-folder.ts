// Input for tests: standard input, and what its reading gives.
import { InputError } from '../../src/input/input-error.ts';
import { type Cell, isBroken, type Table } from '../../src/input/table.ts';

export async function* stream(...chunks: (string | Uint8Array)[]) {
  yield* chunks;
}

/** Line and cells of each row, a broken cell as its fault, a formatted one as it is stored; or the error in the place of a row. */
export async function rowsOf(table: Table): Promise<(string | [line: number, ...cells: unknown[]])[]> {
  const rows: (string | [number, ...unknown[]])[] = [];
  for await (const row of table.rows())
    rows.push(
      row instanceof InputError
        ? `${row.exitCode} ${row.message}`
        : [row.line, ...row.cells.map((cell) => (isBroken(cell) ? cell.fault : storedIn(cell)))],
    );
  return rows;
}

const storedIn = (cell: Cell) => (typeof cell === 'object' && cell !== null && 'stored' in cell ? cell.stored : cell);

export async function rowNumbers(table: Table): Promise<number[]> {
  const numbers: number[] = [];
  for await (const row of table.rows()) if (!(row instanceof InputError)) numbers.push(row.number);
  return numbers;
}

/** The error of input that cannot be read, with its exit code. */
export const failureOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (error: unknown) => (error instanceof InputError ? `${error.exitCode} ${error.message}` : Promise.reject(error)),
  );
