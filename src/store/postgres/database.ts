// Runs SQL through pg. Only this file, listen.ts and faults.ts know pg. Every statement stands alone or in one transaction of one connection, and leaves no state in the
// connection. So a pooler may give each transaction another connection of the server.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PdfgenError } from '../../contract/errors.ts';
import { isBroken, isCollision, isOutdatedPlan, toServiceError } from './faults.ts';
import { keepListening } from './listen.ts';
import { parseDatabaseUrl } from './parse-database-url.ts';
import { TextArray } from './text-array.ts';

export type SqlValue = string | number | boolean | null | readonly (string | number | null)[] | TextArray;

/** Runs statements. Their values stand for $1, $2 and so on. */
export interface Statements {
  /** Gives the number of changed rows. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
  first<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row | undefined>;
}

/** Outside of a transaction each statement is durable when its promise resolves. */
export interface PostgresDatabase extends Statements {
  /**
   * Runs `work` in a transaction. If `work` fails, nothing is changed. If another transaction was in the way, `work` runs again. After
   * STORE_UNAVAILABLE it is unknown whether the transaction is stored: the connection may have broken while the commit was under way.
   */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction of a connection of its own, where no statement has a time limit. `execute` runs several statements. */
  migrate(work: (statements: Statements & { execute(sql: string): Promise<void> }) => Promise<void>): Promise<void>;
  /** Runs a statement that must not be in a transaction, on a connection of its own, without a time limit. */
  runAlone(sql: string): Promise<void>;
  /**
   * Calls `hear` with the text of each notification on a channel, and with undefined whenever a broken connection is back. `tell` gets the first of
   * several faults in a row. Gives the function that ends this. Without a direct address nothing is heard.
   */
  listen(channel: string, hear: (text: string | undefined) => void, tell: (fault: string) => void): () => void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://USER@HOST/DATABASE?sslmode=verify-full`, as `parseDatabaseUrl` reads it. */
  readonly url: string;
  /** The address of the same database without a pooler in between, for `listen`. */
  readonly directUrl?: string | undefined;
  /** Most connections that are open at the same time. Default: 10. */
  readonly maxConnections?: number | undefined;
  /** How long a call waits for a connection. Default: 3,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Longest time of a statement. Default: 4,000. */
  readonly statementTimeoutMs?: number | undefined;
  /**
   * Whether statements are prepared once for each connection, which takes the database half the time. False: nothing is prepared, and no
   * option is set in the connection. PgBouncer in transaction mode needs this. Default: true.
   */
  readonly prepared?: boolean | undefined;
}

/** Attempts at work that collides with other transactions. */
const mostAttempts = 8;
/** Answers of the server come before the connection gives up, unless the network swallows them. */
const networkGraceMs = 500;
/** How long a transaction keeps its locks when its process is frozen or cut off. */
const idleInTransactionMs = 10_000;

export function openDatabase(options: DatabaseOptions): PostgresDatabase {
  const { connectTimeoutMs = 3_000, statementTimeoutMs = 4_000, prepared = true } = options;
  const address = parseDatabaseUrl(options.url);
  const serverOptions = prepared
    ? withOptions(address.options, [
        ['plan_cache_mode', 'force_generic_plan'],
        ['statement_timeout', statementTimeoutMs],
        ['idle_in_transaction_session_timeout', idleInTransactionMs],
      ])
    : address.options;
  const pool = new pg.Pool({
    ...address,
    options: serverOptions,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + (prepared ? networkGraceMs : 0),
    keepAlive: true,
    types,
  });
  // An idle connection broke. The next call opens another.
  pool.on('error', ignore);
  // Without a listener a connection that breaks between two statements would end the process. The next statement fails with the fault. The fault may come
  // in the same packet as the greeting of the server, so nobody else can listen in time.
  pool.on('connect', (client) => void client.on('error', ignore));
  const names = new Map<string, string>();
  let named = 0;
  const toQuery = (sql: string, values: readonly SqlValue[]): pg.QueryConfig => {
    refuseNul(values);
    const sent = values.map((value) => (value instanceof TextArray ? value.toBinary() : value));
    if (!prepared) return { text: sql, values: sent };
    const name = names.get(sql) ?? `s${++named}`;
    names.set(sql, name);
    return { name, text: sql, values: sent };
  };
  const connect = () => pool.connect();
  const listening = new Set<() => void>();
  /** As `untilDone`. After a table has changed, statements get new names, so that every connection prepares them again. */
  const untilPrepared = <T>(work: () => Promise<T>): Promise<T> =>
    untilDone(() =>
      work().catch((error: unknown) => {
        if (isOutdatedPlan(error)) names.clear();
        throw error;
      }),
    );
  const connectAlone = async () => {
    // The role or the database may have a limit of its own.
    const ownOptions = prepared ? withOptions(address.options, [['statement_timeout', 0]]) : address.options;
    // A command may hold its connection for hours without a word. Routers forget a silent connection after minutes.
    const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };
    const client = new pg.Client({
      ...address,
      ...keepAlive,
      options: ownOptions,
      connectionTimeoutMillis: connectTimeoutMs,
      types,
    });
    client.on('error', ignore);
    await client.connect();
    return Object.assign(client, { release: () => void client.end().catch(ignore) });
  };
  return {
    ...statementsOf((sql, values) => untilPrepared(() => lease(connect, (client) => client.query(toQuery(sql, values))))),
    transaction: (work) =>
      untilPrepared(() => transact(connect, (client) => work(statementsOf((sql, values) => client.query(toQuery(sql, values)))))),
    async runAlone(sql) {
      await untilDone(() => lease(connectAlone, (client) => client.query(sql)));
    },
    async migrate(work) {
      await untilDone(() =>
        transact(connectAlone, async (client) => {
          await client.query('SET LOCAL statement_timeout = 0');
          await work({
            ...statementsOf((sql, values) => client.query(sql, [...values])),
            execute: async (sql) => void (await client.query(sql)),
          });
        }),
      );
    },
    listen(channel, hear, tell) {
      if (options.directUrl === undefined) return ignore;
      const config = { ...parseDatabaseUrl(options.directUrl), connectionTimeoutMillis: connectTimeoutMs };
      const endListening = keepListening(config, channel, { hear, tell });
      listening.add(endListening);
      return () => {
        listening.delete(endListening);
        endListening();
      };
    },
    async close() {
      for (const endListening of listening) endListening();
      await pool.end();
    },
  };
}

