// The keys of capabilities in the database, encrypted with a master key that only the processes know. A process reads them anew every few
// seconds, and at once for a name that it does not know.
import { setTimeout as sleep } from 'node:timers/promises';
import { PdfgenError } from '../../contract/errors.ts';
import { exitCodes } from '../../words/fault-kind.ts';
import { type CapabilityKeys, deriveKey, keysInUse, newKey, type StoredKey, withoutSecret } from '../capability-keys.ts';
import type { PostgresDatabase, Statements } from './database.ts';
import { seal, unseal } from './sealed.ts';

/** A revoked key ends in every process within this time. */
const freshMs = 5_000;
/** For unknown names, the table is not read more often than this. */
const mostOftenMs = 100;

interface LoadedKeys {
  readonly atMs: number;
  /** Newest first. */
  readonly stored: readonly StoredKey[];
  readonly derived: ReadonlyMap<string, Uint8Array>;
}

/** `masterKey`: 32 bytes. The first process to open them makes the first key. Raises INTERNAL for keys of another master key. */
export async function openDatabaseKeys(database: PostgresDatabase, masterKey: Uint8Array): Promise<CapabilityKeys> {
  let loaded: LoadedKeys | undefined;
  let loading: Promise<LoadedKeys> | undefined;
  let next: Promise<LoadedKeys> | undefined;
  const load = async (): Promise<LoadedKeys> => {
    const atMs = performance.now();
    const stored = await readKeys(database, masterKey);
    loaded = { atMs, stored, derived: new Map(stored.map((one) => [one.kid, deriveKey(one)])) };
    return loaded;
  };
  /** Calls at the same moment share one reading. */
  const reload = (): Promise<LoadedKeys> => (loading ??= load().finally(() => (loading = undefined)));
  /** The next reading for unknown names, which has not begun yet. A flood of such names waits for it together. */
  const reloadSoon = (): Promise<LoadedKeys> => {
    const wait = async (): Promise<LoadedKeys> => {
      await sleep(Math.max(0, (loaded?.atMs ?? 0) + mostOftenMs - performance.now()));
      next = undefined;
      return load();
    };
    next ??= wait();
    return next;
  };
  const get = async (): Promise<LoadedKeys> => (loaded && performance.now() - loaded.atMs < freshMs ? loaded : reload());
  /** One change at a time, over all processes. */
  const change = async <T>(
    edit: (statements: Statements, nowMs: number, stored: readonly StoredKey[]) => Promise<T>,
  ): Promise<T> => {
    const result = await database.transaction(async (statements) => {
      await statements.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['capability_keys']);
      const { ms } = (await statements.first<{ ms: number }>('SELECT now_ms() AS ms'))!;
      return edit(statements, ms, await readKeys(statements, masterKey));
    });
    await load();
    return result;
  };
  const insert = (statements: Statements, key: StoredKey) =>
    statements.run('INSERT INTO capability_keys (kid, created_ms, sealed) VALUES ($1, $2, $3)', [
      key.kid,
      Date.parse(key.createdAt),
      seal(key.kid, key.secret, masterKey),
    ]);
  const remove = (statements: Statements, kids: readonly string[]) =>
    statements.run('DELETE FROM capability_keys WHERE kid = ANY ($1)', [kids]);

  await change(async (statements, nowMs, stored) => {
    if (stored.length === 0) await insert(statements, newKey(nowMs));
  });
  return {
    list: async () => (await reload()).stored.map(withoutSecret),
    async current() {
      const { stored, derived } = await get();
      const { kid } = stored[0]!;
      return { kid, key: derived.get(kid)! };
    },
    async find(kid) {
      const { derived } = await get();
      // Another process may have made the key a moment ago.
      return derived.get(kid) ?? (await reloadSoon()).derived.get(kid);
    },
    rotate: () =>
      change(async (statements, nowMs, [newest]) => {
        // Keys are in the order of their times, so a rotation within the same millisecond is a moment later.
        const made = newKey(Math.max(nowMs, newest ? Date.parse(newest.createdAt) + 1 : 0));
        await insert(statements, made);
        return withoutSecret(made);
      }),
    prune: () =>
      change(async (statements, nowMs, stored) => {
        const kept = keysInUse(stored, nowMs);
        return remove(
          statements,
          stored.filter((one) => !kept.includes(one)).map(({ kid }) => kid),
        );
      }),
    revoke: (kid) =>
      change(async (statements, nowMs, stored) => {
        if ((await remove(statements, [kid])) === 0) return false;
        if (stored.length === 1) await insert(statements, newKey(nowMs));
        return true;
      }),
  };
}

/** Whether the database holds any key. */
export async function hasKeys(statements: Statements): Promise<boolean> {
  return (await statements.first('SELECT 1 AS found FROM capability_keys LIMIT 1')) !== undefined;
}

/** Stores keys of another place, unless they are there already. */
export async function addKeys(statements: Statements, masterKey: Uint8Array, keys: readonly StoredKey[]): Promise<void> {
  await readKeys(statements, masterKey); // the master key is the right one
  for (const key of keys) {
    await statements.run('INSERT INTO capability_keys (kid, created_ms, sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      key.kid,
      Date.parse(key.createdAt),
      seal(key.kid, key.secret, masterKey),
    ]);
  }
}

async function readKeys(statements: Statements, masterKey: Uint8Array): Promise<readonly StoredKey[]> {
  const rows = await statements.all<{ kid: string; created_ms: number; sealed: string }>(
    'SELECT kid, created_ms, sealed FROM capability_keys ORDER BY created_ms DESC, kid',
  );
  return rows.map(({ kid, created_ms, sealed }) => ({
    kid,
    createdAt: new Date(created_ms).toISOString(),
    secret: openSecret(kid, sealed, masterKey),
  }));
}

function openSecret(kid: string, sealed: string, masterKey: Uint8Array): string {
  try {
    return unseal(kid, sealed, masterKey);
  } catch (error) {
    throw new PdfgenError(
      'INTERNAL',
      'The keys of the editor in the database were encrypted with another master key. Give all processes the same --master-key-file.',
      { exitCode: exitCodes.usage, cause: error },
    );
  }
}
