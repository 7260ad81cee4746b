// The files of a team's templates: their rows are in the database, their bytes are in the object store.
import { randomUUID } from 'node:crypto';
import { findMediaType } from '../../contract/asset-types.ts';
import type { AssetEntry } from '../../contract/engine.ts';
import type { AssetBytes } from '../asset-bytes.ts';
import type { PostgresDatabase, Statements } from './database.ts';

export interface TeamAssets {
  /** Keeps bytes under their SHA-256. */
  put(sha256: string, bytes: Uint8Array): Promise<void>;
  read(sha256: string): Promise<Uint8Array | undefined>;
  /** The keys of the bytes of those files that are stored, by SHA-256. While a version names a file, its key stays. */
  findKeys(statements: Statements, sha256s: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Paths of copies on this machine, by SHA-256. `keys`: as `findKeys` gives them. */
  fetch(keys: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>>;
  /** The entries of those files that are stored, by SHA-256. */
  find(sha256s: readonly string[]): Promise<ReadonlyMap<string, AssetEntry>>;
  /** As `find`, in a transaction that names the files: until it ends, and for a day, nobody removes them. */
  keep(statements: Statements, sha256s: readonly string[]): Promise<ReadonlyMap<string, AssetEntry>>;
  /** Removes files that no version and no entry of `used` names, older than `ageMs`. Gives the number removed. */
  removeUnused(used: ReadonlySet<string>, ageMs: number): Promise<number>;
}

interface AssetRow {
  readonly sha256: string;
  readonly generation: string;
  readonly bytes: number;
  readonly type: string;
}

const columns = 'sha256, generation, bytes, type';

/** Files removed in one statement. */
const removedAtOnce = 500;

export function createAssets(database: PostgresDatabase, teamId: string, bytes: AssetBytes): TeamAssets {
  const keyOf = ({ sha256, generation }: Pick<AssetRow, 'sha256' | 'generation'>) => `${teamId}/${sha256}/${generation}`;
  const findRow = (sha256: string) =>
    database.first<AssetRow>(`SELECT ${columns} FROM assets WHERE team_id = $1 AND sha256 = $2`, [teamId, sha256]);
  const touch = (sha256: string) =>
    database.run('UPDATE assets SET kept_ms = now_ms() WHERE team_id = $1 AND sha256 = $2', [teamId, sha256]);
  return {
    async put(sha256, content) {
      if ((await touch(sha256)) > 0) return;
      // Each write has a key of its own, so a removal under way cannot remove these bytes.
      const row = { sha256, generation: randomUUID() };
      await bytes.write(keyOf(row), sha256, content);
      const type = findMediaType(content) ?? 'application/octet-stream';
      const { generation } = (await database.first<{ generation: string }>(
        `INSERT INTO assets (team_id, sha256, generation, bytes, type, kept_ms) VALUES ($1, $2, $3, $4, $5, now_ms())
         ON CONFLICT (team_id, sha256) DO UPDATE SET kept_ms = excluded.kept_ms RETURNING generation`,
        [teamId, sha256, row.generation, content.length, type],
      ))!;
      // Another call stored the same bytes meanwhile.
      if (generation !== row.generation) await bytes.delete(keyOf(row));
    },
    async read(sha256) {
      const row = await findRow(sha256);
      return row && bytes.read(keyOf(row), sha256);
    },
    async findKeys(statements, sha256s) {
      if (sha256s.length === 0) return new Map();
      const sql = `SELECT ${columns} FROM assets WHERE team_id = $1 AND sha256 = ANY ($2)`;
      const rows = await statements.all<AssetRow>(sql, [teamId, sha256s]);
      return new Map(rows.map((row) => [row.sha256, keyOf(row)]));
    },
    async fetch(keys) {
      const paths = [...keys].map(async ([sha256, key]) => [sha256, await bytes.fetch(key, sha256)] as const);
      return new Map(await Promise.all(paths));
    },
    async find(sha256s) {
      if (sha256s.length === 0) return new Map();
      return toEntries(
        await database.all<AssetRow>(`SELECT ${columns} FROM assets WHERE team_id = $1 AND sha256 = ANY ($2)`, [teamId, sha256s]),
      );
    },
    async keep(statements, sha256s) {
      if (sha256s.length === 0) return new Map();
      return toEntries(
        await statements.all<AssetRow>(
          `UPDATE assets SET kept_ms = now_ms() WHERE team_id = $1 AND sha256 = ANY ($2) RETURNING ${columns}`,
          [teamId, [...sha256s].sort()],
        ),
      );
    },
    async removeUnused(used, ageMs) {
      // The row goes first. If the process ends before the bytes are gone, they are an object that no row names.
      const removed = await database.all<AssetRow>(
        `DELETE FROM assets AS a WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM assets WHERE team_id = $1 AND kept_ms < now_ms() - $3 AND sha256 <> ALL ($2)
             AND NOT EXISTS (SELECT FROM version_assets AS v WHERE v.team_id = $1 AND v.sha256 = assets.sha256)
           LIMIT ${removedAtOnce}))
         AND kept_ms < now_ms() - $3 RETURNING ${columns}`,
        [teamId, [...used], ageMs],
      );
      for (const row of removed) await bytes.delete(keyOf(row));
      return removed.length;
    },
  };
}

/** TEAM/SHA256/GENERATION. Objects with other keys belong to somebody else. */
const keyForm = /^([0-9a-f-]{36})\/([0-9a-f]{64})\/([0-9a-f-]{36})$/;

/**
 * Removes bytes of all teams of the database that no row names and that are older than `ageMs`: a process ended before it wrote the row, or after it removed
 * the row. Gives each place before the objects behind it are removed. `after`: such a place.
 */
export async function* removeLostAssets(
  database: PostgresDatabase,
  bytes: AssetBytes,
  after: string | undefined,
  ageMs: number,
): AsyncGenerator<string | undefined> {
  let place = after;
  for await (const page of bytes.list(after)) {
    yield place;
    const old = page.filter((one) => one.ageMs > ageMs).map(({ path }) => path);
    for (const key of await findLost(database, old)) await bytes.delete(key);
    place = page.at(-1)?.path;
  }
}

async function findLost(database: PostgresDatabase, keys: readonly string[]): Promise<readonly string[]> {
  const parts = keys.map((key) => keyForm.exec(key)).filter((found) => found !== null);
  if (parts.length === 0) return [];
  const rows = await database.all<{ key: string }>(
    `SELECT listed.key FROM unnest($1::text[], $2::uuid[], $3::text[], $4::uuid[]) AS listed (key, team_id, sha256, generation)
     WHERE EXISTS (SELECT FROM teams WHERE teams.id = listed.team_id) AND NOT EXISTS (
       SELECT FROM assets AS a
       WHERE a.team_id = listed.team_id AND a.sha256 = listed.sha256 AND a.generation = listed.generation)`,
    [0, 1, 2, 3].map((group) => parts.map((one) => one[group]!)),
  );
  return rows.map(({ key }) => key);
}

function toEntries(rows: readonly AssetRow[]): ReadonlyMap<string, AssetEntry> {
  return new Map(rows.map(({ sha256, bytes, type }) => [sha256, { sha256, bytes, type } as AssetEntry]));
}
