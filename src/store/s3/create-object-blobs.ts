// The blob store in a bucket: results of jobs are results/TEAM/KEY.
import type { BlobStore, Blobs } from '../blob-store.ts';
import { checkTeamId, isTeamId } from '../check-team-id.ts';
import { checkResultKey, isResultKey } from '../result-key.ts';
import { resultLost } from '../result-lost.ts';
import type { ObjectClient } from './object-client.ts';

const folder = 'results/';
const keysOfPage = 1000;

export function createObjectBlobs(client: ObjectClient): BlobStore {
  return {
    team: (id) => teamBlobs(client, `${folder}${checkTeamId(id)}/`),
    async *list() {
      let after: string | undefined;
      do {
        const { objects, next } = await client.listPage(folder, keysOfPage, after);
        for (const { key: path, writtenMs } of objects) {
          const [teamId = '', key = '', ...rest] = path.slice(folder.length).split('/');
          if (isTeamId(teamId) && isResultKey(key) && rest.length === 0) yield { teamId, key, writtenMs };
        }
        after = next;
      } while (after !== undefined);
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
