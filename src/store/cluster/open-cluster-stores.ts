// The stores of many machines: a PostgreSQL database and the bucket of an object store.
import { createTurns } from '../../async/turns.ts';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import { PdfgenError } from '../../contract/errors.ts';
import type { AssetBytes } from '../asset-bytes.ts';
import type { CapabilityKeys } from '../capability-keys.ts';
import { createAssetCache } from '../filesystem/asset-cache.ts';
import { openKeyFile } from '../filesystem/key-file.ts';
import { createAssets, removeLostAssets } from '../postgres/assets.ts';
import { hasKeys, openDatabaseKeys } from '../postgres/capability-keys.ts';
import { createPostgresStateStore } from '../postgres/create-postgres-state-store.ts';
import type { DatabaseOptions, PostgresDatabase } from '../postgres/database.ts';
import { readClock } from '../postgres/database-clock.ts';
import { openForProcess, openPostgres } from '../postgres/open-postgres.ts';
import { createTemplates, type VersionContent } from '../postgres/templates.ts';
import type { MasterKey } from '../postgres/webhook-secrets.ts';
import { withAddress } from '../postgres/with-address.ts';
import { createAssetBytes } from '../s3/create-asset-bytes.ts';
import { openObjectStore } from '../s3/open-object-store.ts';
import type { AdminStores, ClusterPlace, ServerStores, StoreOpening } from '../server-stores.ts';
import type { TemplateStore } from '../template-store.ts';
import { readMasterKey } from './read-master-key.ts';

/** Changes of templates that a process makes at the same moment. */
const changesAtOnce = 2;
/** Most characters that a process keeps of documents and of the lists and keys of their files. */
const mostContent = 64 * 1024 ** 2;

/** Opens the database and the bucket. Raises INVALID_REQUEST for a wrong URL, STORE_UNAVAILABLE if either cannot be reached, INTERNAL for a
 * master key that cannot be read. */
export async function openClusterStores(
  place: ClusterPlace,
  { user, tell }: Pick<StoreOpening, 'user' | 'tell'>,
): Promise<ServerStores> {
  const { objects: url, cacheDir, cacheBytes } = place;
  if (url === undefined)
    throw new PdfgenError('INVALID_REQUEST', 'A database needs an object store: name it with --objects URL.');
  const masterKey = masterKeyOf(place);
  masterKey(); // a process with a wrong file must not start: it could sign nothing
  const objectStore = openObjectStore({ url, env: process.env });
  const database = await openForProcess({ ...toOptions(place), tell }, user);
  try {
    await withAddress(objectStore.address, () => objectStore.check());
    const state = createPostgresStateStore(database, { masterKey, processes: database.processes });
    const bytes = createAssetBytes(objectStore.objects, createAssetCache(cacheDir, cacheBytes));
    return {
      state,
      results: objectStore.results,
      templates: createTemplateStore(database, bytes),
      now: database.now,
      openKeys: openKeysOf(database, place, database.now),
      exclusively: (change) => exclusively(database, change),
      firstTokenFile: undefined,
      async check() {
        await Promise.all([state.check(), objectStore.check()]);
      },
      async close() {
        objectStore.close();
        await state.close();
      },
    };
  } catch (error) {
    objectStore.close();
    await database.close();
    throw error;
  }
}

/** Opens the database alone. */
export async function openClusterAdmin(place: ClusterPlace): Promise<AdminStores> {
  const database = await openPostgres(toOptions(place));
  const { access } = createPostgresStateStore(database, { masterKey: masterKeyOf(place) });
  const { now } = await readClock(database).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const openKeys = openKeysOf(database, place, now);
  return {
    access,
    now,
    openKeys,
    findKeys: async () => (place.keysFile === undefined && !(await hasKeys(database)) ? undefined : openKeys()),
    exclusively: (change) => exclusively(database, change),
    backUp: undefined,
    close: () => database.close(),
  };
}

function toOptions(place: ClusterPlace): DatabaseOptions {
  return {
    url: place.database,
    directUrl: place.databaseDirect,
    maxConnections: place.databaseConnections,
    statementTimeoutMs: place.databaseSeconds * 1000,
    prepared: place.databasePrepared === 'yes',
  };
}

function createTemplateStore(database: PostgresDatabase, bytes: AssetBytes): TemplateStore {
  const contents = new BoundedCache<VersionContent>(mostContent);
  const turns = createTurns(changesAtOnce);
  return {
    team(teamId) {
      const assets = createAssets(database, teamId, bytes);
      return { templates: createTemplates({ database, teamId, assets, turns, contents }) };
    },
    removeLostAssets: (after, ageMs) => removeLostAssets(database, bytes, after, ageMs),
  };
}

/** The keys are opened at the first call. */
function openKeysOf(
  database: PostgresDatabase,
  { keysFile, masterKeyFile }: ClusterPlace,
  now: () => number,
): () => Promise<CapabilityKeys> {
  let keys: Promise<CapabilityKeys> | undefined;
  const open = async (): Promise<CapabilityKeys> => {
    if (keysFile !== undefined) return openKeyFile({ path: keysFile, isMade: false, now });
    if (masterKeyFile !== undefined) return openDatabaseKeys(database, readMasterKey(masterKeyFile));
    throw new PdfgenError(
      'INVALID_REQUEST',
      'The keys of the editor need a master key: name its file with --master-key-file or PDFGEN_MASTER_KEY_FILE.',
    );
  };
  return () => {
    keys ??= open().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

/** The master key is read at the first call. */
function masterKeyOf({ masterKeyFile }: ClusterPlace): MasterKey {
  let key: Uint8Array | undefined;
  return () => {
    if (masterKeyFile !== undefined) key ??= readMasterKey(masterKeyFile);
    return key;
  };
}

function exclusively<T>(database: PostgresDatabase, change: () => Promise<T>): Promise<T> {
  return database.transaction(async (statements) => {
    await statements.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', ['administration']);
    return change();
  });
}
