// Recorded versions of templates and the bytes of their files, in the workspace's .pdfgen folder.
//   versions/UUID/NUMBER-TIME-DIGEST.json   the content of a version; its name is enough for a list, which reads no file
//   versions/UUID/NUMBER.deleted            versions up to NUMBER belong to a deleted template
//   assets/SHA256                           bytes of a file
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { BoundedCache } from '../../cache/bounded-cache.ts';
import type { AssetEntry } from '../../contract/engine.ts';
import { PdfgenError } from '../../contract/errors.ts';
import { writeFileDurably } from '../../files/durable-file.ts';
import { fingerprint, isSettled } from '../../files/fingerprint.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { removeLeftovers } from '../../files/temporary-name.ts';
import { isUuid } from '../../words/is-uuid.ts';
import { checkRoom } from '../template-refusals.ts';

export interface RecordedVersion {
  readonly number: number;
  readonly createdMs: number;
  readonly digest: string;
  readonly path: string;
}

export interface VersionContent {
  readonly slug: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

const versionName = /^(\d+)-(\d+)-([0-9a-f]{64})\.json$/;
const assetName = /^[0-9a-f]{64}$/;
const deletedName = /^(\d+)\.deleted$/;

/** Most versions whose names are kept in memory. */
const mostListed = 20_000;

export interface NamedAssets {
  has(sha256: string): boolean;
  /** Reads the versions that are new since the last call. Each takes a turn of the event loop. */
  read(): Promise<void>;
}

export interface Listing {
  /** Newest first. Versions up to `deletedThrough` belong to deleted templates. */
  readonly versions: readonly RecordedVersion[];
  readonly highest: number;
  readonly deletedThrough: number;
}

export class VersionShelf {
  readonly #folder: string;
  /** Listings by uuid, each with the fingerprint of its folder. */
  readonly #listed = new BoundedCache<{ readonly fingerprint: string; readonly listing: Listing }>(mostListed);

  /** The content that was read last. Each document of a batch needs the same content, and a recorded content never changes. */
  #latest: { readonly path: string; readonly content: VersionContent } | undefined;

  /** Listings read while this process holds the lock. Nobody else can change them meanwhile. */
  #held: Map<string, Listing> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs `work`, which reads each folder only once. Hold the lock. */
  async whileHeld<T>(work: () => Promise<T>): Promise<T> {
    this.#held = new Map();
    try {
      return await work();
    } finally {
      this.#held = undefined;
    }
  }

  /** Versions, newest first, without versions of a deleted template. */
  list(uuid: string): readonly RecordedVersion[] {
    const { versions, deletedThrough } = this.#read(uuid);
    return versions.filter((one) => one.number > deletedThrough);
  }

