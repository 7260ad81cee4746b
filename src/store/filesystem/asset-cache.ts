// Copies of files on this machine, by SHA-256, for a driver that keeps the bytes elsewhere. Any number of processes share the folder.
import { statSync } from 'node:fs';
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { findDiskFull } from '../../files/disk-full.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { isTemporaryName, temporaryIn } from '../../files/temporary-name.ts';

export interface AssetCache {
  /** Path of the copy. If there is no copy yet, `read` gets the bytes and checks them. */
  path(sha256: string, read: () => Promise<Uint8Array>): Promise<string>;
}

/** Copies that nobody has used for this long are removed. No render takes this long. */
const unusedMs = 3_600_000;
const copyName = /^[0-9a-f]{64}$/;

/** `maxBytes`: above this sum, copies that were not used lately are removed. Raises INVALID_REQUEST for a folder that others may change. */
export function createAssetCache(folder: string, maxBytes: number): AssetCache {
  makeFolder(folder, 0o700);
  checkOwner(folder);
  /** Copies that are being fetched: many documents begin with the same file. */
  const fetching = new Map<string, Promise<void>>();
  let writtenBytes = Number.POSITIVE_INFINITY;

  const fetch = async (path: string, read: () => Promise<Uint8Array>): Promise<void> => {
    const bytes = await read();
    const beside = temporaryIn(folder);
    try {
      // On the disk before it gets its name: a power cut must not leave a copy with other bytes.
      await writeFile(beside, bytes, { mode: 0o600, flush: true });
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw findDiskFull(error) ?? error;
    }
    writtenBytes += bytes.length;
    // The folder is read at the start, and then after each quarter of its room.
    if (writtenBytes < maxBytes / 4) return;
    writtenBytes = 0;
    await removeUnused(folder, maxBytes);
  };

  return {
    async path(sha256, read) {
      const path = join(folder, sha256);
      const now = new Date();
      // The time says when the copy was last used.
      if (await isThere(utimes(path, now, now))) return path;
      let running = fetching.get(sha256);
      if (!running) {
        running = fetch(path, read).finally(() => fetching.delete(sha256));
        fetching.set(sha256, running);
      }
      await running;
      return path;
    },
  };
}

/** Another user of the machine could have made the folder, and could put other files into documents. */
function checkOwner(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0)) return;
  throw new PdfgenError(
    'INVALID_REQUEST',
    `Other users may change the folder ${folder}. Name a folder of your own with --cache-dir, and close it with: chmod 700`,
  );
}

async function removeUnused(folder: string, maxBytes: number): Promise<void> {
  const copies: { readonly path: string; readonly usedMs: number; readonly bytes: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = copyName.test(name) || isTemporaryName(name) ? await stat(path).catch(() => undefined) : undefined;
    if (found) copies.push({ path, usedMs: found.mtimeMs, bytes: found.size });
  }
  let sum = copies.reduce((all, { bytes }) => all + bytes, 0);
  const beforeMs = Date.now() - unusedMs;
  for (const { path, usedMs, bytes } of copies.sort((a, b) => a.usedMs - b.usedMs)) {
    if (sum <= maxBytes || usedMs > beforeMs) return;
    await rm(path, { force: true });
    sum -= bytes;
  }
}

async function isThere(use: Promise<void>): Promise<boolean> {
  try {
    await use;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
