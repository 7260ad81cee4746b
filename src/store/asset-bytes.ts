// The port of the bytes of templates' files, for a driver that keeps only their names in a database. Each write has a key of its own.

export interface AssetBytes {
  /** Durable when the promise resolves. */
  write(key: string, sha256: string, bytes: Uint8Array): Promise<void>;
  /** Raises INTERNAL if the bytes are missing or damaged, because a record names them. */
  read(key: string, sha256: string): Promise<Uint8Array>;
  /** Path of a copy on this machine, for a renderer. Raises as `read`. The copy stays while documents that began with it are rendered. */
  fetch(key: string, sha256: string): Promise<string>;
  /** All keys, in pages and in their order. `after`: a key; only the keys behind it are listed. `ageMs`: see `BlobStore.list`. */
  list(after: string | undefined): AsyncIterable<readonly { readonly path: string; readonly ageMs: number }[]>;
  /** Does nothing if the bytes are gone already. */
  delete(key: string): Promise<void>;
}
