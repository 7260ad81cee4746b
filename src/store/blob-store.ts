// The blob store port: results, by key, a team apart from the others. Every driver passes test/store/blob-store.suite.ts.

export interface BlobStore {
  /** The only way in: what belongs to one team. */
  team(id: string): Blobs;
  /** Keys of every team, for finding what no record names. `writtenMs`: when. */
  list(): AsyncIterable<{ readonly teamId: string; readonly key: string; readonly writtenMs: number }>;
  /** Bytes that are free for more. */
  freeBytes(): Promise<number>;
}

export interface Blobs {
  /** Writes the whole under its key, down to the disk: it is there whole or not at all. */
  write(key: string, chunks: Iterable<Uint8Array>): Promise<void>;
  /** Size in bytes; undefined: there is none. */
  size(key: string): Promise<number | undefined>;
  /** Bytes from `start` to before `end`. Raises RESULT_LOST if there are none. */
  read(key: string, start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** It may be gone already. */
  delete(key: string): Promise<void>;
}
