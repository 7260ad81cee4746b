import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configure, openDatabase, type SqliteDatabase } from '../../../src/store/sqlite/database.ts';
import { groupTransactions } from '../../../src/store/sqlite/group-transactions.ts';

let folder: string;
let database: SqliteDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pdfgen-database-'));
  database = openDatabase(join(folder, 'state.db'));
  configure(database);
  database.execute('CREATE TABLE names (name TEXT PRIMARY KEY)');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const add = (name: string) => database.run('INSERT INTO names VALUES (?)', [name]);
const names = () => database.all<{ name: string }>('SELECT name FROM names ORDER BY name').map((row) => row.name);
/** 2: FULL. */
const synchronous = () => database.first<{ synchronous: number }>('PRAGMA synchronous')!.synchronous;

test('after a transaction that need not be durable, the next is durable again', () => {
  database.transaction(() => expect(synchronous()).toBe(1), { isDurable: false });
  expect(synchronous()).toBe(2);
  const fail = () =>
    database.transaction(
      () => {
        add('a');
        throw new Error('no');
      },
      { isDurable: false },
    );
  expect(fail).toThrow('no');
  expect([synchronous(), names()]).toEqual([2, []]);
});

test('changes of one turn share a transaction, and each caller gets its own result', async () => {
  const inGroup = groupTransactions(database);
  let transactions = 0;
  const counted = groupTransactions({
    ...database,
    transaction(work) {
      transactions++;
      return database.transaction(work);
    },
  });
  expect(await Promise.all([counted(() => add('a')), counted(() => add('b')), counted(() => names())])).toEqual([
    1,
    1,
    ['a', 'b'],
  ]);
  expect(transactions).toBe(1);
  expect(await inGroup(() => add('c'))).toBe(1);
});

test('a change that fails undoes no other change of its turn, and tells only its own caller', async () => {
  const inGroup = groupTransactions(database);
  const outcomes = await Promise.allSettled([
    inGroup(() => add('a')),
    inGroup(() => {
      add('half');
      throw new Error('no');
    }),
    inGroup(() => add('b')),
  ]);
  expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['a', 'b']);
});
