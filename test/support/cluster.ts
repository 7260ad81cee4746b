// The stores of many machines for a test: a database of its own in a real PostgreSQL, and a bucket of its own in a real object store.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openClusterStores } from '../../src/store/cluster/open-cluster-stores.ts';
import { credentialsFromEnvironment } from '../../src/store/s3/credentials.ts';
import { createObjectClient } from '../../src/store/s3/object-client.ts';
import { parseObjectUrl } from '../../src/store/s3/parse-object-url.ts';
import type { ClusterPlace, ServerStores } from '../../src/store/server-stores.ts';
import { makeFolder } from './folders.ts';
import { makeBucket } from './object-store.ts';
import { addressOf, createDatabase, query } from './postgres.ts';
import { resultOf } from './result-of.ts';

export interface TestCluster {
  /** The settings of a process on this cluster. */
  readonly settings: ClusterPlace & { readonly objects: string };
  /** The environment of such a process, with the keys of the bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** The same with the variables that name its stores. */
  readonly variables: Readonly<Record<string, string>>;
  /** Opens the stores as a process does. They are closed with the test. */
  open(more?: Partial<ClusterPlace>): Promise<ServerStores>;
  /** The same, for a caller that closes them. */
  openUnowned(more?: Partial<ClusterPlace>): Promise<ServerStores>;
  /** Moves the clock of the database so far ahead. */
  setAhead(ms: number): Promise<void>;
  query(sql: string): Promise<readonly Record<string, string>[]>;
  /** Writes an object past the stores. */
  put(key: string, text: string): Promise<void>;
  /** Keys of all objects. */
  keys(): Promise<readonly string[]>;
  removeObjects(): Promise<void>;
}

export async function makeCluster(): Promise<TestCluster> {
  const folder = makeFolder();
  const postgres = inject('postgresFolder');
  const [name, bucket] = [await createDatabase(postgres), await makeBucket()];
  const database = addressOf(postgres, name);
  const masterKeyFile = join(folder, 'master.key');
  writeFileSync(masterKeyFile, Buffer.alloc(32, 7).toString('base64'));
  const settings = {
    database,
    objects: bucket.url,
    keysFile: undefined,
    masterKeyFile,
    cacheDir: join(folder, 'cache'),
    cacheBytes: 1024 ** 2,
    databaseConnections: 5,
    databaseSeconds: 60,
    databasePrepared: 'yes',
    databaseDirect: undefined,
  };
  const client = createObjectClient(parseObjectUrl(bucket.url, bucket.env), credentialsFromEnvironment(bucket.env));
  onTestFinished(() => client.close());
  const keys = async () => (await client.listPage('', 1000)).objects.map(({ key }) => key);
  const open = (place: ClusterPlace) => {
    Object.assign(process.env, bucket.env);
    return openClusterStores(place, { user: 'server', tell: () => {} });
  };
  return {
    settings,
    env: bucket.env,
    variables: {
      ...bucket.env,
      PDFGEN_DATABASE: database,
      PDFGEN_OBJECTS: bucket.url,
      PDFGEN_MASTER_KEY_FILE: masterKeyFile,
      PDFGEN_CACHE_DIR: settings.cacheDir,
    },
    async open(more = {}) {
      const stores = await open({ ...settings, ...more });
      onTestFinished(() => stores.close());
      return stores;
    },
    openUnowned: (more = {}) => open({ ...settings, ...more }),
    async setAhead(ms) {
      await query(
        database,
        `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
         AS 'SELECT floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint + ${ms}'`,
      );
    },
    query: (sql) => query(database, sql),
    put: (key, text) => client.put(key, resultOf(text), 'text/plain'),
    keys,
    async removeObjects() {
      for (const key of await keys()) await client.delete(key);
    },
  };
}
