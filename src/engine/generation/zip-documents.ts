// Writes documents to a zip with a manifest. The documents are read one at a time, while the zip is written.
import { PassThrough, Readable } from 'node:stream';
import type { RenderWarning } from '../../contract/generate.ts';

export interface ZippedDocument {
  /** Unique within the zip. */
  readonly name: string;
  readonly time: Date;
  read(): AsyncIterable<Uint8Array>;
}

/** Content of `manifest.json`. */
export interface ZipManifest {
  /** Null: the documents do not come from a batch of jobs. */
  readonly batchUuid: string | null;
  readonly items: readonly ZipManifestItem[];
}

interface ZipManifestItem {
  readonly index: number;
  readonly reference: string | null;
  readonly jobUuid: string | null;
  readonly state: string;
  /** Null: the item has no result. */
  readonly file: string | null;
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly warningCount: number;
  /** The first of the warnings. */
  readonly warnings: readonly RenderWarning[];
}

/** Name of the manifest in the zip. */
export const zipManifestName = 'manifest.json';

/** The same documents, with their times, give the same bytes. */
export async function* zipDocuments(documents: Iterable<ZippedDocument>, manifest: ZipManifest): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl');
  const file = new ZipFile();
  const output = (file.outputStream as Readable).pipe(new PassThrough());
  let current: Readable | undefined;
  let latestMs = 0;
  file.on('error', (error: Error) => output.destroy(error));
  for (const { name, time, read } of documents) {
    latestMs = Math.max(latestMs, time.getTime());
    // PDFs are compressed already.
    file.addReadStreamLazy(name, { compress: false, mtime: time }, (take) => {
      const stream = Readable.from(read());
      current = stream;
      stream.on('error', (error) => output.destroy(error));
      take(null, stream);
    });
  }
  file.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), zipManifestName, { mtime: new Date(latestMs) });
  file.end();
  try {
    yield* output;
  } finally {
    // The reader may stop in the middle.
    output.destroy();
    current?.destroy();
  }
}
