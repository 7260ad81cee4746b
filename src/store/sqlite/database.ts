// The one door to libsql. It is synchronous, and it ends the whole process, without an exception, when it is given a value that it
// does not know (a boolean, a lone buffer): so everything that is bound is looked at first, and always goes in as a list.
import Libsql from 'libsql';
import { diskFull } from '../../contract/disk-full.ts';
import { PdfgenError } from '../../contract/errors.ts';

export type SqlValue = string | number | bigint | Buffer | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface Database {
  /** Gives how many rows changed. */
  run(sql: string, values?: readonly SqlValue[]): number;
  /** Every row; statements that change and return rows are run whole. */
  all<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): readonly Row[];
  first<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Row | undefined;
  /** Several statements without values. */
  execute(sql: string): void;
  /** Runs `work` whole or not at all, as the only writer. Transactions do not nest. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** How long a statement waits for the writer of another process. */
const busyMs = 5_000;

export function openDatabase(path: string): Database {
  const libsql = guard(() => new Libsql(path));
  const statements = new Map<string, Libsql.Statement<unknown[]>>();
  // A statement that is prepared again and again keeps memory until the event loop turns.
  const prepare = (sql: string): Libsql.Statement<unknown[]> => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = libsql.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const all = <Row>(sql: string, values: readonly SqlValue[] = []): readonly Row[] => {
    checkValues(values);
    return guard(() => prepare(sql).all(values) as Row[]);
  };
  const execute = (sql: string): void => {
    guard(() => libsql.exec(sql));
  };
  return {
    all,
    execute,
    first: <Row>(sql: string, values: readonly SqlValue[] = []) => all<Row>(sql, values)[0],
    run(sql, values = []) {
      checkValues(values);
      return guard(() => prepare(sql).run(values).changes);
    },
    transaction(work) {
      execute('BEGIN IMMEDIATE');
      try {
        const result = work();
        execute('COMMIT');
        return result;
      } catch (error) {
        // After a full disk SQLite has rolled back by itself.
        if (libsql.inTransaction) execute('ROLLBACK');
        throw error;
      }
    },
    close() {
      statements.clear();
      libsql.close();
    },
  };
}

/**
 * Sets what holds for a connection. FULL: what was committed survives a power cut, for an answer may say so. The switch to WAL does not
 * wait for another process by itself.
 */
export function configure(database: Database): void {
  database.execute(`PRAGMA busy_timeout = ${busyMs}`);
  for (let attempt = 1; ; attempt++) {
    try {
      database.all('PRAGMA journal_mode = WAL');
      break;
    } catch (error) {
      if (!(error instanceof PdfgenError) || error.code !== 'OVERLOADED' || attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
  database.execute('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = FAST');
}

function checkValues(values: readonly unknown[]): void {
  if (!Array.isArray(values)) throw new TypeError('The values of a statement must be a list.');
  for (const [index, value] of values.entries()) {
    if (typeof value === 'string' || typeof value === 'bigint' || value === null || Buffer.isBuffer(value)) continue;
    if (typeof value === 'number' && Number.isFinite(value)) continue;
    throw new TypeError(`Value ${index} of a statement has a type that cannot be stored: ${kindOf(value)}`);
  }
}

function kindOf(value: unknown): string {
  return typeof value === 'object' || typeof value === 'number' ? String(value) : typeof value;
}

/** Faults of the database as faults of the service; their texts may name paths, so they stay in the cause. */
function guard<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
      throw new PdfgenError('OVERLOADED', 'The database was busy for too long. Try again.', { cause: error, retryAfter: 1 });
    }
    if (/^SQLITE_(?:FULL|IOERR_(?:WRITE|FSYNC|TRUNCATE|SHMSIZE))/.test(code)) throw diskFull(error);
    if (code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) {
      throw databaseDamaged(error);
    }
    throw error;
  }
}

export function databaseDamaged(cause: unknown): PdfgenError {
  return new PdfgenError('INTERNAL', 'The database is damaged. Restore a backup with: pdfgen restore', { cause });
}
