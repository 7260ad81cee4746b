import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PdfgenError } from '../../../src/contract/errors.ts';
import { configure, openDatabase, type SqliteDatabase } from '../../../src/store/sqlite/database.ts';
import { groupTransactions } from '../../../src/store/sqlite/group-transactions.ts';
import { makeFolder } from '../../support/folders.ts';

let folder: string;
let database: SqliteDatabase;
beforeEach(() => {
  folder = makeFolder();
  database = openDatabase(join(folder, 'state.db'));
  configure(database);
  database.execute('CREATE TABLE names (name TEXT PRIMARY KEY)');
});
afterEach(() => database.close());

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
  await endOfTurn();
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

test.each([
  [true, 'boolean'],
  [undefined, 'undefined'],
  [Number.NaN, 'NaN'],
  [{}, '[object Object]'],
])('the value %s that cannot be stored is named', (value, kind) => {
  expect(() => database.all('SELECT ?', [value as never])).toThrow(`a type that cannot be stored: ${kind}`);
});

describe('a fault of the database', () => {
  const faultOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  test('of a statement stays as it is', () => {
    expect(faultOf(() => database.all('SELECT nothing FROM nowhere'))).not.toBeInstanceOf(PdfgenError);
  });

  test('of a full disk is told as one', () => {
    database.execute('PRAGMA max_page_count = 4');
    expect(faultOf(() => add('x'.repeat(100_000)))).toMatchObject({ code: 'OVERLOADED', retryAfter: 60 });
  });

  test('of an overwritten file is told as damage', () => {
    add('a');
    database.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(join(folder, 'state.db'));
    const read = (content: Buffer) => {
      const path = join(folder, 'copy.db');
      writeFileSync(path, content);
      const copy = openDatabase(path);
      try {
        return faultOf(() => copy.all('SELECT name FROM names'));
      } finally {
        copy.close();
      }
    };
    expect(read(bytes)).toEqual([{ name: 'a' }]);
    const damage = { code: 'INTERNAL', message: expect.stringContaining('damaged') as string };
    expect(read(Buffer.from(bytes).fill(0xff, 4096))).toMatchObject(damage);
    expect(read(Buffer.from('of somebody'.repeat(1_000)))).toMatchObject(damage);
  });
});

test('a connection waits while another process holds the file, and for nothing else', () => {
  const calls = (fault: Error, times: number) => {
    let count = 0;
    const held: SqliteDatabase = {
      ...database,
      all(sql, values) {
        if (++count <= times) throw fault;
        return database.all(sql, values);
      },
    };
    try {
      configure(held);
    } catch (error) {
      expect(error).toBe(fault);
    }
    return count;
  };
  expect(calls(new PdfgenError('OVERLOADED', 'busy'), 2)).toBe(3);
  expect(calls(new PdfgenError('INTERNAL', 'damaged'), 2)).toBe(1);
  expect(calls(new TypeError('no'), 2)).toBe(1);
});
