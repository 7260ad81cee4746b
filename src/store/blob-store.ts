// The blob store port: PDFs of jobs, by key, separate for each team. Every driver passes test/store/blob-store.suite.ts.

export interface BlobStore {
  /** The results of one team. There is no other way to them. */
  team(id: string): Blobs;
  /** Keys of every team, for finding results that no record names. `writtenMs`: time of the last write. */
  list(): AsyncIterable<{ readonly teamId: string; readonly key: string; readonly writtenMs: number }>;
  /** Free bytes of the disk. */
  freeBytes(): Promise<number>;
}

export interface Blobs {
  /** Writes a result to the disk. A reader sees the whole result or nothing. */
  write(key: string, chunks: Iterable<Uint8Array>): Promise<void>;
  /** Size in bytes. Undefined: no such result. */
  size(key: string): Promise<number | undefined>;
  /** The bytes from `start` up to `end`, without `end`. Default: all. Raises RESULT_LOST if the result is missing or ends before `end`. */
  read(key: string, start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** Does nothing if the result is gone already. */
  delete(key: string): Promise<void>;
}
