// The keys of capabilities in a file that only its owner may read. A process sees the changes of the others at its next call.
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { withLock } from '../../files/lock.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { removeLeftovers, temporaryIn } from '../../files/temporary-name.ts';
import { readJson } from '../../json/read-json.ts';
import { exitCodes } from '../../words/fault-kind.ts';
import { type CapabilityKeys, deriveKey, keysInUse, newKey, type StoredKey, withoutSecret } from '../capability-keys.ts';

export interface KeyFileOptions {
  readonly path: string;
  /**
   * True for the server's own file: it is made if missing, and must be closed to users other than its owner and group. A file that a setting
   * names must exist, and may be open to all, as a mounted secret is.
   */
  readonly isMade: boolean;
  readonly now: () => number;
}

interface LoadedKeys {
  readonly stamp: string;
  readonly stored: readonly StoredKey[];
  readonly derived: ReadonlyMap<string, Uint8Array>;
}

/** Opens the file of keys. Raises INTERNAL if the file is missing or invalid. */
export function openKeyFile({ path, isMade, now }: KeyFileOptions): CapabilityKeys {
  if (isMade) makeFile(path, [newKey(now())]);
  let loaded: LoadedKeys | undefined;

  const load = (): LoadedKeys => {
    const stamp = stampOf(path);
    if (loaded?.stamp !== stamp) {
      const stored = readKeys(path, isMade);
      loaded = { stamp, stored, derived: new Map(stored.map((one) => [one.kid, deriveKey(one)])) };
    }
    return loaded;
  };
  const change = (edit: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> =>
    withLock(`${path}.lock`, async () => replaceFile(path, edit(readKeys(path, isMade))));

  load();
  return {
    list: async () => load().stored.map(withoutSecret),
    async current() {
      const { stored, derived } = load();
      const { kid } = stored[0]!;
      return { kid, key: derived.get(kid)! };
    },
    find: async (kid) => load().derived.get(kid),
    async rotate() {
      const made = newKey(now());
      await change((stored) => [made, ...stored]);
      return withoutSecret(made);
    },
    async prune() {
      let removed = 0;
      await change((stored) => {
        const kept = keysInUse(stored, now());
        removed = stored.length - kept.length;
        return kept;
      });
      return removed;
    },
    async revoke(kid) {
      let wasThere = false;
      await change((stored) => {
        const kept = stored.filter((one) => one.kid !== kid);
        wasThere = kept.length < stored.length;
        return kept.length > 0 ? kept : [newKey(now())];
      });
      return wasThere;
    },
  };
}

/** A stamp that changes when the file is replaced or its permissions change. */
function stampOf(path: string): string {
  try {
    // ctime, because it changes with the permissions too.
    const { ino, size, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${ctimeNs}`;
  } catch (error) {
    throw unreadable('is missing or cannot be opened', error);
  }
}

/** The keys with their secrets. `isOwn`: it is the server's own file. Raises INTERNAL if the file is missing or invalid. */
export function readKeys(path: string, isOwn: boolean): readonly StoredKey[] {
  let text: string;
  try {
    if (isOwn && isOpenToOthers(path)) throw openToOthers();
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof PdfgenError) throw error;
    throw unreadable('cannot be opened', error);
  }
  const reading = readJson(text, { maxDepth: 64 });
  if (reading.fault) throw unreadable(`cannot be read as JSON: ${reading.fault.message}`);
  const keys = (reading.value as { readonly keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isStoredKey)) {
    throw unreadable('must be { "keys": [{ "kid", "createdAt", "secret" }] }, with secrets of 32 bytes or more in base64url');
  }
  return keys;
}

/**
 * Whether users other than owner and group have any permission. Windows has no such permissions. The group may have permissions: `fsGroup`
 * of Kubernetes gives each file of a mounted volume to a group (0660).
 */
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o007) !== 0;
}

function openToOthers(): PdfgenError {
  return new PdfgenError(
    'INTERNAL',
    'Users beyond the owner and group of keys.json could open any editor with it. Remove their permissions with: chmod 600 ' +
      'keys.json (0640 and 0660 are accepted too). Then replace its keys with: pdfgen keys rotate, and pdfgen keys revoke',
    { exitCode: exitCodes.usage },
  );
}

function isStoredKey(value: unknown): value is StoredKey {
  const { kid, createdAt, secret } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof kid === 'string' &&
    /^[\w.-]{1,64}$/.test(kid) &&
    typeof createdAt === 'string' &&
    !Number.isNaN(Date.parse(createdAt)) &&
    typeof secret === 'string' &&
    /^[\w-]{43,}$/.test(secret)
  );
}

/** The message may go to a client, so only the cause names the path. */
function unreadable(what: string, cause?: unknown): PdfgenError {
  return new PdfgenError(
    'INTERNAL',
    `The file of the editor's keys (keys.json in the data folder, or the one of --keys-file or PDFGEN_KEYS_FILE) ${what}.`,
    { exitCode: exitCodes.usage, ...(cause !== undefined && { cause }) },
  );
}

/** Makes the file if it is missing. If several processes start at once, one makes the file, and the others use its keys. */
function makeFile(path: string, keys: readonly StoredKey[]): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  makeFolder(dirname(path));
  const beside = writeBeside(path, keys);
  try {
    // A hard link never replaces an existing file; a rename would.
    linkSync(beside, path);
    syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function replaceFile(path: string, keys: readonly StoredKey[]): void {
  const beside = writeBeside(path, keys);
  try {
    renameSync(beside, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeBeside(path: string, keys: readonly StoredKey[]): string {
  removeLeftovers(dirname(path));
  const beside = temporaryIn(dirname(path));
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify({ keys }, undefined, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return beside;
}
