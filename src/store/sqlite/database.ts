// Runs SQL through libsql; no other file calls libsql. libsql crashes the whole process, without an exception, for a value of an unknown
// type, such as a boolean or a buffer outside of a list. So every value is checked first, and values always go in as a list.
import Libsql from 'libsql';
import { PdfgenError } from '../../contract/errors.ts';
import { diskFull } from '../../files/disk-full.ts';

export type SqlValue = string | number | bigint | Buffer | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface SqliteDatabase {
  /** Gives the number of changed rows. */
  run(sql: string, values?: readonly SqlValue[]): number;
  /** Gives every row. A statement that changes rows and returns them is run to its end. */
  all<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): readonly Row[];
  first<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Row | undefined;
  /** Runs several statements without values. */
  execute(sql: string): void;
  /** Runs `work` as the only writer. If `work` fails, nothing is changed. Transactions do not nest. */
  transaction<T>(work: () => T, options?: TransactionOptions): T;
  close(): void;
}

export interface TransactionOptions {
  /**
   * False: a power cut may undo the transaction, until a later transaction is durable. It never leaves half of the transaction. Default: true.
   */
  readonly isDurable?: boolean;
}

/** How long a statement waits for the writer of another process. */
const busyMs = 5_000;

export function openDatabase(path: string): SqliteDatabase {
  const libsql = guard(() => new Libsql(path));
  const statements = new Map<string, Libsql.Statement<unknown[]>>();
  // Prepared statements are reused: a new statement for each call would keep its memory until the event loop turns.
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
  const transact = <T>(work: () => T): T => {
    execute('BEGIN IMMEDIATE');
    try {
      const result = work();
      execute('COMMIT');
      return result;
    } catch (error) {
      // When the disk is full, SQLite has already rolled back by itself.
      if (libsql.inTransaction) execute('ROLLBACK');
      throw error;
    }
  };
  return {
    all,
    execute,
    first: <Row>(sql: string, values: readonly SqlValue[] = []) => all<Row>(sql, values)[0],
    run(sql, values = []) {
      checkValues(values);
      return guard(() => prepare(sql).run(values).changes);
    },
    transaction(work, { isDurable = true } = {}) {
      if (isDurable) return transact(work);
      execute('PRAGMA synchronous = NORMAL');
      try {
        return transact(work);
      } finally {
        execute(durable);
      }
    },
    close() {
      statements.clear();
      libsql.close();
    },
  };
}

/** An answer may say that something is stored, so a commit must survive a power cut. */
const durable = 'PRAGMA synchronous = FULL';

/** Sets the options of a connection. The switch to WAL does not wait for another process by itself. */
export function configure(database: SqliteDatabase): void {
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
  database.execute(`${durable}; PRAGMA foreign_keys = ON; PRAGMA secure_delete = FAST`);
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

/** Turns database errors into service errors. Database messages may name paths, so they go into the cause only. */
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
