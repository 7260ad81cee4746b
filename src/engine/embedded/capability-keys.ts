// The secrets that capabilities are made with: a list in a file, made for its owner alone. The first encrypts, all decrypt. Several processes
// read it; a change by one is seen by the others at their next call.
import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { PdfgenError } from '../../contract/errors.ts';
import { syncFolder } from '../../files/durable-file.ts';
import { withLock } from '../../files/lock.ts';
import { readJson } from '../../json/read-json.ts';

export interface CapabilityKey {
  readonly kid: string;
  /** RFC 3339. */
  readonly createdAt: string;
}

export interface CapabilityKeys {
  /** Newest first, without their secrets. */
  list(): readonly CapabilityKey[];
  /** The key that encrypts: 256 bits, and its name. */
  current(): { readonly kid: string; readonly key: Uint8Array };
  /** Undefined: unknown, or revoked. */
  find(kid: string): Uint8Array | undefined;
  /** Makes a new key the one that encrypts; what older ones made still opens. */
  rotate(): Promise<CapabilityKey>;
  /** Removes the keys of which no capability can be alive any more. Gives how many. */
  prune(): Promise<number>;
  /** Removes a key, and with it at once every capability that it made. False: there is none. The last one is replaced. */
  revoke(kid: string): Promise<boolean>;
}

export interface CapabilityKeysOptions {
  readonly path: string;
  /**
   * True for the server's own file: it is made when it is missing, and refused when its permissions let in users beyond its owner and group. A
   * file named by a setting must be there, and may be readable for all, as a mounted secret is.
   */
  readonly isMade: boolean;
  readonly now: () => number;
}

/** The longest life of a capability; a key that was superseded longer ago has none. */
export const longestCapabilityMs = 1440 * 60_000;

interface StoredKey extends CapabilityKey {
  /** 32 bytes, base64url. */
  readonly secret: string;
}

interface Loaded {
  readonly stamp: string;
  readonly stored: readonly StoredKey[];
  readonly derived: ReadonlyMap<string, Uint8Array>;
}

/** Opens the file of keys. Raises INTERNAL if it cannot be read as one. */
export function openCapabilityKeys({ path, isMade, now }: CapabilityKeysOptions): CapabilityKeys {
  if (isMade) makeFile(path, [newKey(now())]);
  let loaded: Loaded | undefined;

  const load = (): Loaded => {
    const stamp = stampOf(path);
    if (loaded?.stamp !== stamp) {
      const stored = readKeys(path, isMade);
      loaded = { stamp, stored, derived: new Map(stored.map((one) => [one.kid, derive(one)])) };
    }
    return loaded;
  };
  const change = (edit: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> =>
    withLock(`${path}.lock`, async () => replaceFile(path, edit(readKeys(path, isMade))));

  load();
  return {
    list: () => load().stored.map(withoutSecret),
    current() {
      const { stored, derived } = load();
      const { kid } = stored[0]!;
      return { kid, key: derived.get(kid)! };
    },
    find: (kid) => load().derived.get(kid),
    async rotate() {
      const made = newKey(now());
      await change((stored) => [made, ...stored]);
      return withoutSecret(made);
    },
    async prune() {
      let removed = 0;
      await change((stored) => {
        const kept = stored.filter((_, i) => i === 0 || Date.parse(stored[i - 1]!.createdAt) > now() - longestCapabilityMs);
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

function newKey(nowMs: number): StoredKey {
  return {
    // Hexadecimal: an id that began with a hyphen would pass for an option of `keys revoke`.
    kid: randomBytes(8).toString('hex'),
    createdAt: new Date(nowMs).toISOString(),
    secret: randomBytes(32).toString('base64url'),
  };
}

/** RFC 5869. The purpose is part of the key: a secret that serves for something else too makes no capability. */
function derive({ secret }: StoredKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'pdfgen-editor A256GCM', 32));
}

function withoutSecret({ kid, createdAt }: StoredKey): CapabilityKey {
  return { kid, createdAt };
}

/** Distinct for a file that was replaced, or opened to others. */
function stampOf(path: string): string {
  try {
    // The time of change counts permissions too.
    const { ino, size, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${ctimeNs}`;
  } catch (error) {
    throw unreadable('is missing or cannot be opened', error);
  }
}

function readKeys(path: string, isOwn: boolean): readonly StoredKey[] {
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
 * Whether users beyond its owner and group have any permission; Windows has others. The group may have them: who mounts a volume with a group,
 * as `fsGroup` of Kubernetes does, gives each file on it to this group (0660).
 */
function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o007) !== 0;
}

function openToOthers(): PdfgenError {
  return new PdfgenError(
    'INTERNAL',
    'The permissions of keys.json let other users than its owner and group open any editor with it. Close it with: chmod 600 ' +
      'keys.json (0640 and 0660 are accepted too). Then replace its keys with: pdfgen keys rotate, and pdfgen keys revoke',
    { exitCode: 2 },
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

/** The message may become an answer, and so names no path; the cause does. At the start it is a setting that is wrong. */
function unreadable(what: string, cause?: unknown): PdfgenError {
  return new PdfgenError(
    'INTERNAL',
    `The file of the editor's keys (keys.json in the data folder, or the one of --keys-file or PDFGEN_KEYS_FILE) ${what}.`,
    { exitCode: 2, ...(cause !== undefined && { cause }) },
  );
}

/** Makes the file unless it is there. Of several processes that start at once one wins, and the others take its keys. */
function makeFile(path: string, keys: readonly StoredKey[]): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  mkdirSync(dirname(path), { recursive: true });
  const beside = writeBeside(path, keys);
  try {
    // Unlike a rename, a link never replaces what is there.
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
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify({ keys }, undefined, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return beside;
}