  /** Every uuid that ever had a version. */
  uuids(): readonly string[] {
    return namesIn(join(this.#folder, 'versions')).filter(isUuid);
  }

  /** As `list`, with the versions of deleted templates. */
  listAll(uuid: string): Listing {
    return this.#read(uuid);
  }

  /** A version, also of a deleted template. */
  find(uuid: string, number: number): RecordedVersion | undefined {
    return isUuid(uuid) ? this.#read(uuid).versions.find((one) => one.number === number) : undefined;
  }

  readContent({ path }: RecordedVersion): VersionContent {
    if (this.#latest?.path !== path) this.#latest = { path, content: readContent(path) };
    return this.#latest.content;
  }

  /** Raises QUOTA_EXCEEDED if the template has no room for more versions. Call it before its files are changed. */
  checkRoom(uuid: string): void {
    // A change may record two versions: the content before and the content after.
    checkRoom(this.#read(uuid).highest, 2);
  }

  /** Records the next version. Hold the lock, and store the bytes of its files first. */
  record(uuid: string, digest: string, content: VersionContent, nowMs: number): RecordedVersion {
    const folder = join(this.#folder, 'versions', uuid);
    makeFolder(folder);
    const number = this.#read(uuid).highest + 1;
    const path = join(folder, `${number}-${nowMs}-${digest}.json`);
    const version = { number, createdMs: nowMs, digest, path };
    const { versions, deletedThrough } = this.#read(uuid);
    writeFileDurably(path, `${JSON.stringify(content)}\n`);
    this.#held?.set(uuid, { versions: [version, ...versions], highest: number, deletedThrough });
    return version;
  }

  /** Marks the versions of a template as deleted. Their numbers are not used again. Hold the lock. */
  close(uuid: string): void {
    const { highest, versions } = this.#read(uuid);
    if (highest === 0) return;
    writeFileDurably(join(this.#folder, 'versions', uuid, `${highest}.deleted`), '');
    this.#held?.set(uuid, { versions, highest, deletedThrough: highest });
  }

  assetPath(sha256: string): string {
    return join(this.#folder, 'assets', sha256);
  }

  hasAsset(sha256: string): boolean {
    return existsSync(this.assetPath(sha256));
  }

  putAsset(sha256: string, bytes: Uint8Array): void {
    if (this.hasAsset(sha256)) {
      // An unused file is removed by its age. A new time keeps it until a version names it.
      const now = new Date();
      utimesSync(this.assetPath(sha256), now, now);
      return;
    }
    makeFolder(join(this.#folder, 'assets'));
    writeFileDurably(this.assetPath(sha256), bytes);
  }

  /** SHA-256 of the files that were stored before a time. */
  async listAssets(beforeMs: number): Promise<readonly string[]> {
    const found: string[] = [];
    const folder = join(this.#folder, 'assets');
    const names = namesIn(folder);
    removeLeftovers(folder, { names });
    for (const name of names) {
      await turn();
      const stat = assetName.test(name) ? statSync(this.assetPath(name), { throwIfNoEntry: false }) : undefined;
      if (stat && stat.mtimeMs < beforeMs) found.push(name);
    }
    return found;
  }

  /** SHA-256 of every file that a version names. Versions of deleted templates count, because a job may need them. */
  nameAssets(): NamedAssets {
    const named = new Set<string>();
    const seen = new Set<string>();
    return {
      has: (sha256) => named.has(sha256),
      read: async () => {
        for (const uuid of namesIn(join(this.#folder, 'versions'))) {
          await turn();
          for (const version of this.#read(uuid).versions) {
            if (seen.has(version.path)) continue;
            seen.add(version.path);
            await turn();
            for (const { sha256 } of Object.values(readContent(version.path).assets)) named.add(sha256);
          }
        }
      },
    };
  }

  /** Removes a stored file. Hold the lock. */
  removeAsset(sha256: string): void {
    rmSync(this.assetPath(sha256), { force: true });
  }

  /** Stores a file under its hash. Raises REVISION_CONFLICT if the file has changed since it was hashed. */
  keepFile(path: string, sha256: string): void {
    if (this.hasAsset(sha256)) return;
    const bytes = readFileSync(path);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new PdfgenError('REVISION_CONFLICT', `${path} changed while its version was being recorded. Try again.`);
    }
    this.putAsset(sha256, bytes);
  }

  #read(uuid: string): Listing {
    const held = this.#held?.get(uuid);
    if (held) return held;
    const folder = join(this.#folder, 'versions', uuid);
    const readAt = Date.now();
    const state = fingerprint([folder]);
    const known = this.#listed.get(uuid);
    if (known?.fingerprint === state.text) {
      this.#held?.set(uuid, known.listing);
      return known.listing;
    }
    const listing = readListing(folder);
    this.#held?.set(uuid, listing);
    if (isSettled(state, readAt)) this.#listed.set(uuid, { fingerprint: state.text, listing }, 1 + listing.versions.length);
    else this.#listed.delete(uuid);
    return listing;
  }
}

const readContent = (path: string): VersionContent => JSON.parse(readFileSync(path, 'utf8')) as VersionContent;

function readListing(folder: string): Listing {
  const versions: RecordedVersion[] = [];
  let deletedThrough = 0;
  const names = namesIn(folder);
  removeLeftovers(folder, { names });
  for (const name of names) {
    const [, number, createdMs, digest] = versionName.exec(name) ?? [];
    if (digest !== undefined)
      versions.push({ number: Number(number), createdMs: Number(createdMs), digest, path: join(folder, name) });
    else deletedThrough = Math.max(deletedThrough, Number(deletedName.exec(name)?.[1] ?? 0));
  }
  versions.sort((a, b) => b.number - a.number);
  return { versions, highest: Math.max(deletedThrough, versions[0]?.number ?? 0), deletedThrough };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
