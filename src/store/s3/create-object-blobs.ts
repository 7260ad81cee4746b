// The blob store in a bucket: results of jobs are results/TEAM/KEY.
import type { BlobStore, Blobs } from '../blob-store.ts';
import { checkTeamId, isTeamId } from '../check-team-id.ts';
import { resultLost } from '../refusals.ts';
import { checkResultKey, isResultKey } from '../result-key.ts';
import { listFolder } from './list-folder.ts';
import type { ObjectClient } from './object-client.ts';

const folder = 'results/';

export function createObjectBlobs(client: ObjectClient): BlobStore {
  return {
    team: (id) => teamBlobs(client, `${folder}${checkTeamId(id)}/`),
    async *list(after) {
      for await (const page of listFolder(client, folder, after)) {
        yield page.flatMap(({ path, ageMs }) => {
          const [teamId = '', key = '', ...rest] = path.split('/');
          return isTeamId(teamId) && isResultKey(key) && rest.length === 0 ? [{ teamId, key, ageMs }] : [];
        });
      }
    },
    freeBytes: async () => Number.POSITIVE_INFINITY,
  };
}

function teamBlobs(client: ObjectClient, prefix: string): Blobs {
  const pathOf = (key: string): string => prefix + checkResultKey(key);
  return {
    write: async (key, body) => client.put(pathOf(key), body, 'application/pdf'),
    size: async (key) => client.head(pathOf(key)),
    read: (key, start = 0, end) => readRange(client, pathOf(key), start, end),
    delete: async (key) => client.delete(pathOf(key)),
  };
}

async function* readRange(
  client: ObjectClient,
  path: string,
  start: number,
  end: number | undefined,
): AsyncGenerator<Uint8Array> {
  if (end === start) return;
  const found = await client.get(path, start === 0 && end === undefined ? undefined : { start, end });
  if (!found) throw resultLost();
  if (end !== undefined && found.bytes !== end - start) {
    found.discard();
    throw resultLost();
  }
  yield* found.chunks;
}