type Leased = pg.ClientBase & { release(isBroken?: boolean): void };

/** Lends a connection to `work`. A connection that broke is not used again. */
async function lease<T, C extends Leased>(connect: () => Promise<C>, work: (client: C) => Promise<T>): Promise<T> {
  const client = await connect();
  let hasBroken = false;
  try {
    return await work(client);
  } catch (error) {
    hasBroken = isBroken(error);
    throw error;
  } finally {
    client.release(hasBroken);
  }
}

async function transact<T, C extends Leased>(connect: () => Promise<C>, work: (client: C) => Promise<T>): Promise<T> {
  return lease(connect, async (client) => {
    await client.query('BEGIN');
    try {
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (!isBroken(error)) await client.query('ROLLBACK');
      throw error;
    }
  });
}

function statementsOf(query: (sql: string, values: readonly SqlValue[]) => Promise<pg.QueryResult>): Statements {
  return {
    run: async (sql, values = []) => (await query(sql, values)).rowCount ?? 0,
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) => (await query(sql, values)).rows as Row[],
    first: async <Row>(sql: string, values: readonly SqlValue[] = []) => (await query(sql, values)).rows[0] as Row | undefined,
  };
}

/** Runs work again that collided with other transactions. Raises service errors. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || attempt === mostAttempts) throw toServiceError(error);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** PostgreSQL stores any text but this character. Raises INVALID_REQUEST. */
function refuseNul(values: readonly SqlValue[]): void {
  const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');
  const partsOf = (value: SqlValue): readonly unknown[] =>
    value instanceof TextArray ? value.texts : Array.isArray(value) ? value : [value];
  if (!values.some((value) => partsOf(value).some(hasNul))) return;
  throw new PdfgenError('INVALID_REQUEST', 'A text holds the character U+0000, which this server cannot store. Remove it.');
}

function ignore(): void {}

/** Numbers of the type int8 stay below 2^53 here: milliseconds, bytes, rows. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** Options that the server sets when a connection begins. Options of the URL come last and win. */
function withOptions(own: string | undefined, options: readonly (readonly [string, string | number])[]): string {
  return [...options.map(([name, value]) => `-c ${name}=${value}`), ...(own === undefined ? [] : [own])].join(' ');
}
