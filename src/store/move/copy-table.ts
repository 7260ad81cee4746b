// Copies the rows of a table in pages, and compares them afterwards. A page holds few rows or little text, so that memory does not grow with the table.
import { createHash } from 'node:crypto';
import type { PostgresDatabase, Statements } from '../postgres/database.ts';
import type { SqliteDatabase, SqlRow, SqlValue } from '../sqlite/database.ts';
import type { MovedTable } from './moved-tables.ts';

export type TableRow = Readonly<Record<string, string | number | null>>;

/** The values of the key of the last row of a page. */
export type TableKey = readonly (string | number)[];

export interface TablePage {
  readonly rows: readonly TableRow[];
  readonly last: TableKey;
}

const mostRows = 500;
/** Most characters of a page. A single row may have more. */
const mostText = 4_000_000;

/** The pages of a table after a place, in the order of its key. */
export function* readPages(source: SqliteDatabase, table: MovedTable, after?: TableKey): Generator<TablePage> {
  const keys = table.key.map((name) => `s.${name}`);
  const marks = `(${keys.map(() => '?').join(', ')})`;
  const texts = table.columns.filter(({ type }) => type === 'text').map((one) => `coalesce(length(${one.source}), 0)`);
  const size = texts.length === 0 ? '0' : texts.join(' + ');
  const where = (place: TableKey | undefined, sign: string) => (place ? `(${keys.join(', ')}) ${sign} ${marks}` : 'TRUE');
  const order = `ORDER BY ${keys.join(', ')}`;
  for (let place = after; ; ) {
    const ahead = source.all<SqlRow & { readonly move_size: number }>(
      `SELECT ${keys.join(', ')}, ${size} AS move_size FROM ${table.source} WHERE ${where(place, '>')} ${order} LIMIT ${mostRows}`,
      place ?? [],
    );
    if (ahead.length === 0) return;
    let [count, text] = [0, 0];
    for (const { move_size } of ahead) {
      if (count > 0 && text + move_size > mostText) break;
      count++;
      text += move_size;
    }
    const last = table.key.map((name) => ahead[count - 1]![name] as string | number);
    const rows = source.all(
      `SELECT ${table.columns.map((one) => `${one.source} AS ${one.name}`).join(', ')} FROM ${table.source}
       WHERE ${where(place, '>')} AND ${where(last, '<=')} ${order}`,
      [...(place ?? []), ...last],
    );
    yield { rows: rows.map(toRow), last };
    place = last;
  }
}

function toRow(row: SqlRow): TableRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toStorable(value)]));
}

/** PostgreSQL stores any text but U+0000. Only an error's detail or a reference may have it. */
function toStorable(value: SqlValue): string | number | null {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : (value as number | null);
}

export async function insertRows(statements: Statements, table: MovedTable, rows: readonly TableRow[]): Promise<void> {
  await statements.run(table.insert, [JSON.stringify(rows)]);
}

/** Gives the key of the first row that differs in the database. Undefined: all rows are the same. */
export async function findDifference(
  target: PostgresDatabase,
  table: MovedTable,
  rows: readonly TableRow[],
): Promise<string | undefined> {
  const typeOf = (name: string) => table.columns.find((one) => one.name === name)!.type;
  const columns = table.columns.map(({ name, target: sql, isLarge }) =>
    isLarge ? `encode(sha256(convert_to(${sql}, 'UTF8')), 'hex') AS ${name}` : `${sql} AS ${name}`,
  );
  const found = await target.all<Record<string, unknown>>(
    `SELECT ${columns.join(', ')} FROM unnest(${table.key.map((name, i) => `$${i + 1}::${typeOf(name)}[]`).join(', ')}) AS k (${table.key.join(', ')})
     JOIN ${table.target.replace(/ AS t\b/, ` AS t ON ${table.key.map((name) => `t.${name} = k.${name}`).join(' AND ')}`)}`,
    table.key.map((name) => rows.map((row) => row[name]!)),
  );
  const keyOf = (row: Readonly<Record<string, unknown>>) => table.key.map((name) => row[name]).join(' ');
  const stored = new Map(found.map((row) => [keyOf(row), digestOf(table, row, false)]));
  const other = rows.find((row) => stored.get(keyOf(row)) !== digestOf(table, row, true));
  return other && keyOf(other);
}

/** The digest of a row, whichever database it comes from. */
export function digestOf(table: MovedTable, row: Readonly<Record<string, unknown>>, isSource: boolean): string {
  const values = table.columns.map(({ name, type, isLarge }) => {
    const value = row[name] ?? null;
    if (value === null) return null;
    if (typeof value === 'boolean') return Number(value);
    if (isLarge && isSource) return createHash('sha256').update(String(value)).digest('hex');
    return type === 'uuid' ? String(value).toLowerCase() : value;
  });
  return createHash('sha256').update(JSON.stringify(values)).digest('base64');
}
