// What both databases do with the same statements. Their SQL is that of PostgreSQL with numbered values ($1) and the time as now_ms(); SQLite reads it
// translated (`sqlite/run-work.ts`). A work is a generator that yields statements: SQLite runs it in one go, so that nothing comes between its statements,
// and PostgreSQL awaits each.

/** PostgreSQL alone takes booleans and lists. */
export type WorkValue = string | number | boolean | null | readonly (string | number | null)[];

export interface Statement {
  readonly how: 'run' | 'all';
  readonly sql: string;
  readonly values: readonly WorkValue[];
}

/** Yields statements, takes their outcomes, and gives a result. */
export type Work<Result> = Generator<Statement, Result, unknown>;

/** A database that runs works. */
export interface WorkDatabase {
  /** Runs a work whose statements stand alone. */
  perform<Result>(work: () => Work<Result>): Promise<Result>;
  /**
   * Runs a work in a transaction. If it fails, nothing is changed. If another transaction was in the way, PostgreSQL runs a new work.
   */
  transact<Result>(work: () => Work<Result>): Promise<Result>;
  /**
   * As `transact`, for one of many works: others have their turn before it. `isDurable: false`: a power cut may undo it until a later transaction is stored.
   */
  slice<Result>(work: () => Work<Result>, options?: { readonly isDurable: boolean }): Promise<Result>;
}

/** Gives the number of changed rows. */
export function* run(sql: string, values: readonly WorkValue[] = []): Work<number> {
  return (yield { how: 'run', sql, values }) as number;
}

export function* all<Row>(sql: string, values: readonly WorkValue[] = []): Work<readonly Row[]> {
  return (yield { how: 'all', sql, values }) as readonly Row[];
}

export function* first<Row>(sql: string, values: readonly WorkValue[] = []): Work<Row | undefined> {
  return ((yield { how: 'all', sql, values }) as readonly Row[])[0];
}

/** The values of a statement that is put together: `add` gives the number of a value. */
export function collectValues(...values: WorkValue[]): {
  readonly values: readonly WorkValue[];
  readonly add: (value: WorkValue) => string;
} {
  return { values, add: (value) => `$${values.push(value)}` };
}
