// Lists the objects below a folder of the bucket, page by page.
import type { ObjectClient } from './object-client.ts';

export interface FolderEntry {
  /** Without the folder. */
  readonly path: string;
  /** Time since the last write, by the clock of the object store. NaN: the store does not say its time. */
  readonly ageMs: number;
}

const keysOfPage = 1000;

/** `folder`: ends with a slash. `after`: lists only the paths behind this path. */
export async function* listFolder(
  client: ObjectClient,
  folder: string,
  after: string | undefined,
): AsyncGenerator<readonly FolderEntry[]> {
  let from: Parameters<ObjectClient['listPage']>[2] = after === undefined ? undefined : { behind: folder + after };
  do {
    const { objects, next, nowMs } = await client.listPage(folder, keysOfPage, from);
    yield objects.map(({ key, writtenMs }) => ({ path: key.slice(folder.length), ageMs: nowMs - writtenMs }));
    from = next === undefined ? undefined : { page: next };
  } while (from !== undefined);
}
