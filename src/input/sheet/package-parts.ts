// Unpacks the parts of a workbook, files in a zip (ECMA-376, part 2), as they are read and never beyond a limit.
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { InputError } from '../input-error.ts';
import type { InputSource } from '../source.ts';

export interface PackageParts {
  /** Ignores case, as names of parts do. */
  has(name: string): boolean;
  /** XML text, piece by piece; nothing for a missing part. Raises InputError of kind `data` for a broken or too large part. */
  read(name: string, maxBytes: number): AsyncGenerator<string>;
}

const maxParts = 10_000;

/** Most bytes of a part for each byte of the file, and at all. XML of people's sheets is packed to a tenth or a thirtieth. */
const unpackedPerByte = 200;
const smallestUnpacked = 64_000_000;

/** Reads the list of parts. Raises InputError of kind `data` for a file that is not a zip or holds too many files. */
export async function openPackage(source: InputSource): Promise<PackageParts> {
  const { default: yauzl } = await import('yauzl');
  const { file } = source;
  class Reader extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(source.chunks(start, end), { objectMode: false });
    }
  }
  const broken = (cause: unknown): InputError => {
    if (cause instanceof InputError) return cause;
    const message = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    return new InputError('data', `is not a whole .xlsx file: ${message}; open it in a spreadsheet program and save it again`, {
      file,
      cause,
    });
  };
  const open = () => yauzl.fromRandomAccessReaderPromise(new Reader(), source.size, { autoClose: false });
  const entries = new Map<string, Entry>();
  const zip = await open().catch((cause: unknown) => {
    throw broken(cause);
  });
  try {
    if (zip.entryCount > maxParts)
      throw new InputError('data', `holds more than ${maxParts} files, which no workbook does`, { file });
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  } catch (cause) {
    throw broken(cause);
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name, most): AsyncGenerator<string> {
      const maxBytes = Math.min(most, smallestUnpacked + unpackedPerByte * source.size);
      const entry = entries.get(name.toLowerCase());
      if (!entry) return;
      // yauzl ends the stream when a part unpacks to more than the directory says, so this limit holds for the real size.
      if (entry.uncompressedSize > maxBytes) {
        const size = `${Math.ceil(entry.uncompressedSize / 1e6)} MB, over the limit of ${Math.floor(maxBytes / 1e6)} MB`;
        throw new InputError('data', `unpacks to too much: ${name} has ${size}; save it as CSV, which may be of any size`, {
          file,
        });
      }
      try {
        const decoder = new TextDecoder('utf-8', { fatal: true });
        let checksum = 0;
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          checksum = crc32(chunk, checksum);
          yield decoder.decode(chunk, { stream: true });
        }
        if (checksum !== entry.crc32) throw new Error(`${name} was changed or damaged`);
        yield decoder.decode();
      } catch (cause) {
        throw broken(cause);
      }
    },
  };
}
