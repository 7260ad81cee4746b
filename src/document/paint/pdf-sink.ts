// The interface between the writer of pages and the writer of the file. Two writers of files stand behind it: see docs/decisions/0037.

/** Numbered objects of one PDF file. Object bodies and dictionary entries are PDF syntax in Latin-1. */
export interface PdfSink {
  /** Id of the root of the page tree, which `end` writes. */
  readonly pageTree: number;
  /** A new object id; each must be written before `end`. */
  reserve(): number;
  writeObject(id: number, body: string): void;
  /** `entries`: the entries of the stream's dictionary besides /Length. */
  writeStream(id: number, entries: string, data: Uint8Array): void;
  end(file: FileEntries): WrittenFile;
}

/** The entries of a file that belong to no single page. */
export interface FileEntries {
  /** Page objects in order. */
  readonly pages: readonly number[];
  /** Further entries of the catalog: name without slash, value in PDF syntax. */
  readonly catalog: Readonly<Record<string, string>>;
  /** The document information dictionary: name without slash, value in PDF syntax. */
  readonly info: Readonly<Record<string, string>>;
}

export interface WrittenFile {
  readonly bytes: number;
  /** SHA-256 of all bytes, in hex. */
  readonly sha256: string;
}
