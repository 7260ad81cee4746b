// Copies results from the files of a data folder to objects. The object store checks the SHA-256 of what it gets.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore, WrittenResult } from '../blob-store.ts';
import type { PostgresDatabase } from '../postgres/database.ts';
import type { ObjectClient } from '../s3/object-client.ts';
import type { TableRow } from './copy-table.ts';

/** Uploads under way at the same time. */
const uploadsAtOnce = 8;

interface NamedResult {
  readonly teamId: string;
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Copies the results that rows of jobs name. Gives the number of results that are missing or damaged, and are left out. */
export async function copyResults(folder: string, results: BlobStore, jobs: readonly TableRow[]): Promise<number> {
  const named = jobs.flatMap((row): NamedResult[] =>
    row.result_blob === null
      ? []
      : [
          {
            teamId: String(row.team_id),
            key: String(row.result_blob),
            bytes: Number(row.result_bytes),
            sha256: String(row.result_sha256),
          },
        ],
  );
  let leftOut = 0;
  const next = named.values();
  const upload = async (): Promise<void> => {
    for (const { teamId, key, bytes, sha256 } of next) {
      const path = join(folder, teamId, key);
      if (await hasContent(path, { bytes, sha256 }))
        await results.team(teamId).write(key, { bytes, sha256, chunks: readAgain(path) });
      else leftOut++;
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
  return leftOut;
}

async function hasContent(path: string, expected: Pick<WrittenResult, 'bytes' | 'sha256'>): Promise<boolean> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of readAgain(path)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  return bytes === expected.bytes && hash.digest('hex') === expected.sha256;
}

/** The content of a file. It may be read several times. */
function readAgain(path: string): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => createReadStream(path, { highWaterMark: 256 * 1024 })[Symbol.asyncIterator]() };
}

/** Number of results in the bucket that a job names, with the right size. */
export async function countResults(objects: ObjectClient, database: PostgresDatabase): Promise<number> {
  let found = 0;
  let next: string | undefined;
  do {
    const page = await objects.listPage('results/', 1000, next === undefined ? undefined : { page: next });
    const parts = page.objects.map(({ key, bytes }) => ({ teamId: key.split('/')[1]!, blob: key.split('/')[2]!, bytes }));
    const { n } = (await database.first<{ n: number }>(
      `SELECT count(*) AS n FROM json_to_recordset($1::json) AS o ("teamId" uuid, blob text, bytes bigint)
       JOIN jobs ON jobs.team_id = o."teamId" AND jobs.result_blob = o.blob AND jobs.result_bytes = o.bytes AND jobs.result_blob IS NOT NULL`,
      [JSON.stringify(parts)],
    ))!;
    found += n;
    next = page.next;
  } while (next !== undefined);
  return found;
}
