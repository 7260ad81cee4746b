// A file for bytes that are too many for the memory. It has no name, so nothing is left of it when it is closed or when its process ends.
import { rmSync } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { makeFolder } from './make-folder.ts';
import { removeLeftovers, temporaryIn } from './temporary-name.ts';

export interface Spool {
  readonly bytes: number;
  write(chunk: Uint8Array): Promise<void>;
  /** The bytes from `start` on, in chunks of at most `size`. Each chunk has memory of its own. */
  read(start: number, size: number): AsyncIterable<Uint8Array>;
  /** Gives the space free. A second call does nothing. */
  close(): Promise<void>;
}

/** Makes a spool in the folder, which is made for its owner alone. */
export async function openSpool(folder: string): Promise<Spool> {
  makeFolder(folder, 0o700);
  // A process may have ended before it took the name of its file away.
  removeLeftovers(folder);
  const path = temporaryIn(folder);
  const file = await open(path, 'wx+', 0o600);
  rmSync(path, { force: true });
  return spoolOf(file);
}

function spoolOf(file: FileHandle): Spool {
  let bytes = 0;
  let closing: Promise<void> | undefined;
  return {
    get bytes() {
      return bytes;
    },
    async write(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, at, chunk.length - at, bytes);
        at += bytesWritten;
        bytes += bytesWritten;
      }
    },
    async *read(start, size) {
      for (let at = start; at < bytes; ) {
        const chunk = Buffer.allocUnsafeSlow(Math.min(size, bytes - at));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
        if (bytesRead === 0) throw new Error('The file of the spool is shorter than it was written.');
        yield chunk.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    close: () => (closing ??= file.close()),
  };
}

/** Bytes that are free in the folder's file system. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
