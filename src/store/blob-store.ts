// The blob store port: PDFs of jobs, by key, separate for each team. Every driver passes test/store/blob-store.suite.ts.

export interface BlobStore {
  /** The results of one team. There is no other way to them. */
  team(id: string): Blobs;
  /**
   * Results of every team, in pages and always in the same order, for finding results that no record names. `after`: TEAM/KEY; only the results
   * behind this place are listed.
   */
  list(after?: string): AsyncIterable<readonly ListedBlob[]>;
  /** Bytes that may still be written. Infinity: the store names no bound, as object stores do not. */
  freeBytes(): Promise<number>;
}

export interface ListedBlob {
  readonly teamId: string;
  readonly key: string;
  /** Time since the last write, by the clock of the store, so that the clocks of processes decide nothing. NaN: unknown. */
  readonly ageMs: number;
}

/** The bytes of a result. A driver may read the chunks again after a fault, which a generator does not allow. */
export interface WrittenResult {
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface Blobs {
  /** Writes a result durably. A reader sees the whole result or nothing. Raises INTERNAL, and writes nothing, if the chunks are not what is said of them. */
  write(key: string, result: WrittenResult): Promise<void>;
  /** Size in bytes. Undefined: no such result. */
  size(key: string): Promise<number | undefined>;
  /** The bytes from `start` up to `end`, without `end`. Default: all. Raises RESULT_LOST if the result is missing or ends before `end`. */
  read(key: string, start?: number, end?: number): AsyncIterable<Uint8Array>;
  /** Does nothing if the result is gone already. */
  delete(key: string): Promise<void>;
}
